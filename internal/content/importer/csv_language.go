package importer

import (
	"cmp"
	"unicode"

	"storefront/internal/core/locale"
)

// setLanguages gives the cells of a row whose columns name no language that of their product.
func (t *table) setLanguages(p *product, row []*cell) {
	for _, c := range row {
		if c.anyLanguage && c.name == "title" && p.language == "" {
			t.findLanguage(p, c)
		}
	}
	for _, c := range row {
		if c.anyLanguage {
			c.language = cmp.Or(p.language, t.Language)
		}
	}
}

// findLanguage finds the language of a product's texts. It is --language; without it, the language of the storefronts
// that the title has the letters of. It reports a choice by letters, and a title in letters of no such language.
func (t *table) findLanguage(p *product, title *cell) {
	p.language = t.Language
	if t.languageGiven || writtenIn(title.text, locale.Script(t.Language)) {
		return
	}
	n := Note{Path: t.path, Line: title.line, Col: title.col, Item: p.slug, Field: title.shown, Value: title.text,
		Do: "name the language in the column's heading, such as Title (ar), or give --language"}
	for _, language := range t.languages {
		if writtenIn(title.text, locale.Script(language)) {
			p.language = language
			n.Why = "the column names no language; by its letters the product's texts count as " + language
			t.report.note(n)
			return
		}
	}
	n.Why = "the column names no language; its letters are of no language of the storefronts, and it counts as " +
		t.Language
	t.report.note(n)
}

// writtenIn reports whether most letters of a text are of a script. A text without letters is of every script.
func writtenIn(text string, script *unicode.RangeTable) bool {
	own, others := 0, 0
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
		case unicode.Is(script, r):
			own++
		default:
			others++
		}
	}
	return own >= others
}
