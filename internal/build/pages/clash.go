package pages

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/core/route"
)

// SlugClash is a slug that another page uses already.
type SlugClash struct {
	File    string // below the folder of content
	Message string
}

// slugClaim is content with a page among others, which may not have the same address.
type slugClaim struct {
	folder     string                    // "products/dunes"
	folderName string                    // of the folder, which means the page in every language
	slugIn     func(catalog.View) string // its own slug in a view, percent-encoded; empty if it has none there
	languageIn func(catalog.View) string // the language of the text that a view shows
}

// SlugClashes returns the slugs that are also the slug, or the folder's name, of another page in the same language.
func (c *Content) SlugClashes() (all []SlugClash) {
	for _, group := range c.slugClaims() {
		all = append(all, c.clashesAmong(group)...)
	}
	return all
}

func (c *Content) clashesAmong(group []slugClaim) (all []SlugClash) {
	views := c.Library.Views()
	if !slices.ContainsFunc(group, func(claim slugClaim) bool {
		return slices.ContainsFunc(views, func(v catalog.View) bool { return claim.slugIn(v) != "" })
	}) {
		return nil
	}
	folderByName := map[string]string{} // by name
	for _, claim := range group {
		folderByName[claim.folderName] = claim.folder
	}
	reported := map[string]bool{}
	for _, view := range views {
		folderBySlug := map[string]string{}
		for _, claim := range group {
			slug := claim.slugIn(view)
			if slug == "" {
				continue
			}
			other := folderByName[slug]
			if other == "" {
				other = folderBySlug[slug]
			}
			file := claim.folder + "/" + claim.languageIn(view) + ".md"
			if other != "" && !reported[file] {
				reported[file] = true
				all = append(all, SlugClash{file, fmt.Sprintf("the slug %s leads to %s in %q already",
					route.Unescape(slug), other, view.Language)})
			}
			folderBySlug[slug] = claim.folder
		}
	}
	return all
}

// slugClaims returns groups of content whose slugs have to differ: products, cities, stories, categories and pages.
func (c *Content) slugClaims() [][]slugClaim {
	var products, cities, top []slugClaim
	if slices.ContainsFunc(c.Products, hasOwnSlug) { // most catalogues have none
		for _, p := range c.Products {
			products = append(products, c.productClaim(p))
		}
	}
	for _, city := range c.Library.Cities {
		cities = append(cities, claimOf("cities/"+city.Slug, city.Slug, city, city.Texts))
	}
	for _, category := range c.Library.Categories {
		top = append(top, claimOf("categories/"+category.Slug, category.Slug, category, category.Texts))
	}
	for _, folder := range slices.Sorted(maps.Keys(c.Library.Pages)) {
		page := c.Library.Pages[folder]
		top = append(top, claimOf("pages/"+folder, folder, page, page.Texts))
	}
	slices.SortFunc(products, byFolder)
	return [][]slugClaim{products, cities, top, c.postClaims()}
}

func claimOf[T any](folder, name string, content pageContent, texts map[string]*T) slugClaim {
	return slugClaim{folder, name, func(v catalog.View) string { return ownSlug(content, name, v) },
		func(v catalog.View) string {
			_, language := catalog.TextIn(v, texts)
			return language
		}}
}

func (c *Content) productClaim(p *Summary) slugClaim {
	textIn := func(v catalog.View) *SummaryText { return &p.Texts[slices.Index(c.Summarizer.views, v)] }
	return slugClaim{"products/" + p.Slug, p.Slug, func(v catalog.View) string { return textIn(v).Slug },
		func(v catalog.View) string {
			if writtenIn := textIn(v).WrittenIn; writtenIn != nil {
				return writtenIn.Lang
			}
			return v.Language
		}}
}

func hasOwnSlug(p *Summary) bool {
	return slices.ContainsFunc(p.Texts, func(t SummaryText) bool { return t.Slug != "" })
}

// postClaims returns the claims of stories in their own languages; in other languages they get addresses that are
// free.
func (c *Content) postClaims() (all []slugClaim) {
	for _, p := range c.Posts {
		claim := slugClaim{folder: "blog/" + p.Folder, folderName: p.Folder,
			languageIn: func(catalog.View) string { return p.Language }}
		claim.slugIn = func(v catalog.View) string {
			if v != (catalog.View{Language: p.Language}) || p.Slug == p.Folder {
				return ""
			}
			return p.Slug
		}
		all = append(all, claim)
	}
	slices.SortFunc(all, byFolder)
	return all
}

func byFolder(a, b slugClaim) int { return cmp.Compare(a.folder, b.folder) }
