package typeset

import (
	"unicode"

	"github.com/go-text/typesetting/bidi"
	xbidi "golang.org/x/text/unicode/bidi"
)

// The isolates of UAX #9. Embeddings and overrides are dropped from texts, since they affect the text around them.
const (
	lri = '\u2066'
	rli = '\u2067'
	fsi = '\u2068'
	pdi = '\u2069'

	// placeholder takes the place of an isolate in the text around it. Both are neutral there.
	placeholder = '\uFFFC'
)

// paragraph is a text without its controls, and the embedding level of each rune.
type paragraph struct {
	runes  []rune
	levels []bidi.Level
}

func resolveBidi(text string, rtl bool) paragraph {
	var p paragraph
	base := bidi.Level(0)
	if rtl {
		base = 1
	}
	p.add([]rune(text), base)
	return p
}

// add resolves a text with the level base. Isolates are texts of their own, and neutral in the text around them.
func (p *paragraph) add(text []rune, base bidi.Level) {
	flat, isolates := flatten(text)
	for i, level := range flatLevels(flat, base%2 == 1) {
		switch r := flat[i]; {
		case r == placeholder:
			inner := isolates[0]
			isolates = isolates[1:]
			p.add(inner.text, inner.level(base))
		case unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d':
		default:
			p.runes = append(p.runes, r)
			p.levels = append(p.levels, base-base%2+level)
		}
	}
}

type isolate struct {
	initiator rune
	text      []rune
}

// level returns the next higher level with the isolate's direction (rules X5a to X5c).
func (i *isolate) level(outer bidi.Level) bidi.Level {
	rtl := i.initiator == rli || i.initiator == fsi && firstStrongIsRTL(i.text)
	if rtl == (outer%2 == 0) {
		return outer + 1
	}
	return outer + 2
}

// flatten replaces the outermost isolates of a text by placeholders. An isolate without an end lasts to the end of
// the text.
func flatten(text []rune) (flat []rune, isolates []isolate) {
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case r == lri || r == rli || r == fsi:
			if depth++; depth == 1 {
				start = i
			}
		case r == pdi && depth > 0:
			if depth--; depth == 0 {
				flat, isolates = append(flat, placeholder), append(isolates, isolate{text[start], text[start+1 : i]})
			}
		case depth > 0 || r == pdi || r == placeholder || r >= '\u202a' && r <= '\u202e':
		default:
			flat = append(flat, r)
		}
	}
	if depth > 0 {
		flat, isolates = append(flat, placeholder), append(isolates, isolate{text[start], text[start+1:]})
	}
	return flat, isolates
}

func firstStrongIsRTL(text []rune) bool {
	flat, _ := flatten(text)
	for _, r := range flat {
		switch class(r) {
		case xbidi.L:
			return false
		case xbidi.R, xbidi.AL:
			return true
		}
	}
	return false
}

func class(r rune) xbidi.Class {
	properties, _ := xbidi.LookupRune(r)
	return properties.Class()
}

// flatLevels returns the levels of a text without isolates: 0 to 2 left to right, 1 and 2 right to left. The library
// distinguishes only odd levels from even ones. Numbers outside left-to-right words have level 2 (rule I1).
func flatLevels(flat []rune, rtl bool) []bidi.Level {
	direction, even := bidi.LeftToRight, bidi.Level(0)
	if rtl {
		direction, even = bidi.RightToLeft, 2
	}
	levels := make([]bidi.Level, len(flat))
	weak := weakTypes(flat)
	var p bidi.Paragraph
	runs := p.Segment(flat, direction)
	for n := range runs.NumRuns() {
		run := runs.Run(n)
		for i := run.Start; i < run.End; i++ {
			switch {
			case !run.IsLeftToRight():
				levels[i] = 1
			case weak[i] == xbidi.EN || weak[i] == xbidi.AN:
				levels[i] = 2
			default:
				levels[i] = even
			}
		}
	}
	return levels
}

// weakTypes applies rules W1 to W7 to a text that begins left to right.
func weakTypes(text []rune) []xbidi.Class {
	types := make([]xbidi.Class, len(text))
	strong, before := xbidi.L, xbidi.L
	for i, r := range text {
		c := class(r)
		switch c {
		case xbidi.NSM, xbidi.BN:
			c = before
		case xbidi.L, xbidi.R, xbidi.AL:
			strong = c
		case xbidi.EN:
			if strong == xbidi.AL {
				c = xbidi.AN
			}
		}
		types[i], before = c, c
	}
	joinSeparators(types)
	strong = xbidi.L
	for i, c := range types {
		switch {
		case c == xbidi.L || c == xbidi.R || c == xbidi.AL:
			strong = c
		case c == xbidi.EN && strong == xbidi.L:
			types[i] = xbidi.L
		}
	}
	return types
}

// joinSeparators makes separators within numbers and signs beside them part of the numbers (rules W4 and W5).
func joinSeparators(types []xbidi.Class) {
	for i := 1; i < len(types)-1; i++ {
		before, c, after := types[i-1], types[i], types[i+1]
		european, arabic := before == xbidi.EN && (c == xbidi.ES || c == xbidi.CS), before == xbidi.AN && c == xbidi.CS
		if before == after && (european || arabic) {
			types[i] = before
		}
	}
	for i := 1; i < len(types); i++ {
		if types[i] == xbidi.ET && types[i-1] == xbidi.EN {
			types[i] = xbidi.EN
		}
	}
	for i := len(types) - 2; i >= 0; i-- {
		if types[i] == xbidi.ET && types[i+1] == xbidi.EN {
			types[i] = xbidi.EN
		}
	}
}
