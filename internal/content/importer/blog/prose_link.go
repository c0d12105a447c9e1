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

// sections are pages that every storefront has.
var sections = []string{"/", "/blog", "/faq", "/about", "/contact-us", "/privacy-policy", "/terms-and-conditions",
	"/things-to-do", "/experiences", "/search"}

var mailAddress = lazyregexp.New(`^[\w.+-]+@[\w-]+(\.[\w-]+)+$`)

// target returns where a link leads now; why is not empty if it leads nowhere.
func (b *blog) target(p *post, to string) (now, why string) {
	to = strings.TrimSpace(to) // as browsers do
	if part, ok := strings.CutPrefix(to, "#"); ok {
		if own := p.part(part); own != "" || part == "" {
			return "#" + own, ""
		}
		return "", "only headings have ids here, and none stands above it"
	}
	if strings.HasPrefix(to, "product:") {
		return to, ""
	}
	if mailAddress.MatchString(to) {
		return "mailto:" + to, "" // a browser would look for a page of this name
	}
	if strings.HasPrefix(to, "www.") {
		return "http://" + to, ""
	}
	u, err := url.Parse(to)
	switch {
	case err != nil || to == "":
		return "", "this is no address"
	case u.Scheme != "" && !slices.Contains([]string{"http", "https", "mailto", "tel"}, u.Scheme):
		return "", "no page may lead to such an address"
	case u.Scheme == "mailto", u.Scheme == "tel", u.Host != "" && !b.isOwn(u.Host):
		return to, ""
	}
	if u.Host != "" {
		u.Path = cmp.Or(u.Path, "/")
	}
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	other, prefix := b.linked(p, u.Path), ""
	if folder, isIndex := strings.CutSuffix(u.Path, "/index.html"); isIndex && other == nil {
		u.Path = folder + "/" // where servers have the file
		other = b.linked(p, u.Path)
	}
	if twin := b.inLanguage(p, other, u.Path); twin != nil {
		if other, prefix = twin, "/"+twin.language; b.isDefault(twin.language) {
			prefix = ""
		}
		if prefix == "" && other.key == p.key && other.live {
			return "", "no link leads from the translation of a story to its text in the default language"
		}
	}
	switch {
	case other != nil && other.live:
		return prefix + "/blog/" + other.slug + other.fragment(fragment), ""
	case other != nil:
		return "", "the post that it leads to is a draft, or is not shown on this day"
	case u.Host != "" && b.below != "" && b.isElsewhere(u.Path):
		return to, ""
	}
	for _, base := range []string{path.Dir("/" + p.file), p.base()} {
		address, ok := b.address(u.Path, base)
		slug := b.Earlier.Posts[address]
		if ok && b.isWithheld(slug, p.language) {
			return "", "the post that it leads to is a draft, or is not shown on this day"
		}
		if ok && slug != "" && !b.Earlier.Drafts[slug] {
			return "/blog/" + slug + fragment, "" // content has it still, though the blog does not
		}
		if page := b.term(p, address, u.Fragment); ok && page != "" {
			return page, ""
		}
		if page := b.terms.moved[address]; ok && isFeed(page) {
			return "", "a feed is no page"
		} else if ok && page != "" {
			return page, ""
		}
		if story := b.storyHere(address, p.language); ok && story != nil {
			return address + story.fragment(fragment), ""
		}
		if ok && b.leads(address) {
			return address + fragment, ""
		}
	}
	if u.Path == "/" || u.Path == "" {
		return "/" + fragment, ""
	}
	if u.Host != "" && b.isElsewhere(u.Path) {
		return to, ""
	}
	return "", "there is no such page here"
}

func (b *blog) leads(address string) bool {
	from := route.Escape(address)
	return slices.Contains(sections, address) ||
		slices.ContainsFunc(b.Library.Redirects, func(r payload.Redirect) bool { return r.From == from })
}

// storyHere returns the story that readers see at an address here, in a language if it has a text in it; else nil.
func (b *blog) storyHere(address, language string) (found *post) {
	slug, isPost := strings.CutPrefix(address, "/blog/")
	for _, p := range b.posts {
		if isPost && p.slug == slug && p.live && (found == nil || p.language == language) {
			found = p
		}
	}
	return found
}

// isWithheld reports whether readers see a story of the source no more in a language, though it is there.
func (b *blog) isWithheld(slug, language string) bool {
	isThere := false
	for _, p := range b.posts {
		if p.slug == slug && (p.live || p.language == language) {
			return !p.live
		}
		isThere = isThere || p.slug == slug
	}
	return isThere
}

