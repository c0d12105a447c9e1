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

// In is the text of a product in a language.
func (p *Product) In(language string) *catalog.ProductText {
	if p.Texts[language] == nil {
		p.Texts[language] = &catalog.ProductText{Options: map[string]catalog.ItemText{}}
	}
	if p.written == nil {
		p.written = map[string]bool{}
	}
	p.written[language] = true
	return p.Texts[language]
}

// Product is a product to be imported: its facts, and its texts by language with their prose in Body.
type Product struct {
	Slug  string
	Facts catalog.Product
	Texts map[string]*catalog.ProductText
	// written are the languages in which a table has a text of it.
	written map[string]bool
	// follows are the assumed summaries and titles of options, by language, which follow the table.
	follows map[string]bool
	// here are the texts that content has, copied the languages in which they are that of another language, and known
	// those that were imported.
	here          map[string]*catalog.ProductText
	copied, known map[string]bool
	// former are the options that it had before an update.
	former map[string]bool
	// Language is the language of a table's texts whose columns name none.
	Language string
	// place is where a field of it was read, for reports.
	Place func(field string) Note
	// matched: content has it, and an update is for it.
	Matched bool
	Mark    int  // how many notes there were before it
	assumed bool // something stands in for a fact
	Lost    bool // a picture could not be brought in
	// decisive is the place in a table that says whether it is withdrawn or published; nil if none does.
	decisive *Note
	Withheld []Note // of columns that withdraw it
}

// lookAtIt is the advice about an assumed value.
const lookAtIt = "look at it and remove draft"

// SlugOf makes the slug of a product out of its title in a language. A product that content has, or had, under the slug
// of its title in other languages keeps that.
func (j *Job) SlugOf(title, language string) string {
	if slug := scaffold.Slug(title); j.Stage.Exists("products/"+slug) || j.Stage.Exists(j.Key("products", slug)) {
		return slug
	}
	return scaffold.SlugIn(language, title)
}

