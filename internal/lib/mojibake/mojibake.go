// Package mojibake finds text in UTF-8 that a program decoded as Windows-1252, such as "trÃªs" for "três".
package mojibake

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// certainLeads holds the first signs whose group is enough by itself: letters and signs of Latin-1, dashes, quotation
// marks and the like. Other groups, as of Arabic or Chinese, also occur in words and count where two are adjacent.
const certainLeads = "ÂÃâ"

// closingSigns holds signs that also follow an upper-case word, as in «MANHû.
const closingSigns = "\u00a0»”’“‘›…–—"

// Find returns the first word with text of a wrong encoding, its offset, and the word as it was meant; "" if there is
// none.
func Find(text string) (at int, word, meant string) {
	for from := nextCandidate(text, 0, strings.IndexByte); from >= 0; from = nextCandidate(text, from+2,
		strings.IndexByte) {
		if !isMisread(text, from) {
			continue
		}
		start := strings.LastIndexAny(text[:from], " \n\t") + 1
		word, _, _ = strings.Cut(text[start:], " ")
		word, _, _ = strings.Cut(word, "\n")
		return start, word, repair(word)
	}
	return 0, "", ""
}

// FindBytes is Find of bytes, which it copies only if they have such signs.
func FindBytes(text []byte) (at int, word, meant string) {
	if nextCandidate(text, 0, bytes.IndexByte) < 0 {
		return 0, "", ""
	}
	return Find(string(text))
}

// nextCandidate returns the offset, from one on, of a letter from À to ÿ that no ASCII character follows; -1 if there
// is none. All these letters begin with one byte, which indexByte finds.
func nextCandidate[T string | []byte](text T, from int, indexByte func(T, byte) int) int {
	for from+2 < len(text) {
		next := indexByte(text[from:len(text)-2], 0xc3)
		if next < 0 {
			break
		}
		if from += next; text[from+2] >= utf8.RuneSelf {
			return from
		}
		from += 2
	}
	return -1
}

// isMisread reports whether the sign at an offset begins text of a wrong encoding.
func isMisread(text string, at int) bool {
	first, _ := utf8.DecodeRuneInString(text[at:])
	meant, size := decodeMisread(text[at:])
	if size == 0 {
		return false
	}
	if next, _ := decodeMisread(text[at+size:]); next != 0 {
		return true
	}
	if !strings.ContainsRune(certainLeads, first) || first == 'â' && (meant < 0x2000 || meant > 0x2122) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+size:])
	return !unicode.IsUpper(before) || unicode.IsLetter(after) ||
		!strings.ContainsAny(text[at:at+size], closingSigns)
}

// decodeMisread returns the letter or sign whose bytes a text begins with, each read as one of Windows-1252, and the
// length of these; 0 if there is none.
func decodeMisread(text string) (meant rune, size int) {
	var read []byte
	for i, r := range text {
		b, known := charmap.Windows1252.EncodeRune(r)
		if !known && 0x80 <= r && r < 0xa0 { // which Windows-1252 lacks and browsers decode
			b, known = byte(r), true
		}
		isFirst := i == 0
		if !known || isFirst != (b >= 0xc2 && b <= 0xf4) || !isFirst && (b < 0x80 || b > 0xbf) {
			return 0, 0
		}
		if read = append(read, b); utf8.FullRune(read) {
			meant, _ = utf8.DecodeRune(read)
			if meant == utf8.RuneError || !unicode.IsGraphic(meant) {
				return 0, 0
			}
			return meant, i + utf8.RuneLen(r)
		}
	}
	return 0, 0
}

// repair returns a word with each group as it was meant.
func repair(word string) string {
	var b strings.Builder
	for i := 0; i < len(word); {
		meant, size := decodeMisread(word[i:])
		if size == 0 {
			meant, size = utf8.DecodeRuneInString(word[i:])
		}
		b.WriteRune(meant)
		i += size
	}
	return b.String()
}
