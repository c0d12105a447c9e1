package pages

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Changes are the products and posts that were edited, by their previous summaries, and the names of pictures whose
// alternative texts changed.
type Changes struct {
	Products map[*Summary]*Summary
	Posts    map[*PostSummary]*PostSummary
	Pictures map[string]bool
}

// Pictured reports whether a picture is shown on other pages than before, or has another alternative text.
func (c *Changes) Pictured() bool {
	for before, after := range c.Products {
		if !slices.Equal(before.Pictures, after.Pictures) {
			return true
		}
	}
	for before, after := range c.Posts {
		if before.Image != after.Image {
			return true
		}
	}
	return len(c.Pictures) > 0
}

// Showing returns the folders of the products and posts that show one of the pictures.
func (c *Content) Showing(pictures map[string]bool) (products, posts []string) {
	shown := func(name string) bool { return pictures[name] }
	for _, p := range c.Products {
		if slices.ContainsFunc(p.Pictures, shown) || slices.ContainsFunc(p.InProse, shown) {
			products = append(products, p.Slug)
		}
	}
	for _, p := range c.Posts {
		if slices.ContainsFunc(p.pictures(), shown) {
			posts = append(posts, p.Folder)
		}
	}
	return products, posts
}

// Again returns the site and its pages after changes. Only pages that show a change are planned again; anew has their
// places. ok is false if a change may affect other pages too: an order, a filter, an address. The site then has to be
// made and planned from scratch, with the same result.
func (s *Site) Again(c *Content, items []*Item, changes Changes) (again *Site, planned []*Item, anew []int, ok bool) {
	again, old, ok := s.with(c, changes)
	if !ok {
		return nil, nil, nil, false
	}
	planned, shown := slices.Clone(items), old.shownOn()
	for first := 0; first < len(items); {
		language, known := items[first].Language, len(anew)
		var wanted []int
		end := first
		for ; end < len(items) && items[end].Language == language; end++ {
			if shown(items[end].shows) {
				wanted, anew = append(wanted, end-first), append(anew, end)
			}
		}
		for i, item := range again.planSome(language, wanted) {
			planned[anew[known+i]] = item
		}
		first = end
	}
	return again, planned, anew, true
}

// planSome plans the pages at some places of the plan of a language.
func (s *Site) planSome(language string, wanted []int) []*Item {
	if len(wanted) == 0 {
		return nil
	}
	p := s.planner(language)
	p.some, p.wanted = true, wanted
	p.all()
	return p.items
}

// skips reports whether the next page is not wanted. It is called once for each page.
func (p *planner) skips() bool {
	p.place++
	if !p.some {
		return false
	}
	if len(p.wanted) > 0 && p.wanted[0] == p.place-1 {
		p.wanted = p.wanted[1:]
		return false
	}
	return true
}

// skipped skips the pages before the next wanted one among the next n, and returns their number.
func (p *planner) skipped(n int) int {
	switch {
	case !p.some:
		return 0
	case len(p.wanted) > 0:
		n = min(n, p.wanted[0]-p.place)
	}
	p.place += n
	return n
}

// skipsAll reports whether none of the next n pages is wanted, and skips them then.
func (p *planner) skipsAll(n int) bool {
	if !p.some || len(p.wanted) > 0 && p.wanted[0] < p.place+n {
		return false
	}
	p.place += n
	return true
}

// with returns the site, and those of its languages, with the new summaries in place of the old ones.
func (s *Site) with(c *Content, changes Changes) (again *Site, old replaced, ok bool) {
	again = new(Site)
	*again = *s
	again.content, again.root, again.whole = c, again, &wholePlan{}
	if old, ok = again.replace(changes); ok && again.retitlesMenus(changes) {
		return nil, old, false
	}
	if !ok || s.in == nil {
		return again, old, ok
	}
	again.in = map[string]*Site{}
	for language, in := range s.in {
		one := new(Site)
		*one = *in
		one.content, one.root, one.in = c, again, again.in
		if _, ok = one.replace(changes); !ok {
			return nil, old, false
		}
		again.in[language] = one
	}
	return again, old, true
}

