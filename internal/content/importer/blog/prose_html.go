package blog

import (
	"fmt"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// limitQuotations removes the marks of quotations that are nested too deeply.
func (b *blog) limitQuotations(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range prose.TooDeepQuotation.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.noteInProse(p, p.sourceOffset(m[0]), importer.Note{Field: "quotation", Value: text[m[0]:m[1]],
				Why: fmt.Sprintf("it is nested more than %d levels deep; it moves up to that level",
					prose.MaxQuotationDepth)})
			e.Replace(m[0], m[1], strings.Repeat("> ", prose.MaxQuotationDepth))
		}
	}
	return e
}
