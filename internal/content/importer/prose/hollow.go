package prose

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// emptyLine matches the line of an empty heading or list item.
var emptyLine = lazyregexp.New(`^[ \t>]*(?:[-*+]|#{1,6})[ \t]*$`)

// RemoveEmptyItems removes headings and list items that are empty because their content is left out. Lists that only
// such headings separate stay separate.
func RemoveEmptyItems(text string) string {
	e := &Edits{Text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.List:
			above := n.PreviousSibling()
			for above != nil && above.Kind() == ast.KindHeading && e.emptyLineOf(above) != nil {
				above = above.PreviousSibling()
			}
			if list, ok := above.(*ast.List); ok && above != n.PreviousSibling() {
				e.changeMarker(n, list)
			}
		case *ast.ListItem:
			if at := e.emptyLineOf(n); at != nil {
				e.Remove(at[0], at[1])
			}
		case *ast.Heading:
			if at := e.emptyLineOf(n); at != nil {
				e.RemoveLine(at[0], at[1])
			}
		}
		return ast.WalkContinue, nil
	})
	text, _ = e.Apply()
	return text
}

// emptyLineOf returns the span of an empty heading or item on its line.
func (e *Edits) emptyLineOf(n ast.Node) []int {
	if n.HasChildren() {
		return nil
	}
	from := strings.LastIndexByte(e.Text[:n.Pos()], '\n') + 1
	line, _, _ := strings.Cut(e.Text[from:], "\n")
	if !emptyLine.MatchString(line) {
		return nil
	}
	return []int{from + strings.IndexAny(line, "-*+#"), from + len(line)}
}
