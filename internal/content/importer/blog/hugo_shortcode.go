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

// shortcode is one tag, in either of its two kinds of brackets. Written {{</* so */>}} it is shown instead of done.
var shortcode = lazyregexp.New(`(?s)\{\{([<%])(/\*)?\s*(/?)\s*([\w./-]+)((?:[\s=]"(?:\\.|[^"\\])*"|` +
	"[\\s=]`[^`]*`" + `|.)*?)(/?)\s*(\*/)?[>%]\}\}`)

// directives maps shortcodes: https://gohugo.io/shortcodes/.
func (h *hugo) directives(b *blog, p *post, text string) *prose.Edits {
	e := &prose.Edits{Text: text}
	until, tags := 0, []prose.TagPlace(nil)
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
		if language, title, isCode := b.codeOf(name, rest); isCode && !closing {
			end := regexp.MustCompile(`\{\{[<%]\s*/\s*` + regexp.QuoteMeta(name) + `\s*[>%]\}\}`)
			if end := end.FindStringIndex(text[to:]); end != nil {
				code := strings.Trim(text[to:to+end[0]], "\n")
				until = to + end[1]
				block := e.Code(from, until, code, language)
				if inner, alone := e.Margin(from, until); alone && title != "" {
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
		h.shortcode(b, p, e, from, to, name, rest, closing)
		tags = append(tags, prose.TagPlace{From: from, To: to, Name: name, Closing: closing, AsHTML: text[m[2]] == '<',
			Stays: e.List[len(e.List)-1].With != ""})
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

// codeOf reports whether a shortcode holds code, in which language and below which title: highlight, code, or one such
// as snippet-code lang="go", and those that draw what they hold.
func (b *blog) codeOf(name, rest string) (language, title string, isCode bool) {
	a, _ := arguments(rest)
	name = cmp.Or(b.Blog.Shortcodes[name], name)
	language = cmp.Or(a["lang"], a["language"])
	isCode = name == "highlight" || slices.Contains(codes, name) || strings.Contains(name, "code") && language != ""
	if first := firstWord(rest); slices.Contains(drawings, name) {
		language, isCode = name, true
	} else if !strings.Contains(first, "=") {
		language = cmp.Or(language, first)
	}
	return language, strings.ReplaceAll(prose.Plain(a["title"]), "*", ""), isCode
}

var (
	codes = []string{"code", "codeblock", "code-block"}
	// drawings are also languages of code from which blogs draw.
	drawings = []string{"mermaid", "plantuml", "graphviz", "chart", "echarts"}
)

// attributeLines are lines that give the block before them classes and other attributes:
// https://gohugo.io/content-management/markdown-attributes/.
var attributeLines = lazyregexp.New(`(?m)^[ \t>]*\{[.#][\w:-]+` +
	`(?:[ \t]+(?:[.#][\w:-]+|[\w:-]+=(?:"[^"\n]*"|[^\s"{}]+)))*[ \t]*\}[ \t]*$`)

var commentEnd = lazyregexp.New(`\{\{[<%]\s*/\s*comment\s*[>%]\}\}`)

func (h *hugo) shortcode(b *blog, p *post, e *prose.Edits, from, to int, name, rest string, closing bool) {
	a, unnamed := arguments(rest)
	one, own := append(unnamed, "")[0], name
	words := b.WordsOf(p.language)
	name = cmp.Or(b.Blog.Shortcodes[own], own)
	named := b.picturesLike(p, cmp.Or(a["images"], a["match"]))
	code, said := b.codeOfFile(p, a), h.textOf(b, p, name, one)
	switch {
	case closing && (name == "details" || name == "figure"):
		e.Remove(from, to)
	case closing:
		e.Remove(from, to) // the tag that it closes has been reported
	case name == "ref" || name == "relref":
		path := cmp.Or(a["path"], one)
		if other := b.linked(p, path); other != nil {
			e.Replace(from, to, "/blog/"+other.slug+fragmentOf(path))
			if !other.live {
				e.List[len(e.List)-1].With = "/" + other.file // reported as a link
			}
			return
		}
		e.Replace(from, to, cmp.Or(path, "/"))
	case name == "figure":
		if len(a) == 0 && one != "" {
			var left []string
			if a, left = h.figureOf(b, own, unnamed); len(left) > 0 {
				b.once("shortcode "+own, oftenHere, b.placed(p, from, importer.Note{Field: "shortcode",
					Value: e.Text[from:to], Do: "say it in Markdown",
					Why: "its picture comes in, " + strings.Join(left, " and ") + " is left out"}))
			}
		}
		src := cmp.Or(a["src"], a["url"], a["image"], a["file"], a["path"], a["name"], one)
		if strings.Contains(src, "*") { // as GetMatch of a page's files takes it
			like := append(b.picturesLike(p, src), b.picturesLike(p, path.Base(src))...)
			src = append(like, src)[0]
		}
		e.Figure(from, to, src, cmp.Or(a["alt"], a["caption"], a["title"]),
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
	case prose.Videos[name] != "":
		e.Replace(from, to, words.Watch(prose.Videos[name]+cmp.Or(a["id"], one)))
	case name == "gist":
		e.Replace(from, to, "<https://gist.github.com/"+strings.Join(strings.Fields(rest), "/")+">")
	case name == "tweet" || name == "x" || name == "twitter":
		e.Replace(from, to, "<https://x.com/"+cmp.Or(a["user"], "i")+"/status/"+cmp.Or(a["id"], one)+">")
	case name == "instagram":
		e.Replace(from, to, "<https://www.instagram.com/p/"+cmp.Or(a["id"], one)+"/>")
	case code != "":
		inner, alone := e.Margin(from, to)
		if alone || strings.Contains(code, "\n") { // code takes the margin of the post off
			code = inner + strings.ReplaceAll(code, "\n", "\n"+inner)
		}
		e.Replace(from, to, e.Code(from, to, code, cmp.Or(a["lang"], a["language"])))
	case said != "":
		e.Replace(from, to, said)
	case name == "article" && b.shownAt(p, a["link"]) != nil:
		other := b.shownAt(p, a["link"])
		e.Replace(from, to, "["+cmp.Or(b.titleOf(other), other.slug)+"](</blog/"+other.slug+">)")
	case linkOf(a, rest) != "" && addressOf(a, rest) != "":
		address := addressOf(a, rest)
		if other := b.shownAt(p, address); other != nil {
			address = "/blog/" + other.slug + fragmentOf(address)
		}
		e.Replace(from, to, "["+linkOf(a, rest)+"](<"+address+">)")
	case len(named) > 0:
		var pictures []string
		for _, file := range named {
			pictures = append(pictures, prose.Figure(file, "", "", ""))
		}
		e.Replace(from, to, strings.Join(pictures, "\n\n"))
	case prose.PictureOf(a, rest) != "":
		e.Figure(from, to, prose.PictureOf(a, rest), cmp.Or(a["alt"], a["caption"], a["title"]),
			strings.TrimSpace(a["title"]+" "+a["caption"]), prose.LinkOfPicture(a))
		if prose.LongNumber.MatchString(a["id"]) {
			b.in(p, from, importer.Note{Field: "shortcode", Value: e.Text[from:to],
				Why: "its picture comes in; what its id leads to is not known here", Do: "make the picture a link"})
		}
	default:
		n := importer.Note{Field: "shortcode", Value: e.Text[from:to],
			Why: noSuchThing,
			Do:  "say it in Markdown, or name a usual one that does the same, as in --shortcode img=figure"}
		hasEnd := endsBelow(e.Text[to:], name)
		if hasEnd {
			n.Why += holdsWords
		}
		if own := cmp.Or(a["text"], a["caption"]); own != "" {
			n.Why = "there is no such thing here; its words stay"
			e.Replace(from, to, own)
		} else if title := prose.TitleOfPart(a); title != "" && hasEnd {
			e.Title(from, to, title)
		} else {
			e.Remove(from, to)
		}
		b.once("shortcode "+name, oftenHere, b.placed(p, from, n))
	}
}

// shownAt returns the post that an address means, if readers see it.
func (b *blog) shownAt(p *post, address string) *post {
	if other := b.linked(p, address); address != "" && other != nil && other.live {
		return other
	}
	return nil
}

// codeOfFile returns the text of the file that a shortcode names beside a language.
func (b *blog) codeOfFile(p *post, a map[string]string) string {
	name := cmp.Or(a["file"], a["filename"], a["src"], a["path"])
	if name == "" || a["lang"]+a["language"] == "" {
		return ""
	}
	for _, file := range b.asset(b, p, name) {
		data, err := b.root.ReadFile(filepath.FromSlash(file))
		if err == nil && len(data) <= largestPost && utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
			return strings.Trim(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
		}
	}
	return ""
}

// endsBelow reports whether a text has the shortcode that closes one of a name.
func endsBelow(text, name string) bool {
	return regexp.MustCompile(`\{\{[<%]\s*/\s*` + regexp.QuoteMeta(name) + `\s*[>%]\}\}`).MatchString(text)
}

// picturesLike returns the pictures beside a post that patterns name, as galleries and carousels of themes have them:
// "camp-*", or "{a.jpg,b.jpg}".
func (b *blog) picturesLike(p *post, patterns string) (names []string) {
	dir := path.Dir(p.file)
	for pattern := range strings.SplitSeq(strings.Trim(patterns, "{}[]"), ",") {
		if pattern = strings.TrimSpace(pattern); pattern == "" {
			continue
		}
		found, _ := fs.Glob(b.root.FS(), path.Join(literal.Replace(dir), pattern))
		for _, file := range found {
			if slices.Contains(prose.PictureEndings, strings.ToLower(path.Ext(file))) {
				names = append(names, strings.TrimPrefix(file, dir+"/"))
			}
		}
	}
	return names
}

// literal takes the meaning of patterns off a folder's name.
var literal = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// addressOf returns where a shortcode leads: what an argument of such a name says, or one of two without names.
func addressOf(a map[string]string, rest string) string {
	if one, two := pairOf(rest); one != "" {
		return two
	}
	return cmp.Or(a["href"], a["url"], a["link"], a["to"], a["slug"], a["path"])
}

// linkOf returns the words of a shortcode that is a link.
func linkOf(a map[string]string, rest string) string {
	words, _ := pairOf(rest)
	return cmp.Or(words, a["text"], a["content"])
}

// pairOf returns two arguments without names, in quotation marks, if exactly one of them is a whole address.
func pairOf(rest string) (words, address string) {
	m := twoArguments.FindStringSubmatch(rest)
	switch {
	case m == nil || prose.WholeAddress.MatchString(m[1]) == prose.WholeAddress.MatchString(m[2]):
		return "", ""
	case prose.WholeAddress.MatchString(m[1]):
		return m[2], m[1]
	}
	return m[1], m[2]
}

var (
	twoArguments = lazyregexp.New(`^"([^"]+)"\s+"([^"]+)"$`)
)

// shortcodes are those that become something here.
func shortcodes() []string {
	all := []string{"comment", "highlight", "ref", "relref", "figure", "details", "gist", "tweet", "x", "twitter",
		"instagram", "param"}
	return append(all, slices.Sorted(maps.Keys(prose.Videos))...)
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
