package prose

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// TagPlace is where a shortcode's tag stands.
type TagPlace struct {
	From, To int
	Name     string
	Closing  bool
	AsHTML   bool // {{< so >}}: Hugo does not read the content of a pair as Markdown, so its indentation means nothing
	Stays    bool // something stands in its place
}

// Unindent removes indentation that makes code here but not in Hugo: the content of a pair of tags is indented like the
// pair, and what replaces a tag alone on its line is not indented as code.
func (e *Edits) Unindent(tags []TagPlace) {
	drop, open, left := map[int]int{}, map[string][]TagPlace{}, 16*len(e.Text)
	for _, t := range tags {
		all := open[t.Name]
		switch {
		case !t.Closing:
			open[t.Name] = append(all, t)
		case len(all) > 0:
			begin := all[len(all)-1]
			open[t.Name] = all[:len(all)-1]
			if left -= t.From - begin.To; begin.AsHTML && left > 0 { // pairs in pairs without end cost too much
				e.dropWithin(begin, t, drop)
			}
		}
	}
	for _, t := range tags {
		if start, indent, alone := e.alone(t); t.Stays && alone && Width(indent[min(drop[start], len(indent)):]) > 3 &&
			!WithinItem(e.Text[:start], Width(indent)) {
			drop[start] = len(indent)
		}
	}
	list := slices.Clone(e.List)
	slices.SortStableFunc(list, func(a, b Edit) int { return a.From - b.From })
	done := 0
	for _, start := range slices.Sorted(maps.Keys(drop)) {
		for ; len(list) > 0 && list[0].From <= start; list = list[1:] {
			done = max(done, list[0].To)
		}
		if done <= start { // no tag is taken out with its line
			e.Replace(start, start+min(drop[start], len(IndentOf(e.Text[start:]))), "")
		}
	}
}

// dropWithin notes by how much the lines between two tags are further in than the first of them, where that has a line
// of its own.
func (e *Edits) dropWithin(begin, end TagPlace, drop map[int]int) {
	_, indent, alone := e.alone(begin)
	next := strings.IndexByte(e.Text[begin.To:end.From], '\n')
	if !alone || next < 0 {
		return
	}
	inner, common, first := e.Text[begin.To+next+1:end.From], "", true
	inner = inner[:strings.LastIndexByte(inner, '\n')+1]
	for line := range strings.Lines(inner) {
		if own := IndentOf(line); strings.TrimSpace(line) != "" {
			if first {
				common, first = own, false
			}
			for !strings.HasPrefix(own, common) {
				common = common[:len(common)-1]
			}
		}
	}
	if len(common) <= len(indent) || !strings.HasPrefix(common, indent) {
		return
	}
	at := begin.To + next + 1
	for line := range strings.Lines(inner) {
		if strings.TrimSpace(line) != "" {
			drop[at] += len(common) - len(indent)
		}
		at += len(line)
	}
}

// alone reports whether a tag has a line of its own, and returns where that begins and the white space before the tag.
func (e *Edits) alone(t TagPlace) (start int, indent string, alone bool) {
	start = strings.LastIndexByte(e.Text[:t.From], '\n') + 1
	after, _, _ := strings.Cut(e.Text[t.To:], "\n")
	indent = e.Text[start:t.From]
	return start, indent, strings.Trim(indent, " \t") == "" && strings.TrimSpace(after) == ""
}

// item matches what opens a list's item, a note at the foot or a definition.
var item = lazyregexp.New(`^[ \t]*(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:|:)(?:[ \t]|$)`)

// WithinItem reports whether a line of an indentation belongs to an item of the text above it.
func WithinItem(above string, indent int) bool {
	for lines := 0; above != "" && indent > 0 && lines < 500; lines++ {
		above = strings.TrimSuffix(above, "\n")
		at := strings.LastIndexByte(above, '\n') + 1
		line := above[at:]
		above = above[:at]
		own := Width(IndentOf(line))
		if strings.TrimSpace(line) == "" || own >= indent {
			continue
		}
		if item.MatchString(line) {
			return true
		}
		indent = own
	}
	return false
}

// IndentOf returns the white space that a line begins with.
func IndentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// Width is how many columns white space takes.
func Width(space string) (columns int) {
	for _, c := range space {
		if columns++; c == '\t' {
			columns = (columns + 3) / 4 * 4
		}
	}
	return columns
}
