package search_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"storefront/internal/core/money"
	"storefront/internal/search"
)

func TestProductsExcludedByOnlyAreNotFoundOrCounted(t *testing.T) {
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

type (
	span  struct{ Min, Max int }
	facet struct {
		Value string
		Count int
	}
	// filterTable has the cases that the site's filters pass too.
	filterTable struct {
		Products []struct {
			Slug, City            string
			Categories, Guides    []string
			Price                 int64
			Minutes               int
			Stars                 float64
			Free, Pickup, SoldOut bool
		}
		Cases []struct {
			Name   string
			Filter struct {
				Cities, Categories, Guides []string
				Price, Minutes             span
				Rating                     float64
				Free, Pickup               bool
				Sort                       search.Sort
			}
			Found  []string
			Facets map[string]json.RawMessage
		}
	}
)

// The site filters the cards of short listings itself, in site/widgets/listing-filters/filter-cards.ts; both run this
// table.
func TestFiltersGiveTheSameResultsAsOnTheSite(t *testing.T) {
	data, err := os.ReadFile("testdata/filters.json")
	must(t, err)
	var table filterTable
	must(t, json.Unmarshal(data, &table))
	if len(table.Cases) < 20 {
		t.Fatalf("the table has only %d cases", len(table.Cases))
	}
	var items []item
	for _, p := range table.Products {
		items = append(items, item{slug: p.Slug, title: "Tour", city: p.City, category: p.Categories[0],
			more: p.Categories[1:], price: p.Price, minutes: p.Minutes, stars: p.Stars, languages: p.Guides,
			free: p.Free, pickup: p.Pickup, soldOut: p.SoldOut})
	}
	s := open(t, items)
	for _, c := range table.Cases {
		t.Run(c.Name, func(t *testing.T) {
			f := c.Filter
			r := s.ask(search.Query{Sort: cmp.Or(f.Sort, search.Relevance), Filter: search.Filter{
				Cities: f.Cities, Categories: f.Categories, Languages: f.Guides, Price: search.Range(f.Price),
				Minutes: search.Range(f.Minutes), Rating: f.Rating, FreeCancellation: f.Free, Pickup: f.Pickup,
			}})
			if got := texts(r.Cards); got != strings.Join(c.Found, " ") || r.Total != len(c.Found) {
				t.Errorf("found %q of %d, want %q", got, r.Total, c.Found)
			}
			got := byName(r.Facets)
			for name, want := range c.Facets {
				value := reflect.New(reflect.TypeOf(got[name]))
				must(t, json.Unmarshal(want, value.Interface()))
				if !reflect.DeepEqual(got[name], value.Elem().Interface()) {
					t.Errorf("%s: %v, want %s", name, got[name], want)
				}
			}
		})
	}
}

// byName returns facets under the names that the table has for them.
func byName(f search.Facets) map[string]any {
	list := func(facets []search.Facet) (out []facet) {
		for _, f := range facets {
			out = append(out, facet{f.Value, f.Count})
		}
		return out
	}
	var ratings []int
	for _, f := range f.Ratings {
		ratings = append(ratings, f.Count)
	}
	return map[string]any{
		"cities": list(f.Cities), "categories": list(f.Categories), "guides": list(f.Languages), "ratings": ratings,
		"freeCancellation": f.FreeCancellation, "pickup": f.Pickup, "price": span(f.Price), "minutes": span(f.Minutes),
	}
}
