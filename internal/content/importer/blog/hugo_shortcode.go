package blog

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// shortcode matches one tag, in either kind of brackets. {{</* name */>}} is shown as text, not evaluated.
var shortcode = lazyregexp.New(`(?s)\{\{([<%])(/\*)?\s*(/?)\s*([\w./-]+)((?:[\s=]"(?:\\.|[^"\\])*"|` +
	"[\\s=]`[^`]*`" + `|.)*?)(/?)\s*(\*/)?[>%]\}\}`)

// rewriteDirectives converts shortcodes: https://gohugo.io/shortcodes/.
func (h *hugo) rewriteDirectives(b *blog, p *post, text string) *prose.Edits {
	e := &prose.Edits{Text: text}
	until, tags := 0, []prose.ShortcodeTag(nil)
	for _, m := range shortcode.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[0], m[1]
		if from < until {
			continue // inside {{< highlight >}}
		}
		if m[4] >= 0 {
			raw := strings.Replace(strings.Replace(text[from:to], "/*", "", 1), "*/", "", 1)
			e.Replace(from, to, raw)
			continue
		}
		name, closing, rest := text[m[8]:m[9]], m[6] < m[7], strings.TrimSpace(text[m[10]:m[11]])
		if language, title, isCode := b.codeShortcode(name, rest); isCode && !closing {
			end := regexp.MustCompile(`\{\{[<%]\s*/\s*` + regexp.QuoteMeta(name) + `\s*[>%]\}\}`)
			if end := end.FindStringIndex(text[to:]); end != nil {
				code := strings.Trim(text[to:to+end[0]], "\n")
				until = to + end[1]
				block := e.CodeReplacement(from, until, code, language)
				if inner, alone := e.ContinuationMargin(from, until); alone && title != "" {
					block = "**" + title + "**\n\n" + inner + block
				}
				e.Replace(from, until, block)
				continue
			}
		}
		if name == "comment" && !closing {
			if end := commentEnd.FindStringIndex(text[to:]); end != nil {
				until = to + end[1]
				e.Remove(from, until)
				continue
			}
		}
		h.convertShortcode(b, p, e, from, to, name, rest, closing)
		tags = append(tags, prose.ShortcodeTag{From: from, To: to, Name: name, IsClosing: closing,
			IsHTML:    text[m[2]] == '<',
			HasOutput: e.List[len(e.List)-1].With != ""})
	}
	e.Unindent(tags)
	inCode := prose.CodeIn(text)
	for _, m := range attributeLines.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.noteLooks(p, m[0], strings.TrimSpace(text[m[0]:m[1]]))
			e.Remove(m[0], m[1])
		}
	}
	return e
}

// codeShortcode reports whether a shortcode holds code, with its language and title: highlight, code, or one such as
// snippet-code lang="go", and those that draw a diagram.
func (b *blog) codeShortcode(name, rest string) (language, title string, isCode bool) {
	a, _ := parseArguments(rest)
	name = cmp.Or(b.Blog.Shortcodes[name], name)
	language = cmp.Or(a["lang"], a["language"])
	isCode = name == "highlight" || slices.Contains(codeShortcodes, name) ||
		strings.Contains(name, "code") && language != ""
	if first := firstWord(rest); slices.Contains(diagramLanguages, name) {
		language, isCode = name, true
	} else if !strings.Contains(first, "=") {
		language = cmp.Or(language, first)
	}
	return language, strings.ReplaceAll(prose.SingleLine(a["title"]), "*", ""), isCode
}

var (
	codeShortcodes = []string{"code", "codeblock", "code-block"}
	// diagramLanguages are languages of code, and shortcodes, that blogs draw diagrams from.
	diagramLanguages = []string{"mermaid", "plantuml", "graphviz", "chart", "echarts"}
)

// attributeLines matches lines that give the block before them classes and other attributes:
// https://gohugo.io/content-management/markdown-attributes/.
var attributeLines = lazyregexp.New(`(?m)^[ \t>]*\{[.#][\w:-]+` +
	`(?:[ \t]+(?:[.#][\w:-]+|[\w:-]+=(?:"[^"\n]*"|[^\s"{}]+)))*[ \t]*\}[ \t]*$`)

var commentEnd = lazyregexp.New(`\{\{[<%]\s*/\s*comment\s*[>%]\}\}`)

