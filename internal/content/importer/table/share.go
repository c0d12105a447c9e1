package table

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
)

// optionalText is a text that a page can be without. It then lacks it in one language.
type optionalText struct {
	name      string
	of        func(*catalog.ProductText) string
	otherwise string // what the page does without a text of an option or a unit
}

var optionalTexts = []optionalText{
	{"description", func(t *catalog.ProductText) string { return t.Body.Source }, ""},
	{"address", func(t *catalog.ProductText) string { return t.Address }, ""},
	{"highlights", func(t *catalog.ProductText) string { return strings.Join(t.Highlights, "|") }, ""},
	{"includes", func(t *catalog.ProductText) string { return strings.Join(t.Includes, "|") }, ""},
	{"excludes", func(t *catalog.ProductText) string { return strings.Join(t.Excludes, "|") }, ""},
	{"knowBeforeYouGo", func(t *catalog.ProductText) string { return strings.Join(t.KnowBeforeYouGo, "|") }, ""},
	{"whatToBring", func(t *catalog.ProductText) string { return strings.Join(t.WhatToBring, "|") }, ""},
}

// compareTexts reports optional texts that some languages of a product have, and others lack.
func (t *table) compareTexts(p *importer.Product) {
	for _, text := range slices.Concat(optionalTexts, textsOfParts(p)) {
		from, without := t.Lacking(p, text.of)
		for _, language := range without {
			if !t.IsNewText(p, language) {
				continue
			}
			n := p.NoteFor(text.name + " " + language)
			if text.otherwise != "" {
				n = p.NoteFor("") // the cell may be of another option or unit
				n.Field = text.name + " " + language
			}
			n.Value, n.Do = text.of(p.Texts[from]), "write it in this language too"
			n.Why = "it is missing, and the page in this language " + cmp.Or(text.otherwise, "goes without") + "; " +
				from + " has it"
			t.Report.Note(n)
		}
	}
}

// textsOfParts are the optional texts of a product's options and units.
func textsOfParts(p *importer.Product) (all []optionalText) {
	var units []string
	for _, o := range p.Facts.Options {
		all = append(all, optionalText{"optionDescription", func(t *catalog.ProductText) string {
			return t.Options[o.ID].Description
		}, "goes without"})
		for _, u := range o.Units {
			if id := unitID(u); !slices.Contains(units, id) {
				units = append(units, id)
				all = append(all, optionalText{"unitTitle", func(t *catalog.ProductText) string { return t.Units[id] },
					"has the name of its type"})
			}
		}
	}
	return all
}
