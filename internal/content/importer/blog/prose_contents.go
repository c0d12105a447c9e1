package blog

import (
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	tocPlugin = lazyregexp.New(`["']remark-toc["']`)
	// contentsHeading matches the heading below which remark-toc lists the headings of a page.
	contentsHeading = lazyregexp.New(`(?im)^#{1,6}[ \t]+(?:(?:table[ -]of[ -])?contents?|toc)[ \t#]*\n`)
)

// convertTableOfContents replaces the heading for remark-toc with a table of contents, if nothing is below it.
func (b *blog) convertTableOfContents(text string) *prose.Edits {
	e := &prose.Edits{Text: text}
	m := contentsHeading.FindStringIndex(text)
	if b.hasTOC && m != nil && strings.HasPrefix(strings.TrimLeft(text[m[1]:], " \t\n"), "#") {
		e.Replace(m[0], m[1], "::toc\n")
	}
	return e
}
