package blog

import (
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// removeUnseen removes from the prose of a post what browsers did not show. A player becomes a link.
func (b *blog) removeUnseen(p *post, text string) *prose.Edits {
	player := func(address string, block bool) string {
		link := b.WordsOf(p.language).VideoLinkHTML(address)
		if block {
			return "<p>" + link + "</p>"
		}
		return link
	}
	note := func(l prose.Removal) {
		b.noteInProse(p, p.sourceOffset(l.At), importer.Note{Field: "HTML", Value: l.Value, Why: l.Why, Do: l.Do})
	}
	return prose.HiddenElements{Player: player, Report: note}.Remove(text, isHTML(p.file))
}

// emptyScript matches a self-closing script of kramdown and MDX. HTML would read what follows as its content.
var emptyScript = lazyregexp.New(`(?i)<script(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>/]+))?)*\s*/>`)

// removeEmptyScripts removes self-closing scripts, so that what follows them stays.
func (b *blog) removeEmptyScripts(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range emptyScript.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.noteInProse(p, p.sourceOffset(m[0]), importer.Note{Field: "HTML", Value: text[m[0]:m[1]],
				Why: "pages contain no raw HTML; <script> is left out"})
			e.Remove(m[0], m[1])
		}
	}
	return e
}
