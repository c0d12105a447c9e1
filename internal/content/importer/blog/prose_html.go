package blog

import (
	"fmt"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// lessQuoted leaves the marks of quotations out that stand within too many others.
func (b *blog) lessQuoted(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range prose.DeeplyQuoted.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.in(p, p.back(m[0]), importer.Note{Field: "quotation", Value: text[m[0]:m[1]],
				Why: fmt.Sprintf("it is nested in more than %d others; here it becomes part of one of them",
					prose.MostQuoted)})
			e.Replace(m[0], m[1], strings.Repeat("> ", prose.MostQuoted))
		}
	}
	return e
}
