package search_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"storefront/internal/search"
	"storefront/internal/serve/live"
)

var lexicon = search.Lexicon{
	Groups: []search.Group{
		{Words: []string{"safari", "desert", "سفاري"}, Same: true},
		{Words: []string{"sailing boat", "dhow"}, Same: true},
		{Words: []string{"Dubai", "دبي"}, Targets: []string{search.ID("city", "dubai")}},
		{Words: []string{"honeymoon"}, Targets: []string{search.ID("occasion", "couples")}},
		{Words: []string{"things to do in", "best"}, Filler: true},
		{Words: []string{"cheap"}, Sort: search.PriceUp},
		{Words: []string{"camps", "tunes"}, Known: true},
	},
	Popular: []string{"safari", "skiing", "felucca", "louvre"},
}

func withLexicon(t *testing.T, items []item) storefront {
	t.Helper()
	b := newBuilds(t)
	c := contentOf(items)
	c.Lexicon = lexicon
	for i := range c.Products {
		p := &c.Products[i]
		entry := p.Entry
		p.Entry = func() ([]byte, error) {
			e := search.NewEntry()
			e.Add(search.Title, items[i].title)
			e.Add(search.Summary, items[i].summary)
			e.AddID(search.City, search.ID("city", items[i].city))
			if items[i].slug == "felucca" {
				e.AddID(search.Label, search.ID("occasion", "couples"))
			}
			if items[i].slug == "camp" {
				return entry()
			}
			return e.Bytes(), nil
		}
	}
	file, err := search.Write(c, nil)
	must(t, err)
	again, err := search.Write(c, file)
	must(t, err)
	if !bytes.Equal(file, again) {
		t.Error("the same content gives another index")
	}
	b.publish(map[string][]byte{"en": file, "ar": file})
	return storefront{t, search.Open(live.Open(b.dir))}
}

func TestQueriesAreExpandedByTheLexicon(t *testing.T) {
	s := withLexicon(t, catalogue)
	for _, c := range []struct{ text, want, why string }{
		{"safari", "camp", "a synonym"},
		{"سفاري", "camp", "of another language"},
		{"sailing boats", "dhow", "a phrase, in the plural"},
		{"things to do in dubai", "dhow dunes",
			"filler, and a city; the one that has the name in its text, too, first"},
		{"best things to do in Dubai", "dhow dunes", "more filler"},
		{"best", "dunes camp dhow louvre egyptian felucca", "nothing but filler finds everything"},
		{"cheap", "dhow louvre dunes camp egyptian felucca", "an order"},
		{"honeymoon", "felucca", "an occasion"},
		{"honeymon", "felucca", "misspelt"},
		{"tunes", "", "a word that is spelled right is not corrected"},
	} {
		if got := s.find(c.text); got != c.want {
			t.Errorf("%q finds %q, want %q: %s", c.text, got, c.want, c.why)
		}
	}
}

func TestPopularSearchesWithoutResultsAreOmitted(t *testing.T) {
	s := withLexicon(t, catalogue) // the felucca is sold out
	r, err := s.Suggest(context.Background(), "wayfare", "en", "", 2)
	must(t, err)
	if want := []string{"safari", "louvre"}; !slices.Equal(r.Popular, want) {
		t.Errorf("%q are offered, want %q", r.Popular, want)
	}
}
