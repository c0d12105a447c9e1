package prose

import (
	"iter"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
)

// blocksOf returns the blocks of a text: those of its top level, and those in parts such as notes. The second value is
// the offset behind the text or the part that the block is in.
func blocksOf(text string) iter.Seq2[ast.Node, int] {
	return func(yield func(ast.Node, int) bool) { yieldBlocks(markdown.Parse([]byte(text)), len(text), yield) }
}

func yieldBlocks(parent ast.Node, end int, yield func(ast.Node, int) bool) bool {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if markdown.IsPart(n) && !yieldBlocks(n, endOfLines(n), yield) || !markdown.IsPart(n) && !yield(n, end) {
			return false
		}
	}
	return true
}

// endOfLines returns the offset behind the last line of the blocks in a node.
func endOfLines(node ast.Node) (end int) {
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock {
			return ast.WalkSkipChildren, nil
		}
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			end = max(end, lines.At(lines.Len()-1).Stop)
		}
		if html, ok := n.(*ast.HTMLBlock); ok && html.HasClosure() {
			end = max(end, html.ClosureLine.Stop)
		}
		return ast.WalkContinue, nil
	})
	return end
}
