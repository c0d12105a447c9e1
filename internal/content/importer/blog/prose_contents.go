package blog

import (
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	scriptOfContents = lazyregexp.New(`["']remark-toc["']`)
	// contentsHeading matches the heading below which remark-toc lists the headings of a page.
	contentsHeading = lazyregexp.New(`(?im)^#{1,6}[ \t]+(?:(?:table[ -]of[ -])?contents?|toc)[ \t#]*\n`)
)

// tableOfContents puts the part with the headings of the page where remark-toc lists them: in place of the heading for
// it, if nothing stands below that.
func (b *blog) tableOfContents(text string) *prose.Edits {
	e := &prose.Edits{Text: text}
	m := contentsHeading.FindStringIndex(text)
	if b.contents && m != nil && strings.HasPrefix(strings.TrimLeft(text[m[1]:], " \t\n"), "#") {
		e.Replace(m[0], m[1], "::toc\n")
	}
	return e
}
