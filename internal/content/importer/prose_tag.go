package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	// wholeCode matches code that is a block of its own, and blankLines what such a block may begin with.
	wholeCode  = regexp.MustCompile(`(?is)^\s*<pre\b[^>]*>(.*)</pre>\s*$`)
	blankLines = regexp.MustCompile(`^(?:[ \t]*\n)+`)
	opened     = regexp.MustCompile(`^\s*<([A-Za-z][A-Za-z0-9-]*)`)
	tag        = regexp.MustCompile(
		`(?s)<!--.*?-->|<\?.*?\?>|<![A-Z].*?>|</?([A-Za-z][A-Za-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>`)
	// noLinks matches code and tags in HTML. Links and pictures around them are Markdown once the tags are gone.
	noLinks   = regexp.MustCompile(`(?is)<(?:pre|code|script|style)\b.*?(?:</(?:pre|code|script|style)>|\z)|<[^>]*>`)
	attribute = regexp.MustCompile(`(?s)([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	// whole are those whose inside is not prose.
	whole = []string{"script", "style", "iframe", "table", "video", "audio", "object", "embed", "form", "svg", "canvas",
		"noscript", "template", "math", "textarea", "select"}
	// marks are those that Markdown has.
	marks = map[string]string{"strong": "**", "b": "**", "em": "*", "i": "*", "figcaption": "*", "del": "~~", "s": "~~",
		"strike": "~~", "code": "`", "tt": "`", "kbd": "`", "samp": "`"}
	// parts stand within structural elements.
	partsOf = []string{"li", "dt", "dd", "tr", "td", "th", "summary"}
	// silent are those that say nothing to a reader.
	silent = []string{"p", "span", "div", "center", "font", "section", "article", "figure", "wbr", "u",
		"picture", "source", "small", "big", "ins", "abbr", "cite", "mark", "time", "dfn", "var", "label", "nobr"}
)

// attributes are those of a tag, or the parameters of a shortcode.
func attributes(raw string) map[string]string {
	all := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(raw, -1) {
		all[strings.ToLower(m[1])] = cmp.Or(m[2], m[3], m[4])
	}
	return all
}

// tags rewrites the tags between two places; the words between them stay.
func (w *proseWalk) tags(from, to int) {
	done := from
	for _, m := range tag.FindAllStringSubmatchIndex(w.edits.text[from:to], -1) {
		start, end := from+m[0], from+m[1]
		if start < done || slices.Contains(w.closers, start) || within(w.made, start) {
			continue // of a link that is made already
		}
		if end := from + m[3]; m[2] >= 0 && !strings.ContainsRune(" \t\n/>", rune(w.edits.text[end])) {
			continue // an address, <https://example.org/>
		}
		raw := w.edits.text[start:end]
		if m[2] < 0 { // a comment, such as <!--more-->
			w.edits.remove(start, end)
			continue
		}
		name, a := strings.ToLower(w.edits.text[from+m[2]:from+m[3]]), attributes(w.edits.text[from+m[4]:from+m[5]])
		closing := strings.HasPrefix(raw, "</")
		switch {
		case name == "img" && closing:
			w.edits.remove(start, end)
		case name == "img":
			w.place(start, end, w.image(start, a["src"], a["alt"], a["title"]), a["alt"])
		case name == "br":
			w.lineBreak(start, end)
		case name == "hr":
			w.edits.replace(start, end+len(w.edits.text[end:])-len(strings.TrimPrefix(w.edits.text[end:], "\n")),
				"\n\n---\n\n")
		case name == "li" && !closing && startsLine(w.edits.text, start):
			w.edits.replace(start, end, "- ")
		case marks[name] != "" && !strings.HasSuffix(raw, "/>"):
			w.mark(name, start, end, closing)
		case (name == "sup" || name == "sub") && !closing && w.raised(name, start, end):
		case name == "a" && !closing && a["href"] != "":
			done = w.anchor(start, end, a)
		case name == "a":
			w.anchorLost(start, raw, cmp.Or(a["name"], a["id"]))
			w.edits.remove(start, end)
		default:
			if !slices.Contains(silent, name) && !closing {
				w.lose(start, name, Note{Field: "HTML", Value: raw,
					Why: "raw HTML does not reach the page; the tag is left out, what it holds stays",
					Do:  "say it in Markdown"})
			} else if !closing && len(a) > 0 {
				w.lose(start, name, Note{Field: "HTML", Value: raw,
					Why: "raw HTML does not reach the page, nor do its looks; what it holds stays"})
			}
			if slices.Contains(structural, name) || slices.Contains(partsOf, name) {
				w.edits.replace(start, end, " ") // within a line, such as of a table
			} else {
				w.edits.remove(start, end)
			}
		}
	}
}

// raisedDigits are digits above and below the line.
var raisedDigits = map[string]*strings.Replacer{
	"sup": strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸",
		"9", "⁹", "+", "⁺", "-", "⁻", "n", "ⁿ", "i", "ⁱ"),
	"sub": strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈",
		"9", "₉", "+", "₊", "-", "₋"),
}

var raisedInner = map[string]*regexp.Regexp{
	"sup": regexp.MustCompile(`(?i)^([0-9+ni-]{1,12})</sup>`), "sub": regexp.MustCompile(`(?i)^([0-9+-]{1,12})</sub>`),
}

// raised writes digits of <sup> and <sub> as characters that are so themselves, as in m².
func (w *proseWalk) raised(name string, start, end int) bool {
	m := raisedInner[name].FindStringSubmatch(w.edits.text[end:])
	if m != nil {
		w.edits.replace(start, end+len(m[0]), raisedDigits[name].Replace(m[1]))
	}
	return m != nil
}

// lostTag is a tag that is left out, with how many of its name there are.
type lostTag struct {
	name  string
	at    int
	note  Note
	times int
}

// lose remembers a tag that is left out: a post has one remark for all of a name.
func (w *proseWalk) lose(at int, name string, n Note) {
	for i := range w.lost {
		if known := &w.lost[i]; known.name == name && known.note.Why == n.Why {
			known.times++
			return
		}
	}
	w.lost = append(w.lost, lostTag{name, at, n, 1})
}

// reportLost reports the tags that are left out.
func (w *proseWalk) reportLost() {
	for _, t := range w.lost {
		if t.times > 1 {
			t.note.Why += fmt.Sprintf("; so it is with %d of the post", t.times)
		}
		w.note(t.at, t.note)
	}
}

// startsLine reports whether a place of a text has white space alone before it on its line.
func startsLine(text string, at int) bool {
	return strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == ""
}
