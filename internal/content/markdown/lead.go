package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// Excerpt returns the first words of prose, at most so many characters, as plain text: its paragraphs without headings,
// code, tables, footnotes and pictures.
func Excerpt(prose string, maxRunes int) string {
	source := []byte(prose)
	var text strings.Builder
	_ = ast.Walk(Parse(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *partNode:
			if !n.isContainer() {
				return ast.WalkSkipChildren, nil
			}
		case *ast.Heading, *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock, *ast.RawHTML, *ast.Image,
			*extast.Table, *extast.FootnoteList, *extast.FootnoteLink:
			return ast.WalkSkipChildren, nil
		case *ast.AutoLink:
			if entering {
				text.Write(n.Label(source))
			}
		case *ast.String:
			if entering {
				text.Write(n.Value)
			}
		case *ast.Text:
			if entering {
				value := n.Segment.Value(source)
				if n.Parent().Kind() != ast.KindCodeSpan { // \_ is _, and &amp; is &
					value = util.ResolveEntityNames(util.ResolveNumericReferences(value))
					value = util.UnescapePunctuations(value)
				}
				text.Write(value)
				if n.SoftLineBreak() || n.HardLineBreak() {
					text.WriteByte(' ')
				}
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				text.WriteByte(' ')
			}
		}
		if text.Len() > 8*maxRunes { // more than enough, in any script
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return truncate(strings.Join(strings.Fields(text.String()), " "), maxRunes)
}

// truncate cuts a text at the end of a word.
func truncate(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + "…"
}
