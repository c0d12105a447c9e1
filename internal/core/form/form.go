// Package form reads what people type into forms: each value trimmed, and what is wrong with it as a field's code.
package form

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
)

// LongestEmail is SMTP's own limit.
const LongestEmail = 254

// Text trims a required text and removes invisible characters. The code is empty if text is left.
func Text(value *string) fault.FieldCode {
	if *value = plaintext.Lines(*value); *value == "" {
		return fault.Required
	}
	return ""
}

// Email trims a required e-mail address. The code is empty where it is one.
func Email(value *string) fault.FieldCode {
	// An address with something invisible in it is refused, not cleaned: it may be another's.
	*value = strings.TrimSpace(*value)
	switch {
	case *value == "":
		return fault.Required
	case utf8.RuneCountInString(*value) > LongestEmail:
		return fault.Max
	}
	parsed, err := mail.ParseAddress(*value)
	domain := (*value)[strings.LastIndex(*value, "@")+1:]
	if err != nil || parsed.Address != *value || !isDomain(domain) || strings.ContainsFunc(*value, isInvisible) {
		return fault.Format
	}
	return ""
}

// isDomain reports whether mail can be sent to a domain: a name with a dot, and no address of a machine.
func isDomain(domain string) bool {
	dot := strings.LastIndex(domain, ".")
	last := domain[dot+1:]
	return dot > 0 && !strings.HasPrefix(domain, "[") && strings.Trim(last, "0123456789") != ""
}

// isInvisible reports whether a character shows nothing itself: controls, marks of direction, zero-width characters.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector) ||
		r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}

// Mailbox returns an e-mail address as the mailbox that it most likely is: in lower case and in plain letters, without
// invisible characters and without what follows a plus sign. It is for comparing and counting, never for mailing.
func Mailbox(email string) string {
	plain := strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(email))
	local, domain, _ := strings.Cut(strings.ToLower(strings.TrimSpace(plain)), "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

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
func (w *Wrongs) Text(name string, value *string) bool { return w.Note(name, Text(value)) }

// Email reads a field as the function does.
func (w *Wrongs) Email(name string, value *string) bool { return w.Note(name, Email(value)) }

// Err is fault.Invalid with every field that is wrong; nil where none is.
func (w Wrongs) Err(message string) error {
	if len(w) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, message, w...)
}
