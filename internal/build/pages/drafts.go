package pages

import "slices"

// drafts are the slugs of the drafts that are not shown, by kind.
type drafts struct{ cities, categories, products map[string]bool }

func (d drafts) count() int { return len(d.cities) + len(d.categories) + len(d.products) }

func (c *Content) drafts(showing Showing) drafts {
	d := drafts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, city := range c.Library.Cities {
		if !showing.ShowsDraft(city.Draft) {
			d.cities[city.Slug] = true
		}
	}
	for _, category := range c.Library.Categories {
		if !showing.ShowsDraft(category.Draft) {
			d.categories[category.Slug] = true
		}
	}
	for _, p := range c.Products {
		if !showing.ShowsDraft(p.Draft) {
			d.products[p.Slug] = true
		}
	}
	return d
}

// DraftNamed is a place of shown content that names a draft.
type DraftNamed struct {
	Kind, Slug string // of the draft
	File       string // below the folder of content
	At         []any  // the path to the name in the file's YAML
}

// DraftsNamed returns where shown content names drafts. What a deployment sells is not among it: that is a choice, and
// shows nothing by itself.
func (c *Content) DraftsNamed(showing Showing) (all []DraftNamed) {
	d := c.drafts(showing)
	if d.count() == 0 {
		return nil
	}
	for _, p := range c.Products {
		if d.products[p.Slug] {
			continue
		}
		file := "products/" + p.Slug + "/product.yaml"
		if d.cities[p.City] {
			all = append(all, DraftNamed{"city", p.City, file, []any{"city"}})
		}
		for i, category := range p.Categories {
			if d.categories[category] {
				all = append(all, DraftNamed{"category", category, file, []any{"categories", i}})
			}
		}
		for i, other := range p.Related {
			if d.products[other] {
				all = append(all, DraftNamed{"product", other, file, []any{"related", i}})
			}
		}
	}
	for _, p := range c.Posts {
		if !showing.Shows(p.Withheld(showing.AsOf)) {
			continue
		}
		for i, slug := range p.Products {
			if d.products[slug] {
				all = append(all, DraftNamed{"product", slug, "blog/" + p.Folder + "/" + p.Language + ".md",
					[]any{"products", i}})
			}
		}
	}
	for _, t := range c.Library.Testimonials {
		if d.products[t.Product] {
			all = append(all, DraftNamed{"product", t.Product, "testimonials/" + t.Slug + "/testimonial.yaml",
				[]any{"product"}})
		}
	}
	return all
}

// LeftOut counts what is written and not shown, and what is not written.
type LeftOut struct {
	Drafts       int `json:"drafts"`
	Future       int `json:"future"`
	Expired      int `json:"expired"`
	Untranslated int `json:"-"` // languages that stories lack
}

// LeftOut counts each file once.
func (c *Content) LeftOut(showing Showing) (out LeftOut) {
	out.Drafts = c.drafts(showing).count()
	for _, q := range c.Library.FAQ {
		if !showing.ShowsDraft(q.Draft) {
			out.Drafts++
		}
	}
	stories := map[string]bool{}
	for _, p := range c.Posts {
		stories[p.Folder] = true
		switch why := p.Withheld(showing.AsOf); {
		case showing.Shows(why):
		case slices.Contains(why, Draft) && !slices.Contains(showing.But, Draft):
			out.Drafts++
		case slices.Contains(why, Future) && !slices.Contains(showing.But, Future):
			out.Future++
		default:
			out.Expired++
		}
	}
	out.Untranslated = len(stories)*len(c.Library.Languages) - len(c.Posts)
	return out
}
