package pages

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/lazyregexp"
)

// formerAddress is a former address of a page.
type formerAddress struct {
	path string
	// language is the language of the text with the alias; empty for an alias of all languages.
	language string
	// pathIn returns the path of the page in a language; empty if the language has no such page.
	pathIn func(language string) string
}

// buildRedirects adds the aliases of pages to the editors' redirects. An alias of a text redirects to it in its
// language, and in others if the address is free there. Without a language, it redirects to the text itself if the
// default language lacks it.
func (s *Site) buildRedirects() {
	s.redirects = slices.Concat(s.content.Library.Redirects, s.deployment.Redirects)
	isEditorPath := map[string]bool{}
	for _, r := range s.redirects {
		isEditorPath[r.From] = true
	}
	targets := map[string]map[string]string{} // by path and language
	addTarget := func(a formerAddress, language, to string) {
		if to == "" || isEditorPath[a.path] || targets[a.path][language] != "" ||
			s.forLanguage(language).paths[language][a.path] {
			return
		}
		if targets[a.path] == nil {
			targets[a.path] = map[string]string{}
		}
		targets[a.path][language] = to
	}
	addresses := s.formerAddresses()
	for _, a := range addresses {
		for _, language := range s.deployment.Languages {
			if a.language == "" || a.language == language {
				addTarget(a, language, a.pathIn(language))
			}
		}
	}
	for _, a := range addresses {
		for _, language := range s.deployment.Languages {
			addTarget(a, language, a.pathIn(language))
		}
	}
	for _, a := range addresses {
		if a.language != "" && !hasRegionalPrefix(a.path, a.language) {
			addTarget(a, s.deployment.DefaultLanguage(), s.withPrefix(a.pathIn(a.language), a.language))
		}
	}
	for from, to := range targets {
		s.redirects = append(s.redirects, s.redirectsFrom(from, to)...)
	}
	slices.SortStableFunc(s.redirects, func(a, b payload.Redirect) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Locale, b.Locale))
	})
}

// redirectsFrom returns one redirect if a path leads to the same page path in all languages, and otherwise one for each
// language.
func (s *Site) redirectsFrom(from string, to map[string]string) (all []payload.Redirect) {
	for _, language := range s.deployment.Languages {
		if to[language] != "" {
			all = append(all, payload.Redirect{From: from, To: to[language], Status: 301, Locale: language})
		}
	}
	other := func(r payload.Redirect) bool { return r.To != all[0].To }
	if len(all) == len(s.deployment.Languages) && !slices.ContainsFunc(all, other) {
		all = all[:1]
		all[0].Locale = ""
	}
	return all
}

// formerAddresses returns the aliases of all pages, and those of products below the former addresses of their cities.
func (s *Site) formerAddresses() (all []formerAddress) {
	add := func(aliases []string, language string, pathIn func(string) string) {
		for _, alias := range aliases {
			a := formerAddress{route.Escape(trimSlash(alias)), language, pathIn}
			if hasRegionalPrefix(alias, language) {
				a.pathIn = func(string) string { return s.withPrefix(pathIn(language), language) }
			}
			all = append(all, a)
		}
	}
	for _, p := range s.products {
		pathIn := func(language string) string { return s.productPath(p, language) }
		add(p.Aliases, "", pathIn)
		for view, language := range s.content.Library.Languages {
			if slices.Contains(s.deployment.Languages, language) {
				add(p.Texts[view].Aliases, language, pathIn)
			}
		}
	}
	for _, c := range s.cities {
		pathIn := func(language string) string { return s.cityPath(c, language) }
		addCity := func(aliases []string, language string) {
			add(aliases, language, pathIn)
			s.addProductsOfFormerCity(c.Slug, aliases, language, add)
		}
		addCity(c.Aliases, "")
		forEachTextLanguage(s, c.Texts, func(language string) { addCity(c.Texts[language].Aliases, language) })
	}
	for _, c := range s.categories {
		pathIn := func(language string) string { return s.categoryPath(c, language) }
		add(c.Aliases, "", pathIn)
		forEachTextLanguage(s, c.Texts, func(language string) { add(c.Texts[language].Aliases, language, pathIn) })
	}
	for _, folder := range slices.Sorted(maps.Keys(s.content.Library.Pages)) {
		if page := s.content.Library.Pages[folder]; page.IsShownBy(s.deployment.ID) {
			forEachTextLanguage(s, page.Texts, func(language string) {
				add(page.Texts[language].Aliases, language, func(language string) string {
					return s.textPath(page, language)
				})
			})
		}
	}
	for _, language := range s.deployment.Languages {
		for _, p := range s.posts[language] {
			add(p.Aliases, language, func(language string) string { return s.postPathByFolder(p.Folder, language) })
		}
	}
	return all
}

