package search

import (
	"cmp"
	"math"
	"slices"
)

// splitFound separates products and places in the results.
func (s *matcher) splitFound() (products, places []int32) {
	i, _ := slices.BinarySearch(s.found, int32(len(s.products)))
	return s.found[:i], s.found[i:]
}

// topProducts returns the first products of an order, up to a number. Ties are in the order of the listings.
func (s *matcher) topProducts(limit int, products []int32, by Sort, f *filter) []int32 {
	if s.matchesAll && (by == Relevance || by == "") && len(products) == len(s.products) {
		return s.inListingOrder(products)
	}
	compare := s.compare(by, f)
	if limit < len(products)/4 {
		products = smallest(limit, products, compare)
	}
	slices.SortFunc(products, compare)
	return products
}

// smallest moves the least items to the front, with a heap of them whose greatest is on top.
func smallest(n int, all []int32, compare func(a, b int32) int) []int32 {
	heap := all[:n]
	sink := func(i int) {
		for {
			child := 2*i + 1
			if child >= n {
				return
			}
			if child+1 < n && compare(heap[child+1], heap[child]) > 0 {
				child++
			}
			if compare(heap[child], heap[i]) <= 0 {
				return
			}
			heap[i], heap[child] = heap[child], heap[i]
			i = child
		}
	}
	for i := n/2 - 1; i >= 0; i-- {
		sink(i)
	}
	for _, doc := range all[n:] {
		if n > 0 && compare(doc, heap[0]) < 0 {
			heap[0] = doc
			sink(0)
		}
	}
	return heap
}

// inListingOrder returns all products in the order of the listings.
func (s *matcher) inListingOrder(into []int32) []int32 {
	into = into[:0]
	for _, available := range []int{flagAvailable, 0} {
		for _, doc := range s.listingOrder {
			if s.products[doc].flags&flagAvailable == available {
				into = append(into, doc)
			}
		}
	}
	return into
}

// setOrderThreshold applies the order that a word requests to products that match the other words well; the rest
// follow.
func (s *matcher) setOrderThreshold(products []int32) {
	if s.sort == "" || s.matchesAll {
		return
	}
	for _, doc := range products {
		s.orderThreshold = max(s.orderThreshold, s.score[doc]*clearMatchShare)
	}
}

func (s *matcher) compare(by Sort, f *filter) func(a, b int32) int {
	value := s.sortKey(by, f)
	return func(a, b int32) int {
		p, q := &s.products[a], &s.products[b]
		if c := cmp.Compare(q.flags&flagAvailable, p.flags&flagAvailable); c != 0 {
			return c
		}
		if clear := s.score[a] >= s.orderThreshold; clear != (s.score[b] >= s.orderThreshold) {
			if clear {
				return -1
			}
			return 1
		}
		if c := cmp.Compare(value(a), value(b)); c != 0 {
			return c
		}
		if c := cmp.Compare(s.score[b], s.score[a]); c != 0 {
			return c
		}
		if s.matchesAll {
			return cmp.Compare(p.rank, q.rank)
		}
		return cmp.Or(cmp.Compare(q.average, p.average), cmp.Compare(q.reviews, p.reviews), cmp.Compare(p.rank, q.rank))
	}
}

// sortKey returns the first key of an order, ascending. Products without a value are last.
func (s *matcher) sortKey(by Sort, f *filter) func(int32) float64 {
	orLast := func(v int, sign float64) float64 {
		if v == 0 {
			return math.Inf(1)
		}
		return sign * float64(v)
	}
	switch by {
	case PriceUp:
		return func(doc int32) float64 { return orLast(f.price(&s.products[doc]), 1) }
	case PriceDown:
		return func(doc int32) float64 { return orLast(f.price(&s.products[doc]), -1) }
	case DurationUp:
		return func(doc int32) float64 { return orLast(s.products[doc].minutes, 1) }
	case DurationDown:
		return func(doc int32) float64 { return orLast(s.products[doc].minutes, -1) }
	case RatingDown:
		return func(doc int32) float64 { return -s.products[doc].average }
	}
	return func(int32) float64 { return 0 }
}

// rankPlaces sorts places, the best first.
func (s *matcher) rankPlaces(places []int32) []int32 {
	rank := func(doc int32) int { return s.places[int(doc)-len(s.products)].rank }
	slices.SortFunc(places, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.score[b], s.score[a]), cmp.Compare(rank(a), rank(b)))
	})
	return places
}

func (s *matcher) bestPlaces(places []int32, limit int) ([]FoundPlace, error) {
	out := []FoundPlace{}
	for _, doc := range s.rankPlaces(places)[:min(limit, len(places))] {
		card, err := s.readCard(int(doc))
		if err != nil {
			return nil, err
		}
		out = append(out, FoundPlace{s.places[int(doc)-len(s.products)].kind, card})
	}
	return out, nil
}
