package prose

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"storefront/internal/content/markdown"
)

// StripMarkdown returns a text on one line without the inline marks of Markdown: emphasis, code, links; pictures are
// removed. HTML stays, and so do double underscores, which names in code have. A text without such marks is returned
// unchanged.
func StripMarkdown(text string) string {
	const start = "x " // at the beginning of a line, a character could mark a heading or an item
	const two = "\uE000"
	source, isMarked := []byte(start+strings.ReplaceAll(text, "__", two)), false
	var words strings.Builder
	_ = ast.Walk(markdown.Parse(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Emphasis, *ast.CodeSpan, *tables.Strikethrough:
			isMarked = true
		case *ast.Link:
			isMarked = isMarked || !html.IsDangerousURL(n.Destination) // pages show no link with it
		case *ast.Image:
			isMarked = true
			return ast.WalkSkipChildren, nil
		case *ast.AutoLink:
			words.Write(n.Label(source))
		case *ast.RawHTML:
			words.Write(n.Segments.Value(source))
		case *ast.Text:
			value := n.Segment.Value(source)
			if n.Parent().Kind() != ast.KindCodeSpan {
				value = util.UnescapePunctuations(value)
			}
			words.Write(value)
		}
		return ast.WalkContinue, nil
	})
	if !isMarked {
		return text
	}
	return SingleLine(strings.ReplaceAll(strings.TrimPrefix(words.String(), start), two, "__"))
}
