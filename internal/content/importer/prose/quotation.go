package prose

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

var (
	// quotationMark matches the mark of a quotation's line, emptyQuotedLine an empty line of a quotation.
	quotationMark   = lazyregexp.New(`(?m)^ {0,3}>[ \t]?`)
	emptyQuotedLine = lazyregexp.New(`(?m)^>[ \t]+$`)
)

// ConvertQuotations converts raw HTML in quotations as UnindentTags and ConvertBlocks do outside them.
func ConvertQuotations(text string) *Edits {
	e := &Edits{Text: text}
	for n := markdown.Parse([]byte(text)).FirstChild(); n != nil; n = n.NextSibling() {
		at := firstStructure(text, n)
		if n.Kind() != ast.KindBlockquote || at < 0 {
			continue
		}
		from, to := strings.LastIndexByte(text[:at], '\n')+1, 0
		for to = from; to < len(text); {
			line, _, _ := strings.Cut(text[to:], "\n")
			if !quotationMark.MatchString(line) {
				break
			}
			to = min(to+len(line)+1, len(text))
		}
		inner := quotationMark.ReplaceAllString(text[from:to], "")
		for _, rewrite := range []func(string) *Edits{UnindentTags, ConvertBlocks, ConvertQuotations} {
			inner, _ = rewrite(inner).Apply()
		}
		inner = strings.TrimRight(inner, "\n")
		e.Replace(from, to, emptyQuotedLine.ReplaceAllString("> "+strings.ReplaceAll(inner, "\n", "\n> "), ">")+"\n")
	}
	return e
}

// firstStructure returns the offset of the first raw HTML in a block that Markdown has a form for, or -1.
func firstStructure(text string, block ast.Node) int {
	at := -1
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if html, ok := n.(*ast.HTMLBlock); ok && entering && html.Lines().Len() > 0 {
			from, to := html.Lines().At(0).Start, html.Lines().At(html.Lines().Len()-1).Stop
			if hasStructure(text[from:to]) {
				at = from
				return ast.WalkStop, nil
			}
		}
		return ast.WalkContinue, nil
	})
	return at
}
