// Command benchsearch measures the search of internal/search on a synthetic catalogue: the cost of making its index,
// and the latency of queries and suggestions at a steady rate. make bench-search runs it. It fails if a measurement
// fails, not if a target is missed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"storefront/internal/search"
	"storefront/internal/serve/live"
	"storefront/tools/gauge"
)

type options struct {
	products           int
	rate               float64
	window, maxControl time.Duration
	rounds             int
}

func main() {
	var o options
	flag.IntVar(&o.products, "n", 10_000, "the number of products")
	flag.Float64Var(&o.rate, "rate", 200, "requests a second")
	flag.DurationVar(&o.window, "window", 5*time.Second, "how long each kind of request is measured")
	flag.IntVar(&o.rounds, "rounds", 3, "the number of rounds; medians count")
	flag.DurationVar(&o.maxControl, "calm", 0, "measure again if empty requests at the same time took "+
		"longer than this at the 99th percentile")
	flag.Parse()
	if err := bench(o); err != nil {
		fmt.Fprintln(os.Stderr, "benchsearch:", err)
		os.Exit(1)
	}
}

func bench(o options) error {
	builds, err := os.MkdirTemp("", "benchsearch-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(builds)
	printHeading(o)
	catalogue := newCatalogue(o.products)
	tree := filepath.Join(builds, "trees", "bench", "a")
	for l, language := range languages {
		file, err := makeIndex(catalogue, l)
		if err != nil {
			return err
		}
		path := filepath.Join(tree, filepath.FromSlash(search.File(language)))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, file, 0o644); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(builds, "public"), 0o755); err != nil {
		return err
	}
	if err := os.Symlink(tree, filepath.Join(builds, "public", "bench")); err != nil {
		return err
	}
	searcher := search.Open(live.Open(builds))
	for _, language := range languages {
		t := start()
		if _, err := searcher.Suggest(context.Background(), "bench", language, "", 1); err != nil {
			return err
		}
		fmt.Printf("index %s: the first answer from a new build takes %.0f ms\n", language, gauge.Millis(t.stop().wall))
	}
	return measure(catalogue, searcher, o)
}

// makeIndex makes the index of a language three times: from scratch, without changes and after an edit. It prints the
// cost of each.
func makeIndex(c *catalogue, language int) ([]byte, error) {
	t := start()
	entries := make([][]byte, c.n)
	for i := range entries {
		entries[i] = entryOf(c.texts[language][i], i, language)
	}
	analysed := t.stop()
	content := contentOf(c, language, entries)
	t = start()
	file, err := search.Write(content, nil)
	clean := t.stop()
	if err != nil {
		return nil, err
	}
	changed := &content.Products[c.n/2]
	changed.Key[0]++
	t = start()
	if _, err = search.Write(content, file); err != nil {
		return nil, err
	}
	edited := t.stop()
	cards := 0
	for _, p := range content.Products {
		cards += len(p.Card)
	}
	fmt.Printf("index %s: words %4.0f ms CPU; file of %.1f MB and %.1f MB of cards: clean %4.0f ms CPU (%.0f ms), "+
		"after an edit %3.0f ms CPU (%.0f ms)\n", languages[language],
		gauge.Millis(analysed.cpu), float64(len(file)-cards)/1e6, float64(cards)/1e6, gauge.Millis(clean.cpu),
		gauge.Millis(clean.wall), gauge.Millis(edited.cpu), gauge.Millis(edited.wall))
	return file, nil
}

func entryOf(t text, i, language int) []byte {
	city, kind := cityOf(i), kindOf(i)
	e := search.NewEntry()
	e.Add(search.Title, t.title)
	e.Add(search.City, city.names[:]...)
	e.Add(search.Category, kind.names[:]...)
	e.Add(search.Where, t.place)
	e.Add(search.Summary, t.summary)
	e.Add(search.Detail, t.details...)
	e.Add(search.Remark, t.includes...)
	return e.Bytes()
}

func contentOf(c *catalogue, language int, entries [][]byte) search.Content {
	out := search.Content{Currency: "AED"}
	for i := range c.n {
		out.Products = append(out.Products, search.Product{
			Slug: slugOf(i), City: cityOf(i).slug, Categories: []string{kindOf(i).slug},
			Languages: []string{"en", "ar", "fr"}[:1+i%3],
			Price:     int64(4000 + i*37%86000), Currency: "AED", Minutes: 60 * (1 + i*7%12),
			Average: float64(30+i*13%21) / 10, Reviews: i % 200,
			FreeCancellation: i%3 > 0, Pickup: i%2 > 0, Available: i%50 > 0,
			Card:  cardOf(c.texts[language][i].title, i, language),
			Entry: func() ([]byte, error) { return entries[i], nil },
		})
	}
	for kind, places := range map[search.PlaceKind][]place{search.CityPlace: cities, search.CategoryPlace: kinds} {
		for _, p := range places {
			e := search.NewEntry()
			e.Add(search.Title, p.names[:]...)
			out.Places = append(out.Places, search.Place{
				Kind: kind, Slug: p.slug, Name: p.names[language],
				Card:  fmt.Appendf(nil, `{"slug":%q,"title":%q,"count":7}`, p.slug, p.names[language]),
				Entry: func() ([]byte, error) { return e.Bytes(), nil },
			})
		}
	}
	return out
}

// cardOf returns a card with the size of a real ProductCard.
func cardOf(title string, i, language int) []byte {
	return fmt.Appendf(nil, `{"slug":%q,"title":%q,"city":{"id":%q,"name":%q},"category":{"id":%q,"name":%q},`+
		`"image":{"src":"/media/scene-%02d.8f3a2b1c4d5e6f70.webp","width":1600,"height":1067,"alt":"A scene on the way"},`+
		`"duration":{"minutes":%d},"pickup":true,"freeCancellation":1440,"rating":{"average":4.4,"count":87},`+
		`"price":{"amount":39500,"currency":"AED","exponent":2,"original":45000,"per":"PERSON"},"status":"AVAILABLE",`+
		`"labels":[{"id":"bestseller","name":"Bestseller"}],"startTimes":["08:00","14:00"]}`,
		slugOf(i), title, cityOf(i).slug, cityOf(i).names[language], kindOf(i).slug, kindOf(i).names[language], i%24,
		60*(1+i*7%12))
}
