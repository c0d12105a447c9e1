package scaffold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/latin"
	"storefront/internal/lib/lazyregexp"
)

var slugForm = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// IsSlug reports whether a name can be that of a folder of content.
func IsSlug(s string) bool { return slugForm.MatchString(s) }

var apostrophes = strings.NewReplacer("'", "", "’", "")

// Slug makes a slug out of words in Latin letters; it is empty if there are none.
func Slug(words string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(latin.TransliterateAll(apostrophes.Replace(strings.ToLower(words)))) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		default:
			gap = true
		}
	}
	return b.String()
}

// germanLetters are the German spellings without umlauts.
var germanLetters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// SlugIn makes a slug out of words in a language. It differs from Slug in German, where ü is written ue.
func SlugIn(language, words string) string {
	if language == "de" {
		words = germanLetters.Replace(norm.NFC.String(words))
	}
	return Slug(words)
}

// LatinSlug makes a slug out of words in Latin letters only. It is empty for words with other letters too, since two
// names could have the same rest.
func LatinSlug(words string) string {
	if strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) {
		return ""
	}
	return Slug(words)
}
