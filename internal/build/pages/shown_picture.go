package pages

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
)

// altText is the kind of the entries of pictures.
const altText = "alt text"

// addPictures adds the languages of the storefronts that show pictures with their products, in stories and in pages.
func (c *Content) addPictures(in soldIn) {
	for _, p := range c.Products {
		in.shows(in.list("product", p.Slug), p.Pictures, p.InProse)
	}
	for _, city := range c.Library.Cities {
		in.shows(in.list("city", city.Slug), []string{city.Image}, inProse(city.Texts, placeBody))
	}
	for _, category := range c.Library.Categories {
		in.shows(in.list("category", category.Slug), []string{category.Image}, inProse(category.Texts, placeBody))
	}
	for _, t := range c.Library.Testimonials {
		in.shows(in.list("product", t.Product),
			inProse(t.Texts, func(t *catalog.TestimonialText) catalog.Prose { return t.Body }))
	}
	for _, p := range c.Posts {
		languages := slices.Collect(maps.Keys(in.ofAny(p.Products)))
		if len(p.Products) == 0 {
			languages = c.Library.Languages
		}
		in.shows(languages, []string{p.Image}, p.InProse)
	}
	for _, terms := range []map[string]*catalog.Term{c.Library.Terms.Tags, c.Library.Terms.Authors,
		c.Library.Terms.Series} {
		for _, term := range terms {
			in.shows(c.Library.Languages, []string{term.Image})
		}
	}
	for _, q := range c.Library.FAQ {
		in.shows(c.Library.Languages, inProse(q.Texts, func(t *catalog.FAQText) catalog.Prose { return t.Body }))
	}
	for _, d := range c.Library.Deployments {
		in.shows(d.Languages, []string{d.HeroImage})
		for _, p := range c.Library.Pages {
			if !p.IsOf(d.ID) {
				continue
			}
			for _, t := range p.Texts {
				in.shows(d.Languages, []string{t.Image})
			}
			in.shows(d.Languages, inProse(p.Texts, func(t *catalog.PageText) catalog.Prose { return t.Body }))
		}
	}
}

func placeBody(t *catalog.PlaceText) catalog.Prose { return t.Body }

// inProse returns the pictures that texts name.
func inProse[T any](texts map[string]*T, body func(*T) catalog.Prose) (names []string) {
	for _, t := range texts {
		if !markdown.MayShowPictures(body(t)) {
			continue
		}
		markdown.RenderPage(body(t), noting(&names, func(name string) *markdown.Picture {
			return &markdown.Picture{Src: name}
		}))
	}
	return names
}

// shows adds pictures with the languages in which storefronts show them, which may be empty.
func (in soldIn) shows(languages []string, all ...[]string) {
	for _, name := range slices.Concat(all...) {
		if len(languages) > 0 {
			in.add(altText, name, languages)
		}
	}
}

// list returns the languages in which something is sold.
func (in soldIn) list(kind, slug string) []string {
	return slices.Collect(maps.Keys(in.languages(kind, slug)))
}

// ShownPictures returns the names of the pictures that the site shows: its pages, and all of its products and stories,
// which scripts and the API show too. Pictures of drafts and of unpublished stories are not among them.
func (s *Site) ShownPictures(items []*Item) map[string]bool {
	shown := map[string]bool{}
	note := func(all ...[]string) {
		for _, names := range all {
			for _, name := range names {
				shown[name] = true
			}
		}
	}
	for _, item := range items {
		note(item.shows.pictures)
	}
	for _, p := range s.products {
		note(p.Pictures, p.InProse)
	}
	for _, posts := range s.posts {
		for _, p := range posts {
			note(p.pictures())
		}
	}
	return shown
}

// PicturesOf returns the names of the pictures of a folder of content that is a product or a story of the site. ok is
// false for other folders.
func (s *Site) PicturesOf(folder string) (names []string, ok bool) {
	switch kind, slug, _ := strings.Cut(folder, "/"); kind {
	case "products":
		if p := s.product(slug); p != nil {
			names = p.pictures()
		}
		return names, true
	case "blog":
		for _, posts := range s.posts {
			for _, p := range posts {
				if p.Folder == slug {
					names = append(names, p.pictures()...)
				}
			}
		}
		return names, true
	}
	return nil, false
}