// Assume reports a fact that is not in the source. A product with assumptions is a draft.
func (j *Job) Assume(p *Product, field, value, why string) {
	n := p.Place(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, lookAtIt
	j.Report.Note(n)
	p.assumed = true
}

// isReported reports whether a mistake at the place of a field, which is not that of its whole product, is reported.
func (j *Job) isReported(p *Product, at Note) bool {
	of := p.Place("")
	return (at.Line != of.Line || at.Col != of.Col) && slices.ContainsFunc(j.Report.Wrong, func(n Note) bool {
		return n.Path == at.Path && n.Line == at.Line && n.Col == at.Col
	})
}

// Lacks reports a missing required fact, unless its cell is reported.
func (j *Job) Lacks(p *Product, field, value, why, do string) {
	n := p.Place(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, do
	j.Report.Refuse(n)
}

// missing reports a fact that products lack and an option could give, once for all of them.
func (j *Job) missing(p *Product, field, do string) {
	at, reported := j.unsaid[field]
	if !reported {
		before := len(j.Report.Wrong)
		if j.Lacks(p, field, "", "it is missing", do); len(j.Report.Wrong) > before {
			j.unsaid[field] = &lack{at: before}
		}
		return
	}
	at.others++
	j.Report.Wrong[at.at].Why = fmt.Sprintf("it is missing, here and in %d other %s", at.others,
		map[bool]string{true: "product", false: "products"}[at.others == 1])
}

// lack is a fact that is reported as missing, and how many other products lack it.
type lack struct{ at, others int }

// Sell stages a product, with assumed values for facts that it lacks.
func (j *Job) Sell(p *Product) error {
	folder := "products/" + p.Slug
	key := j.Key("products", cmp.Or(p.Facts.SourceID, p.Slug))
	j.Earlier.Seen[key] = true
	if j.Stage.Exists(folder) && !p.Matched {
		j.Report.Existing = append(j.Report.Existing, filepath.Join(j.Content, folder))
		return nil
	}
	if j.Update && !p.Matched && j.Remembers(key) {
		j.Report.Unmapped = j.Report.Unmapped[:p.Mark]
		j.Kept(Note{Path: filepath.Join(j.Content, folder), Line: 1, Col: 1,
			Why: "this product was imported and is there no more; it stays away",
			Do:  "remove " + filepath.Join(j.Content, filepath.FromSlash(key)) + " to have it again"})
		return nil
	}
	f := &p.Facts
	f.City, f.Supplier, f.Currency = cmp.Or(f.City, j.Facts.City), cmp.Or(f.Supplier, j.Facts.Supplier),
		cmp.Or(f.Currency, j.Facts.Currency)
	if len(f.Categories) == 0 && j.Facts.Category != "" {
		f.Categories = []string{j.Facts.Category}
	}
	if p.Matched {
		j.fillFrom(p, j.Prior(p.Slug, key))
	}
	city := j.places(p)
	if city != nil {
		j.standIns(p, city)
	}
	if len(p.Texts) == 0 {
		j.Lacks(p, "title", "", "it has no text in any language of the storefronts", "write one")
		return nil
	}
	j.translate(p, city)
	if p.Matched {
		return j.updateProduct(p, key)
	}
	j.Report.Unmapped = append(j.Report.Unmapped, p.Withheld...)
	if at := p.Place(""); at.Path != "" {
		j.Origins[folder] = fmt.Sprintf("%s:%d:%d", at.Path, at.Line, at.Col)
	}
	withdrawn := f.Draft
	f.Draft = withdrawn || p.assumed
	err := j.eachFile(p, func(name string, data []byte) error { return j.Bring(folder+"/"+name, key, data) })
	if err != nil {
		return err
	}
	f.Draft = withdrawn
	return j.rememberPublication(p, key, withdrawn && !p.assumed)
}

// eachFile calls put with the files of a product.
func (j *Job) eachFile(p *Product, put func(name string, data []byte) error) error {
	if err := put("product.yaml", scaffold.YAML(p.Facts)); err != nil {
		return err
	}
	for _, language := range slices.Sorted(maps.Keys(p.Texts)) {
		t := p.Texts[language]
		if err := put(language+".md", scaffold.Markdown(t, t.Body.Source)); err != nil {
			return err
		}
	}
	return nil
}

// places checks the city, categories and supplier of a product against content.
func (j *Job) places(p *Product) *catalog.City {
	var cities, categories []string
	for _, c := range j.Library.Cities {
		cities = append(cities, c.Slug)
	}
	for _, c := range j.Library.Categories {
		categories = append(categories, c.Slug)
	}
	suppliers := slices.Sorted(maps.Keys(j.Library.Suppliers))
	if len(suppliers) == 1 {
		p.Facts.Supplier = cmp.Or(p.Facts.Supplier, suppliers[0])
	}
	f := &p.Facts
	f.City = j.orGiven(p, "city", "city", f.City, cities, j.Facts.City)
	for i, category := range f.Categories {
		f.Categories[i] = j.orGiven(p, "categories", "category", category, categories, j.Facts.Category)
	}
	f.Categories = unique(f.Categories)
	if !j.Stage.Exists("suppliers/" + f.Supplier + ".yaml") {
		f.Supplier = j.orGiven(p, "supplier", "supplier", f.Supplier, suppliers, j.Facts.Supplier)
	}
	known := func(field, value string, all []string, flag string) {
		switch {
		case value == "":
			j.missing(p, field, "give "+flag+"; there are "+
				cmp.Or(strings.Join(all, ", "), "none yet: generate new "+field+" <slug>"))
		case !slices.Contains(all, value):
			j.Lacks(p, field, value, "content has no such "+field+suggest.DidYouMean(value, all), "make it, or give "+
				flag)
		}
	}
	known("city", p.Facts.City, cities, "--city")
	if len(p.Facts.Categories) == 0 {
		known("category", "", categories, "--category")
	}
	for _, c := range p.Facts.Categories {
		known("category", c, categories, "--category")
	}
	if !j.Stage.Exists("suppliers/" + p.Facts.Supplier + ".yaml") {
		known("supplier", p.Facts.Supplier, suppliers, "--supplier")
	}
	if p.Facts.Currency == "" {
		j.missing(p, "currency", "give --currency")
	} else if _, ok := money.Exponent(p.Facts.Currency); !ok {
		j.Lacks(p, "currency", p.Facts.Currency, "there are no prices in such a currency", "give --currency")
	}
	if at := slices.Index(cities, f.City); at >= 0 {
		return j.Library.Cities[at]
	}
	return nil
}

// orGiven returns the id that a product names or, if content does not have it, the one of the options.
func (j *Job) orGiven(p *Product, kind, field, value string, all []string, given string) string {
	if value == "" || slices.Contains(all, value) || !slices.Contains(all, given) {
		return value
	}
	n := p.Place(field)
	n.Value, n.Why = value, "content has no such "+field+"; it counts as "+given+", which was given"
	n.Do = strings.TrimPrefix(suggest.DidYouMean(value, all), "; ")
	j.Report.Note(n)
	j.rememberName(kind, value, given)
	return given
}

// standIns sets assumed values for facts that a page requires.
func (j *Job) standIns(p *Product, city *catalog.City) {
	f := &p.Facts
	if f.Location == (catalog.Coordinates{}) {
		f.Location = city.Location
		j.Assume(p, "location", "", "it has none; the city's is used")
	}
	if len(f.Images) == 0 {
		f.Images = []string{cmp.Or(j.Facts.Image, city.Image)}
		if j.Facts.Image == "" {
			j.Assume(p, "images", city.Image, "it has none; the city's is used")
		}
	}
	if f.Duration.IsZero() {
		f.Duration.Minutes = 60
		j.Assume(p, "duration", "1h", "it is missing; an hour is assumed")
	}
	if f.Cancellation == nil {
		f.Cancellation = []catalog.Tier{}
		j.Assume(p, "cancellation", "", "it is missing; not refundable is assumed")
	}
}

// translate gives a product a text in every required language. A missing one is replaced by that of another language,
// unless content has one.
func (j *Job) translate(p *Product, city *catalog.City) {
	var from string
	for _, language := range j.Languages {
		if p.Texts[language] != nil && from == "" {
			from = language
		}
	}
	j.sharePlace(p)
	needed := source.NeededOf(&p.Facts, j.Library)
	for _, language := range j.Languages {
		t, here := p.Texts[language], j.stays(p, language)
		isWritten := j.TextHere(p, language).Title != "" && !p.copied[language]
		if t == nil && (isWritten || !slices.Contains(needed, language)) {
			continue // the storefronts show another language, or leave it out, or an editor wrote it
		}
		if t == nil {
			t = new(catalog.ProductText)
			*t = *p.Texts[from]
			p.Texts[language] = t
			j.assumeIn(p, language, "language", language, "it has no text in this language; that in "+from+" is used")
		}
		if t.Place == "" && here.Place == "" && city != nil {
			j.placeInCity(p, language, city)
		}
		if t.Summary == "" && (here.Summary == "" || p.follows[language+" summary"]) {
			t.Summary = summaryOf(t)
			j.assumeIn(p, language, "summary "+language, t.Summary, "it is missing; this is used")
		}
		if len(t.Options) == 0 {
			t.Options = map[string]catalog.ItemText{}
		}
	}
	for _, o := range p.Facts.Options {
		j.optionTitles(p, o.ID)
	}
}

// summaryOf returns the assumed summary of a text.
func summaryOf(t *catalog.ProductText) string { return cmp.Or(sentence(t.Body.Source), t.Title) }

// placeInCity takes the city's name as the place of a product: in its language, or in the first that has one.
func (j *Job) placeInCity(p *Product, language string, city *catalog.City) {
	t := p.Texts[language]
	if own := city.Texts[language]; own != nil {
		t.Place = own.Title
		return
	}
	t.Place = city.Slug
	for _, other := range j.Languages {
		if text := city.Texts[other]; text != nil {
			t.Place = text.Title
			break
		}
	}
	j.assumeIn(p, language, "place "+language, t.Place,
		"it is missing, and the city has no name in this language; this is used")
}

// optionTitles sets the missing titles of an option: those of another language or, if there is none or it is the
// product's, the product's title.
func (j *Job) optionTitles(p *Product, option string) {
	var from string
	for _, language := range j.Languages {
		t := p.Texts[language]
		if t == nil {
			continue
		}
		o := t.Options[option]
		if o.Title == "" && p.follows[language+" option "+option] {
			o.Title = t.Title
			t.Options[option] = o
		}
		if from == "" && o.Title != "" {
			from = language
		}
	}
	for _, language := range j.Languages {
		t, here := p.Texts[language], j.stays(p, language)
		if t == nil && here.Title != "" { // an editor wrote it, without an option that is new
			t = &catalog.ProductText{Options: map[string]catalog.ItemText{}}
		}
		if t == nil || cmp.Or(t.Options[option].Title, here.Options[option].Title) != "" {
			continue
		}
		title := cmp.Or(t.Title, here.Title)
		if from != "" && p.Texts[from].Options[option].Title != p.Texts[from].Title {
			title = p.Texts[from].Options[option].Title
			j.assumeOption(p, option, language, title, from)
		}
		t.Options[option] = catalog.ItemText{Title: title, Description: t.Options[option].Description}
		p.Texts[language] = t
	}
}

// sentence returns the first sentence of a text in Markdown, on one line and without marks.
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
