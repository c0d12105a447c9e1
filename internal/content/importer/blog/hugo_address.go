package blog

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// addresses notes where Hugo had a post: https://gohugo.io/content-management/urls/.
func (h *hugo) addresses(b *blog, p *post, below, stem string) {
	own, ending := p.front.Get("url").Text(), ""
	if isUgly(setting(b, p, "uglyURLs"), p.section) {
		ending = ".html"
	}
	slug := cmp.Or(p.front.Get("slug").Text(), p.named, stem)
	unknown := ""
	switch pattern := permalink(setting(b, p, "permalinks"), below); {
	case strings.Contains(own, "://"):
	case own != "":
		own, unknown = h.expand(b, own, p, slug, below)
		if !strings.HasPrefix(own, "/") {
			own = path.Join(prefix(b, p), own)
		}
	case pattern != "":
		own, unknown = h.expand(b, pattern, p, slug, below)
		own = strings.ReplaceAll(path.Clean("/"+own), "+", " ") // as Hugo does
		own = path.Join(prefix(b, p), h.spelled(b, own)) + ending
	default:
		own = path.Join(prefix(b, p), h.spelled(b, path.Join(path.Dir(below), slug))) + ending
	}
	base := path.Join("/", path.Dir(below))
	if unknown != "" {
		b.noAddress(p, unknown)
	} else if address, ok := b.address(strings.ReplaceAll(own, "#", "%23"), "/"); ok {
		p.remember(address)
		p.inFolder = ownFolder(b, p)
		base = path.Dir(address)
	} else {
		n := p.front.Get("url")
		b.left(p, "url", n, "this is an address of another site")
	}
	b.aliases(p, p.front.Get("aliases"), "aliases", prefix(b, p), base, ending)
}

// prefix returns what addresses of a post begin with: the folder of its language, unless the storefronts take it off.
func prefix(b *blog, p *post) string {
	if code := languageFolder(b, p); code != "" && !slices.Contains(b.Languages, code) {
		return "/" + code
	}
	return "/"
}

// ownFolder returns the folder of a post's language, such as /de, which the storefronts take off at the begin of an
// address alone, not behind the path that all addresses of a blog may begin with.
func ownFolder(b *blog, p *post) string {
	if code := languageFolder(b, p); slices.Contains(b.Languages, code) {
		return "/" + code
	}
	return ""
}

// languageFolder returns the language of a post where Hugo has a folder of it in addresses, else nothing.
func languageFolder(b *blog, p *post) string {
	code, first := strings.ToLower(p.spoken), strings.ToLower(b.config.Get("defaultContentLanguage").Text())
	if code == b.Language && !b.speaks(code) && first != "" {
		code = first
	}
	isFirst := code == cmp.Or(first, b.Language)
	if isFirst && !isTrue(b.config.Get("defaultContentLanguageInSubdir")) || !isFirst && !b.speaks(code) ||
		setting(b, p, "baseURL") != b.config.Get("baseURL") {
		return ""
	}
	return code
}

// setting returns what the configuration says for the language of a post, else for all.
func setting(b *blog, p *post, key string) *yaml.Node {
	if languages := b.config.Get("languages"); languages != nil {
		for i := range languages.Pairs {
			of := &languages.Pairs[i].Value
			if own := of.Get(key); own != nil && strings.EqualFold(languages.Pairs[i].Key.Value, p.spoken) {
				return own
			}
		}
	}
	return b.config.Get(key)
}

// isUgly reports whether addresses of a section end with .html: https://gohugo.io/configuration/ugly-urls/.
func isUgly(n *yaml.Node, section string) bool {
	if n == nil || n.Kind != yaml.Mapping {
		return isTrue(n)
	}
	return slices.ContainsFunc(n.Pairs, func(pair yaml.Pair) bool {
		return strings.EqualFold(pair.Key.Value, section) && isTrue(&pair.Value)
	})
}

// permalink returns the pattern of the addresses of a section's posts, of the deepest folder that has one; nothing if
// none has: https://gohugo.io/configuration/permalinks/. below is a post's path in its content.
func permalink(all *yaml.Node, below string) (pattern string) {
	if all == nil {
		return ""
	}
	for i := range all.Items { // the first that is for the post counts
		target := cmp.Or(all.Items[i].Get("target"), &yaml.Node{})
		if isLike(target.Get("kind").Text(), "page") && isLike(target.Get("path").Text(), "/"+below) {
			return all.Items[i].Get("pattern").Text()
		}
	}
	pairs := all.Pairs
	if page := all.Get("page"); page != nil && page.Kind == yaml.Mapping { // by kind, then by section
		pairs = append(slices.Clone(page.Pairs), pairs...)
	}
	deepest := 0
	for i := range pairs {
		folder := strings.ToLower(strings.Trim(pairs[i].Key.Value, "/ "))
		if own := pairs[i].Value.Text(); own != "" && len(folder) > deepest &&
			strings.HasPrefix(strings.ToLower(below)+"/", folder+"/") {
			pattern, deepest = own, len(folder)
		}
	}
	return pattern
}

