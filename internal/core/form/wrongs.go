package form

import "storefront/internal/core/fault"

// Wrongs collects what is wrong with the fields of a request.
type Wrongs []fault.Field

// Note collects the mistake in a field, if there is one, and reports whether the field is right.
func (w *Wrongs) Note(name string, code fault.FieldCode) bool {
	if code != "" {
		*w = append(*w, fault.Field{Name: name, Code: code})
	}
	return code == ""
}

// Text reads a field as the function does.
func (w *Wrongs) Text(name string, value *string, most int) bool {
	return w.Note(name, Text(value, most))
}

// Short reads a field as the function does.
func (w *Wrongs) Short(name string, value *string, most int) bool {
	return w.Note(name, Short(value, most))
}

// Email reads a field as the function does.
func (w *Wrongs) Email(name string, value *string) bool { return w.Note(name, Email(value)) }

// Err is fault.Invalid with every field that is wrong; nil where none is.
func (w Wrongs) Err(message string) error {
	if len(w) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, message, w...)
}