// hasRegionalPrefix reports whether an address begins with another spelling of a language, such as /zh_CN/ or /pt-br/.
func hasRegionalPrefix(address, language string) bool {
	m := regionalCode.FindStringSubmatch(address)
	return m != nil && strings.EqualFold(m[1], language)
}

var regionalCode = lazyregexp.New(`^/([A-Za-z]{2,3})[-_](?:[A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3})/`)

// withPrefix returns the path of a page with the prefix of its language; empty if there is no page.
func (s *Site) withPrefix(path, language string) string {
	if path == "" {
		return ""
	}
	return route.JoinPrefix(route.LanguagePrefix(language, s.deployment.DefaultLanguage()), path)
}

// forEachTextLanguage calls visit with the languages of a text that the deployment has.
func forEachTextLanguage[T any](s *Site, texts map[string]*T, visit func(language string)) {
	for _, language := range s.deployment.Languages {
		if texts[language] != nil {
			visit(language)
		}
	}
}

// addProductsOfFormerCity adds the addresses of a city's products below the former addresses of the city.
func (s *Site) addProductsOfFormerCity(city string, aliases []string, language string,
	add func([]string, string, func(string) string)) {
	if s.deployment.Supplier {
		return
	}
	for _, alias := range aliases {
		for _, p := range s.productsAt(s.byCity[city]) {
			pathIn := func(language string) string { return s.productPath(p, language) }
			slugs := []string{p.Slug}
			for _, language := range s.deployment.Languages {
				slugs = append(slugs, p.slugIn(s.viewIndex(language)))
			}
			slices.Sort(slugs)
			for _, slug := range slices.Compact(slugs) {
				add([]string{trimSlash(alias) + "/" + slug}, language, pathIn)
			}
		}
	}
}

// postPathByFolder returns the path of a post in a language; empty if the language does not have it.
func (s *Site) postPathByFolder(folder, language string) string {
	for _, p := range s.forLanguage(language).posts[language] {
		if p.Folder == folder {
			return postPath(p.Slug)
		}
	}
	return ""
}

// RedirectTarget returns the target of an alias or a redirect at a path, in any language; empty if there is none.
func (s *Site) RedirectTarget(path string) string {
	path, _, _ = strings.Cut(path, "#")
	if !strings.HasPrefix(path, "/") {
		return ""
	}
	from := route.Escape(trimSlash(path))
	i := slices.IndexFunc(s.redirects, func(r payload.Redirect) bool { return r.From == from })
	if i < 0 {
		return ""
	}
	return route.Unescape(s.redirects[i].To)
}

// IsRedirected reports whether an address is redirected.
func (s *Site) IsRedirected(address string) bool {
	language, path := route.SplitLanguage(address)
	language = cmp.Or(language, s.deployment.DefaultLanguage())
	if _, other := s.canonicalPaths[[2]string{language, path}]; other {
		return true
	}
	return slices.ContainsFunc(s.redirects, func(r payload.Redirect) bool {
		return r.From == path && (r.Locale == "" || r.Locale == language)
	})
}
