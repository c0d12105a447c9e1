package blog

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/lazyregexp"
)

// storefrontPages are the addresses of pages that every storefront has.
var storefrontPages = []string{"/", "/blog", "/faq", "/about", "/contact-us", "/privacy-policy",
	"/terms-and-conditions", "/things-to-do", "/experiences", "/search"}

var mailAddress = lazyregexp.New(`^[\w.+-]+@[\w-]+(\.[\w-]+)+$`)

// resolveLink returns the new address of a link, or why it is dead.
func (b *blog) resolveLink(p *post, to string) (now, why string) {
	to = strings.TrimSpace(to) // as browsers do
	if part, ok := strings.CutPrefix(to, "#"); ok {
		if own := p.headingID(part); own != "" || part == "" {
			return "#" + own, ""
		}
		return "", "only headings have ids here, and no heading is above it"
	}
	switch {
	case strings.HasPrefix(to, "product:"):
		return to, ""
	case mailAddress.MatchString(to):
		return "mailto:" + to, "" // a browser would look for a page of this name
	case strings.HasPrefix(to, "www."):
		return "http://" + to, ""
	}
	u, err := url.Parse(to)
	switch {
	case err != nil || to == "":
		return "", "this is not an address"
	case u.Scheme != "" && !slices.Contains([]string{"http", "https", "mailto", "tel"}, u.Scheme):
		return "", "pages must not link to such an address"
	case u.Scheme == "mailto", u.Scheme == "tel", u.Host != "" && !b.isOwnHost(u.Host):
		return to, ""
	}
	if u.Host != "" {
		u.Path = cmp.Or(u.Path, "/")
	}
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if now, why, found := b.resolvePostLink(p, u, fragment); found {
		return now, why
	}
	if u.Host != "" && b.basePath != "" && b.isOutsideBlog(u.Path) {
		return to, ""
	}
	if now, why, found := b.resolvePageLink(p, u, fragment); found {
		return now, why
	}
	if u.Path == "/" || u.Path == "" {
		return "/" + fragment, ""
	}
	if u.Host != "" && b.isOutsideBlog(u.Path) {
		return to, ""
	}
	return "", "there is no such page here"
}

const postNotShown = "the post that it links to is a draft, or is not published on this day"

// resolvePostLink is resolveLink for a link to a post of the source.
func (b *blog) resolvePostLink(p *post, u *url.URL, fragment string) (now, why string, found bool) {
	other, prefix := b.linkedPost(p, u.Path), ""
	if folder, isIndex := strings.CutSuffix(u.Path, "/index.html"); isIndex && other == nil {
		u.Path = folder + "/" // servers answer with the file
		other = b.linkedPost(p, u.Path)
	}
	if twin := b.linkedTranslation(p, other, u.Path); twin != nil {
		if other, prefix = twin, "/"+twin.language; b.isDefaultLanguage(twin.language) {
			prefix = ""
		}
		if prefix == "" && other.translationKey == p.translationKey && other.isPublished {
			return "", "a translation of a story cannot link to its text in the default language", true
		}
	}
	switch {
	case other == nil:
		return "", "", false
	case !other.isPublished:
		return "", postNotShown, true
	}
	return prefix + "/blog/" + other.slug + other.headingFragment(fragment), "", true
}

// resolvePageLink is resolveLink for a link to another page that the storefronts have, or to a post that they have from
// an earlier import.
func (b *blog) resolvePageLink(p *post, u *url.URL, fragment string) (now, why string, found bool) {
	for _, base := range []string{path.Dir("/" + p.file), p.baseAddress()} {
		address, ok := b.aliasOf(u.Path, base)
		if !ok {
			continue
		}
		slug := b.Earlier.PostSlugs[address]
		if b.isUnpublished(slug, p.language) {
			return "", postNotShown, true
		}
		if slug != "" && !b.Earlier.DraftPosts[slug] {
			return "/blog/" + slug + fragment, "", true // content still has it
		}
		if page := b.linkedTermPage(p, address, u.Fragment); page != "" {
			return page, "", true
		}
		if page := b.terms.redirects[address]; isFeed(page) {
			return "", "a feed is not a page", true
		} else if page != "" {
			return page, "", true
		}
		if story := b.publishedStoryAt(address, p.language); story != nil {
			return address + story.headingFragment(fragment), "", true
		}
		if b.isStorefrontAddress(address) {
			return address + fragment, "", true
		}
	}
	return "", "", false
}

