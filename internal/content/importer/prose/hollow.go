package prose

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// hollow matches the line of a heading or of an item of a list that holds nothing.
var hollow = lazyregexp.New(`^[ \t>]*(?:[-*+]|#{1,6})[ \t]*$`)

// WithoutHollow takes out headings and items of lists that hold nothing, as where all that they held is left out. Lists
// that only such headings part stay two.
func WithoutHollow(text string) string {
	e := &Edits{Text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.List:
			above := n.PreviousSibling()
			for above != nil && above.Kind() == ast.KindHeading && e.hollowLine(above) != nil {
				above = above.PreviousSibling()
			}
			if list, ok := above.(*ast.List); ok && above != n.PreviousSibling() {
				e.unlike(n, list)
			}
		case *ast.ListItem:
			if at := e.hollowLine(n); at != nil {
				e.Remove(at[0], at[1])
			}
		case *ast.Heading:
			if at := e.hollowLine(n); at != nil {
				e.Blank(at[0], at[1])
			}
		}
		return ast.WalkContinue, nil
	})
	text, _ = e.Apply()
	return text
}

// hollowLine returns where a heading or an item that holds nothing stands on its line.
func (e *Edits) hollowLine(n ast.Node) []int {
	if n.HasChildren() {
		return nil
	}
	from := strings.LastIndexByte(e.Text[:n.Pos()], '\n') + 1
	line, _, _ := strings.Cut(e.Text[from:], "\n")
	if !hollow.MatchString(line) {
		return nil
	}
	return []int{from + strings.IndexAny(line, "-*+#"), from + len(line)}
}
