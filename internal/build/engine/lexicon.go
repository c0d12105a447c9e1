package engine

import (
	"maps"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/search"
)

// lexicon is search.yaml as the index of a language has it: the words of all languages, since visitors type on whichever
// keyboard is on, and the popular searches of this one. The titles of cities and categories are names without being listed.
func (r *reading) lexicon(language string) search.Lexicon {
	var out search.Lexicon
	for _, slug := range slices.Sorted(maps.Keys(r.names.cities)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(r.names.cities[slug])), Targets: []string{search.ID("city", slug)}})
	}
	for _, slug := range slices.Sorted(maps.Keys(r.names.categories)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(r.names.categories[slug])), Targets: []string{search.ID("category", slug)}})
	}
	for _, code := range slices.Sorted(maps.Keys(r.lib.Search)) {
		words := r.lib.Search[code]
		for _, group := range words.Synonyms {
			out.Groups = append(out.Groups, search.Group{Words: group, Same: true})
		}
		for _, name := range words.Names {
			out.Groups = append(out.Groups, search.Group{Words: name.Words, Targets: targetsOf(&name), Sort: search.Sort(name.Sort)})
		}
		out.Groups = append(out.Groups, search.Group{Words: words.Filler, Filler: true}, search.Group{Words: words.Known, Known: true})
	}
	if words := r.lib.Search[language]; words != nil {
		out.Popular = words.Popular
	}
	return out
}

func targetsOf(n *catalog.SearchName) []string {
	var out []string
	for _, list := range []struct {
		kind  string
		slugs []string
	}{
		{"city", n.Cities}, {"category", n.Categories}, {"occasion", n.Occasions}, {"label", n.Labels},
		{"audience", n.Audiences}, {"product", n.Products},
	} {
		for _, slug := range list.slugs {
			out = append(out, search.ID(list.kind, slug))
		}
	}
	return out
}