// isStorefrontAddress reports whether the storefronts have a page or a redirect at an address.
func (b *blog) isStorefrontAddress(address string) bool {
	from := route.Escape(address)
	return slices.Contains(storefrontPages, address) ||
		slices.ContainsFunc(b.Library.Redirects, func(r payload.Redirect) bool { return r.From == from })
}

// publishedStoryAt returns the published story at an address here, preferably its text in a language; nil if there is
// none.
func (b *blog) publishedStoryAt(address, language string) (found *post) {
	slug, isPost := strings.CutPrefix(address, "/blog/")
	for _, p := range b.posts {
		if isPost && p.slug == slug && p.isPublished && (found == nil || p.language == language) {
			found = p
		}
	}
	return found
}

// isUnpublished reports whether the source has a story that is not published in a language.
func (b *blog) isUnpublished(slug, language string) bool {
	isThere := false
	for _, p := range b.posts {
		if p.slug == slug && (p.isPublished || p.language == language) {
			return !p.isPublished
		}
		isThere = isThere || p.slug == slug
	}
	return isThere
}

// linkedPost returns the post that an address or a file's name refers to, in the same language if possible.
func (b *blog) linkedPost(p *post, to string) *post {
	to, _, _ = strings.Cut(to, "#")
	var found *post
	for _, base := range []string{path.Dir("/" + p.file), p.baseAddress()} {
		address, ok := b.aliasOf(to, base)
		for _, address := range []string{address, strings.TrimPrefix(address, b.basePath)} {
			if !ok || found != nil {
				continue
			}
			found = b.byAddress[address]
			if found == nil && !isHugo(b.dialect) { // servers of Jekyll find pages with and without .html
				found = cmp.Or(b.byAddress[address+".html"], b.byAddress[strings.TrimSuffix(address, ".html")])
			}
		}
	}
	if found == nil && (path.Ext(to) != "" || !strings.HasPrefix(to, "/")) {
		for _, candidate := range []string{path.Join(path.Dir(p.file), to), strings.TrimPrefix(to, "/")} {
			if f := b.byFile[candidate]; f != nil {
				found = f
			}
		}
	}
	if found == nil && p.contentPath != "" {
		found = cmp.Or(b.byFile[contentPathOf(path.Join("/", path.Dir(p.contentPath), to))],
			b.byFile[contentPathOf(path.Join("/", to))])
	}
	name := strings.TrimSuffix(path.Base(to), path.Ext(to))
	if found == nil && name != "" && (path.Ext(to) == ".md" || !strings.Contains(to, "/") && path.Ext(to) == "") {
		for _, other := range b.posts { // Hugo finds unique names; the nearest is taken
			if path.Base(other.translationKey) == name && (found == nil || other.section == p.section) {
				found = other
			}
		}
	}
	if found == nil {
		return nil
	}
	if twin := b.translations[[2]string{found.translationKey, p.language}]; twin != nil {
		return twin
	}
	return found
}

// contentPathOf returns the contentPath of a Hugo file, given with or without its extension.
func contentPathOf(name string) string {
	return strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".md"), "/index"))
}

