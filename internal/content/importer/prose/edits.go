// Package prose changes the Markdown and the HTML that other programs take into the Markdown that pages take. It knows
// neither blogs nor tables: imports call it for what is the same in all of them.
package prose

import (
	"slices"
	"strings"
	"unicode"
)

// Plain is a text on one line.
func Plain(s string) string {
	return strings.TrimSpace(strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) && !strings.ContainsRune("\u00a0\u2007\u202f", r) // which keep words together
	}), " "))
}

// Edits are changes to a text, by places of the original text.
type Edits struct {
	Text string
	List []Edit
	Cut  []Edit // what was taken out further down than the text is read, the next one last
}

// Edit is a stretch of the text, by bytes, and what takes its place.
type Edit struct {
	From, To int
	With     string
	AsIs     bool // with is of the text's own format: HTML in HTML
}

// Replace puts a text in the place of a stretch.
func (e *Edits) Replace(from, to int, with string) {
	e.List = append(e.List, Edit{From: from, To: to, With: with})
}

// Remove takes something out, with the emphasis that has nothing else to emphasise, and its line too where nothing else
// stands on it. Marks of emphasis around it stand beside their words then.
func (e *Edits) Remove(from, to int) {
	from, to = e.WithEmphasis(from, to)
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

// Blank takes out what stands alone on a line. What is above and below stays parted.
func (e *Edits) Blank(from, to int) {
	if strings.HasSuffix(e.Text[:from], "\n\n") || strings.HasPrefix(e.Text[to:], "\n\n") {
		e.Remove(from, to)
		return
	}
	e.Replace(from, to, "")
}

// CutOut reports whether a place is in what was taken out ahead. Places come in their order.
func (e *Edits) CutOut(at int) bool {
	for len(e.Cut) > 0 && at >= e.Cut[len(e.Cut)-1].To {
		e.Cut = e.Cut[:len(e.Cut)-1]
	}
	return len(e.Cut) > 0 && at >= e.Cut[len(e.Cut)-1].From
}

// Covers reports whether a place is within what is changed already.
func (e *Edits) Covers(at int) bool {
	return slices.ContainsFunc(e.List, func(c Edit) bool { return c.From <= at && at < c.To })
}

// Apply returns the new text, and a function from its places to those of the original.
func (e *Edits) Apply() (string, func(int) int) {
	slices.SortStableFunc(e.List, func(a, b Edit) int { return a.From - b.From })
	var b strings.Builder
	type place struct{ now, before int }
	places := []place{{0, 0}}
	at := 0
	for _, c := range e.List {
		if c.From < at {
			continue // inside something that is changed already
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

// Within reports whether a place is in one of several stretches.
func Within(all [][2]int, at int) bool {
	return slices.ContainsFunc(all, func(s [2]int) bool { return at >= s[0] && at < s[1] })
}

// LineAt returns the line that stands at an offset.
func LineAt(text string, offset int) string {
	line, _, _ := strings.Cut(text[offset:], "\n")
	return line
}
