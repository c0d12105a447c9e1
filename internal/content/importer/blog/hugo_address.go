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

// addOldAddresses adds the addresses that Hugo gave a post: https://gohugo.io/content-management/urls/.
func (h *hugo) addOldAddresses(b *blog, p *post, below, stem string) {
	own, ending := p.front.Get("url").Text(), ""
	if hasUglyURLs(setting(b, p, "uglyURLs"), p.section) {
		ending = ".html"
	}
	slug := cmp.Or(p.front.Get("slug").Text(), p.fileSlug, stem)
	unknown := ""
	switch pattern := permalinkPattern(setting(b, p, "permalinks"), below); {
	case strings.Contains(own, "://"):
	case own != "":
		own, unknown = h.expandPermalink(b, own, p, slug, below)
		if !strings.HasPrefix(own, "/") {
			own = path.Join(addressPrefix(b, p), own)
		}
	case pattern != "":
		own, unknown = h.expandPermalink(b, pattern, p, slug, below)
		own = strings.ReplaceAll(path.Clean("/"+own), "+", " ") // as Hugo does
		own = path.Join(addressPrefix(b, p), h.spellAddress(b, own)) + ending
	default:
		own = path.Join(addressPrefix(b, p), h.spellAddress(b, path.Join(path.Dir(below), slug))) + ending
	}
	base := path.Join("/", path.Dir(below))
	if unknown != "" {
		b.noteNoAddress(p, unknown)
	} else if address, ok := b.aliasOf(strings.ReplaceAll(own, "#", "%23"), "/"); ok {
		p.addOldAddress(address)
		p.languageFolder = storefrontLanguageFolder(b, p)
		base = path.Dir(address)
	} else {
		n := p.front.Get("url")
		b.noteLeftOut(p, "url", n, "this is an address of another site")
	}
	b.addAliases(p, p.front.Get("aliases"), "aliases", addressPrefix(b, p), base, ending)
}

// addressPrefix returns the folder of a post's language in its addresses, or / if the storefronts remove it.
func addressPrefix(b *blog, p *post) string {
	if code := languageFolder(b, p); code != "" && !slices.Contains(b.Languages, code) {
		return "/" + code
	}
	return "/"
}

// storefrontLanguageFolder returns the folder of a post's language, such as /de, if the storefronts have the language.
// They remove it at the beginning of an address, but not behind a base path.
func storefrontLanguageFolder(b *blog, p *post) string {
	if code := languageFolder(b, p); slices.Contains(b.Languages, code) {
		return "/" + code
	}
	return ""
}

// languageFolder returns the language that Hugo puts into a post's addresses; empty for none.
func languageFolder(b *blog, p *post) string {
	code, first := strings.ToLower(p.sourceLanguage), strings.ToLower(b.config.Get("defaultContentLanguage").Text())
	if code == b.Language && !b.isConfiguredLanguage(code) && first != "" {
		code = first
	}
	isFirst := code == cmp.Or(first, b.Language)
	if isFirst && !isTrue(b.config.Get("defaultContentLanguageInSubdir")) ||
		!isFirst && !b.isConfiguredLanguage(code) || setting(b, p, "baseURL") != b.config.Get("baseURL") {
		return ""
	}
	return code
}

// setting returns a value of the configuration for the language of a post, or else for all languages.
func setting(b *blog, p *post, key string) *yaml.Node {
	if languages := b.config.Get("languages"); languages != nil {
		for i := range languages.Pairs {
			of := &languages.Pairs[i].Value
			if own := of.Get(key); own != nil && strings.EqualFold(languages.Pairs[i].Key.Value, p.sourceLanguage) {
				return own
			}
		}
	}
	return b.config.Get(key)
}

// hasUglyURLs reports whether addresses of a section end with .html: https://gohugo.io/configuration/ugly-urls/.
func hasUglyURLs(n *yaml.Node, section string) bool {
	if n == nil || n.Kind != yaml.Mapping {
		return isTrue(n)
	}
	return slices.ContainsFunc(n.Pairs, func(pair yaml.Pair) bool {
		return strings.EqualFold(pair.Key.Value, section) && isTrue(&pair.Value)
	})
}

