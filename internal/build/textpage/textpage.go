// Package textpage writes the Markdown of a rendered page, for readers that are programs: what the page's main part
// says, without navigation and controls, after a head of YAML.
//
// It reads only HTML that the site's serialiser wrote, whose elements are closed and whose attributes are quoted, in
// one pass over the bytes: a build writes tens of thousands of pages, and making trees of them would take long.
package textpage

import (
	"bytes"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Type is the media type of a page in Markdown, by which its HTML names it as an alternate.
const Type = "text/markdown"

// Of returns the Markdown of a page, or nil if the page names no such alternate: personal pages and errors.
func Of(page []byte) []byte {
	head, body, ok := bytes.Cut(page, []byte("<main"))
	if !ok || !bytes.Contains(head, []byte(`type="`+Type+`"`)) {
		return nil
	}
	body, _, _ = bytes.Cut(body, []byte("</main>"))
	_, body, _ = bytes.Cut(body, []byte(">"))
	w := writer{out: make([]byte, 0, len(body)/2)}
	w.head(string(head))
	w.body(string(body))
	return append(bytes.TrimRight(w.out, "\n"), '\n')
}

// headFields are the fields of the head, and what stands before their values in the document's head.
var headFields = []struct{ name, before string }{
	{"title", `<meta property="og:title" content="`},
	{"description", `<meta name="description" content="`},
	{"url", `<link rel="canonical" href="`},
	{"language", `<html lang="`},
}

func (w *writer) head(head string) {
	w.raw("---\n")
	for _, f := range headFields {
		if _, value, ok := strings.Cut(head, f.before); ok {
			value, _, _ = strings.Cut(value, `"`)
			w.raw(f.name + ": " + strconv.Quote(html.UnescapeString(value)) + "\n")
		}
	}
	w.raw("---\n")
	w.start, w.newline = len(w.out), line
}

// body writes the content of an element.
func (w *writer) body(s string) {
	for s != "" {
		text, rest, tagged := strings.Cut(s, "<")
		w.text(text)
		if !tagged {
			return
		}
		tag, after := cutTag(rest)
		s = after
		switch {
		case tag.name == "" || tag.name[0] == '!': // a comment
		case tag.closes:
			w.close(tag.name)
			w.apart = tag.name == "span" && w.newline == 0 && strings.HasPrefix(s, "<span")
		case tag.omitted():
			s = afterElement(s, tag)
		default:
			s = w.open(tag, s)
		}
	}
}

// tag is an element's start or end.
type tag struct {
	name       string
	attributes string // each with a space before it
	closes     bool
}

// cutTag returns the tag at the start of s, which follows "<", and what follows it.
func cutTag(s string) (t tag, after string) {
	end := tagEnd(s)
	inside := s[:end]
	after = s[min(end+1, len(s)):]
	if inside != "" && inside[0] == '/' {
		return tag{name: inside[1:], closes: true}, after
	}
	if i := strings.IndexByte(inside, ' '); i >= 0 {
		return tag{name: inside[:i], attributes: inside[i:]}, after
	}
	return tag{name: inside}, after
}

// tagEnd returns the index of the ">" that ends a tag. Attributes may contain one in their quotes.
func tagEnd(s string) int {
	quoted := false
	for i := range len(s) {
		switch s[i] {
		case '"':
			quoted = !quoted
		case '>':
			if !quoted {
				return i
			}
		}
	}
	return len(s)
}

// attribute returns the value of an attribute; ok is false without it.
func (t *tag) attribute(name string) (value string, ok bool) {
	start := " " + name + `="`
	i := strings.Index(t.attributes, start)
	if i < 0 {
		return "", false
	}
	value, _, _ = strings.Cut(t.attributes[i+len(start):], `"`)
	return html.UnescapeString(value), true
}

// void elements have no content and no end.
var void = map[string]bool{"img": true, "br": true, "hr": true, "input": true, "source": true, "wbr": true, "col": true}

// controls are elements that a reader of text cannot use.
var controls = map[string]bool{
	"button": true, "form": true, "select": true, "label": true, "input": true, "nav": true, "script": true,
	"style": true, "svg": true, "template": true, "noscript": true, "dialog": true, "iframe": true, "hr": true,
}

// omitting are attributes of elements that are left out: hidden ones, decoration, controls, and what the page says a
// second time for another place on the screen.
var omitting = []string{` hidden=""`, ` aria-hidden="true"`, ` data-replay="`, ` data-repeats="`}

func (t *tag) omitted() bool {
	if controls[t.name] {
		return true
	}
	return t.attributes != "" && slices.ContainsFunc(omitting, func(attribute string) bool {
		return strings.Contains(t.attributes, attribute)
	})
}

// afterElement returns what follows an element whose start has been read.
func afterElement(s string, t tag) string {
	if void[t.name] {
		return s
	}
	for depth := 1; depth > 0; {
		i := strings.Index(s, t.name)
		if i < 0 {
			return ""
		}
		after := s[i+len(t.name):]
		ends := after != "" && (after[0] == '>' || after[0] == ' ')
		switch {
		case ends && strings.HasSuffix(s[:i], "</"):
			depth--
		case ends && strings.HasSuffix(s[:i], "<"):
			depth++
		}
		s = after
	}
	_, s, _ = strings.Cut(s, ">")
	return s
}
