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

// Text returns the text of a product in a language, which it adds if it is missing.
func (p *Product) Text(language string) *catalog.ProductText {
	if p.Texts[language] == nil {
		p.Texts[language] = &catalog.ProductText{Options: map[string]catalog.ItemText{}}
	}
	if p.tableLanguages == nil {
		p.tableLanguages = map[string]bool{}
	}
	p.tableLanguages[language] = true
	return p.Texts[language]
}

// Product is a product of an import: its facts, and its texts by language with their prose in Body.
type Product struct {
	Slug  string
	Facts catalog.Product
	Texts map[string]*catalog.ProductText
	// tableLanguages are the languages in which a table has a text.
	tableLanguages map[string]bool
	// assumedLanguages are the languages whose summaries and titles of options are assumed, and change with the table.
	assumedLanguages map[string]bool
	// contentTexts are the texts in content, copiedLanguages the languages in which they are copies of another
	// language, and importedLanguages those that were imported.
	contentTexts                       map[string]*catalog.ProductText
	copiedLanguages, importedLanguages map[string]bool
	// formerOptions are the options before an update.
	formerOptions map[string]bool
	// Language is the language of texts in columns that name none.
	Language string
	// NoteFor returns a note with the position of a field in the source.
	NoteFor func(field string) Note
	// Matched is true if the import updates a product of content.
	Matched     bool
	NotesBefore int  // the number of notes before it
	isAssumed   bool // some facts are assumed
	LostPicture bool // a picture could not be imported
	// publication is the cell of a table that withdraws or publishes it; nil if none does.
	publication *Note
	WithdrawnBy []Note // the cells that withdraw it
}

// remedyAssumed is the remedy for an assumed value.
const remedyAssumed = "check it and remove draft"

// SlugOf returns the slug of a product from its title in a language. A product that content has, or had, under the slug
// of its title in any language keeps that.
func (j *Job) SlugOf(title, language string) string {
	if slug := scaffold.Slug(title); j.Stage.Exists("products/"+slug) || j.Stage.Exists(j.MemoryKey("products", slug)) {
		return slug
	}
	return scaffold.SlugIn(language, title)
}

