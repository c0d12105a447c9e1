// Package prose converts the Markdown and HTML of other programs to the Markdown of pages. It is independent of the
// source of an import: the importers of blogs, tables and suppliers share it.
package prose

import (
	"slices"
	"strings"
	"unicode"
)

// SingleLine returns a text on one line. Spaces that do not break stay.
func SingleLine(s string) string {
	return strings.TrimSpace(strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) && !strings.ContainsRune("\u00a0\u2007\u202f", r) // non-breaking spaces stay
	}), " "))
}

// Edits are replacements in a text, at offsets of the original.
type Edits struct {
	Text    string
	List    []Edit
	Removed []Edit // spans further down that are removed, in descending order
}

// Edit replaces a span of the text, in bytes.
type Edit struct {
	From, To   int
	With       string
	IsRendered bool // With is in the format of the text: HTML in HTML
}

// Replace replaces a span.
func (e *Edits) Replace(from, to int, with string) {
	e.List = append(e.List, Edit{From: from, To: to, With: with})
}

// Remove removes a span, emphasis that contains nothing else, and its line if nothing else is on it. Marks of emphasis
// around it stay next to their text.
func (e *Edits) Remove(from, to int) {
	from, to = e.IncludeEmphasis(from, to)
	start := strings.LastIndexByte(e.Text[:from], '\n') + 1
	end := strings.IndexByte(e.Text[to:], '\n')
	if end < 0 {
		end = len(e.Text)
	} else {
		end += to + 1
	}
	if strings.TrimSpace(e.Text[start:from]) == "" && strings.TrimSpace(e.Text[to:end]) == "" {
		from, to = start, end
		// Not two blank lines where one was.
		if strings.HasSuffix(e.Text[:from], "\n\n") && strings.HasPrefix(e.Text[to:], "\n") {
			to++
		}
	}
	e.Replace(from, to, "")
}

// RemoveLine removes what is alone on a line, and keeps a blank line between what is above and below.
func (e *Edits) RemoveLine(from, to int) {
	if strings.HasSuffix(e.Text[:from], "\n\n") || strings.HasPrefix(e.Text[to:], "\n\n") {
		e.Remove(from, to)
		return
	}
	e.Replace(from, to, "")
}

// IsRemoved reports whether an offset is in Removed. Offsets must be ascending.
func (e *Edits) IsRemoved(at int) bool {
	for len(e.Removed) > 0 && at >= e.Removed[len(e.Removed)-1].To {
		e.Removed = e.Removed[:len(e.Removed)-1]
	}
	return len(e.Removed) > 0 && at >= e.Removed[len(e.Removed)-1].From
}

// Covers reports whether an offset is within an edit.
func (e *Edits) Covers(at int) bool {
	return slices.ContainsFunc(e.List, func(c Edit) bool { return c.From <= at && at < c.To })
}

// Apply returns the new text, and a function that maps its offsets to those of the original.
func (e *Edits) Apply() (string, func(int) int) {
	slices.SortStableFunc(e.List, func(a, b Edit) int { return a.From - b.From })
	var b strings.Builder
	type place struct{ now, before int }
	places := []place{{0, 0}}
	at := 0
	for _, c := range e.List {
		if c.From < at {
			continue // within another edit
		}
		b.WriteString(e.Text[at:c.From])
		places = append(places, place{b.Len(), c.From})
		b.WriteString(c.With)
		at = c.To
		places = append(places, place{b.Len(), at})
	}
	b.WriteString(e.Text[at:])
	return b.String(), func(now int) int {
		i, found := slices.BinarySearchFunc(places, now, func(p place, n int) int { return p.now - n })
		for found && i+1 < len(places) && places[i+1].now == now {
			i++
		}
		if !found {
			i--
		}
		before := places[i].before + now - places[i].now
		if i+1 < len(places) {
			before = min(before, places[i+1].before)
		}
		return before
	}
}

// InSpans reports whether an offset is in one of several spans.
func InSpans(all [][2]int, at int) bool {
	return slices.ContainsFunc(all, func(s [2]int) bool { return at >= s[0] && at < s[1] })
}

// LineAt returns the rest of the line at an offset.
func LineAt(text string, offset int) string {
	line, _, _ := strings.Cut(text[offset:], "\n")
	return line
}
