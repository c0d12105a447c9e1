package table

import (
	"cmp"
	"unicode"

	"storefront/internal/content/importer"
	"storefront/internal/core/locale"
)

// setLanguages gives the cells of a row whose columns name no language that of their product.
func (t *table) setLanguages(p *importer.Product, row []*cell) {
	for _, c := range row {
		if c.anyLanguage && c.name == "title" && p.Language == "" {
			t.findLanguage(p, c)
		}
	}
	for _, c := range row {
		if c.anyLanguage {
			c.language = cmp.Or(p.Language, t.Language)
		}
	}
}

// findLanguage finds the language of a product's texts. It is --language; without it, the language of the storefronts
// that the title has the letters of. It reports a choice by letters, and a title in letters of no such language.
func (t *table) findLanguage(p *importer.Product, title *cell) {
	p.Language = t.Language
	if t.LanguageGiven || isMostlyInScript(title.text, locale.Script(t.Language)) {
		return
	}
	n := importer.Note{Path: t.path, Line: title.line, Col: title.col, Item: p.Slug, Field: title.shown,
		Value: title.text, Do: "name the language in the column's heading, such as Title (ar), or give --language"}
	if language := t.languageByLetters(title.text); language != "" {
		p.Language = language
		n.Why = "the column names no language; by their letters, the product's texts are taken as " + language
		t.Report.Note(n)
		return
	}
	n.Why = "the column names no language, and no language of the storefronts uses its letters; it is taken as " +
		t.Language
	t.Report.Note(n)
}

// languageByLetters returns the first language of the storefronts that a text has the letters of, or "".
func (t *table) languageByLetters(text string) string {
	for _, language := range t.Languages {
		if isMostlyInScript(text, locale.Script(language)) {
			return language
		}
	}
	return ""
}

// languageOf returns the language of a title whose product is not known yet.
func (t *table) languageOf(title *cell) string {
	switch {
	case title.language != "":
		return title.language
	case t.LanguageGiven || isMostlyInScript(title.text, locale.Script(t.Language)):
		return t.Language
	}
	return t.languageByLetters(title.text)
}

// isMostlyInScript reports whether most letters of a text are of a script. A text without letters is of every script.
func isMostlyInScript(text string, script *unicode.RangeTable) bool {
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
