package prose

import (
	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// ListAbove returns the list above a block if only invisible HTML, such as a comment, separates them. Without the HTML,
// the block would be part of the list.
func ListAbove(text string, block ast.Node) *ast.List {
	from := -1
	for above := block.PreviousSibling(); above != nil; above = above.PreviousSibling() {
		if list, ok := above.(*ast.List); ok && from >= 0 && IsInvisible(text[from:block.Pos()]) {
			return list
		}
		if above.Kind() != ast.KindHTMLBlock {
			return nil
		}
		from = above.Pos()
	}
	return nil
}

// SeparateList changes the marker of a list if only invisible HTML separates it from the list above. Without the HTML
// they would be one.
func (e *Edits) SeparateList(list *ast.List) { e.changeMarker(list, ListAbove(e.Text, list)) }

// changeMarker gives a list another marker than the list above, if there is one.
func (e *Edits) changeMarker(list, above *ast.List) {
	if above == nil || above.Marker != list.Marker {
		return
	}
	mark := map[byte]byte{'-': '+', '*': '+', '+': '-', '.': ')', ')': '.'}[list.Marker]
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		at := item.Pos() + len(numberOfItem.FindString(e.Text[item.Pos():]))
		e.Replace(at, at+1, string(mark))
	}
	list.Marker = mark // for the list below it
}

// numberOfItem matches the number before the marker of an ordered item.
var numberOfItem = lazyregexp.New(`^\d*`)

// endsWithList reports whether Markdown ends with a list.
func endsWithList(text string) bool {
	last := markdown.Parse([]byte(text)).LastChild()
	return last != nil && last.Kind() == ast.KindList
}

// mayContinueList matches what may be read as part of the list above it.
var mayContinueList = lazyregexp.New(`^(?:[ \t]*\n)*(?: {4}|\t| {0,3}[-+*<\d])`)
