package pages

import (
	"maps"
	"reflect"
	"slices"

	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Changes are products and posts that were written anew, by what they were before.
type Changes struct {
	Products map[*Summary]*Summary
	Posts    map[*PostSummary]*PostSummary
}

// Again returns the site and its pages after changes. Pages that show a change are planned anew; anew has their places.
// ok is false if a change may touch more than the pages that show it: an order, a filter, an address. The site then has
// to be made and planned as a new one, with the same result.
func (s *Site) Again(c *Content, items []Item, changes Changes) (again *Site, planned []Item, anew []int, ok bool) {
	again = new(Site)
	*again = *s
	again.content = c
	old, ok := again.replace(changes)
	if !ok {
		return nil, nil, nil, false
	}
	planned = slices.Clone(items)
	planners := map[string]*planner{}
	for i := range planned {
		item := &planned[i]
		if item.again == nil || !old.shownOn(item.shows) {
			continue
		}
		p := planners[item.Language]
		if p == nil {
			p = again.planner(item.Language)
			planners[item.Language] = p
		}
		p.items = p.items[:0]
		item.again(p)
		*item = p.items[0]
		anew = append(anew, i)
	}
	return again, planned, anew, true
}

// replaced are the summaries that were replaced.
type replaced struct {
	products map[*Summary]bool
	posts    map[*PostSummary]bool
}

func (r replaced) shownOn(shows shown) bool {
	return len(r.products) > 0 && slices.ContainsFunc(shows.products, func(p *Summary) bool { return r.products[p] }) ||
		len(r.posts) > 0 && slices.ContainsFunc(shows.posts, func(p *PostSummary) bool { return r.posts[p] })
}

// replace puts the new in the places of the old, in lists of the site's own.
func (s *Site) replace(changes Changes) (old replaced, ok bool) {
	old = replaced{map[*Summary]bool{}, map[*PostSummary]bool{}}
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
		place := slices.Index(s.posts[before.Language], before)
		if place < 0 {
			continue
		}
		if !own[before.Language] {
			own[before.Language] = true
			s.posts[before.Language] = slices.Clone(s.posts[before.Language])
		}
		s.posts[before.Language][place] = after
		old.posts[before] = true
	}
	return old, true
}

// standing is all of a summary but its words: what decides where the product is shown, and under which address.
func standing(p *Summary) Summary {
	bare := *p
	bare.Texts, bare.Image, bare.Own = nil, "", nil
	bare.Facts = CardFacts{Available: p.Facts.Available}
	return bare
}

func standingOf(p *PostSummary) PostSummary {
	bare := *p
	bare.Card, bare.HTML, bare.Links, bare.Image, bare.Tags, bare.Modified = payload.PostCard{}, digest.Digest{}, nil,
		"", nil, ""
	return bare
}
