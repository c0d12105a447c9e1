package importer

import (
	"storefront/internal/content/catalog"
)

// sharePlace copies the place to the languages that lack it from another language.
func (j *Job) sharePlace(p *Product) {
	place := func(t *catalog.ProductText) string { return t.Place }
	from, without := j.Lacking(p, place)
	for _, language := range without {
		if p.Matched && j.IsTable && !j.IsNewText(p, language) {
			continue
		}
		t := p.Texts[language]
		t.Place = p.Texts[from].Place
		j.assumeIn(p, language, "place "+language, t.Place, "it is missing; that in "+from+" is used")
	}
}

// Lacking returns the first language in which a product has a text, and those of its languages that lack it.
func (j *Job) Lacking(p *Product, text func(*catalog.ProductText) string) (from string, without []string) {
	for _, language := range j.Languages {
		switch t := p.Texts[language]; {
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
