package importer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// lineBreak writes what Markdown has for <br>. At the ends of a paragraph it is nothing there, since nothing is parted,
// and a cell of a table is one line.
func (w *proseWalk) lineBreak(start, end int) {
	before, after := w.edits.text[:start], w.edits.text[end:]
	if above := blockEnd.FindAllStringIndex(before, -1); len(above) > 0 {
		before = before[above[len(above)-1][1]:]
	}
	if below := blockEnd.FindStringIndex(after); below != nil {
		after = after[:below[0]]
	}
	switch {
	case w.inCell:
		w.edits.replace(start, end, " ")
	case isBare(before) || isBare(after) || beginsBlock.MatchString(after):
		w.edits.remove(start, end)
	default:
		w.edits.replace(start, end+len(after)-len(strings.TrimPrefix(after, "\n")), "\\\n")
	}
}

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

// isInCell reports whether something stands in a cell of a table.
func isInCell(n ast.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == extast.KindTableCell {
			return true
		}
	}
	return false
}
