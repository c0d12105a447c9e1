// Package form reads what people type into forms: each value trimmed, and what is wrong with it as a field's code.
package form

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"storefront/internal/fault"
)

// LongestEmail is SMTP's own limit.
const LongestEmail = 254

// Text trims a required text. The code is empty where it is there and has no more characters than most.
func Text(value *string, most int) fault.FieldCode {
	*value = strings.TrimSpace(*value)
	switch {
	case *value == "":
		return fault.Required
	case utf8.RuneCountInString(*value) > most:
		return fault.Max
	}
	return ""
}

// Short trims a text that may be left out. The code is empty where it has no more characters than most.
func Short(value *string, most int) fault.FieldCode {
	if code := Text(value, most); code != fault.Required {
		return code
	}
	return ""
}

// Email trims a required e-mail address. The code is empty where it is one.
func Email(value *string) fault.FieldCode {
	if code := Text(value, LongestEmail); code != "" {
		return code
	}
	parsed, err := mail.ParseAddress(*value)
	domain := (*value)[strings.LastIndex(*value, "@")+1:]
	if err != nil || parsed.Address != *value || !strings.Contains(domain, ".") || strings.HasPrefix(domain, "[") ||
		strings.ContainsFunc(*value, isInvisible) {
		return fault.Format
	}
	return ""
}

// isInvisible reports whether a character shows nothing itself: controls, marks of direction, zero-width characters.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector) ||
		r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}
