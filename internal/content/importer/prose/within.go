package prose

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
)

// SeparateBlocks inserts blank lines around block elements that begin within a line of a paragraph.
func SeparateBlocks(text string) *Edits {
	e, until := &Edits{Text: text}, 0
	for n := markdown.Parse([]byte(text)).FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph {
			continue
		}
		inLink := false
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			raw, ok := c.(*ast.RawHTML)
			if !ok || raw.Segments.Len() == 0 || raw.Segments.At(0).Start < until {
				continue
			}
			from := raw.Segments.At(0).Start
			m := OpeningTag.FindStringSubmatch(text[from:])
			switch {
			case m == nil:
				inLink = inLink && !strings.HasPrefix(strings.ToLower(text[from:]), "</a>")
			case strings.EqualFold(m[1], "a"):
				inLink = true
			case !inLink && slices.Contains(StructuralElements, strings.ToLower(m[1])):
				last := raw.Segments.At(raw.Segments.Len() - 1).Stop
				if end := endOfElement(text, last, strings.ToLower(m[1]), false); end > last {
					above := max(until, n.Lines().At(0).Start, len(strings.TrimRight(text[:from], " \t\n")))
					until = len(text) - len(strings.TrimLeft(text[end:], " \t"))
					e.Replace(above, from, "\n\n")
					e.Replace(end, until, "\n\n")
				}
			}
		}
	}
	return e
}