// linked finds the post that an address or a file's name means, in the same language if there is one.
func (b *blog) linked(p *post, to string) *post {
	to, _, _ = strings.Cut(to, "#")
	var found *post
	for _, base := range []string{path.Dir("/" + p.file), p.base()} {
		address, ok := b.address(to, base)
		for _, address := range []string{address, strings.TrimPrefix(address, b.below)} {
			if !ok || found != nil {
				continue
			}
			found = b.byOld[address]
			if found == nil && !isHugo(b.dialect) { // hosts of Jekyll find a page with .html and without
				found = cmp.Or(b.byOld[address+".html"], b.byOld[strings.TrimSuffix(address, ".html")])
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
	if found == nil && p.path != "" {
		found = cmp.Or(b.byFile[pathOf(path.Join("/", path.Dir(p.path), to))], b.byFile[pathOf(path.Join("/", to))])
	}
	name := strings.TrimSuffix(path.Base(to), path.Ext(to))
	if found == nil && name != "" && (path.Ext(to) == ".md" || !strings.Contains(to, "/") && path.Ext(to) == "") {
		for _, other := range b.posts { // Hugo finds a name that there is once; the nearest is taken
			if path.Base(other.key) == name && (found == nil || other.section == p.section) {
				found = other
			}
		}
	}
	if found == nil {
		return nil
	}
	if twin := b.twins[[2]string{found.key, p.language}]; twin != nil {
		return twin
	}
	return found
}

// pathOf returns the path in the content of Hugo that the name of a file there has, or its path.
func pathOf(name string) string {
	return strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".md"), "/index"))
}

// part returns the id of a heading here by the one that it had: tools differ in what they make of signs and spaces. For
// the id of another element it is that of the heading above, or empty.
func (p *post) part(id string) string {
	if p.parts == nil {
		p.parts = map[string][]string{}
		with, _ := prose.HeadingIDs(p.body).Apply()
		plain := prose.HeadingLine.ReplaceAllStringFunc(p.body, func(h string) string {
			return prose.Tag.ReplaceAllString(prose.Kramdown.ReplaceAllString(h, ""), "")
		})
		own, before := partsOfProse(with), partsOfProse(plain)
		for i, part := range own {
			p.parts[lettersOf(part)] = append(p.parts[lettersOf(part)], part)
			if len(own) == len(before) && before[i] != part {
				p.parts[lettersOf(before[i])] = append(p.parts[lettersOf(before[i])], part)
			}
		}
		p.anchors = prose.NumberedHeadings(with)
		maps.Copy(p.anchors, prose.HeadingsAbove(with))
	}
	plain, err := url.PathUnescape(id)
	if err != nil {
		return id
	}
	if heading, known := p.anchors[plain]; known {
		return heading
	}
	if all := p.parts[lettersOf(plain)]; len(all) == 1 {
		return all[0]
	}
	return id
}

// fragment returns the end of an address, such as #part, that leads to the same heading here; empty if none does.
func (p *post) fragment(was string) string {
	if part := strings.TrimPrefix(was, "#"); part != "" {
		return strings.TrimSuffix("#"+p.part(part), "#")
	}
	return ""
}

// partsOfProse returns the ids of the headings of prose.
func partsOfProse(prose string) []string {
	nothing := func(string) *markdown.Picture { return nil }
	return markdown.RenderPage(catalog.Prose{Source: prose}, nothing).Parts
}

// lettersOf returns the letters and digits of an id.
func lettersOf(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, id)
}

// base is the address that relative ones are relative to.
func (p *post) base() string {
	if len(p.old) == 0 {
		return "/"
	}
	if isHTML(p.old[0]) { // a file, not a folder
		return path.Dir(p.old[0])
	}
	return p.old[0]
}

// withoutDeadLinks takes links to pages that are not there out of finished prose: those that stood where links was not
// looking, as in captions. Their words stay.
func (b *blog) withoutDeadLinks(p *post, prose string) string {
	dead := map[string]string{}
	_ = ast.Walk(markdown.Parse([]byte(prose)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering && strings.HasPrefix(string(link.Destination), "/") {
			if _, why := b.target(p, string(link.Destination)); why != "" {
				dead[string(link.Destination)] = why
			}
		}
		return ast.WalkContinue, nil
	})
	for _, to := range slices.Sorted(maps.Keys(dead)) {
		link := markTo("", to)
		if link.MatchString(prose) {
			b.at(p, 1, 1, importer.Note{Field: "link", Value: to, Why: dead[to] + "; its words stay"})
			prose = link.ReplaceAllString(prose, "$1")
		}
	}
	return prose
}

// markTo matches the links to an address with their words, or with "!" the pictures with their alt texts.
func markTo(mark, address string) *regexp.Regexp {
	return regexp.MustCompile(mark + `\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?` + regexp.QuoteMeta(address) + `>?[^()]*\)`)
}

// withoutUnknownPictures takes pictures that are not in media out of finished prose: those that stood where nothing was
// looking for them. The check would refuse the import for one.
func (b *blog) withoutUnknownPictures(p *post, prose string) string {
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
		picture := markTo("!", name)
		if picture.MatchString(prose) {
			b.at(p, 1, 1, importer.Note{Field: "picture", Value: name, Why: errNotThere.Error() + "; it is left out",
				Do: "put it into media and name it in the text"})
			prose = picture.ReplaceAllString(prose, "")
		}
	}
	return prose
}
