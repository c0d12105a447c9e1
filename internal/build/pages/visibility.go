package pages

import (
	"slices"
	"time"

	"storefront/internal/core/payload"
)

// drafts are the slugs of the drafts that are not shown, by kind.
type drafts struct{ cities, categories, products map[string]bool }

func (d drafts) count() int { return len(d.cities) + len(d.categories) + len(d.products) }

func (c *Content) drafts(visibility Visibility) drafts {
	d := drafts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, city := range c.Library.Cities {
		if !visibility.DraftVisible(city.Draft) {
			d.cities[city.Slug] = true
		}
	}
	for _, category := range c.Library.Categories {
		if !visibility.DraftVisible(category.Draft) {
			d.categories[category.Slug] = true
		}
	}
	for _, p := range c.Products {
		if !visibility.DraftVisible(p.Draft) {
			d.products[p.Slug] = true
		}
	}
	return d
}

// DraftReference is a place in shown content that names a draft.
type DraftReference struct {
	Kind, Slug string // of the draft
	File       string // below the folder of content
	At         []any  // the path to the name in the file's YAML
}

// DraftReferences returns the places where shown content names drafts. The products that a deployment sells are not
// checked: they are a selection, and show nothing by themselves.
func (c *Content) DraftReferences(visibility Visibility) (all []DraftReference) {
	d := c.drafts(visibility)
	if d.count() == 0 {
		return nil
	}
	for _, p := range c.Products {
		if d.products[p.Slug] {
			continue
		}
		file := "products/" + p.Slug + "/product.yaml"
		if d.cities[p.City] {
			all = append(all, DraftReference{"city", p.City, file, []any{"city"}})
		}
		for i, category := range p.Categories {
			if d.categories[category] {
				all = append(all, DraftReference{"category", category, file, []any{"categories", i}})
			}
		}
		for i, other := range p.Related {
			if d.products[other] {
				all = append(all, DraftReference{"product", other, file, []any{"related", i}})
			}
		}
	}
	for _, p := range c.Posts {
		if !visibility.Visible(p.Unpublished(visibility.AsOf)) {
			continue
		}
		for i, slug := range p.Products {
			if d.products[slug] {
				all = append(all, DraftReference{"product", slug, "blog/" + p.Folder + "/" + p.Language + ".md",
					[]any{"products", i}})
			}
		}
	}
	for _, t := range c.Library.Testimonials {
		if d.products[t.Product] {
			all = append(all, DraftReference{"product", t.Product, "testimonials/" + t.Slug + "/testimonial.yaml",
				[]any{"product"}})
		}
	}
	return all
}

// LeftOut counts content that exists and is not shown, and missing translations.
type LeftOut struct {
	Drafts       int `json:"drafts"`
	Future       int `json:"future"`
	Expired      int `json:"expired"`
	Untranslated int `json:"-"` // languages that texts lack
}

// LeftOut counts each file once.
func (c *Content) LeftOut(visibility Visibility) (out LeftOut) {
	out.Drafts = c.drafts(visibility).count()
	for _, q := range c.Library.FAQ {
		if !visibility.DraftVisible(q.Draft) {
			out.Drafts++
		}
	}
	for _, p := range c.Posts {
		switch why := p.Unpublished(visibility.AsOf); {
		case visibility.Visible(why):
		case slices.Contains(why, Draft) && !slices.Contains(visibility.Include, Draft):
			out.Drafts++
		case slices.Contains(why, Future) && !slices.Contains(visibility.Include, Future):
			out.Future++
		default:
			out.Expired++
		}
	}
	for _, languages := range c.missingPostLanguages() {
		out.Untranslated += len(languages)
	}
	if c.Library.AllowsUntranslated() {
		out.Untranslated += c.missingTranslations()
	}
	return out
}

// missingTranslations counts the languages that products, places, questions, pages and the like lack.
func (c *Content) missingTranslations() (n int) {
	for _, e := range append(c.Entries(time.Time{}), c.TranslationEntries()...) {
		if e.Kind != "post" {
			n += len(e.Missing)
		}
	}
	return n
}

// Unpublished is a reason why content is not published.
type Unpublished = payload.Unpublished

// The reasons; one thing may have several.
const (
	Draft   = payload.Draft
	Future  = payload.Future
	Expired = payload.Expired
)

// draftReasons returns the reasons for content without dates.
func draftReasons(draft bool) []Unpublished {
	if draft {
		return []Unpublished{Draft}
	}
	return nil
}

// Visibility selects the content of pages: the content that is published on a day, and the reasons to override.
type Visibility struct {
	AsOf    time.Time // the end of the day: content of this date is published, content that expires on it is not
	Include []Unpublished
}

// FullVisibility returns the visibility of all content, drafts included.
func FullVisibility(asOf time.Time) Visibility {
	return Visibility{asOf, []Unpublished{Draft, Future, Expired}}
}

// Visible reports whether there are no reasons, or only reasons that are overridden.
func (s Visibility) Visible(reasons []Unpublished) bool {
	return !slices.ContainsFunc(reasons, func(w Unpublished) bool { return !slices.Contains(s.Include, w) })
}

// DraftVisible is Visible for content without dates.
func (s Visibility) DraftVisible(draft bool) bool { return !draft || slices.Contains(s.Include, Draft) }

// Unpublished returns why a post is not published; nil if it is.
func (p *PostSummary) Unpublished(asOf time.Time) (reasons []Unpublished) {
	if p.Draft {
		reasons = append(reasons, Draft)
	}
	if p.Date.After(asOf) {
		reasons = append(reasons, Future)
	}
	if !p.Expires.IsZero() && !p.Expires.After(asOf) {
		reasons = append(reasons, Expired)
	}
	return reasons
}
