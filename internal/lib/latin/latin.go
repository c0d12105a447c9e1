// Package latin spells Latin letters in a to z that are not a base letter with a mark, such as ø.
package latin

import (
	"cmp"
	"strings"
	"unicode"
)

var spelled = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i", 'ħ': "h", 'ŧ': "t",
}

// Spell returns a letter such as ø or Ł in letters from a to z; empty for all others.
func Spell(r rune) string { return spelled[unicode.ToLower(r)] }

// SpellAll spells the letters of a text.
func SpellAll(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(cmp.Or(Spell(r), string(r)))
	}
	return b.String()
}
