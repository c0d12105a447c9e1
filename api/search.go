package api

import (
	"cmp"
	"context"

	"storefront/internal/search"
	"storefront/internal/shop/booking"
)

// Defaults of parameters, as in openapi.yaml.
const (
	defaultPage        = 1
	defaultPageSize    = 24
	defaultSuggestions = 5
)

// Search finds products.
func (s *server) Search(ctx context.Context, r SearchRequestObject) (SearchResponseObject, error) {
	d := visitOf(ctx).deployment
	q := queryFrom(&r.Params)
	q.Currency, q.Exchange = cmp.Or(q.Currency, d.ShownCurrency, d.Currency), d.Exchange
	q.Only = s.bookableFilter(d, r.Params.Date, r.Params.FreeCancellation)
	found, err := s.Searcher.Query(ctx, d.ID, d.Language, q)
	if err != nil {
		return nil, err
	}
	return Search200JSONResponse(resultsTo(found)), nil
}

// bookableFilter returns a filter that keeps products with something to book on a day, if one is given, and, if free is
// true, with free cancellation: on that day, or at the earliest start. It returns nil if neither is requested.
func (s *server) bookableFilter(
	d booking.Deployment, day string, free bool,
) func(context.Context, []string) ([]bool, error) {
	switch {
	case day != "" && free:
		return func(ctx context.Context, slugs []string) ([]bool, error) {
			return s.Booking.FreelyCancellableOn(ctx, d, day, slugs)
		}
	case day != "":
		return func(ctx context.Context, slugs []string) ([]bool, error) {
			return s.Booking.BookableOn(ctx, d, day, slugs)
		}
	case free:
		return func(ctx context.Context, slugs []string) ([]bool, error) {
			return s.Booking.NextStartFreelyCancellable(ctx, d, slugs)
		}
	}
	return nil
}

func queryFrom(p *SearchParams) search.Query {
	return search.Query{
		Text: p.Q, Sort: p.Sort, Page: orElse(p.Page, defaultPage), PageSize: orElse(p.PageSize, defaultPageSize),
		Currency: p.Currency,
		Filter: search.Filter{
			Cities: p.City, Categories: p.Category, Languages: p.Guide,
			Price:   search.Range{Min: p.PriceMin, Max: p.PriceMax},
			Minutes: search.Range{Min: p.MinutesMin, Max: p.MinutesMax},
			Rating:  p.Rating, Pickup: p.Pickup,
		},
	}
}

func orElse(given *int, fallback int) int {
	if given == nil {
		return fallback
	}
	return *given
}

func resultsTo(r search.Results) SearchResults {
	out := SearchResults{Total: r.Total, Products: r.Cards, Places: []FoundPlace{}, Facets: facetsTo(&r.Facets),
		Inexact: r.Inexact, Partial: r.Partial}
	for _, p := range r.Places {
		out.Places = append(out.Places, FoundPlace{Kind: p.Kind, Card: p.Card})
	}
	return out
}

func facetsTo(f *search.Facets) Facets {
	out := Facets{
		Cities: facetListTo(f.Cities), Categories: facetListTo(f.Categories), Guides: facetListTo(f.Languages),
		Ratings: []RatingFacet{}, FreeCancellation: f.FreeCancellation, Pickup: f.Pickup,
		Price: spanTo(f.Price), Minutes: spanTo(f.Minutes), Currency: f.Currency,
	}
	for _, r := range f.Ratings {
		out.Ratings = append(out.Ratings, RatingFacet{From: r.From, Count: r.Count})
	}
	return out
}

func spanTo(r search.Range) Span { return Span{Min: r.Min, Max: r.Max} }

func facetListTo(list []search.Facet) []Facet {
	out := make([]Facet, 0, len(list))
	for _, f := range list {
		out = append(out, Facet{Value: f.Value, Name: f.Name, Count: f.Count})
	}
	return out
}

// Suggest returns completions of a typed text.
func (s *server) Suggest(ctx context.Context, r SuggestRequestObject) (SuggestResponseObject, error) {
	d := visitOf(ctx).deployment
	found, err := s.Searcher.Suggest(ctx, d.ID, d.Language, r.Params.Q, orElse(r.Params.Limit, defaultSuggestions))
	if err != nil {
		return nil, err
	}
	return Suggest200JSONResponse{Cities: found.Cities, Categories: found.Categories, Products: found.Products,
		Popular: found.Popular}, nil
}
