package cms

import (
	"reflect"
	"strings"
	"unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/content/schema"
	"storefront/internal/content/source"
	"storefront/internal/core/payload"
)

// patternMessage is the message about a text that does not match its pattern.
const patternMessage = "Another form is needed: see the hint"

// multilineKeys are the keys whose texts need more than a line.
var multilineKeys = map[string]bool{"summary": true, "description": true, "text": true, "seoDescription": true,
	"tagline": true}

// label writes a key as words: "seoTitle" is "Seo title".
func label(key string) string {
	var b strings.Builder
	for i, r := range key {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		case r == '-':
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fields returns a field for each key of a type. ids are the keys of its maps, by their name.
func (m *configBuilder) fields(t reflect.Type, translated bool, ids map[string][]string) []field {
	var all []field
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" || name == "translationOf" { // which generate writes
			continue
		}
		f, ok := m.field(t.Field(i).Type, name, ids)
		if !ok {
			continue
		}
		f.Hint = schema.Describe(t, name)
		if rule, has := source.RuleOf(t, name); has {
			f.apply(rule)
		}
		if known := m.referencedIDs(t, name); known != nil && (f.Widget == "string" || f.Widget == "list") {
			f.Multiple = f.Widget == "list"
			f.Widget, f.Options, f.Field = "select", known, nil
		}
		if option != "required" {
			f.Required = newBool(false)
		}
		f.I18n = translated
		all = append(all, f)
	}
	return all
}

// field returns the field of a key; false if the CMS has none for its type.
func (m *configBuilder) field(t reflect.Type, name string, ids map[string][]string) (field, bool) {
	f := field{Name: name, Label: label(name), Widget: "string"}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if pattern := schema.Pattern(t); pattern != "" {
		f.Pattern = []string{pattern, patternMessage}
		return f, true
	}
	switch t {
	case reflect.TypeFor[catalog.Weekday]():
		f.Widget, f.Options = "select", catalog.Weekdays()
		return f, true
	case reflect.TypeFor[catalog.Decimal]():
		f.Widget, f.ValueType = "number", "float"
		return f, true
	}
	if e, ok := reflect.Zero(t).Interface().(payload.Enumeration); ok && t.Kind() == reflect.String {
		f.Widget, f.Options = "select", e.Values()
		return f, true
	}
	if t == reflect.TypeFor[catalog.Localized]() {
		f.Widget, f.Fields = "object", m.languageFields()
		return f, true
	}
	switch t.Kind() {
	case reflect.String:
		if multilineKeys[name] {
			f.Widget = "text"
		}
	case reflect.Bool:
		f.Widget = "boolean"
	case reflect.Int:
		f.Widget, f.ValueType = "number", "int"
	case reflect.Float64:
		f.Widget, f.ValueType = "number", "float"
	case reflect.Struct:
		f.Widget, f.Fields = "object", m.fields(t, false, nil)
	case reflect.Slice:
		return m.listField(f, t.Elem())
	case reflect.Map:
		return m.mapField(f, t.Elem(), ids[name])
	default:
		return f, false
	}
	return f, true
}

func (m *configBuilder) listField(f field, t reflect.Type) (field, bool) {
	f.Widget = "list"
	if t.Kind() == reflect.Struct {
		f.Fields = m.fields(t, false, nil)
		return f, true
	}
	item, ok := m.field(t, "item", nil)
	if item.Widget == "select" {
		f.Widget, f.Options, f.Multiple = "select", item.Options, true
		return f, ok
	}
	if item.Widget != "string" || item.Pattern != nil {
		f.Field = &item // without one the items are texts on lines of their own
	}
	return f, ok
}

// mapField is a mapping whose keys are ids: an object with a field for each of them.
func (m *configBuilder) mapField(f field, t reflect.Type, ids []string) (field, bool) {
	f.Widget = "object"
	for _, id := range ids {
		one, ok := m.field(t, id, nil)
		if !ok {
			return f, false
		}
		f.Fields = append(f.Fields, one)
	}
	return f, len(f.Fields) > 0
}

func (m *configBuilder) languageFields() (all []field) {
	for _, language := range m.Library.Languages {
		all = append(all, field{Name: language, Label: language, Widget: "string"})
	}
	return all
}

// apply adds the parts of a rule that the CMS can check.
func (f *field) apply(r source.Rule) {
	if r.Pattern != nil {
		f.Pattern = []string{r.Pattern.String(), patternMessage}
	}
	if r.Enum != nil && f.Widget == "string" {
		f.Widget, f.Options = "select", r.Enum
	}
	if r.Min != nil && f.Widget == "number" {
		f.Min = (*number)(r.Min)
	}
	if r.Max != nil && f.Widget == "number" {
		f.Max = (*number)(r.Max)
	}
	if r.Items != nil && r.Items.Enum != nil && f.Widget == "list" {
		f.Widget, f.Options, f.Multiple, f.Field = "select", r.Items.Enum, true, nil
	}
}