// retitlesMenus reports whether a link of the header or the footer, which every page has, has a title that changes.
func (s *Site) retitlesMenus(changes Changes) bool {
	var renamed []func(language string) string // their paths
	for before, after := range changes.Products {
		if !slices.EqualFunc(before.Texts, after.Texts, func(a, b SummaryText) bool { return a.Title == b.Title }) {
			renamed = append(renamed, func(language string) string { return s.productPath(after, language) })
		}
	}
	for before, after := range changes.Posts {
		if before.Card.Title != after.Card.Title {
			renamed = append(renamed, func(string) string { return storyPath(after.Slug) })
		}
	}
	if len(renamed) == 0 {
		return false
	}
	links := slices.Clone(s.deployment.Menu)
	for _, group := range s.deployment.Footer {
		links = append(links, group.Links...)
	}
	return slices.ContainsFunc(links, func(link catalog.Link) bool {
		return !link.Outside() && link.Name == nil && slices.ContainsFunc(s.deployment.Languages,
			func(language string) bool {
				href, _ := s.resolve(link.To, language)
				bare, _, _ := strings.Cut(href, "#")
				return slices.ContainsFunc(renamed, func(path func(string) string) bool {
					return bare == s.prefix(language)+path(language)
				})
			})
	})
}

// replaced are the summaries that were replaced, and the pictures.
type replaced struct {
	products map[*Summary]bool
	posts    map[*PostSummary]bool
	pictures map[string]bool
}

// shownOn returns a test of whether a page shows some of them.
func (r replaced) shownOn() func(shows *shown) bool {
	products, posts, pictures := anyOf(r.products), anyOf(r.posts), anyOf(r.pictures)
	return func(shows *shown) bool {
		return products(shows.products) || posts(shows.posts) || pictures(shows.pictures)
	}
}

// anyOf returns a test of whether some of a list are in a set, which mostly has one member or none.
func anyOf[T comparable](set map[T]bool) func([]T) bool {
	switch len(set) {
	case 0:
		return func([]T) bool { return false }
	case 1:
		for one := range set {
			return func(all []T) bool { return slices.Contains(all, one) }
		}
	}
	return func(all []T) bool { return slices.ContainsFunc(all, func(v T) bool { return set[v] }) }
}

// replace puts the new summaries in the places of the old ones, in copies of the lists.
func (s *Site) replace(changes Changes) (old replaced, ok bool) {
	old = replaced{map[*Summary]bool{}, map[*PostSummary]bool{}, changes.Pictures}
	s.products = slices.Clone(s.products)
	for before, after := range changes.Products {
		before, after = before.In(s.deployment.ID), after.In(s.deployment.ID)
		if !reflect.DeepEqual(standing(before), standing(after)) {
			return old, false
		}
		place, sold := s.place[before.Slug]
		if !sold {
			continue
		}
		if s.products[place] != before {
			return old, false
		}
		s.products[place] = after
		old.products[before] = true
	}
	s.posts = maps.Clone(s.posts)
	own := map[string]bool{}
	for before, after := range changes.Posts {
		if !reflect.DeepEqual(standingOf(before), standingOf(after)) {
			return old, false
		}
		for language := range s.posts { // a site of one language may show posts in another
			place := slices.Index(s.posts[language], before)
			if place < 0 {
				continue
			}
			if !own[language] {
				own[language] = true
				s.posts[language] = slices.Clone(s.posts[language])
			}
			s.posts[language][place] = after
			old.posts[before] = true
		}
	}
	return old, true
}

// standing is all of a summary but its words: what decides where the product is shown, and under which address.
func standing(p *Summary) Summary {
	bare := *p
	bare.Texts, bare.Pictures, bare.Own = make([]SummaryText, len(p.Texts)), nil, nil
	bare.Offer, bare.PicturesKey = digest.Digest{}, digest.Digest{}
	for i := range p.Texts {
		t := &p.Texts[i]
		bare.Texts[i] = SummaryText{WrittenIn: t.WrittenIn, Slug: t.Slug, Aliases: t.Aliases}
		if p.shownIn(i) {
			bare.Texts[i].Title = "shown"
		}
	}
	bare.Facts = CardFacts{Available: p.Facts.Available}
	return bare
}

func standingOf(p *PostSummary) PostSummary {
	bare := *p
	bare.Card, bare.HTML, bare.Links, bare.Image, bare.Modified = payload.PostCard{Author: p.Card.Author},
		digest.Digest{}, nil, "", ""
	bare.Blocks, bare.PicturesKey = nil, digest.Digest{}
	return bare
}
