package pages

import (
	"cmp"
	"slices"
)

const relatedCount = 4

// related returns the editors' choice, then neighbours: same city and kind, same city, same kind. The walk begins after
// the product itself and wraps around, so that every product is a neighbour of others, at the same cost whatever their
// number. Products that cannot be booked are never neighbours; on their own pages the best rated neighbours come first.
func (s *Site) related(p *Summary) []*Summary {
	var out []*Summary
	add := func(q *Summary) {
		if q != nil && q != p && q.Facts.Available && len(out) < relatedCount && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	for _, slug := range p.Related {
		add(s.product(slug))
	}
	for _, list := range [][]int{s.byCityAndCategory[[2]string{p.City, p.Categories[0]}], s.byCity[p.City],
		s.byCategory[p.Categories[0]], s.all} {
		start, _ := slices.BinarySearch(list, s.productIndex[p.Slug]+1)
		for i := 0; i < min(len(list), 2*relatedCount) && len(out) < relatedCount; i++ {
			add(s.products[list[(start+i)%len(list)]])
		}
	}
	if !p.Facts.Available {
		sortByRating(out)
	}
	return out
}

// sortByRating puts the best rated first, and leaves the order of those that are rated alike.
func sortByRating(products []*Summary) {
	slices.SortStableFunc(products, func(a, b *Summary) int {
		return cmp.Or(cmp.Compare(b.Average, a.Average), cmp.Compare(b.Reviews, a.Reviews))
	})
}

// bestBookable returns the best rated products that can be booked.
func (s *Site) bestBookable(most int) []*Summary {
	var out []*Summary
	for _, p := range s.products {
		if p.Facts.Available {
			out = append(out, p)
		}
	}
	sortByRating(out)
	return out[:min(len(out), most)]
}
