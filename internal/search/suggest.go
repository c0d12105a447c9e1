package search

import (
	"context"
	"encoding/json"
	"slices"
)

// Suggestions complete a text that is being typed, with a few results of each kind, the best first.
type Suggestions struct {
	Cities, Categories, Products []json.RawMessage // payload.PlaceCard and payload.ProductCard as JSON
	// Popular are queries with results, if there is no text yet.
	Popular []string
}

// Suggest searches names only: titles, cities and categories. Most bounds each kind. Without a text it returns the
// first of the listings. It fails as Query does.
func (s *Searcher) Suggest(ctx context.Context, deployment, language, text string, limit int) (Suggestions, error) {
	x, err := s.liveIndex(deployment, language)
	if err != nil {
		return Suggestions{}, err
	}
	found := newMatcher(x)
	defer found.release()
	if err := found.match(ctx, text, true, nameFields); err != nil {
		return Suggestions{}, err
	}
	out, err := found.suggestions(limit)
	if err == nil && found.matchesAll {
		out.Popular, err = x.popularQueries(ctx)
	}
	return out, err
}

// popularQueries returns the lexicon's popular queries that find something to book. They are computed once.
func (x *index) popularQueries(ctx context.Context) ([]string, error) {
	if cached := x.popular.Load(); cached != nil {
		return *cached, nil
	}
	found := newMatcher(x)
	defer found.release()
	out := []string{}
	for _, text := range x.lexicon.popular {
		if err := found.match(ctx, text, false, allFields); err != nil {
			return nil, err
		}
		products, _ := found.splitFound()
		if !found.partial && !found.inexact && slices.ContainsFunc(products, func(doc int32) bool {
			return x.products[doc].flags&flagAvailable != 0
		}) {
			out = append(out, text)
		}
	}
	x.popular.Store(&out)
	return out, nil
}

func (s *matcher) suggestions(limit int) (Suggestions, error) {
	out := Suggestions{[]json.RawMessage{}, []json.RawMessage{}, []json.RawMessage{}, []string{}}
	products, places := s.splitFound()
	for _, doc := range s.rankPlaces(places) {
		into := &out.Cities
		if s.places[int(doc)-len(s.products)].kind == CategoryPlace {
			into = &out.Categories
		}
		if err := s.addSuggestion(into, doc, limit); err != nil {
			return Suggestions{}, err
		}
	}
	products = s.topProducts(limit, products, Relevance, nil)
	for _, doc := range products[:min(limit, len(products))] {
		if err := s.addSuggestion(&out.Products, doc, limit); err != nil {
			return Suggestions{}, err
		}
	}
	return out, nil
}

func (s *matcher) addSuggestion(into *[]json.RawMessage, doc int32, limit int) error {
	if len(*into) == limit {
		return nil
	}
	card, err := s.readCard(int(doc))
	*into = append(*into, card)
	return err
}
