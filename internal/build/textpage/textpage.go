// Package textpage writes the Markdown of a rendered page, for readers that are programs: the content of the page's
// main part, without navigation and controls, after a head of YAML.
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
	"unicode/utf8"

	"storefront/internal/lib/flat"
)

// Type is the media type of a page in Markdown, by which its HTML names it as an alternate.
const Type = "text/markdown"

// writerPool are those that have written a page, with their buffers.
var writerPool = sync.Pool{New: func() any { return &writer{} }}

// Append appends the Markdown of a page. Pages without an alternate in Markdown, such as errors, leave out unchanged.
func Append(out, page []byte) []byte {
	s := flat.UnsafeString(page)
	head := readHead(s)
	if !head.hasMarkdown {
		return out
	}
	w := writerPool.Get().(*writer)
	defer writerPool.Put(w)
	main := w.findMain(s)
	if main < 0 {
		return out
	}
	w.reset(out)
	w.writeHead(head)
	w.writeBody(afterTag(s[main:]))
	out, w.out = append(bytes.TrimRight(w.out, "\n"), '\n'), nil
	return out
}

// mainSearchMargin is how far before the position of the last page's main part the search for the next one begins: most
// headers of a deployment have about the same length.
const mainSearchMargin = 512

// findMain returns the offset of the main part of a page, or -1.
func (w *writer) findMain(s string) int {
	for _, from := range [...]int{min(max(w.lastMainOffset-mainSearchMargin, 0), len(s)), 0} {
		rest := s[from:]
		for rest != "" {
			if _, rest = cutAt(rest, '<'); strings.HasPrefix(rest, "main ") {
				w.lastMainOffset = len(s) - len(rest)
				return w.lastMainOffset
			}
		}
	}
	return -1
}

// headFields are the fields of the head, and the text before their values in the document's head.
var headFields = [...]struct{ name, before string }{
	{"title", `meta property="og:title" content="`},
	{"description", `meta name="description" content="`},
	{"url", `link rel="canonical" href="`},
	{"language", `html lang="`},
}

// alternateLink is the link of a page to its Markdown.
const alternateLink = `link rel="alternate" type="` + Type + `"`

// documentHead has the facts about a page in its document's head.
type documentHead struct {
	values      [len(headFields)]string // as in the HTML
	found       [len(headFields)]bool
	hasMarkdown bool // the page has Markdown
}

// readHead reads these facts from the document's head.
func readHead(s string) (head documentHead) {
	for missing := len(headFields) + 1; missing > 0 && s != ""; {
		_, s = cutAt(s, '<')
		if strings.HasPrefix(s, "/head>") {
			break
		}
		if strings.HasPrefix(s, alternateLink) {
			head.hasMarkdown = true
			missing--
			continue
		}
		for i := range headFields {
			if value, ok := strings.CutPrefix(s, headFields[i].before); ok && !head.found[i] {
				head.values[i], s = cutAt(value, '"')
				head.found[i] = true
				missing--
				break
			}
		}
	}
	return head
}

func (w *writer) writeHead(head documentHead) {
	w.write("---\n")
	for i, value := range head.values {
		if head.found[i] {
			w.write(headFields[i].name)
			w.write(": ")
			w.out = append(appendQuoted(w.out, html.UnescapeString(value)), '\n')
		}
	}
	w.write("---\n")
	w.bodyStart, w.pendingBreaks = len(w.out), lineBreak
}

// appendQuoted is strconv.AppendQuote, but faster if nothing has to be escaped.
func appendQuoted(out []byte, s string) []byte {
	if strings.IndexFunc(s, isEscaped) >= 0 {
		return strconv.AppendQuote(out, s)
	}
	return append(append(append(out, '"'), s...), '"')
}

// isEscaped reports whether strconv.AppendQuote escapes a character. It decides the most common ones itself.
func isEscaped(r rune) bool {
	if ' ' <= r && r <= '~' {
		return r == '"' || r == '\\'
	}
	return !('\u0621' <= r && r <= '\u064a' || strconv.IsPrint(r)) || r == utf8.RuneError
}

// writeBody writes the content of the main part, up to its end.
func (w *writer) writeBody(s string) {
	for s != "" {
		if s[0] != '<' {
			n, plain := scanText(s)
			w.writeText(s[:n], plain)
			s = s[n:]
			continue
		}
		s = s[1:]
		if strings.HasPrefix(s, "/") {
			if strings.HasPrefix(s, "/main>") {
				return
			}
			s = afterEnd(s)
			w.closeElement(s)
		} else if strings.HasPrefix(s, "!") { // a comment
			s = afterTag(s)
		} else {
			s = w.openElement(s)
		}
	}
}

// cutAt returns the text before and after a byte.
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
