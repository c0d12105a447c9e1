package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
)

// convertLineBreak converts <br>. It is removed at the ends of a paragraph, and becomes a space in cells of tables and
// headings, which are one line.
func (w *proseWalk) convertLineBreak(start, end int) {
	if w.blockEnds == nil {
		w.blockEnds = append([][]int{{0, 0}}, prose.BlockBoundary.FindAllStringIndex(w.edits.Text, -1)...)
		w.blockEnds = append(w.blockEnds, []int{len(w.edits.Text), len(w.edits.Text)})
	}
	below, _ := slices.BinarySearchFunc(w.blockEnds, end, func(part []int, at int) int { return part[0] - at })
	below = max(below, 1)
	before := w.edits.Text[min(start, max(w.blockEnds[below-1][1], start-prose.MaxContext)):start]
	after := w.edits.Text[end:min(w.blockEnds[below][0], end+prose.MaxContext)]
	switch {
	case w.onOneLine:
		w.edits.Replace(start, end, " ")
	case prose.IsInvisible(before) || prose.IsInvisible(after) || prose.NextBlock.MatchString(after):
		w.edits.Remove(start, end)
	default:
		w.edits.Replace(start, end+len(after)-len(strings.TrimPrefix(after, "\n")), "\\\n")
	}
}
