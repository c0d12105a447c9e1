package catalog

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/locale"
)

// Language has the content of texts/<code>.yaml: the texts of a language, and its description if it does not come with
// the program.
type Language struct {
	locale.Locale
	// Messages are all messages of the interface, and OwnMessages those that browsers do not have already: all of them,
	// or those that replace the program's. Words are the words of mails and documents. Each is JSON; it is empty if the
	// program's are used.
	Messages, OwnMessages, Words []byte
}

// Locale returns a language that storefronts can have: one with texts in content, or one of the program.
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
