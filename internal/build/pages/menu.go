package pages

import (
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// pathsNamedBySite are the pages whose names in menus are texts of the interface; site/layouts/shell-links.ts has them.
var pathsNamedBySite = []string{
	"/", "/about", "/blog", "/faq", "/contact-us", "/search", "/invoices", "/terms-and-conditions", "/privacy-policy",
}

// menuLinks returns links of a header or a footer. A story that is not written in the language is left out.
func (p *planner) menuLinks(links []catalog.Link) (out []payload.MenuLink) {
	for _, link := range links {
		if shown, ok := p.menuLink(link); ok {
			out = append(out, shown)
		}
	}
	return out
}

// footerGroups returns the columns of a footer with their links; one without any is left out.
func (p *planner) footerGroups() (out []payload.MenuGroup) {
	for _, group := range p.site.deployment.Footer {
		if links := p.menuLinks(group.Links); len(links) > 0 {
			out = append(out, payload.MenuGroup{Title: group.Title[p.language], Links: links})
		}
	}
	return out
}

// menuLink returns the target of a link, without language, and its name, which is empty if the site names the page.
func (p *planner) menuLink(link catalog.Link) (shown payload.MenuLink, ok bool) {
	if link.IsExternal() {
		return payload.MenuLink{Path: link.To, Name: link.Name[p.language]}, true
	}
	href, ok := p.site.resolve(link.To, p.language)
	if !ok {
		return shown, false
	}
	if prefix := p.site.prefix(p.language); prefix != "" {
		href = route.JoinPrefix("", strings.TrimPrefix(href, prefix))
	}
	if href == "" {
		href = "/"
	}
	path, _, _ := strings.Cut(href, "#")
	if slug, isPost := strings.CutPrefix(path, "/blog/"); isPost && !p.site.hasPost(slug, p.language) &&
		slices.ContainsFunc(p.site.deployment.Languages, func(language string) bool {
			return p.site.root.hasPost(slug, language)
		}) {
		return shown, false
	}
	if link.Name != nil {
		return payload.MenuLink{Path: href, Name: link.Name[p.language]}, true
	}
	shown = p.menuTitle(path)
	shown.Path = href
	return shown, true
}

// menuTitle returns the title of a page for menus; it is empty if the site names the page, or if it has no title.
func (p *planner) menuTitle(path string) payload.MenuLink {
	s := p.site
	link := func(title, language string) payload.MenuLink {
		return payload.MenuLink{Name: title, WrittenIn: writtenInOf(language, p.view)}
	}
	for _, c := range s.cities {
		if path == s.cityPath(c, p.language) {
			t, language := catalog.TextIn(p.view, c.Texts)
			return link(t.Title, language)
		}
	}
	for _, c := range s.categories {
		if path == s.categoryPath(c, p.language) {
			t, language := catalog.TextIn(p.view, c.Texts)
			return link(t.Title, language)
		}
	}
	for _, page := range s.content.Library.Pages {
		t, language := catalog.TextIn(p.view, page.Texts)
		if t != nil && path == s.textPath(page, p.language) && !s.isNamedBySite(path) {
			return link(t.Title, language)
		}
	}
	for _, product := range s.products {
		if path == s.productPath(product, p.language) {
			return payload.MenuLink{Name: product.Texts[p.viewIndex].Title,
				WrittenIn: product.Texts[p.viewIndex].WrittenIn}
		}
	}
	for _, post := range s.posts[p.language] {
		if path == postPath(post.Slug) {
			return link(post.Card.Title, post.Language)
		}
	}
	return payload.MenuLink{}
}

func (s *Site) isNamedBySite(path string) bool {
	return slices.Contains(pathsNamedBySite, path) || path == s.listingPath()
}

// MenuMistake is a link of a deployment's header or footer that cannot be shown.
type MenuMistake struct {
	At      []any
	Message string
}

// MenuMistakes returns the links of header and footer that lead to no page of the deployment, or to one without a name.
// A story that is unpublished only because of its date is not a mistake: menus have it as soon as it is published.
func (s *Site) MenuMistakes() (out []MenuMistake) {
	p := s.planner(s.deployment.DefaultLanguage())
	s.eachMenuLink(func(at []any, link catalog.Link) {
		if link.IsExternal() {
			return
		}
		to := append(slices.Clone(at), "to")
		href, ok := s.resolve(link.To, p.language)
		for _, language := range s.deployment.Languages {
			if !ok {
				href, ok = s.resolve(link.To, language)
				href = strings.TrimPrefix(href, s.prefix(language))
			}
		}
		path, _, _ := strings.Cut(href, "#")
		why, day := s.PostUnpublished(link.To, "")
		switch {
		case !ok && !day.IsZero():
		case !ok && (why == Draft || s.IsDraftProduct(link.To)):
			out = append(out, MenuMistake{to, "a dead link: " + link.To + " is a draft"})
		case !ok:
			out = append(out, MenuMistake{to, "a dead link: this deployment has no page " + link.To})
		case link.Name == nil && !s.isNamedBySite(path) && !s.hasTitle(path):
			out = append(out, MenuMistake{at, "this page has no title of its own: the link needs a name"})
		}
	})
	return out
}

// MissingMenuFragments returns the links of header and footer to parts that their pages lack in some language. These
// links still lead to the pages.
func (s *Site) MissingMenuFragments() (out []MenuMistake) {
	s.eachMenuLink(func(at []any, link catalog.Link) {
		page, fragment, hasFragment := strings.Cut(link.To, "#")
		if link.IsExternal() || !hasFragment {
			return
		}
		shown, missing := 0, []string{}
		for _, language := range s.deployment.Languages {
			if _, ok := s.resolve(link.To, language); ok {
				shown++
			}
			if s.lacksFragment(link.To, language) {
				missing = append(missing, strconv.Quote(language))
			}
		}
		if len(missing) == 0 {
			return
		}
		message := "a dead link: " + page + " has no heading #" + fragment
		if len(missing) < shown {
			message += " in " + strings.Join(missing, ", ")
		}
		out = append(out, MenuMistake{append(at, "to"), message})
	})
	return out
}

// EachAbsoluteMenuLink calls visit with the links of header and footer that are whole addresses at hosts of
// storefronts, each with its place in the deployment's file.
func (s *Site) EachAbsoluteMenuLink(visit func(at []any, link AbsoluteLink)) {
	s.eachMenuLink(func(at []any, link catalog.Link) {
		absolute := AbsoluteLink{ProseLink: ProseLink{Link: markdown.Link{To: link.To}}}
		if !absolute.IsAbsolute() {
			return
		}
		var ok bool
		if absolute.Deployment, absolute.Path, ok = s.content.Summarizer.deploymentAt(link.To); ok {
			visit(append(at, "to"), absolute)
		}
	})
}

// eachMenuLink calls visit with the links of header and footer, each with its place in the deployment's file.
func (s *Site) eachMenuLink(visit func(at []any, link catalog.Link)) {
	for i, link := range s.deployment.Menu {
		visit([]any{"menu", i}, link)
	}
	for i, group := range s.deployment.Footer {
		for j, link := range group.Links {
			visit([]any{"footer", i, "links", j}, link)
		}
	}
}

// hasTitle reports whether a page has a title in some language of the deployment.
func (s *Site) hasTitle(path string) bool {
	return slices.ContainsFunc(s.deployment.Languages, func(language string) bool {
		return s.planner(language).menuTitle(path).Name != ""
	})
}
