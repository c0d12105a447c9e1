package pages

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/route"
)

// A prose link is written for all deployments: "/blog" or "product:slug". Here it becomes this deployment's address. If
// the deployment has no such page, for example because it does not sell the product, the words stay without the link. A
// link to a page that no deployment has is an editor's mistake.

// ProseLink is a link of some prose, with its file.
type ProseLink struct {
	File string
	markdown.Link
}

// DeadLink is a link of some prose to a page that does not exist.
type DeadLink struct {
	ProseLink
	// MissingFragment is true if the page exists but lacks the fragment.
	MissingFragment bool
	// UntranslatedIn is the language that lacks the page, if others have it.
	UntranslatedIn string
}

// AbsoluteLink is an absolute link of some prose to a host of a storefront.
type AbsoluteLink struct {
	ProseLink
	Deployment, Path string
}

// deploymentByHost returns the ids of deployments by their hosts, including the hosts of base URLs.
func deploymentByHost(lib *catalog.Library) map[string]string {
	all := map[string]string{}
	for _, d := range lib.Deployments {
		if base, err := url.Parse(d.BaseURL); err == nil {
			all[strings.ToLower(base.Hostname())] = d.ID
		}
		for _, host := range d.Hosts {
			all[host] = d.ID
		}
	}
	return all
}

// deploymentAt returns the deployment that has the host of an absolute address, and the address's path. ok is false for
// other hosts.
func (m *Summarizer) deploymentAt(address string) (id, path string, ok bool) {
	_, rest, _ := strings.Cut(address, "://")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, _, _ := strings.Cut(strings.ToLower(rest[:end]), ":")
	id, ok = m.deploymentByHost[host]
	if path, _, _ = strings.Cut(rest[end:], "#"); !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return id, path, ok
}

// IsDraftProduct reports whether a prose link leads to a product that is a draft and not shown.
func (s *Site) IsDraftProduct(to string) bool {
	return s.content.drafts(s.visibility).products[strings.TrimPrefix(to, "product:")]
}

// LeadsToPostNamingDraft reports whether a prose link leads to a post that names a draft. That is a mistake, which may
// keep every deployment from showing the post.
func (s *Site) LeadsToPostNamingDraft(to string) bool {
	drafts := s.content.drafts(s.visibility).products
	return slices.ContainsFunc(s.content.Posts, func(p *PostSummary) bool {
		return LeadsToPost(to, p) && s.visibility.Visible(p.Unpublished(s.visibility.AsOf)) &&
			slices.ContainsFunc(p.Products, func(slug string) bool { return drafts[slug] })
	})
}

// LeadsToPost reports whether a prose link leads to the page of a post, shown or not, in any language.
func LeadsToPost(to string, p *PostSummary) bool {
	path, _, _ := strings.Cut(to, "#")
	path, _, _ = strings.Cut(path, "?")
	_, rest := route.SplitLanguage(path)
	return route.Escape(trimSlash(rest)) == postPath(p.Slug)
}

// PostUnpublished returns why the post that a prose link leads to is not shown in a language (in any, if it is
// empty), and the day from which it is shown or on which it expired. The reason is that of a date if only dates
// withhold one of the post's texts, and otherwise Draft if it is a draft.
func (s *Site) PostUnpublished(to, language string) (why Unpublished, day time.Time) {
	if code, _ := route.SplitLanguage(to); code != "" {
		language = code
	}
	for _, p := range s.content.Posts {
		if !LeadsToPost(to, p) || language != "" && p.Language != language {
			continue
		}
		reasons := p.Unpublished(s.visibility.AsOf)
		switch {
		case !s.visibility.DraftVisible(p.Draft):
			why = Draft
		case slices.Contains(reasons, Expired):
			return Expired, p.Expires
		case slices.Contains(reasons, Future):
			return Future, p.Date
		}
	}
	return why, day
}

// CanResolve reports whether a prose link leads to a page of the deployment in any language.
func (s *Site) CanResolve(to string) bool {
	return slices.ContainsFunc(s.deployment.Languages, func(language string) bool {
		_, ok := s.resolve(to, language)
		return ok
	})
}

// HasAddress reports whether a path of the deployment's host, with the prefix of its language, has a page or leads to
// one. The feed of a list of posts exists if the list does. Other paths with an extension, which are files, and paths
// below /api or /octo, which are the server's, are not checked.
func (s *Site) HasAddress(path string) bool {
	bare, _, _ := strings.Cut(path, "?")
	bare = trimSlash(bare)
	if list, isFeed := strings.CutSuffix(bare, "/feed.xml"); isFeed && strings.Contains(list, "/blog/") {
		bare = list
	}
	first, _, _ := strings.Cut(bare[1:], "/")
	if strings.Contains(bare[strings.LastIndex(bare, "/"):], ".") || first == "api" || first == "octo" {
		return true
	}
	_, ok := s.resolve(bare, s.deployment.DefaultLanguage())
	return ok || s.IsRedirected(route.Escape(bare))
}

