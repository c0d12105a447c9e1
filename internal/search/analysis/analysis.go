// Package analysis splits texts and queries into normalised words, so that a query matches a text in another spelling:
// without case, marks and variants of letters, and in English and Arabic by stems. It chooses by the script of each
// word, not by the language of the page: Arabic pages contain Latin names, and visitors type with any keyboard.
package analysis

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/latin"
)

// maxWordBytes is the maximum length of a word in bytes; the rest of a longer one is ignored.
const maxWordBytes = 64

// Words returns the folded words of a text in order, with stop words, up to a limit; 0 is no limit.
func Words(text string, limit int) []string {
	var out []string
	EachWord(text, func(word []byte) bool {
		out = append(out, string(word))
		return len(out) != limit
	})
	return out
}

// EachWord calls visit for each word of a text until it returns false. The bytes are reused for the next word. In a run
// of Chinese or Japanese characters, each two neighbours are a word, and so is a single one.
func EachWord(text string, visit func(word []byte) bool) {
	var buffer [maxWordBytes]byte
	b := buffer[:0]
	more := true
	endWord := func() {
		if len(b) > 0 {
			more = visit(b)
			b = b[:0]
		}
	}
	var run cjkRun
	for _, r := range text {
		if r >= firstCJK {
			if sign, ok := foldCJK(r); ok {
				endWord()
				b = run.add(b, sign)
				if endWord(); !more {
					return
				}
				continue
			}
		}
		if run.last != 0 && !isInvisible(r) {
			b = run.end(b)
			endWord()
		}
		switch {
		case r < utf8.RuneSelf:
			if c, ok := foldASCII(byte(r)); ok {
				b = appendRune(b, rune(c))
			} else {
				endWord()
			}
		case r >= 0x0600 && r <= 0x06FF:
			if folded := foldedArabic(r); folded > 0 {
				b = appendRune(b, folded)
			} else if folded < 0 {
				endWord()
			}
		case !foldOther(r, &b):
			endWord()
		}
		if !more {
			return
		}
	}
	b = run.end(b)
	endWord()
}

func appendRune(b []byte, r rune) []byte {
	if len(b)+utf8.RuneLen(r) > maxWordBytes {
		return b
	}
	return utf8.AppendRune(b, r)
}

// foldASCII folds a byte of ASCII that is part of a word.
func foldASCII(c byte) (byte, bool) {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		return c, true
	case c >= 'A' && c <= 'Z':
		return c + 'a' - 'A', true
	}
	return 0, false
}

// isInvisible reports whether a rune is a mark or a format character, for directions or joining.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune(halfMarks, r)
}

// foldOther folds a rune outside ASCII and the Arabic block: é, ﷲ, İ. It returns false for a rune that ends a word.
func foldOther(r rune, b *[]byte) bool {
	if r == utf8.RuneError {
		return false
	}
	if isInvisible(r) {
		return true
	}
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return false
	}
	for _, part := range cmp.Or(latin.Transliterate(r), norm.NFKD.String(string(r))) {
		switch {
		case part < utf8.RuneSelf:
			if c, ok := foldASCII(byte(part)); ok {
				*b = appendRune(*b, rune(c))
			}
		case part >= 0x0600 && part <= 0x06FF:
			if folded := foldedArabic(part); folded > 0 {
				*b = appendRune(*b, folded)
			}
		case unicode.IsLetter(part) || unicode.IsNumber(part):
			for _, low := range strings.ToLower(string(part)) {
				if !unicode.Is(unicode.Mn, low) {
					*b = appendRune(*b, low)
				}
			}
		}
	}
	return true
}

// IsArabic reports whether the first letter of a word is Arabic.
func IsArabic(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return r >= 0x0600 && r <= 0x06FF
}

// Stem returns the stem of a folded word. Words of other scripts are their own stems.
func Stem(word string) string {
	if IsArabic(word) {
		return stemArabic(word)
	}
	return stemEnglish(word)
}

// StripPrefix returns an Arabic word without its article or particle, and other words unchanged.
func StripPrefix(word string) string {
	if IsArabic(word) {
		return stripArabicPrefix(word)
	}
	return word
}

// IsStop reports whether a folded word is too common to search for.
func IsStop(word string) bool { return stopWords[word] }

var stopWords = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`a an the and or of in on at to from by with for is are be it its this that these those
your our you we us my me i as into than then their there s t d ll re
من في على إلى عن مع أو و ثم أن إن هذا هذه ذلك تلك التي الذي الذين ما لا هو هي هم يا أي كما قد`) {
		for _, folded := range Words(w, 1) {
			out[folded] = true
		}
	}
	delete(out, "ما") // the folded form of water, too
	return out
}()
