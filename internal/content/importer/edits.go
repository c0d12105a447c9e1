package importer

import (
	"slices"
	"strings"
)

// edits are changes to a text, by places of the original text.
type edits struct {
	text string
	list []edit
	cut  []edit // what was taken out further down than the text is read, the next one last
}

type edit struct {
	from, to int
	with     string
	asIs     bool // with is of the text's own format: HTML in HTML
}

func (e *edits) replace(from, to int, with string) {
	e.list = append(e.list, edit{from: from, to: to, with: with})
}

// remove takes something out, with the emphasis that has nothing else to emphasise, and its line too where nothing else
// stands on it. Marks of emphasis around it stand beside their words then.
func (e *edits) remove(from, to int) {
	from, to = e.withEmphasis(from, to)
	start := strings.LastIndexByte(e.text[:from], '\n') + 1
	end := strings.IndexByte(e.text[to:], '\n')
	if end < 0 {
		end = len(e.text)
	} else {
		end += to + 1
	}
	if strings.TrimSpace(e.text[start:from]) == "" && strings.TrimSpace(e.text[to:end]) == "" {
		from, to = start, end
		// Not two blank lines where one was.
		if strings.HasSuffix(e.text[:from], "\n\n") && strings.HasPrefix(e.text[to:], "\n") {
			to++
		}
	}
	e.replace(from, to, "")
}

// blank takes out what stands alone on a line. What is above and below stays parted.
func (e *edits) blank(from, to int) {
	if strings.HasSuffix(e.text[:from], "\n\n") || strings.HasPrefix(e.text[to:], "\n\n") {
		e.remove(from, to)
		return
	}
	e.replace(from, to, "")
}

// cutOut reports whether a place is in what was taken out ahead. Places come in their order.
func (e *edits) cutOut(at int) bool {
	for len(e.cut) > 0 && at >= e.cut[len(e.cut)-1].to {
		e.cut = e.cut[:len(e.cut)-1]
	}
	return len(e.cut) > 0 && at >= e.cut[len(e.cut)-1].from
}

// covers reports whether a place is within what is changed already.
func (e *edits) covers(at int) bool {
	return slices.ContainsFunc(e.list, func(c edit) bool { return c.from <= at && at < c.to })
}

// apply returns the new text, and a function from its places to those of the original.
func (e *edits) apply() (string, func(int) int) {
	slices.SortStableFunc(e.list, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	type place struct{ now, before int }
	places := []place{{0, 0}}
	at := 0
	for _, c := range e.list {
		if c.from < at {
			continue // inside something that is changed already
		}
		b.WriteString(e.text[at:c.from])
		places = append(places, place{b.Len(), c.from})
		b.WriteString(c.with)
		at = c.to
		places = append(places, place{b.Len(), at})
	}
	b.WriteString(e.text[at:])
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
