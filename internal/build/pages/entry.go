package pages

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/core/locale"
	"storefront/internal/core/translation"
)

// Entry is a piece of content that editors may leave unpublished: a product, a city, a category or a question in all
// its languages, a post in one. Pages, testimonials, labels and the like are entries only if they lack a translation.
type Entry struct {
	Kind              string        `json:"kind"` // product, post, city, category, question, page, label, alt text …
	Path              string        `json:"path"` // of the file that decides whether it is published
	Slug              string        `json:"slug"`
	Languages         []string      `json:"languages"`
	Missing           []string      `json:"missing"` // the languages that it lacks; of a post, in its first entry
	DraftTranslations []string      `json:"begun"`   // those of Missing in which the translation is a draft
	Stale             []Stale       `json:"stale"`   // translations of a text that has changed since
	Title             string        `json:"title"`   // in the first deployment's first language
	Date              string        `json:"date,omitempty"`
	Expires           string        `json:"expires,omitempty"`
	Unpublished       []Unpublished `json:"withheld"` // why it is not published; empty if it is
	// TranslationOnly is true if the entry is listed only because it lacks translations.
	TranslationOnly bool `json:"-"`
}

// Stale is a translation of a text that has changed since.
type Stale struct {
	Language string `json:"language"`
	Of       string `json:"of"`   // the language that it was translated from
	Hash     string `json:"hash"` // of the text as it is now, for translationOf
}

// Entries returns all entries of the content, whose paths are below its folder.
func (c *Content) Entries(asOf time.Time) (all []Entry) {
	first := "" // if no deployment can be read
	if len(c.Library.Deployments) > 0 {
		first = c.Library.Deployments[0].DefaultLanguage()
	}
	languagesSold := c.saleLanguages(nil)
	add := func(kind, path, slug, title string, draft bool, hasText func(language string) bool) {
		e := entryOf(kind, path, slug, c.Library.Languages, hasText)
		e.limitMissing(languagesSold.languages(kind, slug))
		e.Title = title
		e.Unpublished = append(e.Unpublished, draftReasons(draft)...)
		all = append(all, e)
	}
	for _, p := range c.Products {
		title := ""
		for i := range c.Library.Languages {
			if p.isShownIn(i) && title == "" || c.Library.Languages[i] == first && p.isShownIn(i) {
				title = p.Texts[i].Title
			}
		}
		add("product", "products/"+p.Slug+"/product.yaml", p.Slug, title, p.Draft,
			func(language string) bool { return p.isShownIn(slices.Index(c.Library.Languages, language)) })
	}
	for _, city := range c.Library.Cities {
		add("city", "cities/"+city.Slug+"/city.yaml", city.Slug, placeTitle(city.Texts[first]), city.Draft,
			hasTextIn(city.Texts))
	}
	for _, category := range c.Library.Categories {
		path := "categories/" + category.Slug + "/category.yaml"
		add("category", path, category.Slug, placeTitle(category.Texts[first]), category.Draft,
			hasTextIn(category.Texts))
	}
	for _, q := range c.Library.FAQ {
		title := ""
		if t := q.Texts[first]; t != nil {
			title = t.Question
		}
		add("question", "faq/"+q.Slug+"/faq.yaml", q.Slug, title, q.Draft, hasTextIn(q.Texts))
	}
	return append(all, c.postEntries(asOf)...)
}

// entryOf returns an entry with the languages that it has, and those that it lacks.
func entryOf(kind, path, slug string, needed []string, hasText func(language string) bool) Entry {
	e := Entry{Kind: kind, Path: path, Slug: slug, Languages: []string{}, Missing: []string{},
		DraftTranslations: []string{},
		Stale:             []Stale{}, Unpublished: []Unpublished{}}
	for _, language := range needed {
		if hasText(language) {
			e.Languages = append(e.Languages, language)
		} else {
			e.Missing = append(e.Missing, language)
		}
	}
	return e
}

// hasTextIn returns a function that reports whether a language has a text.
func hasTextIn[T any](texts map[string]*T) func(string) bool {
	return func(language string) bool { return texts[language] != nil }
}

// limitMissing removes from Missing the languages in which no storefront shows the entry; nil means all languages.
func (e *Entry) limitMissing(shown map[string]bool) {
	if shown != nil {
		e.Missing = slices.DeleteFunc(e.Missing, func(language string) bool { return !shown[language] })
	}
}

