package pages

import (
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
)

// A link may lead to a part of a page by its id, as in /about#team. The ids of headings come from prose, those of
// questions and topics from the names of folders and from topics.yaml, and some from the components of the site.

// everyPageIDs are the ids that the site's frame has on every page, partIDsBySite those that site/pages adds to pages
// of a kind.
var (
	everyPageIDs  = []string{"page", "site", "search"}
	partIDsBySite = map[payload.Kind][]string{
		payload.KindHome:    {"destinations", "categories", "hero-search"},
		payload.KindProduct: {"options", "reviews", "related", "ticket"},
		payload.KindContact: {"write"},
	}
)

// topicIDPrefix is before the id of a topic in the id of its part of /faq.
const topicIDPrefix = "topic-"

// LacksFragment reports whether an address of the site has a #fragment that its page is known to lack. An address
// without a language is of the default one.
func (s *Site) LacksFragment(address string) bool {
	return s.lacksFragment(address, s.deployment.DefaultLanguage())
}

// lacksFragment reports whether a prose link has a #fragment that its target is known to lack.
func (s *Site) lacksFragment(to, language string) bool {
	to, fragment, hasFragment := strings.Cut(to, "#")
	if !hasFragment {
		return false
	}
	if !strings.HasPrefix(to, "product:") {
		to, _, _ = strings.Cut(to, "?")
	}
	path, language, ok := s.targetOf(to, language)
	return ok && s.lacksPart(path, language, fragment)
}

// lacksPart reports whether the page at a path is known to have no part that a fragment names.
func (s *Site) lacksPart(path, language, fragment string) bool {
	if isFragment(fragment, everyPageIDs) {
		return false
	}
	ids, known := s.forLanguage(language).partIDs(path, language)
	return known && !isFragment(fragment, ids)
}

// isFragment reports whether a fragment is one of some ids or the id of a footnote. An empty one is the top of the
// page, and so is "top". Words that the browser highlights may follow ":~:".
func isFragment(fragment string, ids []string) bool {
	fragment, _, _ = strings.Cut(fragment, ":~:")
	if unescaped, err := url.PathUnescape(fragment); err == nil {
		fragment = unescaped
	}
	return fragment == "" || strings.EqualFold(fragment, "top") || slices.Contains(ids, fragment) ||
		strings.HasPrefix(fragment, "fn:") || strings.HasPrefix(fragment, "fnref:")
}

// partIDs returns the ids of the parts of a page, except those that every page has. known is false for redirects and
// for pages that islands fill.
func (s *Site) partIDs(path, language string) (ids []string, known bool) {
	if !s.paths[language][path] {
		return nil, false
	}
	view := s.deployment.View(language)
	switch {
	case path == "/":
		return s.homePartIDs(view), true
	case path == "/faq":
		return s.questionPartIDs(view), true
	case path == "/contact-us":
		return partIDsBySite[payload.KindContact], true
	case path == "/blog", path == s.listingPath():
		return nil, true
	}
	if post, isPost := strings.CutPrefix(path, "/blog/"); isPost {
		for _, p := range s.posts[language] {
			if p.Slug == post {
				return p.HeadingIDs, true
			}
		}
		return nil, true // a list of a tag, an author or a series
	}
	if p := s.productAt(path, language); p != nil {
		return slices.Concat(p.Texts[s.viewIndex(language)].HeadingIDs, partIDsBySite[payload.KindProduct]), true
	}
	if text := s.proseAt(path, language, view); text != nil {
		return s.content.Summarizer.headingIDs(*text), true
	}
	return nil, false
}

// homePartIDs returns the ids of the parts of the home page.
func (s *Site) homePartIDs(view catalog.View) []string {
	ids := slices.Clone(partIDsBySite[payload.KindHome])
	for _, t := range s.testimonials {
		if text, _ := catalog.TextIn(view, t.Texts); text != nil {
			ids = append(ids, s.content.Summarizer.headingIDs(text.Body)...)
		}
	}
	return ids
}

// questionPartIDs returns the ids of the topics and questions that a view shows, and of the headings of answers.
func (s *Site) questionPartIDs(view catalog.View) (ids []string) {
	for _, topic := range s.content.Library.Topics {
		shown := s.questionsOf(topic, view)
		if len(shown) > 0 {
			ids = append(ids, topicIDPrefix+topic.ID)
		}
		for _, e := range shown {
			text, _ := catalog.TextIn(view, e.Texts)
			ids = append(append(ids, e.Slug), s.content.Summarizer.headingIDs(text.Body)...)
		}
	}
	return ids
}

// productAt returns the product whose page has a path in a language, or nil.
func (s *Site) productAt(path, language string) *Summary {
	slug := path[strings.LastIndexByte(path, '/')+1:]
	if p := s.product(slug); p != nil && s.productPath(p, language) == path {
		return p
	}
	view := s.viewIndex(language)
	for _, p := range s.products {
		if p.slugIn(view) == slug && s.productPath(p, language) == path {
			return p
		}
	}
	return nil
}

// proseAt returns the prose of the text page, the city or the category at a path, or nil.
func (s *Site) proseAt(path, language string, view catalog.View) *catalog.Prose {
	for _, page := range s.content.Library.Pages {
		t, _ := catalog.TextIn(view, page.Texts)
		if t != nil && page.IsShownBy(s.deployment.ID) && s.textPath(page, language) == path {
			return &t.Body
		}
	}
	for _, c := range s.cities {
		if t, _ := catalog.TextIn(view, c.Texts); t != nil && s.cityPath(c, language) == path {
			return &t.Body
		}
	}
	for _, c := range s.categories {
		if t, _ := catalog.TextIn(view, c.Texts); t != nil && s.categoryPath(c, language) == path {
			return &t.Body
		}
	}
	return nil
}

// headingIDs returns the ids of the headings of a text of the library.
func (m *Summarizer) headingIDs(text catalog.Prose) []string {
	if ids, ok := m.headingIDsByProse.Load(text); ok {
		return ids.([]string)
	}
	noPicture := func(string) *markdown.Picture { return nil }
	ids := markdown.RenderPage(text, noPicture).HeadingIDs
	m.headingIDsByProse.Store(text, ids)
	return ids
}
