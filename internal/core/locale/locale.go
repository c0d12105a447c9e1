// Package locale has the languages of storefronts and their directions.
package locale

import (
	"maps"
	"slices"
	"strings"
)

// Locale is a language that pages are written in.
type Locale struct {
	Code string // "ar": the path prefix and the name of content files
	ISO  string // "ar-AE": what <html lang> and Intl are given
	Name string // in its own language
	Dir  string // "ltr" or "rtl"
}

// Configured holds the languages that a deployment can choose from.
var Configured = map[string]Locale{
	"en": {Code: "en", ISO: "en-US", Name: "English", Dir: "ltr"},
	"ar": {Code: "ar", ISO: "ar-AE", Name: "العربية", Dir: "rtl"},
}

// Codes returns the codes of the configured languages, in order.
func Codes() []string { return slices.Sorted(maps.Keys(Configured)) }

// List returns the codes of the configured languages, for messages.
func List() string { return strings.Join(Codes(), " and ") }

// Recognised are the path prefixes that mean a language, configured or not (specification, section 2).
var Recognised = []string{"en", "fr", "es", "de", "ar", "ru", "tr", "az", "zh", "it", "he", "fa", "pt"}

// LatinDigit returns the Latin digit of an Arabic-Indic or Persian one, and other characters unchanged: phones in the
// region type them.
func LatinDigit(r rune) rune {
	switch {
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	}
	return r
}
