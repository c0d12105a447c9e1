package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// firstSign is before all signs of Chinese and Japanese.
const firstSign = '\u2e80'

// longVowels lengthen a vowel of Japanese, halfMarks change one of its half-width signs.
const longVowels, halfMarks = "ーｰ", "ﾞﾟ"

// signOf folds a sign of Chinese or Japanese, whose words are written without spaces between them.
func signOf(r rune) (sign rune, ok bool) {
	isSign := strings.ContainsRune(longVowels, r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	if !isSign || !unicode.IsLetter(r) {
		return 0, false
	}
	for _, sign = range norm.NFKD.String(string(r)) {
		return sign, unicode.IsLetter(sign)
	}
	return 0, false
}

// signs is a run of signs while it is cut into words.
type signs struct {
	last   rune // 0 outside a run
	paired bool // last is part of a word already
}

// next appends the word of a sign and the one before it, where there is one.
func (s *signs) next(b []byte, sign rune) []byte {
	if s.last != 0 {
		b, s.paired = utf8.AppendRune(utf8.AppendRune(b, s.last), sign), true
	}
	s.last = sign
	return b
}

// end ends a run, and appends the word of a sign that stood alone.
func (s *signs) end(b []byte) []byte {
	if s.last != 0 && !s.paired {
		b = utf8.AppendRune(b, s.last)
	}
	*s = signs{}
	return b
}

// Signs returns the signs of a word that is two neighbours of a run.
func Signs(word []byte) (first, second []byte) {
	r, size := utf8.DecodeRune(word)
	if r < firstSign || size == len(word) {
		return nil, nil
	}
	if _, ok := signOf(r); !ok {
		return nil, nil
	}
	return word[:size], word[size:]
}