// TranslationEntries returns the entries that are listed only for missing translations: pages and testimonials, and
// short texts that lack a language.
func (c *Content) TranslationEntries() (all []Entry) {
	lib, languagesSold := c.Library, c.saleLanguages(nil)
	c.addPictures(languagesSold)
	for _, slug := range slices.Sorted(maps.Keys(lib.Pages)) {
		languages := slices.DeleteFunc(slices.Clone(lib.Languages), func(language string) bool {
			return !slices.ContainsFunc(lib.Deployments, func(d *catalog.Deployment) bool {
				return lib.Pages[slug].IsShownBy(d.ID) && slices.Contains(d.Languages, language)
			})
		})
		all = append(all, entryOf("page", "pages/"+slug, slug, languages, hasTextIn(lib.Pages[slug].Texts)))
	}
	for _, t := range lib.Testimonials {
		e := entryOf("testimonial", "testimonials/"+t.Slug, t.Slug, lib.Languages, hasTextIn(t.Texts))
		e.limitMissing(languagesSold.languages("product", t.Product))
		all = append(all, e)
	}
	addText := func(kind, path, id string, text catalog.Localized, languages []string) {
		e := entryOf(kind, path, id, languages, func(language string) bool { return text[language] != "" })
		e.limitMissing(languagesSold.languages(kind, id))
		if len(e.Missing) > 0 && text != nil {
			all = append(all, e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lib.Pictures)) {
		addText(altText, "media", name, lib.Pictures[name].Alt, lib.Languages)
	}
	for _, words := range []struct {
		kind, file string
		of         map[string]catalog.Localized
	}{{"label", "labels.yaml", lib.Labels}, {"occasion", "occasions.yaml", lib.Occasions}} {
		for _, id := range slices.Sorted(maps.Keys(words.of)) {
			addText(words.kind, words.file, id, words.of[id], lib.Languages)
		}
	}
	for _, t := range lib.Topics {
		addText("topic", "faq/topics.yaml", t.ID, t.Title, lib.Languages)
	}
	for _, id := range slices.Sorted(maps.Keys(lib.Suppliers)) {
		addText("supplier", "suppliers/"+id+".yaml", id, lib.Suppliers[id].Name, lib.Languages)
	}
	for _, d := range lib.Deployments {
		for _, text := range deploymentTexts(d) {
			addText("deployment", "deployments/"+d.ID+".yaml", text.key, text.text, d.Languages)
		}
	}
	all = append(all, c.interfaceEntries()...)
	for i := range all {
		all[i].TranslationOnly = true
	}
	return all
}

// interfaceEntries returns an entry for each language of the storefronts whose own interface or mails have English
// texts.
func (c *Content) interfaceEntries() (all []Entry) {
	for _, code := range c.Library.Languages {
		texts := c.Library.Texts[code]
		if _, builtIn := locale.BuiltIn[code]; builtIn || texts == nil {
			continue
		}
		n := 0
		for kind, data := range map[translation.Kind][]byte{
			translation.Pages: texts.Messages, translation.Mails: texts.Words,
		} {
			var tree translation.Tree
			if json.Unmarshal(data, &tree) == nil {
				n += translation.CountEnglish(kind, tree)
			}
		}
		if n > 0 {
			e := entryOf("interface", "texts/"+code+".yaml", code, []string{code}, func(string) bool { return false })
			e.Title = fmt.Sprintf("%d as in English", n)
			all = append(all, e)
		}
	}
	return all
}

// keyedText is a short text with its key.
type keyedText struct {
	key  string
	text catalog.Localized
}

// deploymentTexts returns the texts of a deployment's own file, by key.
func deploymentTexts(d *catalog.Deployment) []keyedText {
	all := []keyedText{{"name", d.Name}, {"tagline", d.Tagline}, {"contact.address", d.Contact.Address},
		{"contact.hours", d.Contact.Hours}}
	if d.PayLater != nil {
		all = append(all, keyedText{"payLater.where", d.PayLater.Where})
	}
	for _, link := range d.Menu {
		all = append(all, keyedText{"menu " + link.To, link.Name})
	}
	for _, group := range d.Footer {
		all = append(all, keyedText{"footer", group.Title})
		for _, link := range group.Links {
			all = append(all, keyedText{"footer " + link.To, link.Name})
		}
	}
	return all
}

func (c *Content) postEntries(asOf time.Time) (all []Entry) {
	missing := c.missingPostLanguages()
	for _, p := range c.Posts {
		e := Entry{
			Kind: "post", Path: "blog/" + p.Folder + "/" + p.Language + ".md", Slug: p.Slug,
			Languages: []string{p.Language},
			Title:     p.Card.Title, Date: p.Card.Date, Missing: []string{}, DraftTranslations: []string{},
			Stale:       []Stale{},
			Unpublished: append([]Unpublished{}, p.Unpublished(asOf)...),
		}
		if !p.Expires.IsZero() {
			e.Expires = p.Expires.Format(time.DateOnly)
		}
		e.Missing = append(e.Missing, missing[p.Folder]...)
		delete(missing, p.Folder) // only the first entry of a story has them
		all = append(all, e)
	}
	return all
}

// missingPostLanguages returns the languages that each story lacks, by its folder. If a story names products, only
// languages count in which one of them is sold.
func (c *Content) missingPostLanguages() map[string][]string {
	isNamed := map[string]bool{}
	for _, p := range c.Posts {
		for _, product := range p.Products {
			isNamed[product] = true
		}
	}
	sold, missing := c.saleLanguages(isNamed), map[string][]string{}
	for _, p := range c.Posts {
		languages, known := missing[p.Folder]
		if !known {
			shown := sold.languagesOfAny(p.Products)
			for _, language := range c.Library.Languages {
				if shown == nil || shown[language] {
					languages = append(languages, language)
				}
			}
		}
		missing[p.Folder] = slices.DeleteFunc(languages, func(l string) bool { return l == p.Language })
	}
	return missing
}

func placeTitle(t *catalog.PlaceText) string {
	if t != nil {
		return t.Title
	}
	return ""
}
