package search_test

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"storefront/internal/search"
	"storefront/internal/serve/live"
)

// item is a product of the tests; its card is its slug.
type item struct {
	slug, title, city, category, summary, details string
	more                                          []string // further categories
	price                                         int64
	currency                                      string
	minutes                                       int
	stars                                         float64
	reviews                                       int
	languages                                     []string
	free, pickup, soldOut                         bool
}

type town struct {
	kind  search.PlaceKind
	slug  string
	names []string
}

func (i item) product() search.Product {
	entry := func() ([]byte, error) {
		e := search.NewEntry()
		e.Add(search.Title, i.title)
		for _, t := range towns {
			if t.slug == i.city {
				e.Add(search.City, t.names...)
			}
			if t.slug == i.category || slices.Contains(i.more, t.slug) {
				e.Add(search.Category, t.names...)
			}
		}
		e.Add(search.Summary, i.summary)
		e.Add(search.Detail, i.details)
		return e.Bytes(), nil
	}
	words, _ := entry()
	currency := i.currency
	if currency == "" {
		currency = "AED"
	}
	return search.Product{
		Slug: i.slug, City: i.city, Categories: append([]string{i.category}, i.more...), Languages: i.languages,
		Price: i.price, Currency: currency,
		Minutes: i.minutes, Average: i.stars, Reviews: i.reviews, FreeCancellation: i.free, Pickup: i.pickup,
		Available: !i.soldOut,
		Card:      []byte(`"` + i.slug + `"`), Key: keyOf(words), Entry: entry,
	}
}

func keyOf(data []byte) (k search.Key) {
	h := fnv.New128a()
	h.Write(data)
	h.Sum(k[:0])
	return k
}

func (t town) place() search.Place {
	entry := func() ([]byte, error) {
		e := search.NewEntry()
		e.Add(search.Title, t.names...)
		return e.Bytes(), nil
	}
	words, _ := entry()
	return search.Place{Kind: t.kind, Slug: t.slug, Name: t.names[0], Card: []byte(`"` + t.slug + `"`),
		Key: keyOf(words), Entry: entry}
}

// towns have names in both languages: visitors type on whichever keyboard is on.
var towns = []town{
	{search.CityPlace, "dubai", []string{"Dubai", "دبي"}},
	{search.CityPlace, "abu-dhabi", []string{"Abu Dhabi", "أبو ظبي"}},
	{search.CityPlace, "cairo", []string{"Cairo", "القاهرة"}},
	{search.CategoryPlace, "desert", []string{"Desert safaris", "سفاري الصحراء"}},
	{search.CategoryPlace, "boat-trips", []string{"Boat trips", "رحلات بحرية"}},
	{search.CategoryPlace, "museums", []string{"Museums & monuments", "متاحف ومعالم"}},
}

func contentOf(items []item) search.Content {
	c := search.Content{Currency: "AED"}
	for _, i := range items {
		c.Products = append(c.Products, i.product())
	}
	for _, t := range towns {
		c.Places = append(c.Places, t.place())
	}
	return c
}

func write(t testing.TB, items []item, last []byte) []byte {
	t.Helper()
	file, err := search.Write(contentOf(items), last)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// builds is a folder as the generator leaves it: trees, and a link to the live one.
type builds struct {
	testing.TB
	dir string
	n   int
}

func newBuilds(t testing.TB) *builds { return &builds{TB: t, dir: t.TempDir()} }

// publish makes a build of index files by language live. As the generator does, it changes the tree that is out of
// service: there is a moment when that has no index, and one when it has half of it.
func (b *builds) publish(files map[string][]byte) {
	b.Helper()
	tree := b.begin(files)
	must(b, os.MkdirAll(filepath.Join(b.dir, "public"), 0o755))
	next := filepath.Join(b.dir, "public", "wayfare.next")
	must(b, os.Symlink(tree, next))
	must(b, os.Rename(next, filepath.Join(b.dir, "public", "wayfare")))
}

// begin writes the tree that is out of service.
func (b *builds) begin(files map[string][]byte) (tree string) {
	b.Helper()
	b.n++
	tree = filepath.Join(b.dir, "trees", "wayfare", []string{"a", "b"}[b.n%2])
	must(b, os.RemoveAll(tree))
	must(b, os.MkdirAll(filepath.Join(tree, ".search"), 0o755))
	for language, data := range files {
		f, err := os.Create(filepath.Join(tree, search.File(language)))
		must(b, err)
		for _, part := range [][]byte{data[:len(data)/2], data[len(data)/2:]} {
			_, err = f.Write(part)
			must(b, err)
			runtime.Gosched()
		}
		must(b, f.Close())
	}
	return tree
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type storefront struct {
	testing.TB
	*search.Searcher
}

func open(t testing.TB, items []item) storefront {
	t.Helper()
	b := newBuilds(t)
	file := write(t, items, nil)
	b.publish(map[string][]byte{"en": file, "ar": file})
	return storefront{t, search.Open(live.Open(b.dir))}
}

func (s storefront) ask(q search.Query) search.Results {
	s.Helper()
	if q.Page == 0 {
		q.Page = 1
	}
	if q.PageSize == 0 {
		q.PageSize = 100
	}
	r, err := s.Query(context.Background(), "wayfare", "en", q)
	must(s, err)
	return r
}

// slugs are what a query finds, in order, with a space between.
func (s storefront) slugs(q search.Query) string {
	s.Helper()
	return texts(s.ask(q).Cards)
}

func (s storefront) find(text string) string {
	s.Helper()
	return s.slugs(search.Query{Text: text})
}

func texts(cards []json.RawMessage) string {
	var out []string
	for _, c := range cards {
		out = append(out, strings.Trim(string(c), `"`))
	}
	return strings.Join(out, " ")
}
