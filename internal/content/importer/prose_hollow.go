package importer

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
)

// hollow matches the line of a heading or of an item of a list that holds nothing.
var hollow = regexp.MustCompile(`^[ \t>]*(?:[-*+]|#{1,6})[ \t]*$`)

// withoutHollow takes out headings and items of lists that hold nothing, as where all that they held is left out.
func withoutHollow(text string) string {
	e := &edits{text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		_, isHeading := n.(*ast.Heading)
		_, isItem := n.(*ast.ListItem)
		if !entering || !isHeading && !isItem || n.HasChildren() {
			return ast.WalkContinue, nil
		}
		from := strings.LastIndexByte(text[:n.Pos()], '\n') + 1
		line, _, _ := strings.Cut(text[from:], "\n")
		if !hollow.MatchString(line) {
			return ast.WalkContinue, nil
		}
		to := from + len(line)
		if from += strings.IndexAny(line, "-*+#"); isItem {
			e.remove(from, to)
		} else {
			e.blank(from, to)
		}
		return ast.WalkContinue, nil
	})
	text, _ = e.apply()
	return text
}
