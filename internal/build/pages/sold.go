package pages

// saleLanguages has the languages of the storefronts that sell products, by kind and slug: products themselves, and
// cities, categories and suppliers by their products.
type saleLanguages map[[2]string]map[string]bool

// saleLanguages returns the languages for the products whose slugs are in only, or for all products if only is nil.
func (c *Content) saleLanguages(only map[string]bool) saleLanguages {
	in := saleLanguages{}
	for _, p := range c.Products {
		if only != nil && !only[p.Slug] {
			continue
		}
		for _, d := range c.Library.Deployments {
			if !isSold(d, p) {
				continue
			}
			in.add("product", p.Slug, d.Languages)
			in.add("city", p.City, d.Languages)
			in.add("supplier", p.Supplier, d.Languages)
			for _, category := range p.Categories {
				in.add("category", category, d.Languages)
			}
		}
	}
	return in
}

func (in saleLanguages) add(kind, slug string, languages []string) {
	at := [2]string{kind, slug}
	if in[at] == nil {
		in[at] = map[string]bool{}
	}
	for _, language := range languages {
		in[at][language] = true
	}
}

// languages returns the languages in which an entry is sold; nil if no storefront sells it, or if its kind is not sold.
func (in saleLanguages) languages(kind, slug string) map[string]bool {
	return in[[2]string{kind, slug}]
}

// languagesOfAny returns the languages in which at least one product is sold; nil if there are none.
func (in saleLanguages) languagesOfAny(products []string) map[string]bool {
	var all map[string]bool
	for _, slug := range products {
		for language := range in.languages("product", slug) {
			if all == nil {
				all = map[string]bool{}
			}
			all[language] = true
		}
	}
	return all
}
