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
func (c *Content) addPictures(in saleLanguages) {
	for _, p := range c.Products {
		in.addPictures(in.languageList("product", p.Slug), p.Pictures, p.ProsePictures)
	}
	for _, city := range c.Library.Cities {
		in.addPictures(in.languageList("city", city.Slug), []string{city.Image}, prosePicturesOf(city.Texts, placeBody))
	}
	for _, category := range c.Library.Categories {
		in.addPictures(in.languageList("category", category.Slug), []string{category.Image},
			prosePicturesOf(category.Texts, placeBody))
	}
	for _, t := range c.Library.Testimonials {
		in.addPictures(in.languageList("product", t.Product),
			prosePicturesOf(t.Texts, func(t *catalog.TestimonialText) catalog.Prose { return t.Body }))
	}
	for _, p := range c.Posts {
		languages := slices.Collect(maps.Keys(in.languagesOfAny(p.Products)))
		if len(p.Products) == 0 {
			languages = c.Library.Languages
		}
		in.addPictures(languages, []string{p.Image}, p.ProsePictures)
	}
	for _, terms := range []map[string]*catalog.Term{c.Library.Terms.Tags, c.Library.Terms.Authors,
		c.Library.Terms.Series} {
		for _, term := range terms {
			in.addPictures(c.Library.Languages, []string{term.Image})
		}
	}
	for _, q := range c.Library.FAQ {
		in.addPictures(c.Library.Languages, prosePicturesOf(q.Texts,
			func(t *catalog.FAQText) catalog.Prose { return t.Body }))
	}
	for _, d := range c.Library.Deployments {
		in.addPictures(d.Languages, []string{d.HeroImage})
		for _, p := range c.Library.Pages {
			if !p.IsShownBy(d.ID) {
				continue
			}
			for _, t := range p.Texts {
				in.addPictures(d.Languages, []string{t.Image})
			}
			in.addPictures(d.Languages, prosePicturesOf(p.Texts,
				func(t *catalog.PageText) catalog.Prose { return t.Body }))
		}
	}
}

func placeBody(t *catalog.PlaceText) catalog.Prose { return t.Body }

// prosePicturesOf returns the pictures that texts name.
func prosePicturesOf[T any](texts map[string]*T, body func(*T) catalog.Prose) (names []string) {
	for _, t := range texts {
		if !markdown.MayHavePictures(body(t)) {
			continue
		}
		markdown.RenderPage(body(t), recordNames(&names, func(name string) *markdown.Picture {
			return &markdown.Picture{Src: name}
		}))
	}
	return names
}

// addPictures adds pictures with the languages in which storefronts show them, which may be empty.
func (in saleLanguages) addPictures(languages []string, all ...[]string) {
	for _, name := range slices.Concat(all...) {
		if len(languages) > 0 {
			in.add(altText, name, languages)
		}
	}
}

// languageList returns the languages in which something is sold.
func (in saleLanguages) languageList(kind, slug string) []string {
	return slices.Collect(maps.Keys(in.languages(kind, slug)))
}

// ShownPictures returns the names of the pictures that the site shows: its pages, and all of its products and stories,
// which scripts and the API show too. Pictures of drafts and of unpublished stories are not among them.
func (s *Site) ShownPictures(items []*Item) map[string]bool {
	shown := map[string]bool{}
	add := func(all ...[]string) {
		for _, names := range all {
			for _, name := range names {
				shown[name] = true
			}
		}
	}
	for _, item := range items {
		add(item.dependencies.pictures)
	}
	for _, p := range s.products {
		add(p.Pictures, p.ProsePictures)
	}
	for _, posts := range s.posts {
		for _, p := range posts {
			add(p.pictures())
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
