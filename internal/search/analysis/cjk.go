package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// firstCJK is before all Chinese and Japanese characters.
const firstCJK = '\u2e80'

// longVowels lengthen a vowel of Japanese, halfMarks change one of its half-width signs.
const longVowels, halfMarks = "ーｰ", "ﾞﾟ"

// foldCJK folds a Chinese or Japanese character; ok is false for any other.
func foldCJK(r rune) (sign rune, ok bool) {
	isSign := strings.ContainsRune(longVowels, r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	if !isSign || !unicode.IsLetter(r) {
		return 0, false
	}
	for _, sign = range norm.NFKD.String(string(r)) {
		return sign, unicode.IsLetter(sign)
	}
	return 0, false
}

// cjkRun splits a run of Chinese or Japanese characters into words.
type cjkRun struct {
	last   rune // 0 outside a run
	paired bool // last is part of a word already
}

// add appends the word of a character and the previous one, if there is one.
func (s *cjkRun) add(b []byte, sign rune) []byte {
	if s.last != 0 {
		b, s.paired = utf8.AppendRune(utf8.AppendRune(b, s.last), sign), true
	}
	s.last = sign
	return b
}

// end ends a run, and appends the word of a single character.
func (s *cjkRun) end(b []byte) []byte {
	if s.last != 0 && !s.paired {
		b = utf8.AppendRune(b, s.last)
	}
	*s = cjkRun{}
	return b
}

// SplitCJK returns the two characters of a word from a run; nil for other words.
func SplitCJK(word []byte) (first, second []byte) {
	r, size := utf8.DecodeRune(word)
	if r < firstCJK || size == len(word) {
		return nil, nil
	}
	if _, ok := foldCJK(r); !ok {
		return nil, nil
	}
	return word[:size], word[size:]
}
