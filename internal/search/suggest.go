package search

import (
	"context"
	"encoding/json"
	"slices"
)

// Suggestions complete a text that is being typed, with a few results of each kind, the best first. They are JSON: of
// PlaceCards, and of ProductCards.
type Suggestions struct {
	Cities, Categories, Products []json.RawMessage
	// Popular are queries with results, if there is no text yet.
	Popular []string
}

// Suggest searches names only: titles, cities and categories. Most bounds each kind. Without a text it returns the
// first of the listings. It fails as Query does.
func (s *Searcher) Suggest(ctx context.Context, deployment, language, text string, most int) (Suggestions, error) {
	x, err := s.live(deployment, language)
	if err != nil {
		return Suggestions{}, err
	}
	found := newScratch(x)
	defer found.free()
	if err := found.match(ctx, text, true, names); err != nil {
		return Suggestions{}, err
	}
	out, err := found.suggestions(most)
	if err == nil && found.everything {
		out.Popular, err = x.popularNow(ctx)
	}
	return out, err
}

// popularNow returns the lexicon's popular queries that find something to book. They are computed once.
func (x *index) popularNow(ctx context.Context) ([]string, error) {
	if known := x.popular.Load(); known != nil {
		return *known, nil
	}
	found := newScratch(x)
	defer found.free()
	out := []string{}
	for _, text := range x.lexicon.popular {
		if err := found.match(ctx, text, false, every); err != nil {
			return nil, err
		}
		products, _ := found.parted()
		if !found.partial && !found.inexact && slices.ContainsFunc(products, func(doc int32) bool {
			return x.products[doc].flags&flagAvailable != 0
		}) {
			out = append(out, text)
		}
	}
	x.popular.Store(&out)
	return out, nil
}

func (s *scratch) suggestions(most int) (Suggestions, error) {
	out := Suggestions{[]json.RawMessage{}, []json.RawMessage{}, []json.RawMessage{}, []string{}}
	products, places := s.parted()
	for _, doc := range s.rankPlaces(places) {
		into := &out.Cities
		if s.places[int(doc)-len(s.products)].kind == CategoryPlace {
			into = &out.Categories
		}
		if err := s.suggest(into, doc, most); err != nil {
			return Suggestions{}, err
		}
	}
	products = s.first(most, products, Relevance, nil)
	for _, doc := range products[:min(most, len(products))] {
		if err := s.suggest(&out.Products, doc, most); err != nil {
			return Suggestions{}, err
		}
	}
	return out, nil
}

func (s *scratch) suggest(into *[]json.RawMessage, doc int32, most int) error {
	if len(*into) == most {
		return nil
	}
	card, err := s.readCard(int(doc))
	*into = append(*into, card)
	return err
}
