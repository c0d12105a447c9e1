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

// pageContent is content that has a page with a slug.
type pageContent interface {
	SlugIn(view catalog.View) string
}

// slugOf returns the slug of a page in a view, percent-encoded; folder is the name of its folder, which is ASCII.
func slugOf(content pageContent, folder string, view catalog.View) string {
	if slug := content.SlugIn(view); slug != folder {
		return route.Escape(slug)
	}
	return folder
}

// ownSlug returns slugOf if it differs from the name of the folder, and otherwise an empty string.
func ownSlug(content pageContent, folder string, view catalog.View) string {
	if slug := slugOf(content, folder, view); slug != folder {
		return slug
	}
	return ""
}

func (s *Site) cityPath(c *catalog.City, language string) string {
	return route.CityPath(slugOf(c, c.Slug, s.deployment.View(language)))
}

func (s *Site) categoryPath(c *catalog.Category, language string) string {
	return "/" + slugOf(c, c.Slug, s.deployment.View(language))
}

func (s *Site) textPath(p *catalog.TextPage, language string) string {
	return "/" + slugOf(p, p.Slug, s.deployment.View(language))
}

func postPath(slug string) string { return "/blog/" + slug }

// productPath returns the path of a product in a language. In one that leaves the product out it ends in the name of
// its folder, which the server redirects to another language.
func (s *Site) productPath(p *Summary, language string) string {
	city := p.City
	if c := s.content.Summarizer.cities[city]; c != nil && !s.deployment.Supplier {
		city = slugOf(c, city, s.deployment.View(language))
	}
	return route.ProductPath(s.deployment.Supplier, city, p.slugIn(s.viewIndex(language)))
}

// slugIn returns the slug of the product's page in a view.
func (s *Summary) slugIn(view int) string { return cmp.Or(s.Texts[view].Slug, s.Slug) }

// otherLanguagePaths returns the paths of a page in the languages in which they differ from ownPath. pathIn returns its
// path in a language, which is empty if the language has no such page.
func (p *planner) otherLanguagePaths(ownPath string,
	pathIn func(s *Site, language string) string) (paths map[string]string) {
	for _, language := range p.site.deployment.Languages {
		if path := pathIn(p.site.forLanguage(language), language); path != "" && path != ownPath {
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
	product    string
	folderPath string            // its path by the names of folders
	paths      map[string]string // by language
	otherPaths []string          // further paths that mean the page
}

// eachPage calls visit with every page of content that has a folder: its path by the names of folders, and its path in
// a language, which is empty if the language has no such page.
func (s *Site) eachPage(visit func(product, named string, in func(language string) string)) {
	for _, c := range s.cities {
		visit("", route.CityPath(c.Slug), func(language string) string {
			return pathIfContained(s.forLanguage(language).cities, c, func() string { return s.cityPath(c, language) })
		})
	}
	for _, c := range s.categories {
		visit("", "/"+c.Slug, func(language string) string {
			return pathIfContained(s.forLanguage(language).categories, c,
				func() string { return s.categoryPath(c, language) })
		})
	}
	for _, folder := range slices.Sorted(maps.Keys(s.content.Library.Pages)) {
		if page := s.content.Library.Pages[folder]; page.IsShownBy(s.deployment.ID) {
			visit("", "/"+page.Slug, func(language string) string {
				if text, _ := catalog.TextIn(s.deployment.View(language), page.Texts); text == nil {
					return ""
				}
				return s.textPath(page, language)
			})
		}
	}
	for _, p := range s.products {
		visit(p.Slug, route.ProductPath(s.deployment.Supplier, p.City, p.Slug), func(language string) string {
			if s.forLanguage(language).product(p.Slug) == nil {
				return ""
			}
			return s.productPath(p, language)
		})
	}
}

func pathIfContained[T comparable](all []T, element T, path func() string) string {
	if !slices.Contains(all, element) {
		return ""
	}
	return path()
}

// collectMovedPages collects the pages with a slug of their own in some language.
func (s *Site) collectMovedPages() {
	s.eachPage(func(product, folderPath string, pathIn func(language string) string) {
		if !slices.ContainsFunc(s.deployment.Languages, func(language string) bool {
			path := pathIn(language)
			return path != "" && path != folderPath
		}) {
			return // as most pages
		}
		page := movedPage{product: product, folderPath: folderPath}
		for _, language := range s.deployment.Languages {
			if path := pathIn(language); path != "" {
				page.addPath(language, path)
			}
		}
		s.addMoved(page)
	})
	slugs := map[string][]string{} // of posts, by folder
	for _, p := range s.content.Posts {
		slugs[p.Folder] = append(slugs[p.Folder], postPath(p.Slug))
	}
	seen := map[string]int{}
	var posts []movedPage
	for _, language := range s.deployment.Languages {
		for _, p := range s.forLanguage(language).posts[language] {
			if _, known := seen[p.Folder]; !known {
				seen[p.Folder] = len(posts)
				posts = append(posts, movedPage{folderPath: postPath(p.Folder), otherPaths: slugs[p.Folder]})
			}
			posts[seen[p.Folder]].addPath(language, postPath(p.Slug))
		}
	}
	for _, page := range posts {
		s.addMoved(page)
	}
	slices.SortFunc(s.moved, func(a, b movedPage) int { return strings.Compare(a.folderPath, b.folderPath) })
	s.indexCanonicalPaths()
}

func (m *movedPage) addPath(language, path string) {
	if m.paths == nil {
		m.paths = map[string]string{}
	}
	m.paths[language] = path
}

func (s *Site) addMoved(m movedPage) {
	if m.hasCustomPath() || slices.ContainsFunc(m.otherPaths, func(path string) bool { return path != m.folderPath }) {
		s.moved = append(s.moved, m)
	}
}

// indexCanonicalPaths fills canonicalPaths. Where two pages share a path, the page whose folder has this name wins.
func (s *Site) indexCanonicalPaths() {
	s.canonicalPaths = map[[2]string]string{}
	add := func(m *movedPage, other string) {
		for language, canonical := range m.paths {
			key := [2]string{language, other}
			if s.canonicalPaths[key] == "" && other != canonical && !s.forLanguage(language).paths[language][other] {
				s.canonicalPaths[key] = canonical
			}
		}
	}
	for i := range s.moved {
		add(&s.moved[i], s.moved[i].folderPath)
	}
	for i := range s.moved {
		for _, other := range s.moved[i].knownPaths() {
			add(&s.moved[i], other)
		}
	}
}

// hasCustomPath reports whether some language has another path of the page than that by the names of folders.
func (m *movedPage) hasCustomPath() bool {
	for _, path := range m.paths {
		if path != m.folderPath {
			return true
		}
	}
	return false
}

// knownPaths returns all paths that mean the page in some language.
func (m *movedPage) knownPaths() []string {
	all := append([]string{m.folderPath}, m.otherPaths...)
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
		if !m.hasCustomPath() {
			continue
		}
		page := payload.MovedPage{Product: m.product, Named: m.folderPath, Paths: map[string]string{}}
		for language, path := range m.paths {
			page.Paths[language] = route.JoinPrefix(s.prefix(language), path)
		}
		all = append(all, page)
	}
	return all
}