// resolve returns the address of a prose link in one language, and whether this deployment has it.
func (s *Site) resolve(to, language string) (href string, ok bool) {
	separators := "?#"
	if strings.HasPrefix(to, "product:") {
		separators = "#"
	}
	suffix := ""
	if at := strings.IndexAny(to, separators); at >= 0 {
		to, suffix = to[:at], to[at:]
	}
	path, language, ok := s.targetOf(to, language)
	if !ok {
		return "", false
	}
	return route.JoinPrefix(s.prefix(language), path) + suffix, true
}

// targetOf returns the page that a prose link without query and fragment leads to from a page in one language: its path
// without locale prefix, and its language.
func (s *Site) targetOf(to, language string) (path, targetLanguage string, ok bool) {
	if slug, isProduct := strings.CutPrefix(to, "product:"); isProduct {
		p := s.forLanguage(language).product(slug)
		if p == nil {
			return "", "", false
		}
		return s.productPath(p, language), language, true
	}
	code, rest := route.SplitLanguage(to)
	if code != "" && code != s.deployment.DefaultLanguage() {
		language = code
	}
	rest = route.Escape(trimSlash(rest))
	if own, known := s.root.canonicalPaths[[2]string{language, rest}]; known {
		rest = own
	}
	return rest, language, s.forLanguage(language).isLinkTarget(rest, language)
}

func (s *Site) isLinkTarget(path, language string) bool {
	if s.paths[language][path] || path == "/search" {
		return true
	}
	for _, r := range slices.Concat(s.content.Library.Redirects, s.deployment.Redirects) {
		if r.From == path {
			return true
		}
	}
	return path == route.ListPath(true) || path == route.ListPath(false) || strings.HasPrefix(path, "/search/")
}

// resolveLinks records the links of a document to posts and its dead links, and returns the addresses of its links, for
// the page's key. path is that of the page that shows the document.
func (p *planner) resolveLinks(links []markdown.Link, path, file string) []byte {
	var b bytes.Buffer
	for _, l := range links {
		link := ProseLink{file, l}
		if fragment, isOwn := strings.CutPrefix(l.To, "#"); isOwn {
			if p.site.lacksPart(path, p.language, fragment) {
				p.deadLinks = append(p.deadLinks, DeadLink{ProseLink: link, MissingFragment: true})
			}
			continue
		}
		if l.IsAbsolute() {
			if id, path, ok := p.site.content.Summarizer.deploymentAt(l.To); ok {
				p.absoluteLinks = append(p.absoluteLinks, AbsoluteLink{link, id, path})
			}
			continue
		}
		href, ok := p.site.resolve(l.To, p.language)
		if !ok && p.site.root.CanResolve(l.To) {
			p.deadLinks = append(p.deadLinks, DeadLink{ProseLink: link, UntranslatedIn: p.language})
		} else if !ok || p.site.lacksFragment(l.To, p.language) {
			p.deadLinks = append(p.deadLinks, DeadLink{ProseLink: link, MissingFragment: ok})
		} else if strings.Contains(l.To, "/blog/") {
			p.postLinks = append(p.postLinks, link)
		}
		b.WriteString(href)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// resolveProseLinks returns the HTML of some prose with the addresses of its links resolved. Of links without a page it
// keeps the words. The HTML is that of package markdown, in which "<a " always begins a link.
func (s *Site) resolveProseLinks(html, language string) string {
	if !strings.Contains(html, "<a ") {
		return html
	}
	var out strings.Builder
	out.Grow(len(html) * 9 / 8)
	var isResolved []bool // of the links around the present place, whether their tags stay
	for {
		i := strings.Index(html, "<")
		if i < 0 {
			out.WriteString(html)
			return out.String()
		}
		out.WriteString(html[:i])
		html = html[i:]
		end := strings.Index(html, ">") + 1
		if end == 0 {
			end = len(html)
		}
		tag := html[:end]
		html = html[end:]
		switch {
		case strings.HasPrefix(tag, "<a "):
			tag = s.resolveLinkTag(tag, language)
			isResolved = append(isResolved, tag != "")
		case tag == "</a>" && len(isResolved) > 0:
			if !isResolved[len(isResolved)-1] {
				tag = ""
			}
			isResolved = isResolved[:len(isResolved)-1]
		}
		out.WriteString(tag)
	}
}

const hrefOpen = `<a href="`

// resolveLinkTag returns the tag that opens a link, with its address resolved; empty if the deployment has no such
// page.
func (s *Site) resolveLinkTag(tag, language string) string {
	rest, hasHref := strings.CutPrefix(tag, hrefOpen)
	to, rest, closed := strings.Cut(rest, `"`)
	if !hasHref || !closed || !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "product:") {
		return tag
	}
	href, ok := s.resolve(strings.ReplaceAll(to, "&amp;", "&"), language)
	if !ok {
		return ""
	}
	return hrefOpen + strings.ReplaceAll(href, "&", "&amp;") + `"` + rest
}
