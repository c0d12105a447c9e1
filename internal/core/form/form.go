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

// MaxEmailLength is SMTP's limit.
const MaxEmailLength = 254

// RequireText trims a required text and removes invisible characters. It returns Required if no text is left, and an
// empty code otherwise.
func RequireText(value *string) fault.FieldCode {
	if *value = plaintext.CleanLines(*value); *value == "" {
		return fault.Required
	}
	return ""
}

// RequireEmail trims a required e-mail address and returns the code of its mistake; empty for a valid address.
func RequireEmail(value *string) fault.FieldCode {
	// An address with an invisible character is rejected, not cleaned, because the cleaned one may be another person's.
	*value = strings.TrimSpace(*value)
	switch {
	case *value == "":
		return fault.Required
	case utf8.RuneCountInString(*value) > MaxEmailLength:
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

// CanonicalMailbox returns an e-mail address as the mailbox that it most likely is: in lower case and in plain letters,
// without invisible characters and without what follows a plus sign. It is for comparing and counting, never for
// mailing.
func CanonicalMailbox(email string) string {
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

// FieldErrors collects the mistakes in the fields of a request.
type FieldErrors []fault.Field

// Add adds the mistake in a field, if there is one, and reports whether the field is valid.
func (w *FieldErrors) Add(name string, code fault.FieldCode) bool {
	if code != "" {
		*w = append(*w, fault.Field{Name: name, Code: code})
	}
	return code == ""
}

// RequireText reads a field as the function does.
func (w *FieldErrors) RequireText(name string, value *string) bool {
	return w.Add(name, RequireText(value))
}

// RequireEmail reads a field as the function does.
func (w *FieldErrors) RequireEmail(name string, value *string) bool {
	return w.Add(name, RequireEmail(value))
}

// Err returns fault.Invalid with all fields that have a mistake; nil if there are none.
func (w FieldErrors) Err(message string) error {
	if len(w) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, message, w...)
}
