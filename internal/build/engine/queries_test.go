package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/core/payload"
	"storefront/internal/search"
	"storefront/internal/serve/live"
)

// minPassingShare is the share of the queries in testdata/queries.tsv that have to find what is expected.
const minPassingShare = 0.98

// query is a line of testdata/queries.tsv: deployment, language, text and what is expected.
type query struct {
	line                             int
	deployment, language, text, want string
}

func readQueries(t *testing.T) (all []query) {
	t.Helper()
	f, err := os.Open("testdata/queries.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) != 4 {
			t.Fatalf("testdata/queries.tsv:%d: four columns are expected, not %d", n, len(columns))
		}
		all = append(all, query{n, columns[0], columns[1], columns[2], columns[3]})
	}
	return all
}

// answer is what a query found.
type answer struct {
	search.Results
	slugs  []string // of the first three products
	traits map[string][]string
}

// meets reports whether one expectation holds: see the head of testdata/queries.tsv.
func (a *answer) meets(want string) bool {
	switch want {
	case "none":
		return a.Total == 0 && len(a.Places) == 0
	case "some":
		return a.Total > 0
	case "whole":
		return a.Total > 0 && !a.Partial
	case "partial":
		return a.Partial
	case "exact":
		return !a.Inexact
	}
	if place, named := strings.CutPrefix(want, "place:"); named {
		return len(a.Places) > 0 && strings.Contains(string(a.Places[0].Card), `"slug":"`+place+`"`)
	}
	if slug, first := strings.CutPrefix(want, "first:"); first {
		return len(a.slugs) > 0 && a.slugs[0] == slug
	}
	if strings.Contains(want, ":") { // of all of the first three
		fits := func(slug string) bool {
			return slices.ContainsFunc(strings.Split(want, "|"),
				func(trait string) bool { return slices.Contains(a.traits[slug], trait) })
		}
		return len(a.slugs) > 0 && !slices.ContainsFunc(a.slugs, func(slug string) bool { return !fits(slug) })
	}
	return slices.ContainsFunc(strings.Split(want, "|"),
		func(slug string) bool { return slices.Contains(a.slugs, slug) })
}

func (a *answer) String() string {
	return fmt.Sprintf("%d products, %v, %d places, partial %t, inexact %t", a.Total, a.slugs, len(a.Places), a.Partial,
		a.Inexact)
}

func TestSearchFindsTheExpectedProductsOfTypicalQueries(t *testing.T) {
	o := engine.Options{
		Content: filepath.Join("..", "..", "..", "content"), Builds: t.TempDir(),
		AsOf: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	traits := engine.IndexOnly(t, o)
	searcher := search.Open(live.Open(o.Builds))
	queries := readQueries(t)
	passed := 0
	for _, q := range queries {
		r, err := searcher.Query(context.Background(), q.deployment, q.language,
			search.Query{Text: q.text, Page: 1, PageSize: 3})
		if err != nil {
			t.Fatalf("testdata/queries.tsv:%d: %v", q.line, err)
		}
		a := answer{r, nil, traits}
		for _, data := range r.Cards {
			var card payload.ProductCard
			if err := json.Unmarshal(data, &card); err != nil {
				t.Fatal(err)
			}
			a.slugs = append(a.slugs, card.Slug)
		}
		missed := slices.DeleteFunc(strings.Fields(q.want), a.meets)
		if len(missed) == 0 {
			passed++
			continue
		}
		t.Logf("testdata/queries.tsv:%d: %s %s %q misses %v: found %s", q.line, q.deployment, q.language, q.text,
			missed, &a)
	}
	share := float64(passed) / float64(len(queries))
	t.Logf("%d of %d queries find what is meant: %.1f %%", passed, len(queries), 100*share)
	if share < minPassingShare {
		t.Errorf("%.1f %% of the queries find what is meant; it has to be %.0f %%", 100*share, 100*minPassingShare)
	}
}
