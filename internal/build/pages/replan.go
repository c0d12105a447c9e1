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

// ChangePictures reports whether a picture is shown on other pages than before, or has another alternative text.
func (c *Changes) ChangePictures() bool {
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

// ContentWithPictures returns the folders of the products and posts that show one of the pictures.
func (c *Content) ContentWithPictures(pictures map[string]bool) (products, posts []string) {
	isChanged := func(name string) bool { return pictures[name] }
	for _, p := range c.Products {
		if slices.ContainsFunc(p.Pictures, isChanged) || slices.ContainsFunc(p.ProsePictures, isChanged) {
			products = append(products, p.Slug)
		}
	}
	for _, p := range c.Posts {
		if slices.ContainsFunc(p.pictures(), isChanged) {
			posts = append(posts, p.Folder)
		}
	}
	return products, posts
}

// Replan returns the site and its pages after changes. Only pages that show a change are planned again: replanned has
// their places. ok is false if a change may affect other pages too: an order, a filter, an address. The site then has
// to be made and planned from scratch, with the same result.
func (s *Site) Replan(c *Content, items []*Item, changes Changes) (
	updated *Site, planned []*Item, replanned []int, ok bool) {
	updated, old, ok := s.withChanges(c, changes)
	if !ok {
		return nil, nil, nil, false
	}
	planned, shown := slices.Clone(items), old.usedBy()
	for first := 0; first < len(items); {
		language, known := items[first].Language, len(replanned)
		var places []int
		end := first
		for ; end < len(items) && items[end].Language == language; end++ {
			if shown(items[end].dependencies) {
				places, replanned = append(places, end-first), append(replanned, end)
			}
		}
		for i, item := range updated.planSome(language, places) {
			planned[replanned[known+i]] = item
		}
		first = end
	}
	return updated, planned, replanned, true
}

// planSome plans the pages at some places of the plan of a language.
func (s *Site) planSome(language string, wanted []int) []*Item {
	if len(wanted) == 0 {
		return nil
	}
	p := s.planner(language)
	p.isPartial, p.remainingPlaces = true, wanted
	p.planAll()
	return p.items
}

// skipPage reports whether the plan leaves out the next page. It is called once for each page.
func (p *planner) skipPage() bool {
	p.nextPlace++
	if !p.isPartial {
		return false
	}
	if len(p.remainingPlaces) > 0 && p.remainingPlaces[0] == p.nextPlace-1 {
		p.remainingPlaces = p.remainingPlaces[1:]
		return false
	}
	return true
}

// skipToWanted skips up to n pages before the next page that the plan has, and returns how many it skipped.
func (p *planner) skipToWanted(n int) int {
	switch {
	case !p.isPartial:
		return 0
	case len(p.remainingPlaces) > 0:
		n = min(n, p.remainingPlaces[0]-p.nextPlace)
	}
	p.nextPlace += n
	return n
}

// skipPages skips the next n pages and returns true, if the plan leaves out all of them.
func (p *planner) skipPages(n int) bool {
	if !p.isPartial || len(p.remainingPlaces) > 0 && p.remainingPlaces[0] < p.nextPlace+n {
		return false
	}
	p.nextPlace += n
	return true
}

// withChanges returns the site, and those of its languages, with the new summaries in place of the old ones.
func (s *Site) withChanges(c *Content, changes Changes) (updated *Site, old replacedContent, ok bool) {
	updated = new(Site)
	*updated = *s
	updated.content, updated.root, updated.allPayloads = c, updated, &allPayloads{}
	if old, ok = updated.replaceSummaries(changes); ok && updated.changesMenuTitles(changes) {
		return nil, old, false
	}
	if !ok || s.byLanguage == nil {
		return updated, old, ok
	}
	updated.byLanguage = map[string]*Site{}
	for language, previous := range s.byLanguage {
		languageSite := new(Site)
		*languageSite = *previous
		languageSite.content, languageSite.root, languageSite.byLanguage = c, updated, updated.byLanguage
		if _, ok = languageSite.replaceSummaries(changes); !ok {
			return nil, old, false
		}
		updated.byLanguage[language] = languageSite
	}
	return updated, old, true
}

// changesMenuTitles reports whether a link of the header or the footer, which every page has, has a title that changes.
func (s *Site) changesMenuTitles(changes Changes) bool {
	var renamed []func(language string) string // their paths
	for before, after := range changes.Products {
		if !slices.EqualFunc(before.Texts, after.Texts, func(a, b SummaryText) bool { return a.Title == b.Title }) {
			renamed = append(renamed, func(language string) string { return s.productPath(after, language) })
		}
	}
	for before, after := range changes.Posts {
		if before.Card.Title != after.Card.Title {
			renamed = append(renamed, func(string) string { return postPath(after.Slug) })
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
		return !link.IsExternal() && link.Name == nil && slices.ContainsFunc(s.deployment.Languages,
			func(language string) bool {
				href, _ := s.resolve(link.To, language)
				bare, _, _ := strings.Cut(href, "#")
				return slices.ContainsFunc(renamed, func(path func(string) string) bool {
					return bare == s.prefix(language)+path(language)
				})
			})
	})
}

// replacedContent are the summaries that were replaced, and the pictures.
type replacedContent struct {
	products map[*Summary]bool
	posts    map[*PostSummary]bool
	pictures map[string]bool
}

// usedBy returns a function that reports whether a page shows replaced content.
func (r replacedContent) usedBy() func(page *dependencies) bool {
	products, posts, pictures := containsAny(r.products), containsAny(r.posts), containsAny(r.pictures)
	return func(page *dependencies) bool {
		return products(page.products) || posts(page.posts) || pictures(page.pictures)
	}
}

// containsAny returns a function that reports whether a list has a member of a set. Most sets have one member or none.
func containsAny[T comparable](set map[T]bool) func([]T) bool {
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

// replaceSummaries replaces the old summaries with the new ones, in copies of the lists.
func (s *Site) replaceSummaries(changes Changes) (old replacedContent, ok bool) {
	old = replacedContent{map[*Summary]bool{}, map[*PostSummary]bool{}, changes.Pictures}
	s.products = slices.Clone(s.products)
	for before, after := range changes.Products {
		before, after = before.ForDeployment(s.deployment.ID), after.ForDeployment(s.deployment.ID)
		if !reflect.DeepEqual(placementOf(before), placementOf(after)) {
			return old, false
		}
		place, sold := s.productIndex[before.Slug]
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
	isCloned := map[string]bool{}
	for before, after := range changes.Posts {
		if !reflect.DeepEqual(postPlacementOf(before), postPlacementOf(after)) {
			return old, false
		}
		for language := range s.posts { // a site of one language may show posts in another
			place := slices.Index(s.posts[language], before)
			if place < 0 {
				continue
			}
			if !isCloned[language] {
				isCloned[language] = true
				s.posts[language] = slices.Clone(s.posts[language])
			}
			s.posts[language][place] = after
			old.posts[before] = true
		}
	}
	return old, true
}

// placementOf returns a summary without its words: the values that decide where the product is shown, its address, and
// the parts of its page that others may link to.
func placementOf(p *Summary) Summary {
	placement := *p
	placement.Texts, placement.Pictures, placement.ByDeployment = make([]SummaryText, len(p.Texts)), nil, nil
	placement.OfferKey, placement.PicturesKey = digest.Digest{}, digest.Digest{}
	for i := range p.Texts {
		t := &p.Texts[i]
		placement.Texts[i] = SummaryText{WrittenIn: t.WrittenIn, Slug: t.Slug, Aliases: t.Aliases,
			HeadingIDs: t.HeadingIDs}
		if p.isShownIn(i) {
			placement.Texts[i].Title = "shown"
		}
	}
	placement.Facts = CardFacts{Available: p.Facts.Available}
	return placement
}

// postPlacementOf is placementOf for posts.
func postPlacementOf(p *PostSummary) PostSummary {
	placement := *p
	placement.Card = payload.PostCard{Author: p.Card.Author}
	placement.HTMLKey, placement.Links, placement.Image, placement.Modified = digest.Digest{}, nil, "", ""
	placement.Blocks, placement.PicturesKey = nil, digest.Digest{}
	return placement
}
