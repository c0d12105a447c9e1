package blog

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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
		if closing {
			e.Remove(from, to) // the tag that it closes is converted or reported
		} else {
			h.newShortcodeTag(b, p, e, from, to, name, rest).convert()
		}
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
