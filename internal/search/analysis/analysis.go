// Package analysis turns texts and queries into the words that are looked for, so that what people write and what
// editors wrote meet: without case, marks and the letters that are written now one way, now another; in English and
// Arabic by their stems. It goes by the script of each word, not by the language of the page: Arabic pages hold Latin
// names, and visitors type on whichever keyboard is on.
package analysis

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/latin"
)

// longestWord in bytes is longer than any real word; the rest of a longer one is not looked at.
const longestWord = 64

// Words cuts a text into folded words, stop words among them, in order. At most limit are given; 0 is no limit.
func Words(text string, limit int) []string {
	var out []string
	Each(text, func(word []byte) bool {
		out = append(out, string(word))
		return len(out) != limit
	})
	return out
}

// Each calls found for each word of a text until that is false. The bytes are used again for the next word. In a run of
// signs without spaces, as in Chinese, each two neighbours are a word, and so is a sign that stands alone.
func Each(text string, found func(word []byte) bool) {
	var space [longestWord]byte
	b := space[:0]
	more := true
	end := func() {
		if len(b) > 0 {
			more = found(b)
			b = b[:0]
		}
	}
	var run signs
	for _, r := range text {
		if r >= firstSign {
			if sign, ok := signOf(r); ok {
				end()
				b = run.next(b, sign)
				if end(); !more {
					return
				}
				continue
			}
		}
		if run.last != 0 && !isInvisible(r) {
			b = run.end(b)
			end()
		}
		switch {
		case r < utf8.RuneSelf:
			if c, ok := ascii(byte(r)); ok {
				b = add(b, rune(c))
			} else {
				end()
			}
		case r >= 0x0600 && r <= 0x06FF:
			if folded := arabic(r); folded > 0 {
				b = add(b, folded)
			} else if folded < 0 {
				end()
			}
		case !other(r, &b):
			end()
		}
		if !more {
			return
		}
	}
	b = run.end(b)
	end()
}

func add(b []byte, r rune) []byte {
	if len(b)+utf8.RuneLen(r) > longestWord {
		return b
	}
	return utf8.AppendRune(b, r)
}

// ascii folds a byte of ASCII that is part of a word.
func ascii(c byte) (byte, bool) {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		return c, true
	case c >= 'A' && c <= 'Z':
		return c + 'a' - 'A', true
	}
	return 0, false
}

// isInvisible reports whether a rune is a mark, or a sign that steers directions and joins.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune(halfMarks, r)
}

// other folds a rune outside ASCII and the Arabic block: é, ﷲ, İ. It is false for what ends a word.
func other(r rune, b *[]byte) bool {
	if r == utf8.RuneError {
		return false
	}
	if isInvisible(r) {
		return true
	}
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return false
	}
	for _, part := range cmp.Or(latin.Spell(r), norm.NFKD.String(string(r))) {
		switch {
		case part < utf8.RuneSelf:
			if c, ok := ascii(byte(part)); ok {
				*b = add(*b, rune(c))
			}
		case part >= 0x0600 && part <= 0x06FF:
			if folded := arabic(part); folded > 0 {
				*b = add(*b, folded)
			}
		case unicode.IsLetter(part) || unicode.IsNumber(part):
			for _, low := range strings.ToLower(string(part)) {
				if !unicode.Is(unicode.Mn, low) {
					*b = add(*b, low)
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

// Stem returns what the forms of a folded word have in common. Words of other scripts are their own stems.
func Stem(word string) string {
	if IsArabic(word) {
		return stemArabic(word)
	}
	return stemEnglish(word)
}

// Bare is an Arabic word without the article and the particles that are written onto it; other words are bare.
func Bare(word string) string {
	if IsArabic(word) {
		return bare(word)
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
