// Package plaintext cleans texts of strangers that everybody reads. The result is text, never markup: < and & are
// letters like others. It removes characters that readers cannot see, characters that turn the direction of their
// neighbours, and marks that pile up over other lines.
//
// Links and telephone numbers stay, as plain text: an operator approves a text before it is shown.
package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is how many marks a letter may carry once it is composed. Vowelled Arabic takes three, Vietnamese and
// Hebrew as prayer books print it four.
const maxMarks = 4

// IsValid reports whether every database stores a text: PostgreSQL takes UTF-8 without NUL only.
func IsValid(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// FindInvalid returns the line and the column, from 1, of the first byte of a text that is not UTF-8 or of its first
// NUL, and what is wrong there. It returns a line of 0 if the text is valid.
func FindInvalid(text string) (line, col int, why string) {
	if IsValid(text) {
		return 0, 0, ""
	}
	line, col = 1, 1
	for at, r := range text {
		switch {
		case r == 0:
			return line, col, "this file has a NUL character"
		case r == utf8.RuneError && !strings.HasPrefix(text[at:], string(utf8.RuneError)):
			return line, col, "this file is not text in UTF-8"
		case r == '\n':
			line, col = line+1, 0
		}
		col++
	}
	return 0, 0, ""
}

// CleanLine cleans a text of one line.
func CleanLine(text string) string {
	return strings.Join(strings.Fields(clean(text)), " ")
}

// CleanLines cleans a text of several lines. It leaves no two empty lines in sequence.
func CleanLines(text string) string {
	var out []string
	for line := range strings.SplitSeq(clean(text), "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\v",
	"\n",
	"\f", "\n")

func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || isJoiner(r) || unicode.IsSpace(r) || isVisible(r) {
			return r
		}
		return -1
	}, lineBreaks.Replace(strings.ToValidUTF8(text, "")))
	// Letters and marks can compose once a character between them is removed; marks are counted after that.
	for range 3 {
		composed := norm.NFC.String(text)
		if text = dropStrayMarks(composed); text == composed {
			break
		}
	}
	return text
}

// dropStrayMarks removes joiners without effect, marks beyond maxMarks, and marks without a letter.
func dropStrayMarks(text string) string {
	runes := []rune(text)
	var out strings.Builder
	var last rune // that was kept and is no joiner or mark
	marks := 0
	for i, r := range runes {
		switch {
		case isJoiner(r):
			if !isMeaningfulJoiner(last, runes[i+1:]) {
				continue
			}
		case unicode.IsSpace(r) || r == brailleBlank:
			if r != '\n' {
				r = ' '
			}
			last, marks = r, 0
		case unicode.Is(unicode.M, r):
			// Without a letter under it a mark would sit on whatever is printed before the text.
			if marks++; last == 0 || unicode.IsSpace(last) || marks > maxMarks {
				continue
			}
		default:
			last, marks = r, 0
		}
		out.WriteRune(r)
	}
	return out.String()
}

const (
	nonJoiner    = '\u200C'
	joiner       = '\u200D'
	brailleBlank = '\u2800'
)

func isJoiner(r rune) bool { return r == nonJoiner || r == joiner }

// isMeaningfulJoiner reports whether a joiner has a meaning at its place: between two letters, as in Persian and the
// scripts of India, or between two pictures that make one.
func isMeaningfulJoiner(before rune, after []rune) bool {
	return canJoin(before) && len(after) > 0 && canJoin(after[0])
}

func canJoin(r rune) bool {
	return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) || unicode.In(r, unicode.So, unicode.Sk)
}

// isVisible reports whether readers see a character. The signs around Arabic numbers are of a kind that is invisible,
// but are seen.
func isVisible(r rune) bool {
	switch {
	case r == utf8.RuneError, unicode.IsControl(r),
		unicode.In(r, unicode.Co, unicode.Cs, unicode.Noncharacter_Code_Point),
		r >= 0xE0000 && r <= 0xE0FFF: // selectors of variants that no text here has, among them a way to hide letters
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return true
	}
	return !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}
