package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
)

// lineBreak writes what Markdown has for <br>. At the ends of a paragraph it is nothing there, since nothing is parted,
// and a cell of a table or a heading is one line.
func (w *proseWalk) lineBreak(start, end int) {
	if w.parts == nil {
		w.parts = append([][]int{{0, 0}}, prose.BlockEnd.FindAllStringIndex(w.edits.Text, -1)...)
		w.parts = append(w.parts, []int{len(w.edits.Text), len(w.edits.Text)})
	}
	below, _ := slices.BinarySearchFunc(w.parts, end, func(part []int, at int) int { return part[0] - at })
	below = max(below, 1)
	before := w.edits.Text[min(start, max(w.parts[below-1][1], start-prose.EnoughWords)):start]
	after := w.edits.Text[end:min(w.parts[below][0], end+prose.EnoughWords)]
	switch {
	case w.onOneLine:
		w.edits.Replace(start, end, " ")
	case prose.IsBare(before) || prose.IsBare(after) || prose.BeginsBlock.MatchString(after):
		w.edits.Remove(start, end)
	default:
		w.edits.Replace(start, end+len(after)-len(strings.TrimPrefix(after, "\n")), "\\\n")
	}
}
