package typeset

import (
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	xbidi "golang.org/x/text/unicode/bidi"
)

// Controls of UAX #9 that texts may hold. Embeddings and overrides are not among them: they are dropped, since they leak.
const (
	lri = '\u2066'
	rli = '\u2067'
	fsi = '\u2068'
	pdi = '\u2069'

	// standsIn takes the place of an isolate in the text around it: both are neutral there.
	standsIn = '\uFFFC'
)

// Isolate keeps to itself the direction of what somebody has written: that of its first letter.
func Isolate(value string) string { return string(fsi) + Clean(value) + string(pdi) }

// IsolateLTR keeps a text left to right that may have no letters to tell it, such as a phone number.
func IsolateLTR(text string) string { return string(lri) + text + string(pdi) }

// IsolateRTL keeps a text right to left that may have letters of the other direction, such as a price.
func IsolateRTL(text string) string { return string(rli) + text + string(pdi) }

// Clean takes from a value whatever could reorder, hide or break the text around it. Joiners stay: spelling needs them.
func Clean(value string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c' || r == '\u200d':
			return r
		case unicode.Is(unicode.Cf, r), r == standsIn, r == unicode.ReplacementChar:
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, value)
}

// paragraph is a text without its controls, each rune with its embedding level.
type paragraph struct {
	runes  []rune
	levels []bidi.Level
}

func resolve(text string, rtl bool) paragraph {
	var p paragraph
	base := bidi.Level(0)
	if rtl {
		base = 1
	}
	p.add([]rune(text), base)
	return p
}

// add resolves a text whose own level is base. Isolates are texts of their own, and neutral in the one around them.
func (p *paragraph) add(text []rune, base bidi.Level) {
	flat, isolates := flatten(text)
	for i, level := range flatLevels(flat, base%2 == 1) {
		switch r := flat[i]; {
		case r == standsIn:
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

// level is the next one above with the isolate's direction (X5a to X5c).
func (i *isolate) level(around bidi.Level) bidi.Level {
	rtl := i.initiator == rli || i.initiator == fsi && firstStrongIsRTL(i.text)
	if rtl == (around%2 == 0) {
		return around + 1
	}
	return around + 2
}

// flatten takes the outermost isolates out of a text. One that does not end lasts to the end.
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
				flat, isolates = append(flat, standsIn), append(isolates, isolate{text[start], text[start+1 : i]})
			}
		case depth > 0 || r == pdi || r == standsIn || r >= '\u202a' && r <= '\u202e':
		default:
			flat = append(flat, r)
		}
	}
	if depth > 0 {
		flat, isolates = append(flat, standsIn), append(isolates, isolate{text[start], text[start+1:]})
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

// flatLevels are 0, 1 and 2 left to right, 1 and 2 right to left. The library tells only odd from even where a run begins,
// which leaves 0 and 2 to be told apart: numbers that are not part of left-to-right words are 2 (I1).
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

// weakTypes applies the rules W1 to W7 to a text that begins left to right.
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

// joinSeparators makes what stands inside numbers and signs beside them part of them (W4, W5).
func joinSeparators(types []xbidi.Class) {
	for i := 1; i < len(types)-1; i++ {
		before, c, after := types[i-1], types[i], types[i+1]
		if before == after && (before == xbidi.EN && (c == xbidi.ES || c == xbidi.CS) || before == xbidi.AN && c == xbidi.CS) {
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
