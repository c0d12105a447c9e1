package pages

import (
	"slices"
	"time"

	"storefront/internal/content/catalog"
)

// Entry is one thing that editors write and may keep back: a product, a city, a category or a question in all its
// languages, a post in one.
type Entry struct {
	Kind        string        `json:"kind"` // product, post, city, category, question
	Path        string        `json:"path"` // of the file that says whether it is published
	Slug        string        `json:"slug"`
	Languages   []string      `json:"languages"`
	Missing     []string      `json:"missing"` // languages that a post lacks, at the first of its entries
	Title       string        `json:"title"`   // in the first deployment's first language
	Date        string        `json:"date,omitempty"`
	Expires     string        `json:"expires,omitempty"`
	Unpublished []Unpublished `json:"withheld"` // why it is not published; nothing where it is
}

// Entries returns all entries of the content, whose paths are below its folder.
func (c *Content) Entries(asOf time.Time) (all []Entry) {
	first := c.Library.Languages[0]
	if len(c.Library.Deployments) > 0 {
		first = c.Library.Deployments[0].DefaultLanguage()
	}
	add := func(kind, path, slug, title string, draft bool) {
		e := Entry{
			Kind: kind, Path: path, Slug: slug, Languages: c.Library.Languages, Title: title, Missing: []string{},
			Unpublished: []Unpublished{},
		}
		e.Unpublished = append(e.Unpublished, ofDraft(draft)...)
		all = append(all, e)
	}
	for _, p := range c.Products {
		title := ""
		for i := range c.Library.Languages {
			if title == "" || c.Library.Languages[i] == first && p.shownIn(i) {
				title = p.Texts[i].Title
			}
		}
		add("product", "products/"+p.Slug+"/product.yaml", p.Slug, title, p.Draft)
	}
	for _, city := range c.Library.Cities {
		add("city", "cities/"+city.Slug+"/city.yaml", city.Slug, placeTitle(city.Texts[first]), city.Draft)
	}
	for _, category := range c.Library.Categories {
		path := "categories/" + category.Slug + "/category.yaml"
		add("category", path, category.Slug, placeTitle(category.Texts[first]), category.Draft)
	}
	for _, q := range c.Library.FAQ {
		title := ""
		if t := q.Texts[first]; t != nil {
			title = t.Question
		}
		add("question", "faq/"+q.Slug+"/faq.yaml", q.Slug, title, q.Draft)
	}
	return append(all, c.postEntries(asOf)...)
}

func (c *Content) postEntries(asOf time.Time) (all []Entry) {
	first := map[string]int{} // of a post's entries
	for _, p := range c.Posts {
		e := Entry{
			Kind: "post", Path: "blog/" + p.Folder + "/" + p.Language + ".md", Slug: p.Slug,
			Languages: []string{p.Language},
			Title:     p.Card.Title, Date: p.Card.Date, Missing: []string{},
			Unpublished: append([]Unpublished{}, p.Unpublished(asOf)...),
		}
		if !p.Expires.IsZero() {
			e.Expires = p.Expires.Format(time.DateOnly)
		}
		if _, known := first[p.Folder]; !known {
			first[p.Folder] = len(all)
			e.Missing = append(e.Missing, c.Library.Languages...)
		}
		all = append(all, e)
		post := &all[first[p.Folder]]
		post.Missing = slices.DeleteFunc(post.Missing, func(language string) bool { return language == p.Language })
	}
	return all
}

func placeTitle(t *catalog.PlaceText) string {
	if t != nil {
		return t.Title
	}
	return ""
}
