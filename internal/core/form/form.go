// Package form reads what people type into forms: each value trimmed, and what is wrong with it as a field's code.
package form

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
)

// LongestEmail is SMTP's own limit.
const LongestEmail = 254

// Text trims a required text and removes invisible characters. The code is empty if text is left and has at most so
// many characters.
func Text(value *string, most int) fault.FieldCode {
	*value = plaintext.Lines(*value)
	switch {
	case *value == "":
		return fault.Required
	case utf8.RuneCountInString(*value) > most:
		return fault.Max
	}
	return ""
}

// Short is Text for a text that may be left out. The code is empty where it has no more characters than most.
func Short(value *string, most int) fault.FieldCode {
	if code := Text(value, most); code != fault.Required {
		return code
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
