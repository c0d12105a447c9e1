package importer

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/core/money"
	"storefront/internal/lib/suggest"
)

// product is one to be brought in: its facts, and its texts by language with their prose in Body.
type product struct {
	slug  string
	facts catalog.Product
	texts map[string]*catalog.ProductText
	// written are the languages in which a table has a text of it.
	written map[string]bool
	// follows are the titles of options, by language and id, that are the product's.
	follows map[string]bool
	// language is that of texts of a table whose columns name none.
	language string
	// place is where a field of it was read, for reports.
	place func(field string) Note
	// matched: content has it, and an update is for it.
	matched bool
	mark    int  // how many notes there were before it
	assumed bool // something stands in for a fact
	lost    bool // a picture could not be brought in
	// decisive is the place in a table that says whether it is withdrawn or published; nil if none does.
	decisive *Note
	withheld []Note // of columns that withdraw it
}

// lookAtIt is what to do about something that stands in.
const lookAtIt = "look at it and take draft away"

// assume reports a fact that is not in the source. A product with assumptions is a draft.
func (j *job) assume(p *product, field, value, why string) {
	n := p.place(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, lookAtIt
	j.report.note(n)
	p.assumed = true
}

// isReported reports whether a mistake at the place of a field, which is not that of its whole product, is reported.
func (j *job) isReported(p *product, at Note) bool {
	of := p.place("")
	return (at.Line != of.Line || at.Col != of.Col) && slices.ContainsFunc(j.report.Wrong, func(n Note) bool {
		return n.Path == at.Path && n.Line == at.Line && n.Col == at.Col
	})
}

// lacks reports a fact that a product is not complete without, unless its cell is reported.
func (j *job) lacks(p *product, field, value, why, do string) {
	n := p.place(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, do
	j.report.wrong(n)
}

// missing reports a fact that products lack and an option could give, once for all of them.
func (j *job) missing(p *product, field, do string) {
	at, reported := j.unsaid[field]
	if !reported {
		before := len(j.report.Wrong)
		if j.lacks(p, field, "", "it is missing", do); len(j.report.Wrong) > before {
			j.unsaid[field] = &lack{at: before}
		}
		return
	}
	at.others++
	j.report.Wrong[at.at].Why = fmt.Sprintf("it is missing, here and in %d other %s", at.others,
		map[bool]string{true: "product", false: "products"}[at.others == 1])
}

// lack is a fact that is reported as missing, and how many other products lack it.
type lack struct{ at, others int }

// sell puts a product into the stage, with what stands in for facts that it lacks.
func (j *job) sell(p *product) error {
	folder := "products/" + p.slug
	key := j.key("products", cmp.Or(p.facts.SourceID, p.slug))
	j.earlier.seen[key] = true
	if j.stage.Exists(folder) && !p.matched {
		j.report.Existing = append(j.report.Existing, filepath.Join(j.Content, folder))
		return nil
	}
	if j.Update && !p.matched && j.remembers(key) {
		j.report.Unmapped = j.report.Unmapped[:p.mark]
		j.kept(Note{Path: filepath.Join(j.Content, folder), Line: 1, Col: 1,
			Why: "this product was imported and is there no more; it stays away",
			Do:  "remove " + filepath.Join(j.Content, filepath.FromSlash(key)) + " to have it again"})
		return nil
	}
	f := &p.facts
	f.City, f.Supplier, f.Currency = cmp.Or(f.City, j.Facts.City), cmp.Or(f.Supplier, j.Facts.Supplier),
		cmp.Or(f.Currency, j.Facts.Currency)
	if len(f.Categories) == 0 && j.Facts.Category != "" {
		f.Categories = []string{j.Facts.Category}
	}
	if p.matched {
		j.fillFrom(p, j.prior(p.slug, key))
	}
	city := j.places(p)
	if city != nil {
		j.standIns(p, city)
	}
	if len(p.texts) == 0 {
		j.lacks(p, "title", "", "it has no text in any language of the storefronts", "write one")
		return nil
	}
	j.translate(p, city)
	if p.matched {
		return j.updateProduct(p, key)
	}
	j.report.Unmapped = append(j.report.Unmapped, p.withheld...)
	if at := p.place(""); at.Path != "" {
		j.origins[folder] = fmt.Sprintf("%s:%d:%d", at.Path, at.Line, at.Col)
	}
	withdrawn := f.Draft
	f.Draft = withdrawn || p.assumed
	err := j.eachFile(p, func(name string, data []byte) error { return j.bring(folder+"/"+name, key, data) })
	if err != nil {
		return err
	}
	f.Draft = withdrawn
	return j.rememberPublication(p, key, withdrawn && !p.assumed)
}

// eachFile calls put with the files of a product.
func (j *job) eachFile(p *product, put func(name string, data []byte) error) error {
	if err := put("product.yaml", scaffold.YAML(p.facts)); err != nil {
		return err
	}
	for _, language := range slices.Sorted(maps.Keys(p.texts)) {
		t := p.texts[language]
		if err := put(language+".md", scaffold.Markdown(t, t.Body.Source)); err != nil {
			return err
		}
	}
	return nil
}

// places holds a product against the catalogue that it comes into.
func (j *job) places(p *product) *catalog.City {
	var cities, categories []string
	var city *catalog.City
	for _, c := range j.lib.Cities {
		if cities = append(cities, c.Slug); c.Slug == p.facts.City {
			city = c
		}
	}
	for _, c := range j.lib.Categories {
		categories = append(categories, c.Slug)
	}
	suppliers := slices.Sorted(maps.Keys(j.lib.Suppliers))
	if len(suppliers) == 1 {
		p.facts.Supplier = cmp.Or(p.facts.Supplier, suppliers[0])
	}
	known := func(field, value string, all []string, flag string) {
		switch {
		case value == "":
			j.missing(p, field, "give "+flag+"; there are "+
				cmp.Or(strings.Join(all, ", "), "none yet: generate new "+field+" <slug>"))
		case !slices.Contains(all, value):
			j.lacks(p, field, value, "content has no such "+field+suggest.DidYouMean(value, all), "make it, or give "+
				flag)
		}
	}
	known("city", p.facts.City, cities, "--city")
	if len(p.facts.Categories) == 0 {
		known("category", "", categories, "--category")
	}
	for _, c := range p.facts.Categories {
		known("category", c, categories, "--category")
	}
	if !j.stage.Exists("suppliers/" + p.facts.Supplier + ".yaml") {
		known("supplier", p.facts.Supplier, suppliers, "--supplier")
	}
	if p.facts.Currency == "" {
		j.missing(p, "currency", "give --currency")
	} else if _, ok := money.Exponent(p.facts.Currency); !ok {
		j.lacks(p, "currency", p.facts.Currency, "there are no prices in such a currency", "give --currency")
	}
	return city
}

// standIns fills what a page cannot be without.
func (j *job) standIns(p *product, city *catalog.City) {
	f := &p.facts
	if f.Location == (catalog.Coordinates{}) {
		f.Location = city.Location
		j.assume(p, "location", "", "it has none; the city's stands in")
	}
	if len(f.Images) == 0 {
		f.Images = []string{cmp.Or(j.Facts.Image, city.Image)}
		if j.Facts.Image == "" {
			j.assume(p, "images", city.Image, "it has none; the city's stands in")
		}
	}
	if f.Duration.IsZero() {
		f.Duration.Minutes = 60
		j.assume(p, "duration", "1h", "it is missing; an hour stands in")
	}
	if f.Cancellation == nil {
		f.Cancellation = []catalog.Tier{}
		j.assume(p, "cancellation", "", "it is missing; not refundable stands in")
	}
}

// translate gives a product a text in every language that it needs one in. Where one lacks, that of another stands in.
func (j *job) translate(p *product, city *catalog.City) {
	var from string
	for _, language := range j.languages {
		if p.texts[language] != nil && from == "" {
			from = language
		}
	}
	if !p.matched || !j.isTable {
		j.sharePlace(p)
	}
	needed := source.NeededOf(&p.facts, j.lib)
	for _, language := range j.languages {
		t := p.texts[language]
		if t == nil && !slices.Contains(needed, language) {
			continue // the storefronts show another language, or leave it out
		}
		if t == nil {
			t = new(catalog.ProductText)
			*t = *p.texts[from]
			p.texts[language] = t
			j.assume(p, "language", language, "it has no text in this language; that in "+from+" stands in")
		}
		if t.Place == "" && city != nil {
			j.placeInCity(p, language, city)
		}
		if t.Summary == "" {
			t.Summary = summaryOf(t)
			j.assume(p, "summary "+language, t.Summary, "it is missing; this stands in")
		}
		if len(t.Options) == 0 {
			t.Options = map[string]catalog.ItemText{}
		}
	}
	for _, o := range p.facts.Options {
		j.optionTitles(p, o.ID)
	}
}

// summaryOf returns what stands in for the summary of a text.
func summaryOf(t *catalog.ProductText) string { return cmp.Or(sentence(t.Body.Source), t.Title) }

// placeInCity takes the city's name as the place of a product: in its language, or in the first that has one.
func (j *job) placeInCity(p *product, language string, city *catalog.City) {
	t := p.texts[language]
	if own := city.Texts[language]; own != nil {
		t.Place = own.Title
		return
	}
	t.Place = city.Slug
	for _, other := range j.languages {
		if text := city.Texts[other]; text != nil {
			t.Place = text.Title
			break
		}
	}
	j.assume(p, "place "+language, t.Place, "it is missing, and the city has no name in this language; this stands in")
}

// optionTitles gives an option its titles where it lacks some: another language's, or where there is none, the
// product's.
func (j *job) optionTitles(p *product, option string) {
	var from string
	for _, language := range j.languages {
		t := p.texts[language]
		if t == nil {
			continue
		}
		o := t.Options[option]
		if o.Title == "" && p.follows[language+" "+option] {
			o.Title = t.Title
			t.Options[option] = o
		}
		if from == "" && o.Title != "" {
			from = language
		}
	}
	for _, language := range j.languages {
		t := p.texts[language]
		if t == nil || t.Options[option].Title != "" {
			continue
		}
		title := t.Title
		if from != "" {
			title = p.texts[from].Options[option].Title
			j.assume(p, "optionTitle "+language, title, "it is missing; that in "+from+" stands in")
		}
		t.Options[option] = catalog.ItemText{Title: title, Description: t.Options[option].Description}
	}
}

// sentence is the first of a text in Markdown, on one line and without marks.
func sentence(text string) string {
	text = markdown.Lead(text, 400)
	for i, r := range text {
		if strings.ContainsRune(".!?؟", r) && (i+1 == len(text) || text[min(i+len(string(r)), len(text)-1)] == ' ') &&
			i > 30 {
			return text[:i+len(string(r))]
		}
	}
	if runes := []rune(text); len(runes) > 160 {
		return string(runes[:159]) + "…"
	}
	return text
}