func (h *hugo) convertShortcode(b *blog, p *post, e *prose.Edits, from, to int, name, rest string, closing bool) {
	a, unnamed := parseArguments(rest)
	one, own := append(unnamed, "")[0], name
	words := b.WordsOf(p.language)
	name = cmp.Or(b.Blog.Shortcodes[own], own)
	named := b.matchingPictures(p, cmp.Or(a["images"], a["match"]))
	code, said := b.codeOfFile(p, a), h.shortcodeText(b, p, name, one)
	switch {
	case closing && (name == "details" || name == "figure"):
		e.Remove(from, to)
	case closing:
		e.Remove(from, to) // the tag that it closes has been reported
	case name == "ref" || name == "relref":
		path := cmp.Or(a["path"], one)
		if other := b.linkedPost(p, path); other != nil {
			e.Replace(from, to, "/blog/"+other.slug+fragmentOf(path))
			if !other.isPublished {
				e.List[len(e.List)-1].With = "/" + other.file // reported as a link
			}
			return
		}
		e.Replace(from, to, cmp.Or(path, "/"))
	case name == "figure":
		if len(a) == 0 && one != "" {
			var left []string
			if a, left = h.figureArguments(b, own, unnamed); len(left) > 0 {
				b.noteOncePerKey("shortcode "+own, repeatedForm, b.withProsePosition(p, from, importer.Note{
					Field: "shortcode", Value: e.Text[from:to], Do: "say it in Markdown",
					Why: "its picture comes in, " + strings.Join(left, " and ") + " is left out"}))
			}
		}
		src := cmp.Or(a["src"], a["url"], a["image"], a["file"], a["path"], a["name"], one)
		if strings.Contains(src, "*") { // a glob for GetMatch
			like := append(b.matchingPictures(p, src), b.matchingPictures(p, path.Base(src))...)
			src = append(like, src)[0]
		}
		e.ReplaceWithFigure(from, to, src, cmp.Or(a["alt"], a["caption"], a["title"]),
			strings.TrimSpace(strings.Join([]string{a["title"], a["caption"], a["attr"]}, " ")), a["link"])
	case name == "details":
		if len(a) > 0 {
			one = ""
		}
		if title := cmp.Or(a["summary"], a["title"], one, words.Details); title != "" {
			e.Replace(from, to, "**"+title+"**\n")
		} else {
			e.Remove(from, to)
		}
	case name == "param":
		e.Replace(from, to, cmp.Or(p.front.Get(one).Text(), p.front.At("params", one).Text(),
			b.config.At("params", one).Text()))
	case prose.VideoAddresses[name] != "":
		e.Replace(from, to, words.VideoLink(prose.VideoAddresses[name]+cmp.Or(a["id"], one)))
	case name == "gist":
		e.Replace(from, to, "<https://gist.github.com/"+strings.Join(strings.Fields(rest), "/")+">")
	case name == "tweet" || name == "x" || name == "twitter":
		e.Replace(from, to, "<https://x.com/"+cmp.Or(a["user"], "i")+"/status/"+cmp.Or(a["id"], one)+">")
	case name == "instagram":
		e.Replace(from, to, "<https://www.instagram.com/p/"+cmp.Or(a["id"], one)+"/>")
	case code != "":
		inner, alone := e.ContinuationMargin(from, to)
		if alone || strings.Contains(code, "\n") { // Code removes the margin
			code = inner + strings.ReplaceAll(code, "\n", "\n"+inner)
		}
		e.Replace(from, to, e.CodeReplacement(from, to, code, cmp.Or(a["lang"], a["language"])))
	case said != "":
		e.Replace(from, to, said)
	case name == "article" && b.publishedPostAt(p, a["link"]) != nil:
		other := b.publishedPostAt(p, a["link"])
		e.Replace(from, to, "["+cmp.Or(b.markdownTitle(other), other.slug)+"](</blog/"+other.slug+">)")
	case linkText(a, rest) != "" && linkAddress(a, rest) != "":
		address := linkAddress(a, rest)
		if other := b.publishedPostAt(p, address); other != nil {
			address = "/blog/" + other.slug + fragmentOf(address)
		}
		e.Replace(from, to, "["+linkText(a, rest)+"](<"+address+">)")
	case len(named) > 0:
		var pictures []string
		for _, file := range named {
			pictures = append(pictures, prose.Figure(file, "", "", ""))
		}
		e.Replace(from, to, strings.Join(pictures, "\n\n"))
	case prose.PictureOf(a, rest) != "":
		e.ReplaceWithFigure(from, to, prose.PictureOf(a, rest), cmp.Or(a["alt"], a["caption"], a["title"]),
			strings.TrimSpace(a["title"]+" "+a["caption"]), prose.LinkOfPicture(a))
		if prose.ExternalID.MatchString(a["id"]) {
			b.noteInProse(p, from, importer.Note{Field: "shortcode", Value: e.Text[from:to],
				Why: "its picture comes in; what its id leads to is not known here", Do: "make the picture a link"})
		}
	default:
		n := importer.Note{Field: "shortcode", Value: e.Text[from:to],
			Why: whyUnsupported,
			Do:  "say it in Markdown, or name a usual one that does the same, as in --shortcode img=figure"}
		hasEnd := hasClosingShortcode(e.Text[to:], name)
		if hasEnd {
			n.Why += whyContentStays
		}
		if own := cmp.Or(a["text"], a["caption"]); own != "" {
			n.Why = "there is no such thing here; its words stay"
			e.Replace(from, to, own)
		} else if title := prose.ComponentTitle(a); title != "" && hasEnd {
			e.ReplaceWithTitle(from, to, title)
		} else {
			e.Remove(from, to)
		}
		b.noteOncePerKey("shortcode "+name, repeatedForm, b.withProsePosition(p, from, n))
	}
}

