package pages

import (
	"bytes"
	"cmp"
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
	// Part: the page exists, and has no such part.
	Part bool
	// Untranslated is the language that the page is left out in, and not in others.
	Untranslated string
}

// WholeLink is a link of some prose to an address at a host of a storefront.
type WholeLink struct {
	ProseLink
	Deployment, Path string
}

// hostsOf returns the deployments by their hosts, those of canonical addresses too.
func hostsOf(lib *catalog.Library) map[string]string {
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

// storefrontAt returns the deployment that has the host of a whole address, and the address's path. own is false for
// other hosts.
func (m *Maker) storefrontAt(address string) (id, path string, own bool) {
	_, rest, _ := strings.Cut(address, "://")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, _, _ := strings.Cut(strings.ToLower(rest[:end]), ":")
	id, own = m.hosts[host]
	if path, _, _ = strings.Cut(rest[end:], "#"); !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return id, path, own
}

// IsDraft reports whether a prose link leads to a product that is a draft and not shown.
func (s *Site) IsDraft(to string) bool {
	return s.content.drafts(s.visibility).products[strings.TrimPrefix(to, "product:")]
}

// LeadsToMistake reports whether a prose link leads to a story that names a draft. That is a mistake, which may keep
// every deployment from showing the story.
func (s *Site) LeadsToMistake(to string) bool {
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
	_, rest := route.Split(path)
	return route.Escape(trimSlash(rest)) == storyPath(p.Slug)
}

// StoryUnpublished returns why the story that a prose link leads to is not shown in a language (in any, if it is
// empty), and the day from which it is shown or on which it expired. The reason is that of a date if only dates
// withhold one of the story's texts, and otherwise Draft if it is a draft.
func (s *Site) StoryUnpublished(to, language string) (why Unpublished, day time.Time) {
	if code, _ := route.Split(to); code != "" {
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

// Leads reports whether a prose link leads to a page of the deployment.
func (s *Site) Leads(to string) bool {
	return slices.ContainsFunc(s.deployment.Languages, func(language string) bool {
		_, ok := s.resolve(to, language)
		return ok
	})
}

// Answers reports whether a path of the deployment's host, with the prefix of its language, has a page or leads to one.
// The feed of a list of stories exists if the list does. Other paths with an extension, which are files, and paths
// below /api or /octo, which are the server's, are not checked.
func (s *Site) Answers(path string) bool {
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
	return ok || s.Redirects(route.Escape(bare))
}

// resolve returns the address of a prose link in one language, and whether this deployment has it.
func (s *Site) resolve(to, language string) (href string, ok bool) {
	to, fragment, hasFragment := strings.Cut(to, "#")
	if hasFragment {
		fragment = "#" + fragment
	}
	if slug, isProduct := strings.CutPrefix(to, "product:"); isProduct {
		p := s.of(language).product(slug)
		if p == nil {
			return "", false
		}
		return s.prefix(language) + s.productPath(p, language) + fragment, true
	}
	path, query, hasQuery := strings.Cut(to, "?")
	if hasQuery {
		query = "?" + query
	}
	code, rest := route.Split(path)
	if code != "" && code != s.deployment.DefaultLanguage() {
		language = code
	}
	rest = route.Escape(trimSlash(rest))
	if own, known := s.root.spelled[[2]string{language, rest}]; known {
		rest = own
	}
	if !s.of(language).has(rest, language) {
		return "", false
	}
	return route.Join(s.prefix(language), rest) + query + fragment, true
}

func (s *Site) has(path, language string) bool {
	if s.paths[language][path] || path == "/search" {
		return true
	}
	for _, r := range slices.Concat(s.content.Library.Redirects, s.deployment.Redirects) {
		if r.From == path {
			return true
		}
	}
	return path == route.List(true) || path == route.List(false) || strings.HasPrefix(path, "/search/")
}

// resolveAll notes the links of a document to stories and those that are dead, and returns the addresses of its links,
// for the page's key. Links to parts of the document itself are left to checkParts.
func (p *planner) resolveAll(links []markdown.Link, file string) []byte {
	var b bytes.Buffer
	for _, l := range links {
		if strings.HasPrefix(l.To, "#") {
			continue
		}
		link := ProseLink{file, l}
		if l.Whole() {
			if id, path, own := p.site.content.Maker.storefrontAt(l.To); own {
				p.whole = append(p.whole, WholeLink{link, id, path})
			}
			continue
		}
		href, ok := p.site.resolve(l.To, p.code)
		if !ok && p.site.root.Leads(l.To) {
			p.dead = append(p.dead, DeadLink{ProseLink: link, Untranslated: p.code})
		} else if !ok || !p.hasPart(l.To) {
			p.dead = append(p.dead, DeadLink{ProseLink: link, Part: ok})
		} else if strings.Contains(l.To, "/blog/") {
			p.stories = append(p.stories, link)
		}
		b.WriteString(href)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// hasPart reports whether a link with a #part leads to one; only the parts of stories are known.
func (p *planner) hasPart(to string) bool {
	path, part, has := strings.Cut(to, "#")
	if !has {
		return true
	}
	language, _ := route.Split(path)
	for _, post := range p.site.of(cmp.Or(language, p.code)).posts[cmp.Or(language, p.code)] {
		if LeadsToPost(to, post) {
			return isPart(part, post.Parts)
		}
	}
	return true
}

// checkParts notes the links of a document to parts that it does not have.
func (p *planner) checkParts(links []markdown.Link, parts []string, file string) {
	for _, l := range links {
		if part, own := strings.CutPrefix(l.To, "#"); own && !isPart(part, parts) {
			p.dead = append(p.dead, DeadLink{ProseLink: ProseLink{file, l}, Part: true})
		}
	}
}

// isPart reports whether a part is among headings, or a footnote. An empty one is the top of the page.
func isPart(part string, headings []string) bool {
	if plain, err := url.PathUnescape(part); err == nil {
		part = plain
	}
	return part == "" || slices.Contains(headings, part) ||
		strings.HasPrefix(part, "fn:") || strings.HasPrefix(part, "fnref:")
}

// placeLinks returns the HTML of some prose with the addresses of its links resolved. Of links without a page it keeps
// the words. The HTML is that of package markdown, in which "<a " always begins a link.
func (s *Site) placeLinks(html, language string) string {
	if !strings.Contains(html, "<a ") {
		return html
	}
	var out strings.Builder
	out.Grow(len(html) * 9 / 8)
	var kept []bool // of the links around the present place, whether their tags stay
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
			tag = s.placeLink(tag, language)
			kept = append(kept, tag != "")
		case tag == "</a>" && len(kept) > 0:
			if !kept[len(kept)-1] {
				tag = ""
			}
			kept = kept[:len(kept)-1]
		}
		out.WriteString(tag)
	}
}

const hrefOpen = `<a href="`

// placeLink returns the tag that opens a link, with its address resolved; empty if the deployment has no such page.
func (s *Site) placeLink(tag, language string) string {
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
