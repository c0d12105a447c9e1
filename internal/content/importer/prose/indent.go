package prose

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// ShortcodeTag is the position of a shortcode's tag.
type ShortcodeTag struct {
	From, To  int
	Name      string
	IsClosing bool
	IsHTML    bool // {{< name >}}: Hugo does not read the content of a pair as Markdown
	HasOutput bool // its edit is not empty
}

// Unindent removes indentation that would be code here but not in Hugo: the content of a pair of tags is indented like
// the pair, and the output of a tag alone on its line is not indented as code.
func (e *Edits) Unindent(tags []ShortcodeTag) {
	drop, open, left := map[int]int{}, map[string][]ShortcodeTag{}, 16*len(e.Text)
	for _, t := range tags {
		all := open[t.Name]
		switch {
		case !t.IsClosing:
			open[t.Name] = append(all, t)
		case len(all) > 0:
			begin := all[len(all)-1]
			open[t.Name] = all[:len(all)-1]
			if left -= t.From - begin.To; begin.IsHTML && left > 0 { // limits the cost of deeply nested pairs
				e.recordIndent(begin, t, drop)
			}
		}
	}
	for _, t := range tags {
		start, indent, alone := e.lineOf(t)
		if t.HasOutput && alone && ColumnWidth(indent[min(drop[start], len(indent)):]) > 3 &&
			!IsInListItem(e.Text[:start], ColumnWidth(indent)) {
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
		if done <= start { // the line is not removed
			e.Replace(start, start+min(drop[start], len(IndentOf(e.Text[start:]))), "")
		}
	}
}

// recordIndent records in drop by how much the lines between two tags are indented more than the first tag, if it has a
// line of its own.
func (e *Edits) recordIndent(begin, end ShortcodeTag, drop map[int]int) {
	_, indent, alone := e.lineOf(begin)
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

// lineOf returns the start of a tag's line and the indentation before the tag, and reports whether the tag has the line
// for itself.
func (e *Edits) lineOf(t ShortcodeTag) (start int, indent string, alone bool) {
	start = strings.LastIndexByte(e.Text[:t.From], '\n') + 1
	after, _, _ := strings.Cut(e.Text[t.To:], "\n")
	indent = e.Text[start:t.From]
	return start, indent, strings.Trim(indent, " \t") == "" && strings.TrimSpace(after) == ""
}

// itemMarker matches the marker of a list item, a footnote or a definition.
var itemMarker = lazyregexp.New(`^[ \t]*(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:|:)(?:[ \t]|$)`)

// IsInListItem reports whether a line with an indentation belongs to an item of the text above it.
func IsInListItem(above string, indent int) bool {
	for lines := 0; above != "" && indent > 0 && lines < 500; lines++ {
		above = strings.TrimSuffix(above, "\n")
		at := strings.LastIndexByte(above, '\n') + 1
		line := above[at:]
		above = above[:at]
		own := ColumnWidth(IndentOf(line))
		if strings.TrimSpace(line) == "" || own >= indent {
			continue
		}
		if itemMarker.MatchString(line) {
			return true
		}
		indent = own
	}
	return false
}

// IndentOf returns the indentation of a line.
func IndentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// ColumnWidth returns the number of columns of white space.
func ColumnWidth(space string) (columns int) {
	for _, c := range space {
		if columns++; c == '\t' {
			columns = (columns + 3) / 4 * 4
		}
	}
	return columns
}