// Assume reports a fact that is not in the source. A product with assumptions is a draft.
func (j *Job) Assume(p *Product, field, value, why string) {
	n := p.NoteFor(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, remedyAssumed
	j.Report.Note(n)
	p.isAssumed = true
}

// isReported reports whether a mistake at the position of a field, if it differs from that of the whole product, is
// reported.
func (j *Job) isReported(p *Product, at Note) bool {
	of := p.NoteFor("")
	return (at.Line != of.Line || at.Col != of.Col) && slices.ContainsFunc(j.Report.Wrong, func(n Note) bool {
		return n.Path == at.Path && n.Line == at.Line && n.Col == at.Col
	})
}

// NoteMissing reports a missing required fact, unless its cell is reported.
func (j *Job) NoteMissing(p *Product, field, value, why, do string) {
	n := p.NoteFor(field)
	if j.isReported(p, n) {
		return
	}
	n.Value, n.Why, n.Do = value, why, do
	j.Report.Refuse(n)
}

// noteMissingOption reports once a fact that products lack and an option could set.
func (j *Job) noteMissingOption(p *Product, field, do string) {
	at, reported := j.missingFacts[field]
	if !reported {
		before := len(j.Report.Wrong)
		if j.NoteMissing(p, field, "", "it is missing", do); len(j.Report.Wrong) > before {
			j.missingFacts[field] = &missingFact{at: before}
		}
		return
	}
	at.others++
	j.Report.Wrong[at.at].Why = fmt.Sprintf("it is missing, here and in %d other %s", at.others,
		map[bool]string{true: "product", false: "products"}[at.others == 1])
}

// missingFact is a missing fact, with the number of other products that lack it.
type missingFact struct{ at, others int }

// StageProduct stages a product, with assumed values for facts that it lacks.
func (j *Job) StageProduct(p *Product) error {
	folder := "products/" + p.Slug
	key := j.MemoryKey("products", cmp.Or(p.Facts.SourceID, p.Slug))
	j.Earlier.SeenKeys[key] = true
	if j.Stage.Exists(folder) && !p.Matched {
		j.Report.Existing = append(j.Report.Existing, filepath.Join(j.Content, folder))
		return nil
	}
	if j.Update && !p.Matched && j.IsRemembered(key) {
		j.Report.Unmapped = j.Report.Unmapped[:p.NotesBefore]
		j.NoteKept(Note{Path: filepath.Join(j.Content, folder), Line: 1, Col: 1,
			Why: "this product was imported before and has been deleted; it is not imported again",
			Do:  "remove " + filepath.Join(j.Content, filepath.FromSlash(key)) + " to import it again"})
		return nil
	}
	f := &p.Facts
	f.City, f.Supplier, f.Currency = cmp.Or(f.City, j.Facts.City), cmp.Or(f.Supplier, j.Facts.Supplier),
		cmp.Or(f.Currency, j.Facts.Currency)
	if len(f.Categories) == 0 && j.Facts.Category != "" {
		f.Categories = []string{j.Facts.Category}
	}
	if p.Matched {
		j.fillMissing(p, j.LastImported(p.Slug, key))
	}
	city := j.checkPlaces(p)
	if city != nil {
		j.assumeFacts(p, city)
	}
	if len(p.Texts) == 0 {
		j.NoteMissing(p, "title", "", "it has no text in any language of the storefronts", "write one")
		return nil
	}
	j.fillTexts(p, city)
	if p.Matched {
		return j.updateProduct(p, key)
	}
	j.Report.Unmapped = append(j.Report.Unmapped, p.WithdrawnBy...)
	if at := p.NoteFor(""); at.Path != "" {
		j.Origins[folder] = fmt.Sprintf("%s:%d:%d", at.Path, at.Line, at.Col)
	}
	withdrawn := f.Draft
	f.Draft = withdrawn || p.isAssumed
	err := j.eachFile(p, func(name string, data []byte) error { return j.AddFile(folder+"/"+name, key, data) })
	if err != nil {
		return err
	}
	f.Draft = withdrawn
	return j.rememberPublication(p, key, withdrawn && !p.isAssumed)
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

// checkPlaces checks that content has the city, categories and supplier of a product.
func (j *Job) checkPlaces(p *Product) *catalog.City {
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
	f.City = j.orDefault(p, "city", "city", f.City, cities, j.Facts.City)
	for i, category := range f.Categories {
		f.Categories[i] = j.orDefault(p, "categories", "category", category, categories, j.Facts.Category)
	}
	f.Categories = unique(f.Categories)
	if !j.Stage.Exists("suppliers/" + f.Supplier + ".yaml") {
		f.Supplier = j.orDefault(p, "supplier", "supplier", f.Supplier, suppliers, j.Facts.Supplier)
	}
	known := func(field, value string, all []string, flag string) {
		switch {
		case value == "":
			j.noteMissingOption(p, field, "give "+flag+"; there are "+
				cmp.Or(strings.Join(all, ", "), "none yet: generate new "+field+" <slug>"))
		case !slices.Contains(all, value):
			j.NoteMissing(p, field, value, "content has no such "+field+suggest.DidYouMean(value, all),
				"create it, or give "+flag)
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
		j.noteMissingOption(p, "currency", "give --currency")
	} else if _, ok := money.Exponent(p.Facts.Currency); !ok {
		j.NoteMissing(p, "currency", p.Facts.Currency, "prices cannot be in this currency", "give --currency")
	}
	if at := slices.Index(cities, f.City); at >= 0 {
		return j.Library.Cities[at]
	}
	return nil
}

// orDefault returns the id that a product names or, if content does not have it, the one of the options.
func (j *Job) orDefault(p *Product, kind, field, value string, all []string, given string) string {
	if value == "" || slices.Contains(all, value) || !slices.Contains(all, given) {
		return value
	}
	n := p.NoteFor(field)
	n.Value, n.Why = value, "content has no such "+field+"; "+given+" is used, as given"
	n.Do = strings.TrimPrefix(suggest.DidYouMean(value, all), "; ")
	j.Report.Note(n)
	j.rememberName(kind, value, given)
	return given
}

// assumeFacts sets assumed values for facts that a page requires.
func (j *Job) assumeFacts(p *Product, city *catalog.City) {
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

// fillTexts gives a product a text in every required language. A missing one is replaced by that of another language,
// unless content has one.
func (j *Job) fillTexts(p *Product, city *catalog.City) {
	var from string
	for _, language := range j.Languages {
		if p.Texts[language] != nil && from == "" {
			from = language
		}
	}
	j.sharePlace(p)
	needed := source.RequiredLanguagesOf(&p.Facts, j.Library)
	for _, language := range j.Languages {
		t, here := p.Texts[language], j.keptText(p, language)
		isWritten := j.ContentText(p, language).Title != "" && !p.copiedLanguages[language]
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
		if t.Summary == "" && (here.Summary == "" || p.assumedLanguages[language+" summary"]) {
			t.Summary = assumedSummary(t)
			j.assumeIn(p, language, "summary "+language, t.Summary, "it is missing; this is used")
		}
		if len(t.Options) == 0 {
			t.Options = map[string]catalog.ItemText{}
		}
	}
	for _, o := range p.Facts.Options {
		j.fillOptionTitles(p, o.ID)
	}
}

// assumedSummary returns the assumed summary of a text.
func assumedSummary(t *catalog.ProductText) string {
	return cmp.Or(firstSentence(t.Body.Source), t.Title)
}

// placeInCity sets the place of a product to the name of its city, in its language or in the first that has one.
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

// fillOptionTitles sets the missing titles of an option: those of another language or, if there is none or it is the
// product's, the product's title.
func (j *Job) fillOptionTitles(p *Product, option string) {
	var from string
	for _, language := range j.Languages {
		t := p.Texts[language]
		if t == nil {
			continue
		}
		o := t.Options[option]
		if o.Title == "" && p.assumedLanguages[language+" option "+option] {
			o.Title = t.Title
			t.Options[option] = o
		}
		if from == "" && o.Title != "" {
			from = language
		}
	}
	for _, language := range j.Languages {
		t, here := p.Texts[language], j.keptText(p, language)
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

// firstSentence returns the first sentence of a Markdown text, on one line and without marks.
func firstSentence(text string) string {
	text = markdown.Excerpt(text, 400)
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
