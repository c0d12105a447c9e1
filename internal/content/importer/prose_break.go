package importer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// lineBreak writes what Markdown has for <br>. At the ends of a paragraph it is nothing there, since nothing is parted,
// and a cell of a table or a heading is one line.
func (w *proseWalk) lineBreak(start, end int) {
	if w.parts == nil {
		w.parts = append([][]int{{0, 0}}, blockEnd.FindAllStringIndex(w.edits.text, -1)...)
		w.parts = append(w.parts, []int{len(w.edits.text), len(w.edits.text)})
	}
	below, _ := slices.BinarySearchFunc(w.parts, end, func(part []int, at int) int { return part[0] - at })
	below = max(below, 1)
	before := w.edits.text[min(start, max(w.parts[below-1][1], start-enoughWords)):start]
	after := w.edits.text[end:min(w.parts[below][0], end+enoughWords)]
	switch {
	case w.onOneLine:
		w.edits.replace(start, end, " ")
	case isBare(before) || isBare(after) || beginsBlock.MatchString(after):
		w.edits.remove(start, end)
	default:
		w.edits.replace(start, end+len(after)-len(strings.TrimPrefix(after, "\n")), "\\\n")
	}
}

// enoughWords is how much of a paragraph beside something shows what is there.
const enoughWords = 2000

var (
	// blockEnd matches what parts paragraphs, in Markdown or in HTML.
	blockEnd = regexp.MustCompile(`(?i)\n[ \t>]*\n|</?(?:` + strings.Join(slices.Concat(structural, holders, partsOf), "|") +
		`)\b[^>]*>`)
	// beginsBlock matches what goes on with a line that belongs to another block.
	beginsBlock = regexp.MustCompile("^[ \t]*(?:<br */?>[ \t]*)*\n[ \t>]*" +
		"(?:```|~~~|[-*+][ \t]|\\d{1,9}[.)][ \t]|#{1,6}[ \t]|\\|)")
)

// isBare reports whether a stretch of a paragraph shows nothing.
func isBare(text string) bool {
	return strings.Trim(strings.ReplaceAll(tag.ReplaceAllStringFunc(text, func(t string) string {
		if images.MatchString(t) {
			return t
		}
		return ""
	}), "&nbsp;", ""), " \t\n>*_~") == ""
}

// isIn reports whether something stands in something of a kind.
func isIn(n ast.Node, kind ast.NodeKind) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}
