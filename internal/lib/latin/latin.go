// Package latin transliterates Latin letters that are not a base letter with a mark, such as ø, to a to z.
package latin

import (
	"cmp"
	"strings"
	"unicode"
)

var replacements = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i", 'ħ': "h", 'ŧ': "t",
}

// Transliterate returns the letters a to z for a letter such as ø or Ł; empty for any other rune.
func Transliterate(r rune) string { return replacements[unicode.ToLower(r)] }

// TransliterateAll transliterates the letters of a text.
func TransliterateAll(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(cmp.Or(Transliterate(r), string(r)))
	}
	return b.String()
}