// headingID returns the id of a heading here by the one that it had: tools differ in what they make of signs and
// spaces. For the id of another element it is that of the heading above, or empty.
func (p *post) headingID(id string) string {
	if p.headingIDs == nil {
		p.headingIDs = map[string][]string{}
		with, _ := prose.AddHeadingIDs(p.body).Apply()
		plain := prose.HeadingLine.ReplaceAllStringFunc(p.body, func(h string) string {
			return prose.Tag.ReplaceAllString(prose.AttributeList.ReplaceAllString(h, ""), "")
		})
		own, before := headingIDsOf(with), headingIDsOf(plain)
		for i, part := range own {
			p.headingIDs[lettersOf(part)] = append(p.headingIDs[lettersOf(part)], part)
			if len(own) == len(before) && before[i] != part {
				p.headingIDs[lettersOf(before[i])] = append(p.headingIDs[lettersOf(before[i])], part)
			}
		}
		p.anchors = prose.HeadingOfNumberedIDs(with)
		maps.Copy(p.anchors, prose.HeadingOfIDs(with))
	}
	plain, err := url.PathUnescape(id)
	if err != nil {
		return id
	}
	if heading, known := p.anchors[plain]; known {
		return heading
	}
	if all := p.headingIDs[lettersOf(plain)]; len(all) == 1 {
		return all[0]
	}
	return id
}

// headingFragment converts the fragment of an address, such as #part, to the id of the heading here; "" if there is
// none.
func (p *post) headingFragment(was string) string {
	if part := strings.TrimPrefix(was, "#"); part != "" {
		return strings.TrimSuffix("#"+p.headingID(part), "#")
	}
	return ""
}

// headingIDsOf returns the ids of the headings of prose.
func headingIDsOf(prose string) []string {
	nothing := func(string) *markdown.Picture { return nil }
	return markdown.RenderPage(catalog.Prose{Source: prose}, nothing).HeadingIDs
}

// lettersOf returns the letters and digits of an id, in lower case.
func lettersOf(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, id)
}

// baseAddress returns the address that relative addresses of a post are relative to.
func (p *post) baseAddress() string {
	if len(p.oldAddresses) == 0 {
		return "/"
	}
	if isHTML(p.oldAddresses[0]) { // a file, not a folder
		return path.Dir(p.oldAddresses[0])
	}
	return p.oldAddresses[0]
}

// removeDeadLinks replaces dead links in converted prose with their text: those that convertLinks does not see, such as
// in captions.
func (b *blog) removeDeadLinks(p *post, prose string) string {
	dead := map[string]string{}
	_ = ast.Walk(markdown.Parse([]byte(prose)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering && strings.HasPrefix(string(link.Destination), "/") {
			if _, why := b.resolveLink(p, string(link.Destination)); why != "" {
				dead[string(link.Destination)] = why
			}
		}
		return ast.WalkContinue, nil
	})
	for _, to := range slices.Sorted(maps.Keys(dead)) {
		link := linkPattern("", to)
		if link.MatchString(prose) {
			b.noteAt(p, 1, 1, importer.Note{Field: "link", Value: to, Why: dead[to] + "; its text stays"})
			prose = link.ReplaceAllString(prose, "$1")
		}
	}
	return prose
}

// linkPattern returns an expression that matches the links to an address with their text or, with the mark "!",
// pictures.
func linkPattern(mark, address string) *regexp.Regexp {
	return regexp.MustCompile(mark + `\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?` + regexp.QuoteMeta(address) + `>?[^()]*\)`)
}

// removeUnknownPictures removes pictures that media lacks from converted prose: those that the conversion did not see.
// The check of the content would reject the import for one.
func (b *blog) removeUnknownPictures(p *post, prose string) string {
	var unknown []string
	_ = ast.Walk(markdown.Parse([]byte(prose)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if picture, ok := n.(*ast.Image); ok && entering {
			name := string(picture.Destination)
			if b.Library.Pictures[name] == nil && b.Pictures.Alts[name] == nil && !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, name := range unknown {
		picture := linkPattern("!", name)
		if picture.MatchString(prose) {
			b.noteAt(p, 1, 1, importer.Note{Field: "picture", Value: name,
				Why: errPictureMissing.Error() + "; it is left out", Do: "put it into media and add it to the text"})
			prose = picture.ReplaceAllString(prose, "")
		}
	}
	return prose
}
