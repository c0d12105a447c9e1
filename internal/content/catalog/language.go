package catalog

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/locale"
)

// Language is what texts/<code>.yaml says of a language: its texts, and what it is where it does not come with the
// program.
type Language struct {
	locale.Locale
	// Messages are all messages of the interface, and OwnMessages those that browsers have not got already: all of
	// them, or those that replace the program's. Words are the words of mails and documents. Each is JSON; it is empty
	// where the program's own stand.
	Messages, OwnMessages, Words []byte
}

// Locale returns a language that storefronts can have: one that content has texts of, or one of the program.
func (l *Library) Locale(code string) (locale.Locale, bool) {
	if own := l.Texts[code]; own != nil {
		return own.Locale, true
	}
	known, ok := locale.BuiltIn[code]
	return known, ok
}

// LocaleCodes returns the codes of the languages that storefronts can have, sorted.
func (l *Library) LocaleCodes() []string {
	codes := slices.Collect(maps.Keys(locale.BuiltIn))
	for code := range l.Texts {
		if !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// LocaleList returns the same for messages.
func (l *Library) LocaleList() string { return strings.Join(l.LocaleCodes(), ", ") }