// publishedPostAt returns the published post at an address.
func (b *blog) publishedPostAt(p *post, address string) *post {
	if other := b.linkedPost(p, address); address != "" && other != nil && other.isPublished {
		return other
	}
	return nil
}

// codeOfFile returns the text of the file that a shortcode with a language names.
func (b *blog) codeOfFile(p *post, a map[string]string) string {
	name := cmp.Or(a["file"], a["filename"], a["src"], a["path"])
	if name == "" || a["lang"]+a["language"] == "" {
		return ""
	}
	for _, file := range b.assetPaths(b, p, name) {
		data, err := b.root.ReadFile(filepath.FromSlash(file))
		if err == nil && len(data) <= maxPostBytes && utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
			return strings.Trim(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
		}
	}
	return ""
}

// hasClosingShortcode reports whether a text has the closing tag of a shortcode.
func hasClosingShortcode(text, name string) bool {
	return regexp.MustCompile(`\{\{[<%]\s*/\s*` + regexp.QuoteMeta(name) + `\s*[>%]\}\}`).MatchString(text)
}

// matchingPictures returns the pictures beside a post that match patterns, as galleries and carousels of themes name
// them: "camp-*", or "{a.jpg,b.jpg}".
func (b *blog) matchingPictures(p *post, patterns string) (names []string) {
	dir := path.Dir(p.file)
	for pattern := range strings.SplitSeq(strings.Trim(patterns, "{}[]"), ",") {
		if pattern = strings.TrimSpace(pattern); pattern == "" {
			continue
		}
		found, _ := fs.Glob(b.root.FS(), path.Join(globEscaper.Replace(dir), pattern))
		for _, file := range found {
			if slices.Contains(prose.PictureExtensions, strings.ToLower(path.Ext(file))) {
				names = append(names, strings.TrimPrefix(file, dir+"/"))
			}
		}
	}
	return names
}

// globEscaper escapes the special characters of glob patterns in a path.
var globEscaper = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// linkAddress returns the address that a shortcode links to: a named argument, or one of two positional ones.
func linkAddress(a map[string]string, rest string) string {
	if one, two := linkPair(rest); one != "" {
		return two
	}
	return cmp.Or(a["href"], a["url"], a["link"], a["to"], a["slug"], a["path"])
}

// linkText returns the text of a shortcode that is a link.
func linkText(a map[string]string, rest string) string {
	words, _ := linkPair(rest)
	return cmp.Or(words, a["text"], a["content"])
}

// linkPair returns the text and the address of two quoted positional arguments if exactly one is an absolute
// address.
func linkPair(rest string) (words, address string) {
	m := twoArguments.FindStringSubmatch(rest)
	switch {
	case m == nil || prose.AbsoluteAddress.MatchString(m[1]) == prose.AbsoluteAddress.MatchString(m[2]):
		return "", ""
	case prose.AbsoluteAddress.MatchString(m[1]):
		return m[2], m[1]
	}
	return m[1], m[2]
}

var (
	twoArguments = lazyregexp.New(`^"([^"]+)"\s+"([^"]+)"$`)
)

// knownShortcodes returns the shortcodes that the import converts.
func knownShortcodes() []string {
	all := []string{"comment", "highlight", "ref", "relref", "figure", "details", "gist", "tweet", "x", "twitter",
		"instagram", "param"}
	return append(all, slices.Sorted(maps.Keys(prose.VideoAddresses))...)
}

func firstWord(s string) string {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

func fragmentOf(path string) string {
	if _, fragment, ok := strings.Cut(path, "#"); ok {
		return "#" + fragment
	}
	return ""
}
