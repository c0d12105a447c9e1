package pages

import (
	"maps"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/search"
)

// lexicon is search.yaml as the index of a language has it: the words of all languages, since visitors type on
// whichever keyboard is on, and the popular searches of this one. The titles of cities and categories are names without
// being listed.
func (m *Maker) lexicon(language string) search.Lexicon {
	var out search.Lexicon
	for _, slug := range slices.Sorted(maps.Keys(m.names.cities)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(m.names.cities[slug])),
			Targets: []string{search.ID("city", slug)}})
	}
	for _, slug := range slices.Sorted(maps.Keys(m.names.categories)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(m.names.categories[slug])),
			Targets: []string{search.ID("category", slug)}})
	}
	for _, code := range slices.Sorted(maps.Keys(m.lib.Search)) {
		words := m.lib.Search[code]
		for _, group := range words.Synonyms {
			out.Groups = append(out.Groups, search.Group{Words: group, Same: true})
		}
		for _, name := range words.Names {
			out.Groups = append(out.Groups, search.Group{Words: name.Words, Targets: targetsOf(&name),
				Sort: search.Sort(name.Sort)})
		}
		out.Groups = append(out.Groups, search.Group{Words: words.Filler, Filler: true},
			search.Group{Words: words.Known, Known: true})
	}
	if words := m.lib.Search[language]; words != nil {
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