var token = lazyregexp.New(`:\w+(\[.+?\])?`)

// expand fills the tokens of a permalink; unknown is one that is none, which stays as it is.
func (h *hugo) expand(b *blog, pattern string, p *post, slug, below string) (own, unknown string) {
	own = token.ReplaceAllStringFunc(pattern, func(t string) string {
		filled := h.fill(b, t, p, slug, below)
		if filled == t && unknownPart.MatchString(t) && strings.Contains(pattern, "/"+t) {
			unknown = t
		}
		return filled
	})
	return own, unknown
}

// fill returns what a token of a permalink stands for.
func (h *hugo) fill(b *blog, t string, p *post, slug, below string) string {
	own := cmp.Or(p.front.Get("slug").Text(), p.named)
	title := cmp.Or(p.front.Get("title").Text(), slug)
	switch t {
	case ":year":
		return strconv.Itoa(p.date.Year())
	case ":month":
		return p.date.Format("01")
	case ":monthname":
		return p.date.Month().String()
	case ":day":
		return p.date.Format("02")
	case ":weekday":
		return strconv.Itoa(int(p.date.Weekday()))
	case ":weekdayname":
		return p.date.Weekday().String()
	case ":yearday":
		return strconv.Itoa(p.date.YearDay())
	case ":slug":
		return cmp.Or(own, title)
	case ":title":
		return title
	case ":slugorfilename", ":slugorcontentbasename":
		return cmp.Or(own, path.Base(below))
	case ":filename", ":contentbasename":
		return path.Base(below)
	case ":section":
		return p.section
	case ":sections":
		return path.Join(h.foldersOf(b, p, below)...)
	}
	if part, ok := strings.CutPrefix(t, ":sections["); ok {
		return path.Join(partOf(h.foldersOf(b, p, below), strings.TrimSuffix(part, "]"))...)
	}
	if form := t[1:]; otherDay.Format(form) != form { // a form of Go's
		return p.date.Format(form)
	}
	return t
}

// otherDay differs in every part from the day that Go's forms of dates show.
var otherDay = time.Date(2019, time.November, 9, 23, 1, 42, 1, time.UTC)

// foldersOf returns the folders of a post up to the deepest that has an opening; the first needs none.
func (h *hugo) foldersOf(b *blog, p *post, below string) []string {
	all := strings.Split(path.Dir(below), "/")
	dir := path.Dir(p.file)
	if strings.HasPrefix(path.Base(p.file), "index.") {
		dir = path.Dir(dir)
	}
	for ; len(all) > 1; all, dir = all[:len(all)-1], path.Dir(dir) {
		if found, _ := fs.Glob(b.root.FS(), literal.Replace(dir)+"/_index*"); len(found) > 0 {
			break
		}
	}
	return all
}

// partOf returns what a range such as 1:, :last or 0 takes of sections.
func partOf(all []string, form string) []string {
	at := func(s string, absent int) int {
		if s == "last" {
			return len(all) - 1
		}
		if n, err := strconv.Atoi(s); err == nil && n >= 0 {
			return min(n, len(all))
		}
		return absent
	}
	from, to, isRange := strings.Cut(form, ":")
	first, end := at(from, 0), at(to, len(all))
	if !isRange {
		end = min(first+1, len(all))
	}
	return all[first:max(first, end)]
}

// spelled spells an address as the configuration has Hugo do it.
func (h *hugo) spelled(b *blog, s string) string {
	if isTrue(b.config.Get("removePathAccents")) {
		s = withoutMarks(s)
	}
	if isTrue(b.config.Get("disablePathToLower")) {
		return sanitized(s)
	}
	return urlize(s)
}

// withoutMarks takes the marks off letters: é becomes e.
func withoutMarks(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// urlize spells an address as Hugo does: small letters, hyphens for spaces, no marks.
func urlize(s string) string { return strings.ToLower(sanitized(s)) }

var escaped = lazyregexp.New(`^%[0-9A-Fa-f]{2}`)

// sanitized takes marks out of an address, and puts a hyphen for spaces where none stands.
func sanitized(s string) string {
	var b strings.Builder
	waits, wasHyphen := false, false
	for i, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), strings.ContainsRune("./-_#+~@", r),
			escaped.MatchString(s[i:]):
			wasHyphen = r == '-'
			if waits && !wasHyphen {
				b.WriteByte('-')
			}
			waits = false
			b.WriteRune(r)
		case b.Len() > 0 && !wasHyphen && unicode.IsSpace(r):
			waits = true
		}
	}
	return b.String()
}
