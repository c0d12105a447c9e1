package importer

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// tagPlace is where a shortcode's tag stands.
type tagPlace struct {
	from, to int
	name     string
	closing  bool
	asHTML   bool // {{< so >}}: Hugo does not read the content of a pair as Markdown, so its indentation means nothing
	stays    bool // something stands in its place
}

// unindent removes indentation that makes code here but not in Hugo: the content of a pair of tags is indented like the
// pair, and what replaces a tag alone on its line is not indented as code.
func (e *edits) unindent(tags []tagPlace) {
	drop, open, left := map[int]int{}, map[string][]tagPlace{}, 16*len(e.text)
	for _, t := range tags {
		all := open[t.name]
		switch {
		case !t.closing:
			open[t.name] = append(all, t)
		case len(all) > 0:
			begin := all[len(all)-1]
			open[t.name] = all[:len(all)-1]
			if left -= t.from - begin.to; begin.asHTML && left > 0 { // pairs in pairs without end cost too much
				e.dropWithin(begin, t, drop)
			}
		}
	}
	for _, t := range tags {
		if start, indent, alone := e.alone(t); t.stays && alone && width(indent[min(drop[start], len(indent)):]) > 3 &&
			!withinItem(e.text[:start], width(indent)) {
			drop[start] = len(indent)
		}
	}
	list := slices.Clone(e.list)
	slices.SortStableFunc(list, func(a, b edit) int { return a.from - b.from })
	done := 0
	for _, start := range slices.Sorted(maps.Keys(drop)) {
		for ; len(list) > 0 && list[0].from <= start; list = list[1:] {
			done = max(done, list[0].to)
		}
		if done <= start { // no tag is taken out with its line
			e.replace(start, start+min(drop[start], len(indentOf(e.text[start:]))), "")
		}
	}
}

// dropWithin notes by how much the lines between two tags are further in than the first of them, where that has a line
// of its own.
func (e *edits) dropWithin(begin, end tagPlace, drop map[int]int) {
	_, indent, alone := e.alone(begin)
	next := strings.IndexByte(e.text[begin.to:end.from], '\n')
	if !alone || next < 0 {
		return
	}
	inner, common, first := e.text[begin.to+next+1:end.from], "", true
	inner = inner[:strings.LastIndexByte(inner, '\n')+1]
	for line := range strings.Lines(inner) {
		if own := indentOf(line); strings.TrimSpace(line) != "" {
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
	at := begin.to + next + 1
	for line := range strings.Lines(inner) {
		if strings.TrimSpace(line) != "" {
			drop[at] += len(common) - len(indent)
		}
		at += len(line)
	}
}

// alone reports whether a tag has a line of its own, and returns where that begins and the white space before the tag.
func (e *edits) alone(t tagPlace) (start int, indent string, alone bool) {
	start = strings.LastIndexByte(e.text[:t.from], '\n') + 1
	after, _, _ := strings.Cut(e.text[t.to:], "\n")
	indent = e.text[start:t.from]
	return start, indent, strings.Trim(indent, " \t") == "" && strings.TrimSpace(after) == ""
}

// item matches what opens a list's item, a note at the foot or a definition.
var item = regexp.MustCompile(`^[ \t]*(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:|:)(?:[ \t]|$)`)

// withinItem reports whether a line of an indentation belongs to an item of the text above it.
func withinItem(above string, indent int) bool {
	for lines := 0; above != "" && indent > 0 && lines < 500; lines++ {
		above = strings.TrimSuffix(above, "\n")
		at := strings.LastIndexByte(above, '\n') + 1
		line := above[at:]
		above = above[:at]
		own := width(indentOf(line))
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

// indentOf returns the white space that a line begins with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// width is how many columns white space takes.
func width(space string) (columns int) {
	for _, c := range space {
		if columns++; c == '\t' {
			columns = (columns + 3) / 4 * 4
		}
	}
	return columns
}