// permalinkPattern returns the permalink pattern of the deepest folder that contains a post; empty if none has one:
// https://gohugo.io/configuration/permalinks/. below is the post's path in its content.
func permalinkPattern(all *yaml.Node, below string) (pattern string) {
	if all == nil {
		return ""
	}
	for i := range all.Items { // the first that matches wins
		target := cmp.Or(all.Items[i].Get("target"), &yaml.Node{})
		if matchesGlob(target.Get("kind").Text(), "page") && matchesGlob(target.Get("path").Text(), "/"+below) {
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

var permalinkToken = lazyregexp.New(`:\w+(\[.+?\])?`)

// expandPermalink replaces the tokens of a permalink; unknown is a token that is not replaced.
func (h *hugo) expandPermalink(b *blog, pattern string, p *post, slug, below string) (own, unknown string) {
	own = permalinkToken.ReplaceAllStringFunc(pattern, func(t string) string {
		filled := h.tokenValue(b, t, p, slug, below)
		if filled == t && unfilledToken.MatchString(t) && strings.Contains(pattern, "/"+t) {
			unknown = t
		}
		return filled
	})
	return own, unknown
}

// tokenValue returns the value of a permalink token, or the token if it is unknown.
func (h *hugo) tokenValue(b *blog, t string, p *post, slug, below string) string {
	own := cmp.Or(p.front.Get("slug").Text(), p.fileSlug)
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
		return path.Join(h.sectionFolders(b, p, below)...)
	}
	if part, ok := strings.CutPrefix(t, ":sections["); ok {
		return path.Join(sliceSections(h.sectionFolders(b, p, below), strings.TrimSuffix(part, "]"))...)
	}
	if form := t[1:]; probeTime.Format(form) != form { // a Go date layout
		return p.date.Format(form)
	}
	return t
}

// probeTime differs in every part from Go's reference time, so that formatting it detects layouts of dates.
var probeTime = time.Date(2019, time.November, 9, 23, 1, 42, 1, time.UTC)

// sectionFolders returns the folders of a post down to the deepest that has a section page. The first folder needs
// none.
func (h *hugo) sectionFolders(b *blog, p *post, below string) []string {
	all := strings.Split(path.Dir(below), "/")
	dir := path.Dir(p.file)
	if strings.HasPrefix(path.Base(p.file), "index.") {
		dir = path.Dir(dir)
	}
	for ; len(all) > 1; all, dir = all[:len(all)-1], path.Dir(dir) {
		if found, _ := fs.Glob(b.root.FS(), globEscaper.Replace(dir)+"/_index*"); len(found) > 0 {
			break
		}
	}
	return all
}

// sliceSections returns the sections in a range such as 1:, :last or 0.
func sliceSections(all []string, form string) []string {
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

// spellAddress spells an address as Hugo does with the blog's configuration.
func (h *hugo) spellAddress(b *blog, s string) string {
	if isTrue(b.config.Get("removePathAccents")) {
		s = withoutAccents(s)
	}
	if isTrue(b.config.Get("disablePathToLower")) {
		return sanitizePath(s)
	}
	return urlize(s)
}

// withoutAccents removes the accents of letters: é becomes e.
func withoutAccents(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// urlize spells an address as Hugo does by default: lower case, hyphens for spaces, no punctuation.
func urlize(s string) string { return strings.ToLower(sanitizePath(s)) }

var percentEscape = lazyregexp.New(`^%[0-9A-Fa-f]{2}`)

// sanitizePath removes punctuation from an address, and replaces spaces with one hyphen.
func sanitizePath(s string) string {
	var b strings.Builder
	waits, wasHyphen := false, false
	for i, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), strings.ContainsRune("./-_#+~@", r),
			percentEscape.MatchString(s[i:]):
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
