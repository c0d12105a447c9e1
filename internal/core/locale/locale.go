// Package locale has the languages of storefronts and their directions.
package locale

import (
	"slices"
	"unicode"
)

// Locale is a language that pages are written in.
type Locale struct {
	Code   string // "ar": the path prefix and the name of content files
	ISO    string // "ar-AE": the locale by the specification
	Format string // "ar-AE-u-nu-latn-ca-gregory": what Intl is given for amounts, dates and names
	Name   string // in its own language
	Dir    string // "ltr" or "rtl"
}

// BuiltIn holds the languages that come with the program. Content adds others, by texts/<code>.yaml.
var BuiltIn = map[string]Locale{
	"en": {Code: "en", ISO: "en-US", Format: "en-GB", Name: "English", Dir: "ltr"},
	"ar": {Code: "ar", ISO: "ar-AE", Format: "ar-AE-u-nu-latn-ca-gregory", Name: "العربية", Dir: "rtl"},
}

// Recognised are the path prefixes that mean a language, whether a storefront has it or not (specification, section 2).
var Recognised = []string{"en", "fr", "es", "de", "ar", "ru", "tr", "az", "zh", "it", "he", "fa", "pt"}

// Codes returns Recognised in order.
func Codes() []string { return slices.Sorted(slices.Values(Recognised)) }

// IsRecognised reports whether a code is among Recognised.
func IsRecognised(code string) bool { return slices.Contains(Recognised, code) }

// Direction returns "rtl" for a recognised language that is written from right to left, and "ltr" for any other.
func Direction(code string) string {
	if code == "ar" || code == "he" || code == "fa" {
		return "rtl"
	}
	return "ltr"
}

// Format returns the locale of dates and amounts of a recognised language in a country. Persian has a calendar of its
// own, while bookings are of Gregorian days, and digits of its own, while counted things have Latin ones.
func Format(code, iso string) string {
	if code == "fa" {
		return iso + "-u-ca-gregory-nu-latn"
	}
	return iso
}

// Script returns the characters that a recognised language is written in.
func Script(code string) *unicode.RangeTable {
	switch code {
	case "ar", "fa":
		return unicode.Arabic
	case "he":
		return unicode.Hebrew
	case "ru":
		return unicode.Cyrillic
	case "zh":
		return unicode.Han
	}
	return unicode.Latin
}

// pluralForms are the plural forms of whole numbers below a million, where a language has others than one and other
// (CLDR, supplemental/plurals).
var pluralForms = map[string][]string{
	"ar": {"zero", "one", "two", "few", "many", "other"},
	"he": {"one", "two", "other"},
	"ru": {"one", "few", "many", "other"},
	"zh": {"other"},
}

// PluralForms returns the plural forms of a language.
func PluralForms(code string) []string {
	if all, ok := pluralForms[code]; ok {
		return all
	}
	return []string{"one", "other"}
}

// HasSingular reports whether a recognised language has the plural form "one" of the number 1 alone. Others have it of
// 0 too, Russian of 21 (CLDR, supplemental/plurals).
func HasSingular(code string) bool {
	return !slices.Contains([]string{"fa", "fr", "pt", "ru", "zh"}, code)
}

// RoundMillions lists the languages in which a whole number of millions has a form of its own, "many": "1 million de".
// Texts need not have it: nothing that is counted reaches a million.
var RoundMillions = []string{"fr", "es", "it", "pt"}

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
