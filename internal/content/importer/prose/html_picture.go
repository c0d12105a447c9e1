package prose

import (
	"html"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// markdownPicture matches a picture in Markdown with its alternative text, its address and its title.
var markdownPicture = lazyregexp.New(
	`!\[((?:[^\[\]\\\n]|\\.)*)\]\((?:<([^<>\n]*)>|([^\s()<>]+))(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\)`)

// ConvertPicturesInHTML makes Markdown pictures in HTML blocks, where shortcodes and tags have put them, <img>
// elements. Markdown is text in such a block.
func ConvertPicturesInHTML(text string) *Edits {
	e := &Edits{Text: text}
	for n := markdown.Parse([]byte(text)).FirstChild(); n != nil; n = n.NextSibling() {
		block, ok := n.(*ast.HTMLBlock)
		if !ok || block.Lines().Len() == 0 {
			continue
		}
		from, to := block.Lines().At(0).Start, block.Lines().At(block.Lines().Len()-1).Stop
		inElements := CodeOrTag.FindAllStringIndex(text[from:to], -1)
		for _, m := range markdownPicture.FindAllStringSubmatchIndex(text[from:to], -1) {
			isWithin := false
			for _, element := range inElements {
				isWithin = isWithin || element[0] <= m[0] && m[0] < element[1]
			}
			if isWithin {
				continue
			}
			part := func(i int) string {
				if m[2*i] < 0 {
					return ""
				}
				return html.EscapeString(string(util.UnescapePunctuations([]byte(text[from+m[2*i] : from+m[2*i+1]]))))
			}
			img := `<img src="` + part(2) + part(3) + `" alt="` + part(1) + `"`
			if title := part(4); title != "" {
				img += ` title="` + title + `"`
			}
			e.Replace(from+m[0], from+m[1], img+">")
		}
	}
	return e
}
