package search

import (
	"context"
	"encoding/json"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/money"
)

// Query is a visitor's search.
type Query struct {
	// Text is as typed. All its words must match, the last also as the beginning of a word; if nothing matches all,
	// some must. An empty text matches everything.
	Text   string
	Filter Filter
	Sort   Sort
	// Only, if not nil, is called once with the slugs of the products that pass the filter or miss one part of it only,
	// and returns for each whether it may be found at all.
	Only func(ctx context.Context, slugs []string) ([]bool, error)
	// Page and PageSize are at least 1.
	Page, PageSize int
	// Currency is the currency in which prices are filtered, ordered and counted, as Exchange converts them; by default
	// the deployment's first. A price without a known rate counts as no price.
	Currency string
	Exchange money.Exchange
}

// Filter narrows the results. Of each list one value must fit; empty lists, zeros and false do not filter.
type Filter struct {
	Cities, Categories []string
	Languages          []string // of guides
	Price              Range    // in minor units of the query's currency
	Minutes            Range
	Rating             float64 // at least
	FreeCancellation   bool
	Pickup             bool
}

// Range is a closed interval; a Max of 0 is open.
type Range struct{ Min, Max int }

// Sort is the order of results. Products that cannot be booked are last in each.
type Sort string

// The orders. Relevance is by match, then by rating; without a text it is the order of the listings.
const (
	Relevance    Sort = "relevance"
	PriceUp      Sort = "price"
	PriceDown    Sort = "-price"
	DurationUp   Sort = "duration"
	DurationDown Sort = "-duration"
	RatingDown   Sort = "-rating"
)

// Text after these numbers of bytes and words is ignored.
const (
	maxQueryBytes = 1000
	maxQueryWords = 12
)

// Results are one page of the results.
type Results struct {
	// Total counts the products on all pages.
	Total int
	Cards []json.RawMessage // a payload.ProductCard as JSON each
	// Places are the cities and categories that the text names, the best first; they are not filtered.
	Places []FoundPlace
	Facets Facets
	// Inexact is true if results match only with typing errors forgiven.
	Inexact bool
	// Partial is true if nothing matches every word of the text: these products match some, those with the most first.
	Partial bool
}

// FoundPlace is a city or category; Card is its payload.PlaceCard as JSON.
type FoundPlace struct {
	Kind PlaceKind
	Card json.RawMessage
}

// maxPlaces bounds the places above the products of a query.
const maxPlaces = 6

// Query finds products. A failure is Invalid for a query that no page sends, Unavailable without a readable index, or
// the context's error.
func (s *Searcher) Query(ctx context.Context, deployment, language string, q Query) (Results, error) {
	if err := q.validate(); err != nil {
		return Results{}, err
	}
	x, err := s.liveIndex(deployment, language)
	if err != nil {
		return Results{}, err
	}
	found := newMatcher(x)
	defer found.release()
	if err := found.match(ctx, q.Text, false, allFields); err != nil {
		return Results{}, err
	}
	out := Results{Inexact: found.inexact, Partial: found.partial, Cards: []json.RawMessage{}, Places: []FoundPlace{}}
	products, places := found.splitFound()
	f := x.newFilter(q)
	if q.Only != nil {
		if products, err = f.keepAvailable(ctx, products, q.Only); err != nil {
			return Results{}, err
		}
	}
	products, out.Facets = f.apply(products)
	if q.Sort == Relevance || q.Sort == "" {
		q.Sort = found.sort
		found.setOrderThreshold(products)
	}
	out.Total = len(products)
	for _, doc := range pageOf(found.topProducts(q.Page*q.PageSize, products, q.Sort, f), q) {
		card, err := x.readCard(int(doc))
		if err != nil {
			return Results{}, err
		}
		out.Cards = append(out.Cards, card)
	}
	if !found.matchesAll {
		out.Places, err = found.bestPlaces(places, maxPlaces)
	}
	return out, err
}

func (q *Query) validate() error {
	var wrong form.FieldErrors
	switch q.Sort {
	case "", Relevance, PriceUp, PriceDown, DurationUp, DurationDown, RatingDown:
	default:
		wrong.Add("sort", fault.Unknown)
	}
	if r := q.Filter.Price; r.Max > 0 && r.Max < r.Min {
		wrong.Add("priceMax", fault.Min)
	}
	if r := q.Filter.Minutes; r.Max > 0 && r.Max < r.Min {
		wrong.Add("minutesMax", fault.Min)
	}
	if _, known := money.Exponent(q.Currency); q.Currency != "" && !known {
		wrong.Add("currency", fault.Unknown)
	}
	return wrong.Err("Invalid search parameters.")
}

func pageOf(all []int32, q Query) []int32 {
	from := min(len(all), (q.Page-1)*q.PageSize)
	return all[from:min(len(all), from+q.PageSize)]
}

// truncate shortens a text to a number of bytes, at a whole letter.
func truncate(text string) string {
	if len(text) > maxQueryBytes {
		text = strings.ToValidUTF8(text[:maxQueryBytes], "")
	}
	return text
}
