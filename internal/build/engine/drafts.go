package engine

import (
	"fmt"
	"path/filepath"
	"slices"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
)

// showing is what of the content this build makes pages of.
func (b *builder) showing() pages.Showing { return pages.Showing{AsOf: b.asOf(), But: b.But} }

// drafts are what is written and not let through, by kind and slug.
type drafts struct{ cities, categories, products map[string]bool }

func (r *reading) drafts(showing pages.Showing) (d drafts, some bool) {
	d = drafts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, c := range r.lib.Cities {
		if !showing.ShowsDraft(c.Draft) {
			d.cities[c.Slug] = true
		}
	}
	for _, c := range r.lib.Categories {
		if !showing.ShowsDraft(c.Draft) {
			d.categories[c.Slug] = true
		}
	}
	for slug, p := range r.now.Products {
		if !showing.ShowsDraft(p.Draft) {
			d.products[slug] = true
		}
	}
	return d, len(d.cities)+len(d.categories)+len(d.products) > 0
}

// draftsNamed reports what is shown and names a draft. What a deployment sells is no such name: it is a choice, which shows
// nothing by itself.
func (r *reading) draftsNamed(root string, showing pages.Showing) (out []diag.Diagnostic) {
	d, some := r.drafts(showing)
	if !some {
		return nil
	}
	tell := func(kind, slug, file string, at ...any) {
		found := source.At(filepath.Join(root, file), at...)
		found.Message = fmt.Sprintf("the %s %q is a draft, and this is not: name another, make this a draft too, or build with --drafts", kind, slug)
		out = append(out, found)
	}
	for slug, p := range r.now.Products {
		if d.products[slug] {
			continue
		}
		file := "products/" + slug + "/product.yaml"
		if d.cities[p.City] {
			tell("city", p.City, file, "city")
		}
		for i, category := range p.Categories {
			if d.categories[category] {
				tell("category", category, file, "categories", i)
			}
		}
		for i, other := range p.Related {
			if d.products[other] {
				tell("product", other, file, "related", i)
			}
		}
	}
	for _, posts := range r.now.Posts {
		for _, p := range posts {
			if !showing.Shows(p.Withheld(showing.AsOf)) {
				continue
			}
			for i, slug := range p.Products {
				if d.products[slug] {
					tell("product", slug, "blog/"+p.Folder+"/"+p.Language+".md", "products", i)
				}
			}
		}
	}
	for _, t := range r.lib.Testimonials {
		if d.products[t.Product] {
			tell("product", t.Product, "testimonials/"+t.Slug+"/testimonial.yaml", "product")
		}
	}
	return out
}

// Withheld is how much of what is written is not out, and was left out.
type Withheld struct {
	Drafts  int `json:"drafts"`
	Future  int `json:"future"`
	Expired int `json:"expired"`
}

// skipped counts what this build leaves out, each file once, and the translations that stories lack.
func (b *builder) skipped(r *reading) {
	showing, s := b.showing(), &b.report.Skipped
	d, _ := r.drafts(showing)
	s.Drafts = len(d.cities) + len(d.categories) + len(d.products)
	for _, q := range r.lib.FAQ {
		if !showing.ShowsDraft(q.Draft) {
			s.Drafts++
		}
	}
	for _, posts := range r.now.Posts {
		b.report.Untranslated += len(r.reader.Languages) - len(posts)
		for _, p := range posts {
			switch why := p.Withheld(showing.AsOf); {
			case showing.Shows(why):
			case slices.Contains(why, pages.Draft) && !slices.Contains(showing.But, pages.Draft):
				s.Drafts++
			case slices.Contains(why, pages.Future) && !slices.Contains(showing.But, pages.Future):
				s.Future++
			default:
				s.Expired++
			}
		}
	}
}
