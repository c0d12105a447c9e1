package source

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/lib/suggest"
	"storefront/internal/search/analysis"
)

// Bounds of search.yaml, whose words are in every index.
const (
	maxSearchGroups  = 2000 // of a language
	maxSearchWords   = 40   // of a group
	maxPhraseWords   = 5    // words
	maxPopular       = 12
	maxSearchTargets = 30 // of a name
)

var searchSorts = []string{"price", "-price", "duration", "-duration", "-rating"}

// loadSearchWords reads search.yaml.
func (l *loader) loadSearchWords() {
	if !l.exists("search.yaml") {
		return
	}
	f, ok := l.readYAML("search.yaml", &l.lib.Search, l.out)
	if !ok {
		return
	}
	for _, language := range keys(l.lib.Search) {
		words := l.lib.Search[language]
		if !l.lib.DeploymentsIncomplete && !slices.Contains(l.lib.Languages, language) {
			f.errorAtKey(nil, language, "no deployment has the language %q%s", language,
				suggest.DidYouMean(language, l.lib.Languages))
		}
		if words == nil {
			l.lib.Search[language] = &catalog.SearchWords{}
			continue
		}
		c := searchWordsChecker{file: f, lib: l.lib, language: language}
		c.check(words)
	}
}

// searchWordsChecker checks the words of one language.
type searchWordsChecker struct {
	*file
	lib      *catalog.Library
	language string
}

func (c *searchWordsChecker) check(w *catalog.SearchWords) {
	for name, n := range map[string]int{"synonyms": len(w.Synonyms), "names": len(w.Names), "filler": len(w.Filler),
		"known": len(w.Known)} {
		if n > maxSearchGroups {
			c.errorAt([]any{c.language, name}, "%d entries are more than the %d that are read", n, maxSearchGroups)
		}
	}
	for i, group := range w.Synonyms {
		at := []any{c.language, "synonyms", i}
		c.checkPhrases(at, group)
		if len(group) < minSynonyms {
			c.errorAt(at, "a group of synonyms has two words at least")
		}
	}
	for i := range w.Names {
		c.checkName([]any{c.language, "names", i}, &w.Names[i])
	}
	for name, list := range map[string][]string{"filler": w.Filler, "known": w.Known, "popular": w.Popular} {
		c.checkWordList([]any{c.language, name}, list)
	}
	if len(w.Popular) > maxPopular {
		c.errorAt([]any{c.language, "popular"}, "%d popular searches are more than the %d that are shown",
			len(w.Popular),
			maxPopular)
	}
}

// checkPhrases checks a group.
func (c *searchWordsChecker) checkPhrases(at []any, all []string) {
	if len(all) > maxSearchWords {
		c.errorAt(at, "%d words are more than the %d that a group may have", len(all), maxSearchWords)
	}
	c.checkWordList(at, all)
}

// checkWordList checks words and phrases, and that none of them is twice in the list.
func (c *searchWordsChecker) checkWordList(at []any, all []string) {
	seen := map[string]string{}
	for i, text := range all {
		words := analysis.Words(text, 0)
		folded := strings.Join(words, " ")
		switch before, twice := seen[folded]; {
		case folded == "":
			c.errorAt(childPath(at, i), "%q has no word in it", text)
		case len(words) > maxPhraseWords:
			c.errorAt(childPath(at, i), "a phrase has %d words at most", maxPhraseWords)
		case twice && before == text:
			c.errorAt(childPath(at, i), "%q appears twice in this list", text)
		case twice:
			c.errorAt(childPath(at, i), "%q is the same to a search as %q", text, before)
		}
		seen[folded] = text
	}
}

func (c *searchWordsChecker) checkName(at []any, n *catalog.SearchName) {
	c.checkPhrases(childPath(at, "words"), n.Words)
	if len(n.Words) == 0 {
		c.errorAt(at, "a name without words")
	}
	var cities, categories []string
	for _, city := range c.lib.Cities {
		cities = append(cities, city.Slug)
	}
	for _, category := range c.lib.Categories {
		categories = append(categories, category.Slug)
	}
	total := len(n.Products)
	for _, list := range []struct {
		key, what    string
		given, among []string
	}{
		{"cities", "city", n.Cities, cities},
		{"categories", "category", n.Categories, categories},
		{"occasions", "occasion", n.Occasions, keys(c.lib.Occasions)},
		{"labels", "label", n.Labels, keys(c.lib.Labels)},
		{"audiences", "audience", n.Audiences, catalog.Audiences},
	} {
		total += len(list.given)
		for i, id := range list.given {
			if !slices.Contains(list.among, id) {
				c.errorAt(childPath(at, list.key, i), "there is no %s %q%s", list.what, id,
					suggest.DidYouMean(id, list.among))
			}
		}
	}
	switch {
	case n.Sort != "" && !slices.Contains(searchSorts, n.Sort):
		c.errorAt(childPath(at, "sort"), "%q is not an order; orders are %s", n.Sort, strings.Join(searchSorts, ", "))
	case total == 0 && n.Sort == "":
		c.errorAt(at,
			"these words lead nowhere: name cities, categories, occasions, labels, audiences, products or a sort")
	case total > maxSearchTargets:
		c.errorAt(at, "%d targets are more than the %d that a name may have", total, maxSearchTargets)
	}
}

// CheckSearchProducts reports unknown products of search.yaml. Products are known only after the library is read.
func (r *Reader) CheckSearchProducts(lib *catalog.Library, known map[string]bool) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, language := range keys(lib.Search) {
		for i, name := range lib.Search[language].Names {
			for j, slug := range name.Products {
				if known[slug] {
					continue
				}
				d := DiagnosticAt(r.path("search.yaml"), language, "names", i, "products", j)
				d.Message = "there is no product \"" + slug + "\"" + suggest.DidYouMean(slug, keys(known))
				out = append(out, d)
			}
		}
	}
	return out
}
