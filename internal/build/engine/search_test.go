package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
	"storefront/internal/search"
	"storefront/internal/serve/live"
)

// found returns the slugs of the products that a query finds, in order.
func (p *project) found(s *search.Searcher, deployment, language string, q search.Query) string {
	p.Helper()
	q.Page, q.PageSize = 1, 100
	r, err := s.Query(context.Background(), deployment, language, q)
	if err != nil {
		p.Fatal(err)
	}
	var slugs []string
	for _, data := range r.Cards {
		var card payload.ProductCard
		if err := json.Unmarshal(data, &card); err != nil {
			p.Fatal(err)
		}
		slugs = append(slugs, card.Slug)
	}
	return strings.Join(slugs, " ")
}

func TestSearchFindsProductsOfABuildInEveryLanguage(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	s := search.Open(live.Open(p.options.Builds))
	for _, c := range []struct{ language, text, want string }{
		{"en", "dune", "dunes"}, {"en", "quad", "dunes"}, {"en", "dubai", "dunes walk"}, {"en", "dubai hotel", "dunes"},
		{"en", "balloon", ""},
		{"ar", "الكثبان", "dunes"}, {"ar", "كثبان", "dunes"}, {"ar", "دبي", "dunes walk"}, {"ar", "فنادق", "dunes"},
		{"ar", "dubai", "dunes walk"},
	} {
		if got := p.found(s, "wayfare", c.language, search.Query{Text: c.text}); got != c.want {
			t.Errorf("%s: %q finds %q, want %q", c.language, c.text, got, c.want)
		}
	}
	if got := p.found(s, "wayfare", "en", search.Query{Filter: search.Filter{Price: search.Range{Min: 30000,
		Max: 50000}}}); got != "dunes" {
		t.Errorf("the filters leave %q", got)
	}
	places, err := s.Suggest(context.Background(), "wayfare", "ar", "دب", 5)
	if err != nil || len(places.Cities) != 1 || !strings.Contains(string(places.Cities[0]),
		`"slug":"dubai","title":"دبي"`) {
		t.Errorf("%s, %v", places.Cities, err)
	}
}

func TestSearchFindsAnEditAfterTheNextBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	s := search.Open(live.Open(p.options.Builds))
	if got := p.found(s, "wayfare", "en", search.Query{Text: "dusk"}); got != "" {
		t.Fatal(got)
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk")
	p.build()
	if now, gone := p.found(s, "wayfare", "en", search.Query{Text: "dusk"}),
		p.found(s, "wayfare", "en", search.Query{Text: "sunset"}); now != "dunes" || gone != "" {
		t.Errorf("the new word finds %q, the old one %q", now, gone)
	}
}

func TestSearchIndexIsRewrittenOnlyIfItsContentChanges(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	stat := func(language string) os.FileInfo {
		info, err := os.Stat(filepath.Join(p.public("wayfare"), search.File(language)))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	p.build()
	en, ar := stat("en"), stat("ar")
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	p.build()
	if !os.SameFile(en, stat("en")) || !os.SameFile(ar, stat("ar")) {
		t.Error("an edit of an overview, which is not searched, has written an index")
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "summary: Six hours", "summary: Seven hours")
	p.build()
	if os.SameFile(en, stat("en")) || os.SameFile(ar, stat("ar")) {
		t.Error("an edit of a summary, which is found in every language, has not written every index")
	}
	en, ar = stat("en"), stat("ar")
	contenttest.Write(t, p.options.Content, "search.yaml", "en:\n  synonyms:\n    - [safari, dunes]\n")
	p.build()
	if os.SameFile(en, stat("en")) || os.SameFile(ar, stat("ar")) {
		t.Error("an edit of search.yaml has not written every index")
	}
	if got := p.found(search.Open(live.Open(p.options.Builds)), "wayfare", "en",
		search.Query{Text: "safari"}); got != "dunes" {
		t.Errorf("the new synonym finds %q", got)
	}
}

func TestSearchFindsOnlyProductsThatTheDeploymentSells(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	// its index also contains products that the second build does not read again
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	p.build()
	s := search.Open(live.Open(p.options.Builds))
	if all, own := p.found(s, "wayfare", "en", search.Query{Text: "dubai"}),
		p.found(s, "sands", "en", search.Query{Text: "dubai"}); all != "dunes walk" || own != "dunes" {
		t.Errorf("the marketplace finds %q, the supplier %q", all, own)
	}
}
