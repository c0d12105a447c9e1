package search_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"storefront/internal/core/money"
	"storefront/internal/search"
)

func TestWhatOnlyKeepsBackIsNeitherFoundNorCounted(t *testing.T) {
	s := open(t, catalogue)
	var asked []string
	only := func(_ context.Context, slugs []string) ([]bool, error) {
		asked = append(asked, slugs...)
		open := make([]bool, len(slugs))
		for i, slug := range slugs {
			open[i] = slug != "dunes"
		}
		return open, nil
	}
	r := s.ask(search.Query{Text: "dubai", Only: only})
	if got := texts(r.Cards); got != "dhow" || r.Total != 1 || r.Facets.Cities[0].Count != 1 || r.Facets.Pickup != 0 ||
		r.Facets.Price != (search.Range{Min: 22000, Max: 22000}) {
		t.Errorf("%q of %d: %+v", got, r.Total, r.Facets)
	}
	// What a filter drops still counts for the other choices of that filter, unless it is kept back or dropped twice.
	asked = nil
	r = s.ask(search.Query{Only: only, Filter: search.Filter{Cities: []string{"abu-dhabi"}, Pickup: true}})
	if got := texts(r.Cards); got != "camp" || r.Facets.Pickup != 1 || len(r.Facets.Cities) != 1 {
		t.Errorf("%q: %+v", got, r.Facets)
	}
	if slices.Sort(asked); !slices.Equal(asked, []string{"camp", "dunes", "louvre"}) {
		t.Errorf("it is asked for %q", asked)
	}
	broken := errors.New("no database")
	_, err := s.Query(context.Background(), "wayfare", "en",
		search.Query{Text: "tokyo", Page: 1, PageSize: 1,
			Only: func(context.Context, []string) ([]bool, error) { return nil, broken }})
	if !errors.Is(err, broken) {
		t.Errorf("a failure is kept back where nothing was found: %v", err)
	}
}

func TestPricesOfOtherCurrenciesAreComparedByTheirRates(t *testing.T) {
	s := open(t, []item{
		{slug: "dirhams", title: "Tour", city: "dubai", category: "desert", price: 10000, currency: "AED"}, // 100 AED
		// 9 OMR, 85.86 AED
		{slug: "rials", title: "Tour", city: "dubai", category: "desert", price: 9000, currency: "OMR"},
		{slug: "yen", title: "Tour", city: "dubai", category: "desert", price: 5000, currency: "JPY"}, // no rate
	})
	rate, err := money.ParseRate("0.104825")
	must(t, err)
	e := money.Exchange{Own: "AED", Rates: map[string]money.Rate{"OMR": rate}}
	if got := s.slugs(search.Query{Sort: search.PriceUp, Exchange: e}); got != "rials dirhams yen" {
		t.Error(got)
	}
	r := s.ask(search.Query{Exchange: e, Filter: search.Filter{Price: search.Range{Max: 9000}}})
	if got := texts(r.Cards); got != "rials" || r.Facets.Price != (search.Range{Min: 8586, Max: 10000}) {
		t.Error(got, r.Facets.Price)
	}
	if got := s.slugs(search.Query{Sort: search.PriceUp, Currency: "OMR", Exchange: e}); got != "rials dirhams yen" {
		t.Error(got)
	}
	// What visitors see is what they filter by: 100 AED are shown as 10.480 rials, rounded as rials are.
	if r := s.ask(search.Query{Currency: "OMR", Exchange: e}); r.Facets.Price != (search.Range{Min: 9000, Max: 10480}) {
		t.Error(r.Facets.Price)
	}
	if got := s.slugs(search.Query{Sort: search.PriceUp, Currency: "USD", Exchange: e}); got != "dirhams rials yen" {
		t.Errorf("without a rate, prices are compared: %s", got)
	}
}
