package pages

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// The address of a page ends in the slug of its text in that language, or in the name of its folder. Paths are
// percent-encoded and without locale prefix.

// slugged is content with a page.
type slugged interface {
	SlugIn(view catalog.View) string
}

// slugOf returns the slug of a page in a view, percent-encoded; folder is the name of its folder, which is ASCII.
func slugOf(of slugged, folder string, view catalog.View) string {
	if slug := of.SlugIn(view); slug != folder {
		return route.Escape(slug)
	}
	return folder
}

// ownSlug returns slugOf if it differs from the name of the folder, and otherwise an empty string.
func ownSlug(of slugged, folder string, view catalog.View) string {
	if slug := slugOf(of, folder, view); slug != folder {
		return slug
	}
	return ""
}

func (s *Site) cityPath(c *catalog.City, language string) string {
	return route.City(slugOf(c, c.Slug, s.deployment.View(language)))
}

func (s *Site) categoryPath(c *catalog.Category, language string) string {
	return "/" + slugOf(c, c.Slug, s.deployment.View(language))
}

func (s *Site) textPath(p *catalog.TextPage, language string) string {
	return "/" + slugOf(p, p.Slug, s.deployment.View(language))
}

func storyPath(slug string) string { return "/blog/" + slug }

// productPath returns the path of a product in a language. In one that leaves the product out it ends in the name of
// its folder, which the server redirects to another language.
func (s *Site) productPath(p *Summary, language string) string {
	city := p.City
	if c := s.content.Maker.cities[city]; c != nil && !s.deployment.Supplier {
		city = slugOf(c, city, s.deployment.View(language))
	}
	return route.Product(s.deployment.Supplier, city, p.slugIn(s.language(language)))
}

// slugIn returns the slug of the product's page in a view.
func (s *Summary) slugIn(view int) string { return cmp.Or(s.Texts[view].Slug, s.Slug) }

// elsewhere returns the paths of a page in the languages in which they differ from its own. in returns the path in a
// language, which is empty if the language has no such page.
func (p *planner) elsewhere(own string, in func(s *Site, language string) string) (paths map[string]string) {
	for _, language := range p.site.deployment.Languages {
		if path := in(p.site.of(language), language); path != "" && path != own {
			if paths == nil {
				paths = map[string]string{}
			}
			paths[language] = path
		}
	}
	return paths
}

// movedPage is a page with a slug of its own in some language.
type movedPage struct {
	product string
	named   string            // its path by the names of folders
	paths   map[string]string // by language
	others  []string          // further paths that mean the page
}

// eachPage calls use with every page of content that has a folder: its path by the names of folders, and its path in a
// language, which is empty if the language has no such page.
func (s *Site) eachPage(use func(product, named string, in func(language string) string)) {
	for _, c := range s.cities {
		use("", route.City(c.Slug), func(language string) string {
			return ifAmong(s.of(language).cities, c, func() string { return s.cityPath(c, language) })
		})
	}
	for _, c := range s.categories {
		use("", "/"+c.Slug, func(language string) string {
			return ifAmong(s.of(language).categories, c, func() string { return s.categoryPath(c, language) })
		})
	}
	for _, folder := range slices.Sorted(maps.Keys(s.content.Library.Pages)) {
		if page := s.content.Library.Pages[folder]; page.IsOf(s.deployment.ID) {
			use("", "/"+page.Slug, func(language string) string {
				if text, _ := catalog.In(s.deployment.View(language), page.Texts); text == nil {
					return ""
				}
				return s.textPath(page, language)
			})
		}
	}
	for _, p := range s.products {
		use(p.Slug, route.Product(s.deployment.Supplier, p.City, p.Slug), func(language string) string {
			if s.of(language).product(p.Slug) == nil {
				return ""
			}
			return s.productPath(p, language)
		})
	}
}

func ifAmong[T comparable](all []T, one T, path func() string) string {
	if !slices.Contains(all, one) {
		return ""
	}
	return path()
}

// move notes the pages with a slug of their own in some language.
func (s *Site) move() {
	s.eachPage(func(product, named string, in func(language string) string) {
		if !slices.ContainsFunc(s.deployment.Languages, func(language string) bool {
			path := in(language)
			return path != "" && path != named
		}) {
			return // as most pages
		}
		m := movedPage{product: product, named: named}
		for _, language := range s.deployment.Languages {
			if path := in(language); path != "" {
				m.add(language, path)
			}
		}
		s.addMoved(m)
	})
	slugs := map[string][]string{} // of posts, by folder
	for _, p := range s.content.Posts {
		slugs[p.Folder] = append(slugs[p.Folder], storyPath(p.Slug))
	}
	seen := map[string]int{}
	var stories []movedPage
	for _, language := range s.deployment.Languages {
		for _, p := range s.of(language).posts[language] {
			if _, known := seen[p.Folder]; !known {
				seen[p.Folder] = len(stories)
				stories = append(stories, movedPage{named: storyPath(p.Folder), others: slugs[p.Folder]})
			}
			stories[seen[p.Folder]].add(language, storyPath(p.Slug))
		}
	}
	for _, m := range stories {
		s.addMoved(m)
	}
	slices.SortFunc(s.moved, func(a, b movedPage) int { return strings.Compare(a.named, b.named) })
	s.spell()
}

func (m *movedPage) add(language, path string) {
	if m.paths == nil {
		m.paths = map[string]string{}
	}
	m.paths[language] = path
}

func (s *Site) addMoved(m movedPage) {
	if m.differs() || slices.ContainsFunc(m.others, func(path string) bool { return path != m.named }) {
		s.moved = append(s.moved, m)
	}
}

// spell notes which page of a language another of its paths means: that by the names of folders before all others.
func (s *Site) spell() {
	s.spelled = map[[2]string]string{}
	note := func(m *movedPage, other string) {
		for language, own := range m.paths {
			at := [2]string{language, other}
			if s.spelled[at] == "" && other != own && !s.of(language).paths[language][other] {
				s.spelled[at] = own
			}
		}
	}
	for i := range s.moved {
		note(&s.moved[i], s.moved[i].named)
	}
	for i := range s.moved {
		for _, other := range s.moved[i].spellings() {
			note(&s.moved[i], other)
		}
	}
}

// differs reports whether the page has another path than that by the names of folders in some language.
func (m *movedPage) differs() bool {
	for _, path := range m.paths {
		if path != m.named {
			return true
		}
	}
	return false
}

// spellings are all paths that mean the page in some language.
func (m *movedPage) spellings() []string {
	all := append([]string{m.named}, m.others...)
	for _, path := range m.paths {
		all = append(all, path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// MovedPages returns the pages with a slug of their own in some language, for the server.
func (s *Site) MovedPages() []payload.MovedPage {
	all := []payload.MovedPage{}
	for _, m := range s.moved {
		if !m.differs() {
			continue
		}
		page := payload.MovedPage{Product: m.product, Named: m.named, Paths: map[string]string{}}
		for language, path := range m.paths {
			page.Paths[language] = route.Join(s.prefix(language), path)
		}
		all = append(all, page)
	}
	return all
}
