package blog

import (
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// withoutUnseen takes out of the prose of a post what no reader saw. A player becomes a link.
func (b *blog) withoutUnseen(p *post, text string) *prose.Edits {
	player := func(address string, block bool) string {
		link := b.WordsOf(p.language).WatchHTML(address)
		if block {
			return "<p>" + link + "</p>"
		}
		return link
	}
	note := func(l prose.Loss) {
		b.in(p, p.back(l.At), importer.Note{Field: "HTML", Value: l.Value, Why: l.Why, Do: l.Do})
	}
	return prose.Unseen{Player: player, Note: note}.Cut(text, isHTML(p.file))
}

// emptyScript matches a script without an inside as kramdown and MDX read it. HTML takes what follows for its inside.
var emptyScript = lazyregexp.New(`(?i)<script(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>/]+))?)*\s*/>`)

// withoutEmptyScripts takes out such scripts, so that what follows them stays.
func (b *blog) withoutEmptyScripts(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range emptyScript.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.in(p, p.back(m[0]), importer.Note{Field: "HTML", Value: text[m[0]:m[1]],
				Why: "raw HTML does not reach the page; <script> is left out"})
			e.Remove(m[0], m[1])
		}
	}
	return e
}
