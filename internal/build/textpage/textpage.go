// Package textpage writes the Markdown of a rendered page, for readers that are programs: what the page's main part
// says, without navigation and controls, after a head of YAML.
//
// It reads only HTML that the site's serialiser wrote, whose elements are closed and whose attributes are quoted, in
// one pass over the bytes, which it does not copy: a build writes tens of thousands of pages, and making trees of them
// would take long.
package textpage

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"sync"

	"storefront/internal/lib/flat"
)

// Type is the media type of a page in Markdown, by which its HTML names it as an alternate.
const Type = "text/markdown"

// writers are those that have written a page, with their buffers.
var writers = sync.Pool{New: func() any { return &writer{} }}

// Of returns the Markdown of a page, or nil if the page names no such alternate: personal pages and errors.
func Of(page []byte) []byte {
	head, body, _ := strings.Cut(flat.Text(page), "</head>")
	if !strings.Contains(head, `type="`+Type+`"`) {
		return nil
	}
	_, body, ok := strings.Cut(body, "<main")
	if !ok {
		return nil
	}
	w := writers.Get().(*writer)
	defer writers.Put(w)
	w.reset()
	w.head(head)
	w.body(afterTag(body))
	w.out = append(bytes.TrimRight(w.out, "\n"), '\n')
	return bytes.Clone(w.out)
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

// body writes the content of the main part, up to its end.
func (w *writer) body(s string) {
	for {
		end, plain := textEnd(s)
		if plain {
			w.due()
			w.raw(s[:end])
		} else if end > 0 {
			w.text(s[:end])
		}
		if end == len(s) {
			return
		}
		s = s[end+1:]
		if strings.HasPrefix(s, "/") {
			if strings.HasPrefix(s, "/main>") {
				return
			}
			s = afterTag(s)
			w.end(strings.HasPrefix(s, "<span"))
		} else if strings.HasPrefix(s, "!") { // a comment
			s = afterTag(s)
		} else {
			s = w.begin(w.tag.cut(s))
		}
	}
}

// cutAt returns what is before and after a byte.
func cutAt(s string, c byte) (before, after string) {
	if i := strings.IndexByte(s, c); i >= 0 {
		return s[:i], s[i+1:]
	}
	return s, ""
}

func afterTag(s string) string {
	_, after := cutAt(s, '>')
	return after
}

// tag is an element's start, with the attributes that decide what is written of it; their values are as in the HTML.
type tag struct {
	name    string
	target  string // href or src
	label   string // alt or aria-label
	drawing bool   // by its role
	omitted bool   // hidden, decoration, a control, or what the page says a second time
}

// cut reads the tag at the start of s, which follows "<", and returns what follows the tag.
func (t *tag) cut(s string) (after string) {
	end := nameEnd(s)
	*t = tag{name: s[:end]}
	for s = s[end:]; s != "" && s[0] != '>'; {
		s = s[1:] // a space, or the slash of <br/>
		end := nameEnd(s)
		name, rest := s[:end], s[end:]
		if strings.HasPrefix(rest, `="`) {
			var value string
			value, rest = cutAt(rest[2:], '"')
			t.set(name, value)
		}
		s = rest
	}
	return strings.TrimPrefix(s, ">")
}

// endsName are the bytes after names.
var endsName = [256]bool{' ': true, '=': true, '/': true, '>': true}

// nameEnd returns the length of the name, of an element or an attribute, at the start of s.
func nameEnd(s string) int {
	for i := range len(s) {
		if endsName[s[i]] {
			return i
		}
	}
	return len(s)
}

func (t *tag) set(name, value string) {
	switch name {
	case "href", "src":
		t.target = value
	case "alt", "aria-label":
		t.label = value
	case "role":
		t.drawing = value == "img"
	case "hidden", "data-replay", "data-repeats":
		t.omitted = true
	case "aria-hidden":
		t.omitted = t.omitted || value == "true"
	}
}

// afterElement returns what follows an element whose start has been read.
func afterElement(s string, name string) string {
	for depth := 1; depth > 0; {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
		inside, change := s, 1
		if s != "" && s[0] == '/' {
			inside, change = s[1:], -1
		}
		if after, ok := strings.CutPrefix(inside, name); ok && after != "" && (after[0] == '>' || after[0] == ' ') {
			depth += change
			s = after
		}
	}
	return afterTag(s)
}
