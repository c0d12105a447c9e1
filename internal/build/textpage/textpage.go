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

// Append appends the Markdown of a page; nothing if the page names no such alternate: personal pages and errors.
func Append(out, page []byte) []byte {
	head, rest := readHead(flat.Text(page))
	if !head.alternate {
		return out
	}
	_, body, ok := strings.Cut(rest, "<main")
	if !ok {
		return out
	}
	w := writers.Get().(*writer)
	defer writers.Put(w)
	w.reset(out)
	w.head(head)
	w.body(afterTag(body))
	out, w.out = append(bytes.TrimRight(w.out, "\n"), '\n'), nil
	return out
}

// headFields are the fields of the head, and what stands before their values in the document's head.
var headFields = [...]struct{ name, before string }{
	{"title", `meta property="og:title" content="`},
	{"description", `meta name="description" content="`},
	{"url", `link rel="canonical" href="`},
	{"language", `html lang="`},
}

// alternate is the link of a page to its Markdown.
const alternate = `link rel="alternate" type="` + Type + `"`

// documentHead is what the document's head says of the page.
type documentHead struct {
	values    [len(headFields)]string // as in the HTML
	has       [len(headFields)]bool
	alternate bool // the page has Markdown
}

// readHead reads the document's head, and returns what follows it.
func readHead(s string) (head documentHead, rest string) {
	for s != "" {
		_, s = cutAt(s, '<')
		if strings.HasPrefix(s, "/head>") {
			break
		}
		if strings.HasPrefix(s, alternate) {
			head.alternate = true
			continue
		}
		for i := range headFields {
			if value, ok := strings.CutPrefix(s, headFields[i].before); ok && !head.has[i] {
				head.values[i], s = cutAt(value, '"')
				head.has[i] = true
				break
			}
		}
	}
	return head, s
}

func (w *writer) head(head documentHead) {
	w.raw("---\n")
	for i, value := range head.values {
		if head.has[i] {
			w.raw(headFields[i].name)
			w.raw(": ")
			w.out = append(strconv.AppendQuote(w.out, html.UnescapeString(value)), '\n')
		}
	}
	w.raw("---\n")
	w.start, w.newline = len(w.out), line
}

// body writes the content of the main part, up to its end.
func (w *writer) body(s string) {
	for {
		t := textOf(s)
		if t.end > 0 {
			w.text(s[:t.end], t)
		}
		if t.end == len(s) {
			return
		}
		s = s[t.end+1:]
		if strings.HasPrefix(s, "/") {
			if strings.HasPrefix(s, "/main>") {
				return
			}
			s = afterEnd(s)
			w.end(s)
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

// afterEnd is afterTag for the end of an element, which is too short for a search to pay.
func afterEnd(s string) string {
	for i := range len(s) {
		if s[i] == '>' {
			return s[i+1:]
		}
	}
	return ""
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
			if value, rest = cutAt(rest[2:], '"'); name != "class" {
				t.set(name, value)
			}
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
