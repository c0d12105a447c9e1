package wording

import (
	"strings"
	"unicode"
)

// The isolates of the Unicode bidirectional algorithm (UAX #9).
const (
	isolateLTR  = "\u2066"
	isolateRTL  = "\u2067"
	isolateAuto = "\u2068"
	isolateEnd  = "\u2069"
)

// Isolate returns a text that somebody typed, cleaned and in the direction of its first letter; empty for an empty
// text.
func Isolate(text string) string {
	if text == "" {
		return ""
	}
	return isolateAuto + Clean(text) + isolateEnd
}

// OptionTitle returns the title of an option for a place that has the product's title too: empty if both are the same.
// An import gives an option without a title that of its product.
func OptionTitle(option, product string) string {
	if option == product {
		return ""
	}
	return option
}

// IsolateLTR returns a text that runs left to right in every language, such as a reference, an address or a phone
// number.
func IsolateLTR(text string) string {
	if text == "" {
		return ""
	}
	return isolateLTR + Clean(text) + isolateEnd
}

// IsolateOwn returns a text of the language itself, which may have isolates in it, in the direction of the language.
func (d *Dictionary) IsolateOwn(text string) string {
	if d.RTL {
		return isolateRTL + text + isolateEnd
	}
	return isolateLTR + text + isolateEnd
}

var isolates = strings.NewReplacer(isolateLTR, "", isolateRTL, "", isolateAuto, "", isolateEnd, "")

// WithoutIsolates returns a text without its isolates, for texts of one direction and for other programs.
func WithoutIsolates(text string) string { return isolates.Replace(text) }

// Clean returns a text without the characters that could reorder, hide or break the text around it. Joiners stay, since
// words of some languages are spelled with them.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c' || r == '\u200d':
			return r
		case unicode.Is(unicode.Cf, r), r == '\uFFFC', r == unicode.ReplacementChar:
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, text)
}
