package importer

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
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

// sharePlace copies the place to the languages that lack it from another language.
func (j *job) sharePlace(p *product) {
	place := func(t *catalog.ProductText) string { return t.Place }
	from, without := j.lacking(p, place)
	for _, language := range without {
		t := p.texts[language]
		t.Place = p.texts[from].Place
		j.assume(p, "place "+language, t.Place, "it is missing; that in "+from+" stands in")
	}
}

// compareTexts reports optional texts that some languages of a product have, and others lack.
func (t *table) compareTexts(p *product) {
	if p.matched {
		return
	}
	for _, text := range slices.Concat(optionalTexts, textsOfParts(p)) {
		from, without := t.lacking(p, text.of)
		for _, language := range without {
			n := p.place(text.name + " " + language)
			if text.otherwise != "" {
				n = p.place("") // the cell may be of another option or unit
				n.Field = text.name + " " + language
			}
			n.Value, n.Do = text.of(p.texts[from]), "write it in this language too"
			n.Why = "it is missing, and the page in this language " + cmp.Or(text.otherwise, "goes without") + "; " +
				from + " has it"
			t.report.note(n)
		}
	}
}

// textsOfParts are the optional texts of a product's options and units.
func textsOfParts(p *product) (all []optionalText) {
	var units []string
	for _, o := range p.facts.Options {
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

// lacking returns the first language in which a product has a text, and those of its languages that lack it.
func (j *job) lacking(p *product, text func(*catalog.ProductText) string) (from string, without []string) {
	for _, language := range j.languages {
		switch t := p.texts[language]; {
		case t == nil:
		case text(t) == "":
			without = append(without, language)
		case from == "":
			from = language
		}
	}
	if from == "" {
		return "", nil
	}
	return from, without
}
