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
	// to returns the path of the page in a language; empty if the language has no such page.
	to func(language string) string
}

// chooseRedirects adds the aliases of pages to the editors' redirects. An alias of a text redirects to it in its
// language, and in others if the address is free there. Without a language, it redirects to the text itself if the
// default language lacks it.
func (s *Site) chooseRedirects() {
	s.redirects = slices.Concat(s.content.Library.Redirects, s.deployment.Redirects)
	editors := map[string]bool{}
	for _, r := range s.redirects {
		editors[r.From] = true
	}
	chosen := map[string]map[string]string{} // by path and language
	lead := func(a formerAddress, language, to string) {
		if to == "" || editors[a.path] || chosen[a.path][language] != "" || s.of(language).paths[language][a.path] {
			return
		}
		if chosen[a.path] == nil {
			chosen[a.path] = map[string]string{}
		}
		chosen[a.path][language] = to
	}
	all := s.formerAddresses()
	for _, a := range all {
		for _, language := range s.deployment.Languages {
			if a.language == "" || a.language == language {
				lead(a, language, a.to(language))
			}
		}
	}
	for _, a := range all {
		for _, language := range s.deployment.Languages {
			lead(a, language, a.to(language))
		}
	}
	for _, a := range all {
		if a.language != "" && !spells(a.path, a.language) {
			lead(a, s.deployment.DefaultLanguage(), s.prefixed(a.to(a.language), a.language))
		}
	}
	for from, to := range chosen {
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
	add := func(aliases []string, language string, to func(string) string) {
		for _, alias := range aliases {
			a := formerAddress{route.Escape(trimSlash(alias)), language, to}
			if spells(alias, language) {
				a.to = func(string) string { return s.prefixed(to(language), language) }
			}
			all = append(all, a)
		}
	}
	for _, p := range s.products {
		to := func(language string) string { return s.productPath(p, language) }
		add(p.Aliases, "", to)
		for view, language := range s.content.Library.Languages {
			add(p.Texts[view].Aliases, language, to)
		}
	}
	for _, c := range s.cities {
		to := func(language string) string { return s.cityPath(c, language) }
		below := func(aliases []string, language string) {
			add(aliases, language, to)
			s.belowFormer(c.Slug, aliases, language, add)
		}
		below(c.Aliases, "")
		eachText(s, c.Texts, func(language string) { below(c.Texts[language].Aliases, language) })
	}
	for _, c := range s.categories {
		to := func(language string) string { return s.categoryPath(c, language) }
		add(c.Aliases, "", to)
		eachText(s, c.Texts, func(language string) { add(c.Texts[language].Aliases, language, to) })
	}
	for _, folder := range slices.Sorted(maps.Keys(s.content.Library.Pages)) {
		if page := s.content.Library.Pages[folder]; page.IsOf(s.deployment.ID) {
			eachText(s, page.Texts, func(language string) {
				add(page.Texts[language].Aliases, language, func(language string) string {
					return s.textPath(page, language)
				})
			})
		}
	}
	for _, language := range s.deployment.Languages {
		for _, p := range s.posts[language] {
			add(p.Aliases, language, func(language string) string { return s.postPath(p.Folder, language) })
		}
	}
	return all
}

// spells reports whether an address begins with another spelling of a language, such as /zh_CN/ or /pt-br/.
func spells(address, language string) bool {
	m := regionalCode.FindStringSubmatch(address)
	return m != nil && strings.EqualFold(m[1], language)
}

var regionalCode = lazyregexp.New(`^/([A-Za-z]{2,3})[-_](?:[A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3})/`)

// prefixed returns the path of a page with the prefix of its language; empty if there is no page.
func (s *Site) prefixed(to, language string) string {
	if to == "" {
		return ""
	}
	return route.Join(route.Prefix(language, s.deployment.DefaultLanguage()), to)
}

// eachText calls use with the languages of a text that the deployment has.
func eachText[T any](s *Site, texts map[string]*T, use func(language string)) {
	for _, language := range s.deployment.Languages {
		if texts[language] != nil {
			use(language)
		}
	}
}

// belowFormer adds the former addresses of the products of a city that had others.
func (s *Site) belowFormer(city string, aliases []string, language string,
	add func([]string, string, func(string) string)) {
	if s.deployment.Supplier {
		return
	}
	for _, alias := range aliases {
		for _, p := range s.at(s.byCity[city]) {
			to := func(language string) string { return s.productPath(p, language) }
			ends := []string{p.Slug}
			for _, language := range s.deployment.Languages {
				ends = append(ends, p.slugIn(s.language(language)))
			}
			slices.Sort(ends)
			for _, end := range slices.Compact(ends) {
				add([]string{trimSlash(alias) + "/" + end}, language, to)
			}
		}
	}
}

// postPath returns the path of a post in a language; empty if the language does not have it.
func (s *Site) postPath(folder, language string) string {
	for _, p := range s.of(language).posts[language] {
		if p.Folder == folder {
			return storyPath(p.Slug)
		}
	}
	return ""
}

// LeadsTo returns the target of an alias or a redirect at a path, in any language; empty if there is none.
func (s *Site) LeadsTo(path string) string {
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

// Redirects reports whether an address is redirected.
func (s *Site) Redirects(address string) bool {
	language, path := route.Split(address)
	language = cmp.Or(language, s.deployment.DefaultLanguage())
	if _, other := s.spelled[[2]string{language, path}]; other {
		return true
	}
	return slices.ContainsFunc(s.redirects, func(r payload.Redirect) bool {
		return r.From == path && (r.Locale == "" || r.Locale == language)
	})
}
