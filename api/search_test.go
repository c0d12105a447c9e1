package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/search"
)

// experience returns a product of a search index, whose card has only the slug.
func experience(slug, title, city string, price int64) search.Product {
	return search.Product{
		Slug: slug, City: city, Categories: []string{"desert"}, Languages: []string{"en"}, Price: price,
		Currency: "AED", Minutes: 360,
		Average: 4.5, Reviews: 10, Available: true, Card: fmt.Appendf(nil, `{"slug": %q}`, slug), Entry: entry(title),
	}
}

func entry(title string) func() ([]byte, error) {
	return func() ([]byte, error) {
		e := search.NewEntry()
		e.Add(search.Title, title)
		return e.Bytes(), nil
	}
}

// publish makes a build live with products in both languages and the city of Dubai.
func (s *shop) publish(products ...search.Product) {
	s.t.Helper()
	s.publishAt("wayfare", products...)
}

func (s *shop) publishAt(deployment string, products ...search.Product) {
	s.t.Helper()
	must := func(err error) {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	tree, err := os.MkdirTemp(s.t.TempDir(), "tree")
	must(err)
	must(os.Mkdir(filepath.Join(tree, ".search"), 0o755))
	for language, name := range map[string]string{"en": "Dubai", "ar": "دبي"} {
		file, err := search.Write(search.Content{
			Currency: "AED", Products: products,
			Places: []search.Place{{Kind: search.CityPlace, Slug: "dubai", Name: name,
				Card: []byte(`{"slug": "dubai"}`), Entry: entry(name)}},
		}, nil)
		must(err)
		must(os.WriteFile(filepath.Join(tree, search.File(language)), file, 0o644))
	}
	must(os.MkdirAll(filepath.Join(s.builds, "public"), 0o755))
	next := filepath.Join(s.builds, "public", "next")
	must(os.Symlink(tree, next))
	must(os.Rename(next, filepath.Join(s.builds, "public", deployment)))
}

// openWithIndex opens a shop whose index has four experiences. Two of them can be booked.
func openWithIndex(t *testing.T) *visitor {
	s := open(t)
	s.publish(experience("dunes", "Dunes of Dubai", "dubai", 39500),
		experience("bespoke", "Bespoke dunes", "dubai", 0),
		experience("camp", "A camp in the desert", "abu-dhabi", 90000),
		experience("lake", "رحلة إلى بحيرة القدرة", "dubai", 20000))
	return s.visitor()
}

// slugsOf returns the slugs of cards.
func slugsOf(t *testing.T, cards []json.RawMessage) string {
	t.Helper()
	var all []string
	for _, card := range cards {
		var c struct{ Slug string }
		if err := json.Unmarshal(card, &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c.Slug)
	}
	return strings.Join(all, " ")
}

func (v *visitor) search(query string) api.SearchResults {
	v.t.Helper()
	return mustSend[api.SearchResults](v, "GET", "/search?"+query, "")
}

func TestSearchIsInLanguageOfVisitor(t *testing.T) {
	v := openWithIndex(t)
	got := v.search("q=dubai")
	if slugsOf(t, got.Products) != "dunes" || got.Total != 1 || got.Inexact || len(got.Places) != 1 ||
		got.Places[0].Kind != search.CityPlace ||
		slugsOf(t, []json.RawMessage{got.Places[0].Card}) != "dubai" {
		t.Errorf("%+v", got)
	}
	if got := v.search("q=dunse"); slugsOf(t, got.Products) != "dunes bespoke" || !got.Inexact {
		t.Errorf("a misspelled word finds %+v", got)
	}
	v.language = "ar"
	// In the usual spelling: without hamza, and with a final ha for the ta.
	if got := v.search("q=%D8%A7%D9%84%D9%8A+%D8%A8%D8%AD%D9%8A%D8%B1%D9%87"); slugsOf(t, got.Products) != "lake" ||
		got.Facets.Cities[0].Name != "دبي" {
		t.Errorf("%+v", got)
	}
}

func TestSearchFiltersSortsAndCountsFacets(t *testing.T) {
	v := openWithIndex(t)
	for query, want := range map[string]string{
		"":                                      "dunes bespoke camp lake",
		"city=dubai&sort=price":                 "lake dunes bespoke",
		"city=dubai&city=abu-dhabi&sort=-price": "camp dunes lake bespoke",
		"priceMin=30000&priceMax=50000":         "dunes",
		"category=desert&guide=en&rating=4.5&minutesMin=360&minutesMax=360&city=abu-dhabi": "camp",
		"guide=fr":                       "",
		"freeCancellation=true":          "",
		"pickup=true":                    "",
		"pickup=false&page=2&pageSize=3": "lake",
	} {
		if got := slugsOf(t, v.search(query).Products); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	f := v.search("city=dubai&priceMax=50000").Facets
	if f.Currency != "AED" || f.Price != (api.Span{Min: 20000, Max: 39500}) ||
		f.Minutes != (api.Span{Min: 360, Max: 360}) ||
		!slices.Equal(f.Cities, []api.Facet{{Value: "dubai", Name: "Dubai", Count: 2}}) ||
		!slices.Equal(f.Guides, []api.Facet{{Value: "en", Count: 2}}) ||
		f.Ratings[0] != (api.RatingFacet{From: 4.5, Count: 2}) {
		t.Errorf("%+v", f)
	}
	if got := v.search("pageSize=1"); got.Total != 4 || len(got.Products) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestSearchUsesCurrencyOfShownPrices(t *testing.T) {
	v := openWithIndex(t)
	in := func(query, currency string, price api.Span, slugs string) {
		t.Helper()
		got := v.search(query)
		if got.Facets.Currency != currency || got.Facets.Price != price || slugsOf(t, got.Products) != slugs {
			t.Errorf("%q: %s %+v, %q", query, got.Facets.Currency, got.Facets.Price, slugsOf(t, got.Products))
		}
	}
	dirhams, euros, dollars := api.Span{Min: 20000, Max: 90000}, api.Span{Min: 4702, Max: 21159},
		api.Span{Min: 5446, Max: 24506}
	in("priceMax=30000", "AED", dirhams, "lake")
	in("priceMax=9286&sort=price&currency=EUR", "EUR", euros, "lake dunes") // 395 AED are 92.86 EUR
	in("priceMax=9285&sort=price&currency=EUR", "EUR", euros, "lake")
	in("priceMax=30000&currency=JPY", "JPY", api.Span{}, "") // no rate
	v.cookie = "currency=USD"
	in("priceMin=20000", "USD", dollars, "camp")
	in("priceMin=20000&currency=AED", "AED", dirhams, "dunes camp lake")
}

func TestSearchByDateFindsBookableProducts(t *testing.T) {
	v := openWithIndex(t)
	if got := v.search("date=" + day); slugsOf(t, got.Products) != "dunes bespoke" || got.Total != 2 ||
		got.Facets.Cities[0].Count != 2 {
		t.Errorf("%+v", got)
	}
	mustSend[api.Cart](v, "POST", "/cart/items", choice("4"))
	mustSend[api.Order](v, "POST", "/checkout", order("158000"), "Idempotency-Key", "0123456789")
	if got := v.search("date=" + day); slugsOf(t, got.Products) != "bespoke" || got.Facets.Cities[0].Count != 1 {
		t.Errorf("a sold-out product is found: %+v", got)
	}
	if got := v.search(""); got.Total != 4 {
		t.Errorf("without a date: %+v", got)
	}
}

func TestSuggestionsCompleteTypedText(t *testing.T) {
	v := openWithIndex(t)
	got := mustSend[api.Suggestions](v, "GET", "/search/suggestions?q=du", "")
	if slugsOf(t, got.Cities) != "dubai" || slugsOf(t, got.Products) != "dunes bespoke" || got.Categories == nil {
		t.Errorf("%+v", got)
	}
	if got := mustSend[api.Suggestions](v, "GET", "/search/suggestions?q=du&limit=1", ""); slugsOf(t,
		got.Products) != "dunes" {
		t.Errorf("%+v", got)
	}
	if got := mustSend[api.Suggestions](v, "GET", "/search/suggestions", ""); len(got.Products) != 4 {
		t.Errorf("without a text: %+v", got)
	}
}

func TestErrorsOfInvalidSearchesNameField(t *testing.T) {
	v := openWithIndex(t)
	for query, field := range map[string]string{
		"?page=0": "page", "?page=1001": "page", "?page=two": "page", "?pageSize=101": "pageSize",
		"?sort=random": "sort",
		"?priceMin=-1": "priceMin", "?priceMin=5&priceMax=4": "priceMax", "?minutesMax=1e3": "minutesMax",
		"?rating=6":   "rating",
		"?rating=NaN": "rating", "?pickup=perhaps": "pickup", "?date=2026-02-30": "date", "?date=soon": "date",
		"?currency=XYZ":                     "currency",
		"?" + strings.Repeat("city=a&", 51): "city", "/suggestions?limit=0": "limit", "/suggestions?limit=21": "limit",
	} {
		if p := v.mustFail(http.StatusBadRequest, fault.Invalid, "GET", "/search"+query, ""); len(p.Fields) != 1 ||
			p.Fields[0].Name != field {
			t.Errorf("%s: %+v, want %s", query, p.Fields, field)
		}
	}
}

func TestSearchUsesNewLiveBuildAtOnce(t *testing.T) {
	v := open(t).visitor()
	v.mustFail(http.StatusServiceUnavailable, fault.Unavailable, "GET", "/search?q=dunes", "")
	v.mustFail(http.StatusServiceUnavailable, fault.Unavailable, "GET", "/search/suggestions?q=d", "")
	for _, slug := range []string{"dunes", "camp"} {
		v.publish(experience(slug, "Dunes", "dubai", 100))
		if got := slugsOf(t, v.search("q=dunes").Products); got != slug {
			t.Errorf("%q is found, want %q", got, slug)
		}
	}
	elsewhere := v.visitor()
	elsewhere.host = "www.trails.example"
	elsewhere.mustFail(http.StatusServiceUnavailable, fault.Unavailable, "GET", "/search?q=dunes", "")
}
