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
	mostSearchGroups  = 2000 // of a language
	mostSearchWords   = 40   // of a group
	longestPhrase     = 5    // words
	mostPopular       = 12
	mostSearchTargets = 30 // of a name
)

var searchSorts = []string{"price", "-price", "duration", "-duration", "-rating"}

// searchWords reads search.yaml.
func (l *loader) searchWords() {
	if !l.exists("search.yaml") {
		return
	}
	f, ok := l.yaml("search.yaml", &l.lib.Search, l.out)
	if !ok {
		return
	}
	for _, language := range keys(l.lib.Search) {
		words := l.lib.Search[language]
		if !l.lib.Unread && !slices.Contains(l.lib.Languages, language) {
			f.wrongKey(nil, language, "no deployment has the language %q%s", language,
				suggest.DidYouMean(language, l.lib.Languages))
		}
		if words == nil {
			l.lib.Search[language] = &catalog.SearchWords{}
			continue
		}
		c := searchCheck{file: f, lib: l.lib, language: language}
		c.check(words)
	}
}

// searchCheck checks the words of one language.
type searchCheck struct {
	*file
	lib      *catalog.Library
	language string
}

func (c *searchCheck) check(w *catalog.SearchWords) {
	for name, n := range map[string]int{"synonyms": len(w.Synonyms), "names": len(w.Names), "filler": len(w.Filler),
		"known": len(w.Known)} {
		if n > mostSearchGroups {
			c.wrong([]any{c.language, name}, "%d entries are more than the %d that are read", n, mostSearchGroups)
		}
	}
	for i, group := range w.Synonyms {
		at := []any{c.language, "synonyms", i}
		c.phrases(at, group)
		if len(group) < leastSynonyms {
			c.wrong(at, "a group of synonyms has two words at least")
		}
	}
	for i := range w.Names {
		c.name([]any{c.language, "names", i}, &w.Names[i])
	}
	for name, list := range map[string][]string{"filler": w.Filler, "known": w.Known, "popular": w.Popular} {
		c.list([]any{c.language, name}, list)
	}
	if len(w.Popular) > mostPopular {
		c.wrong([]any{c.language, "popular"}, "%d popular searches are more than the %d that are shown", len(w.Popular),
			mostPopular)
	}
}

// phrases checks a group.
func (c *searchCheck) phrases(at []any, all []string) {
	if len(all) > mostSearchWords {
		c.wrong(at, "%d words are more than the %d that a group may have", len(all), mostSearchWords)
	}
	c.list(at, all)
}

// list checks words and phrases, and that none of them is twice in the list.
func (c *searchCheck) list(at []any, all []string) {
	seen := map[string]string{}
	for i, text := range all {
		words := analysis.Words(text, 0)
		folded := strings.Join(words, " ")
		switch before, twice := seen[folded]; {
		case folded == "":
			c.wrong(under(at, i), "%q has no word in it", text)
		case len(words) > longestPhrase:
			c.wrong(under(at, i), "a phrase has %d words at most", longestPhrase)
		case twice && before == text:
			c.wrong(under(at, i), "%q stands twice in this list", text)
		case twice:
			c.wrong(under(at, i), "%q is the same to a search as %q", text, before)
		}
		seen[folded] = text
	}
}

func (c *searchCheck) name(at []any, n *catalog.SearchName) {
	c.phrases(under(at, "words"), n.Words)
	if len(n.Words) == 0 {
		c.wrong(at, "a name without words")
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
				c.wrong(under(at, list.key, i), "there is no %s %q%s", list.what, id,
					suggest.DidYouMean(id, list.among))
			}
		}
	}
	switch {
	case n.Sort != "" && !slices.Contains(searchSorts, n.Sort):
		c.wrong(under(at, "sort"), "%q is not an order; orders are %s", n.Sort, strings.Join(searchSorts, ", "))
	case total == 0 && n.Sort == "":
		c.wrong(at,
			"these words lead nowhere: name cities, categories, occasions, labels, audiences, products or a sort")
	case total > mostSearchTargets:
		c.wrong(at, "%d targets are more than the %d that a name may have", total, mostSearchTargets)
	}
}

// SearchProducts reports unknown products of search.yaml. Products are known only after the library is read.
func (r *Reader) SearchProducts(lib *catalog.Library, known map[string]bool) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, language := range keys(lib.Search) {
		for i, name := range lib.Search[language].Names {
			for j, slug := range name.Products {
				if known[slug] {
					continue
				}
				d := At(r.path("search.yaml"), language, "names", i, "products", j)
				d.Message = "there is no product \"" + slug + "\"" + suggest.DidYouMean(slug, keys(known))
				out = append(out, d)
			}
		}
	}
	return out
}
