package pages

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
)

// A term is a tag, an author or a series of stories. It has a page and a feed in each language in which stories of the
// deployment name it: one story, or for a tag two, since a list of one story repeats the story.

// termKind is a kind of terms, with the library's and those that a story names.
type termKind struct {
	kind    payload.TermKind
	terms   func(lib *catalog.Library) map[string]*catalog.Term
	namesIn func(p *PostSummary) []string
}

// The places of kinds in termKinds.
const (
	tagKind = iota
	authorKind
	seriesKind
)

var termKinds = []termKind{
	{payload.TagTerm, func(l *catalog.Library) map[string]*catalog.Term { return l.Terms.Tags },
		func(p *PostSummary) []string { return p.Tags }},
	{payload.AuthorTerm, func(l *catalog.Library) map[string]*catalog.Term { return l.Terms.Authors },
		func(p *PostSummary) []string { return nonEmpty(p.Card.Author) }},
	{payload.SeriesTerm, func(l *catalog.Library) map[string]*catalog.Term { return l.Terms.Series },
		func(p *PostSummary) []string { return nonEmpty(p.Series) }},
}

func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// term is a term in one language.
type term struct {
	kind  payload.TermKind
	slug  string
	name  string
	entry *catalog.Term // nil if the library has only the name
	// postIndexes are those of its stories in the site's of the language.
	postIndexes []int
}

func (t *term) path() string { return "/blog/" + string(t.kind) + "/" + t.slug }

// termNames has the slugs of the library's terms, by kind and by id and name without case.
type termNames map[string]string

func termNamesOf(lib *catalog.Library) termNames {
	names := termNames{}
	for _, k := range termKinds {
		for slug, entry := range k.terms(lib) {
			names[string(k.kind)+"\n"+slug] = slug
			for _, name := range entry.Name {
				names[string(k.kind)+"\n"+strings.ToLower(name)] = slug
			}
		}
	}
	return names
}

// maxSlugLength is less than file systems allow for a name.
const maxSlugLength = 100

// slugOfName returns the slug of a name. One that is too long ends in a hash, so that two such names differ.
func slugOfName(name string) string {
	slug := scaffold.LatinSlug(name)
	if len(slug) <= maxSlugLength {
		return slug
	}
	sum := digest.Of([]byte(name))
	return slug[:maxSlugLength] + "-" + hex.EncodeToString(sum[:4])
}

// termsOf returns the terms of one kind that a story names. A name in letters other than Latin that is not in the
// library has no address and no page: its slug is empty.
func (m *Summarizer) termsOf(kind int, p *PostSummary, view catalog.View) (all []*term) {
	k := termKinds[kind]
	for _, text := range k.namesIn(p) {
		t := &term{kind: k.kind, name: text}
		if slug := m.termNames[string(k.kind)+"\n"+strings.ToLower(text)]; slug != "" {
			t.slug, t.entry = slug, k.terms(m.lib)[slug]
			name, _ := view.TextWithFallback(t.entry.Name)
			t.name = cmp.Or(name, text)
		} else {
			t.slug = slugOfName(text)
		}
		if !slices.ContainsFunc(all, func(other *term) bool { return t.slug != "" && other.slug == t.slug }) {
			all = append(all, t)
		}
	}
	return all
}

// minPostsPerTag is how many stories a tag needs for a page.
const minPostsPerTag = 2

// indexTerms finds the terms of the site's stories in each language, by kind and slug. The index stays valid
// while stories change without changing their terms.
func (s *Site) indexTerms() {
	s.terms = map[string][]*term{}
	for language, posts := range s.posts {
		known := map[string]*term{}
		for i, p := range posts {
			for kind := range termKinds {
				for _, t := range s.content.Summarizer.termsOf(kind, p, s.deployment.View(language)) {
					if t.slug == "" {
						continue
					}
					if known[t.path()] == nil {
						known[t.path()] = t
						s.terms[language] = append(s.terms[language], t)
					}
					known[t.path()].postIndexes = append(known[t.path()].postIndexes, i)
				}
			}
		}
		s.terms[language] = slices.DeleteFunc(s.terms[language],
			func(t *term) bool { return t.kind == payload.TagTerm && len(t.postIndexes) < minPostsPerTag })
		slices.SortFunc(s.terms[language], func(a, b *term) int { return strings.Compare(a.path(), b.path()) })
	}
}

// postsOf returns the stories that name a term of a language, the newest first, and those of a series in their order.
func (s *Site) postsOf(t *term, language string) (all []*PostSummary) {
	i, ok := slices.BinarySearchFunc(s.terms[language], t.path(),
		func(other *term, path string) int { return strings.Compare(other.path(), path) })
	if !ok {
		return nil
	}
	for _, place := range s.terms[language][i].postIndexes {
		all = append(all, s.posts[language][place])
	}
	if t.kind == payload.SeriesTerm {
		slices.Reverse(all)
	}
	return all
}

// planTermPages plans the pages of all terms.
func (p *planner) planTermPages() {
	for _, t := range p.site.terms[p.language] {
		pages := blogPageCount(len(t.postIndexes))
		if p.skipPages(pages) {
			continue
		}
		for n := 1; n <= pages; n++ {
			p.planTermPage(t, n, pages)
		}
	}
}

func blogPageCount(posts int) int { return max(1, (posts+postsPerPage-1)/postsPerPage) }

func (p *planner) planTermPage(t *term, n, pages int) {
	if p.skipPage() {
		return
	}
	list := &payload.Blog{Page: payload.Page{Kind: payload.KindBlog, Path: t.path()}, Number: n, Pages: pages,
		Term: &payload.Term{Kind: t.kind, Name: t.name, Base: t.path()}}
	if n > 1 {
		list.Path += "/page/" + strconv.Itoa(n)
	}
	if t.entry != nil {
		about, language := p.view.TextWithFallback(t.entry.About)
		if about != "" && (language == p.language || !p.view.OmitsUntranslated) {
			list.Term.About, list.Term.WrittenIn = about, writtenInOf(language, p.view)
			list.Description = about
		}
		list.Term.Image = p.image(t.entry.Image)
		list.Image = list.Term.Image
	}
	posts := p.site.postsOf(t, p.language)
	posts = posts[(n-1)*postsPerPage : min(n*postsPerPage, len(posts))]
	list.Posts = p.postCards(posts, postsPerPage)
	list.Locales = p.termLocales(t, n)
	p.addPage(&list.Page, list, nil)
	p.setDependencies(nil, posts)
}

// termLocales returns the languages that have a page of a term, where these are not all.
func (p *planner) termLocales(t *term, n int) []string {
	return p.localesOf(n, func(s *Site, language string) int {
		if posts := s.postsOf(t, language); len(posts) > 0 {
			return blogPageCount(len(posts))
		}
		return 0
	})
}

// termLinks returns the links of a story to its terms of a kind; those without a page have no path.
func (p *planner) termLinks(kind int, post *PostSummary) (all []payload.MenuLink) {
	for _, t := range p.site.content.Summarizer.termsOf(kind, post, p.view) {
		link := payload.MenuLink{Name: t.name}
		if len(p.site.postsOf(t, p.language)) > 0 {
			link.Path = t.path()
		}
		all = append(all, link)
	}
	return all
}

func firstLink(links []payload.MenuLink) *payload.MenuLink {
	if len(links) == 0 {
		return nil
	}
	return &links[0]
}

// termFeedPath returns the file of a term's feed.
func (s *Site) termFeedPath(t *term, language string) string {
	return route.JoinPrefix(s.prefix(language), t.path()) + "/feed.xml"
}
