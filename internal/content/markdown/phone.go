package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"storefront/internal/lib/lazyregexp"
)

// phoneForm matches telephone numbers: a + with digits, or at least three groups of digits. In prose of a language that
// is written from right to left, the groups of a number would be in reverse order.
var phoneForm = lazyregexp.New(`\+\p{Nd}(?:[\s\p{Zs}().‑/-]{0,2}\p{Nd})+|` +
	`\(?\p{Nd}{1,5}\)?(?:[\p{Zs}‑-]{1,2}\p{Nd}{1,5}){2,}`)

// The least digits of a telephone number. A date as 2026-11-28 has eight.
const (
	minInternationalDigits = 8 // behind a +
	minLocalDigits         = 9
)

// firstRightToLeft is before all letters of Hebrew and Arabic, and lastArabic behind the usual ones.
const firstRightToLeft, lastArabic = '\u0590', '\u06ff'

// isRightToLeft reports whether prose has a letter of a script that is written from right to left.
func isRightToLeft(prose []byte) bool {
	return bytes.ContainsFunc(prose, func(r rune) bool {
		return r >= firstRightToLeft && unicode.In(r, unicode.Hebrew, unicode.Arabic)
	})
}

// hasPhoneDigits reports whether a text has as many digits as the shortest telephone number.
func hasPhoneDigits(words []byte) bool {
	digits := 0
	for _, r := range string(words) {
		if isDigit(r) {
			if digits++; digits == minInternationalDigits {
				return true
			}
		}
	}
	return false
}

// isDigit is unicode.IsDigit, which takes long for the letters of Hebrew and Arabic.
func isDigit(r rune) bool {
	switch {
	case r < firstRightToLeft:
		return '0' <= r && r <= '9'
	case r <= lastArabic:
		return '٠' <= r && r <= '٩' || '۰' <= r && r <= '۹'
	default:
		return unicode.IsDigit(r)
	}
}

// isolatePhones isolates the telephone numbers of a text as left to right.
func isolatePhones(parent ast.Node, t *ast.Text, source []byte) {
	tag := func(html string) {
		s := ast.NewString([]byte(html))
		s.SetCode(true)
		parent.InsertBefore(parent, t, s)
	}
	if !hasPhoneDigits(t.Segment.Value(source)) {
		return
	}
	for from := 0; ; {
		words := t.Segment.Value(source)
		found := phoneForm.FindIndex(words[from:])
		if found == nil {
			return
		}
		start, end := from+found[0], from+found[1]
		if !isPhone(words, start, end) {
			from = end
			continue
		}
		at := t.Segment.Start
		parent.InsertBefore(parent, t, ast.NewTextSegment(text.NewSegment(at, at+start)))
		tag(`<bdi dir="ltr">`)
		parent.InsertBefore(parent, t, ast.NewTextSegment(text.NewSegment(at+start, at+end)))
		tag("</bdi>")
		t.Segment = t.Segment.WithStart(at + end)
		from = 0
	}
}

// isPhone reports whether digits of a text are a telephone number: enough of them, and no part of a word.
func isPhone(words []byte, start, end int) bool {
	least := minLocalDigits
	if words[start] == '+' {
		least = minInternationalDigits
	}
	digits := 0
	for _, r := range string(words[start:end]) {
		if isDigit(r) {
			digits++
		}
	}
	before, _ := utf8.DecodeLastRune(words[:start])
	after, _ := utf8.DecodeRune(words[end:])
	return digits >= least && !isWord(before) && !isWord(after)
}
