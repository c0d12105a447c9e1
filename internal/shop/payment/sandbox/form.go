package sandbox

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"storefront/internal/core/locale"
)

// form is a visitor's input. The security code is checked and discarded: it is never shown again.
type form struct {
	Number, Expiry, CVC, Holder string
}

// mistakes has the invalid fields, each with the key of its message.
type mistakes map[string]string

// fields in the order of the page.
var fields = []string{"number", "expiry", "cvc", "holder"}

// maxFieldLength bounds a field, in bytes.
const maxFieldLength = 100

func readForm(values url.Values) form {
	field := func(name string) string {
		text := strings.TrimSpace(values.Get(name))
		if len(text) > maxFieldLength {
			text = text[:maxFieldLength]
		}
		return strings.ToValidUTF8(text, "")
	}
	return form{Number: field("number"), Expiry: field("expiry"), CVC: field("cvc"), Holder: field("holder")}
}

func (f form) mistakes(now time.Time) mistakes {
	found := mistakes{}
	if _, ok := cardDigits(f.Number); !ok {
		found["number"] = "number"
	}
	switch end, ok := expiry(f.Expiry); {
	case !ok:
		found["expiry"] = "expiry"
	case !now.Before(end):
		found["expiry"] = "expired"
	}
	if code := strings.Map(locale.LatinDigit, f.CVC); len(code) < 3 || len(code) > 4 ||
		strings.Trim(code, "0123456789") != "" {
		found["cvc"] = "cvc"
	}
	if strings.IndexFunc(f.Holder, unicode.IsLetter) < 0 {
		found["holder"] = "holder"
	}
	return found
}

// cardDigits returns the digits of a card number with a valid length and check digit (ISO/IEC 7812).
func cardDigits(text string) (digits string, ok bool) {
	digits = strings.NewReplacer(" ", "", "-", "", "\u00a0", "", "\u200e", "", "\u200f",
		"").Replace(strings.Map(locale.LatinDigit, text))
	if len(digits) < 12 || len(digits) > 19 {
		return "", false
	}
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i]) - '0'
		if d < 0 || d > 9 {
			return "", false
		}
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return digits, sum%10 == 0 && strings.Trim(digits, "0") != ""
}

// expiry returns the instant at which a card with "MM/YY" or the like has expired everywhere.
func expiry(text string) (end time.Time, ok bool) {
	digits := strings.NewReplacer(" ", "", "/", "", "-", "", "\u200e", "", "\u200f",
		"").Replace(strings.Map(locale.LatinDigit, text))
	if len(digits) == 3 && strings.ContainsAny(text, "/- ") {
		digits = "0" + digits
	}
	if len(digits) == 6 && digits[2:4] == "20" {
		digits = digits[:2] + digits[4:]
	}
	if len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		return time.Time{}, false
	}
	month, _ := strconv.Atoi(digits[:2])
	year, _ := strconv.Atoi(digits[2:])
	if month < 1 || month > 12 {
		return time.Time{}, false
	}
	// A card is valid until the end of its month, in the last time zone to reach it.
	return time.Date(2000+year, time.Month(month)+1, 1, 12, 0, 0, 0, time.UTC), true
}
