package textpage

import (
	"bytes"
	"html"
	"strconv"
	"strings"
)

// writer writes Markdown. Separators are written with the next text, so that empty elements leave nothing.
type writer struct {
	out     []byte
	start   int        // of the body
	main    int        // the offset of the last page's main part
	tag     tag        // the last element's start
	inside  []*element // the open elements
	newline int        // line breaks due before the next text
	space   bool       // white space is due before the next text
	apart   bool       // the next text is of another span than the last, which a page shows apart
	opening []byte     // marks that are due before the next text
	prefix  []byte     // of lines: the indentation of lists, "> " of quotations
	depths  []int      // the lengths of the prefix before each of its parts
	marker  string     // of the list item that has no text yet
	lists   []int      // of the open lists: the number of the next item, 0 for bullets
	links   []string   // targets of the open links
	terms   int        // depth in lists of terms
	cells   int        // of the open table's row
	rows    int
	literal bool // inside pre
	code    bool // inside code
}

// reset resets the writer, except the buffers and main; it appends to out.
func (w *writer) reset(out []byte) {
	*w = writer{out: out, main: w.main, inside: w.inside[:0], opening: w.opening[:0], prefix: w.prefix[:0],
		depths: w.depths[:0], lists: w.lists[:0], links: w.links[:0]}
}

// line and paragraph are the breaks around blocks.
const (
	line      = 1
	paragraph = 2
)

func (w *writer) raw(s string) { w.out = append(w.out, s...) }

// due writes the due separators before a text.
func (w *writer) due() {
	if w.newline > 0 {
		w.lines()
	} else if w.apart && len(w.out) > w.start {
		w.trimSpace()
		w.raw(" · ")
	} else if w.space {
		w.raw(" ")
	}
	w.space, w.apart = false, false
	w.out = append(w.out, w.opening...)
	w.opening = w.opening[:0]
}

// lines writes the due line breaks with the prefix of the lines.
func (w *writer) lines() {
	for range w.newline {
		w.trimSpace()
		w.out = append(append(w.out, '\n'), w.prefix...)
	}
	w.newline = 0
	if w.marker != "" {
		w.out = w.out[:len(w.out)-len(w.marker)] // the prefix has as much space
		w.raw(w.marker)
		w.marker = ""
	}
}

func (w *writer) indent() { w.out = append(w.out, w.prefix...) }

// open adds a mark to those before the next text.
func (w *writer) open(mark string) { w.opening = append(w.opening, mark...) }

// unopen takes back the mark that was added last.
func (w *writer) unopen(mark string) { w.opening = bytes.TrimSuffix(w.opening, []byte(mark)) }

func (w *writer) trimSpace() {
	for len(w.out) > 0 && w.out[len(w.out)-1] == ' ' {
		w.out = w.out[:len(w.out)-1]
	}
}

func (w *writer) breakLine(n int) {
	if string(w.opening) == quotation {
		return
	}
	if w.terms > 0 {
		n = line
	}
	if len(w.out) > w.start && w.cells == 0 {
		w.newline = max(w.newline, n)
	}
}

// textOf returns the length of the text at the start of s, which ends with the next tag, and whether it is plain:
// written as it is, except a space at either end. Its loop only looks for the end: more
// branches would cost mispredictions at the ends of words.
func textOf(s string) (n int, plain bool) {
	found, last, double := byte(0), byte(0), byte(0)
	for n < len(s) && s[n] != '<' {
		c := special[s[n]]
		found |= c
		double |= c & last
		last = c
		n++
	}
	return n, found|space == space && double == 0
}

// text writes the text between tags.
func (w *writer) text(s string, plain bool) {
	switch {
	case w.literal:
		w.due()
		w.raw(strings.ReplaceAll(html.UnescapeString(s), "\n", "\n"+string(w.prefix)))
	case plain: // most are
		if s[0] == ' ' {
			w.space = true
			if s = s[1:]; s == "" {
				return
			}
		}
		w.due()
		if last := len(s) - 1; s[last] == ' ' {
			w.raw(s[:last])
			w.space = true
		} else {
			w.raw(s)
		}
	default:
		w.words(html.UnescapeString(s))
	}
}

// words writes a text with one space between words, and a backslash before characters that Markdown would read as
// marks.
func (w *writer) words(s string) {
	if n := spaces(s); n > 0 {
		w.space = true
		s = s[n:]
	}
	if s == "" {
		return
	}
	w.due()
	from := 0
	for i := 0; i < len(s); {
		c := special[s[i]]
		if c == 0 || c == entity {
			i++
			continue
		}
		if c&sign != 0 {
			if !w.code {
				w.raw(s[from:i])
				w.out = append(w.out, '\\')
				from = i
			}
			i++
			continue
		}
		n := spaces(s[i:])
		if n == 0 || n == 1 && s[i] == ' ' && i+1 < len(s) {
			i++
			continue
		}
		w.raw(s[from:i])
		if i += n; i == len(s) {
			w.space = true
			return
		}
		w.out, from = append(w.out, ' '), i
	}
	w.raw(s[from:])
}

// spaces returns the length of the white space at the start of s, with spaces at which lines do not break.
func spaces(s string) (n int) {
	for n < len(s) {
		switch c := special[s[n]]; {
		case c&(space|white) != 0:
			n++
		case c != wide:
			return n
		case strings.HasPrefix(s[n:], "\u00a0"):
			n += len("\u00a0")
		case strings.HasPrefix(s[n:], "\u202f"):
			n += len("\u202f")
		default:
			return n
		}
	}
	return n
}

// special are the bytes that are not always written as they are.
var special = [256]byte{' ': space, '\n': white, '\t': white,
	'\\': sign, '*': sign, '_': sign, '[': sign, ']': sign, '`': sign, '<': sign, '|': sign,
	'&': entity, 0xc2: wide, 0xe2: wide}

const (
	space  = 1 << iota
	white  // that is no space
	sign   // that Markdown may read as a mark
	entity // begins one
	wide   // may begin a space at which lines do not break
)

// mark writes a mark that belongs to the text after it.
func (w *writer) mark(s string) {
	w.due()
	w.raw(s)
}

// closeMark ends a mark; one without text is dropped.
func (w *writer) closeMark(m string) {
	if len(w.opening) > 0 {
		w.unopen(m)
		return
	}
	w.raw(m)
}

func (w *writer) closeLiteral() {
	w.literal = false
	if w.out[len(w.out)-1] != '\n' {
		w.raw("\n")
		w.indent()
	}
	w.raw("```")
	w.breakLine(paragraph)
}

// push adds a part to the prefix of lines, which outdent removes.
func (w *writer) push(part string) {
	w.depths = append(w.depths, len(w.prefix))
	w.prefix = append(w.prefix, part...)
}

func (w *writer) outdent() {
	if last := len(w.depths) - 1; last >= 0 {
		w.prefix, w.depths = w.prefix[:w.depths[last]], w.depths[:last]
	}
}

func (w *writer) closeList() {
	w.lists = w.lists[:max(0, len(w.lists)-1)]
	w.breakLine(paragraph)
}

func (w *writer) openList(first int) {
	if len(w.lists) > 0 {
		w.breakLine(line)
	} else {
		w.breakLine(paragraph)
	}
	w.lists = append(w.lists, first)
}

// quotation is the prefix of quoted lines.
const quotation = "> "

func (w *writer) openQuotation() {
	w.breakLine(paragraph)
	w.lines() // those before the quotation are not quoted
	w.push(quotation)
	w.open(quotation)
}

const indentation = "          "

func (w *writer) openItem() {
	marker := "- "
	if n := len(w.lists); n > 0 && w.lists[n-1] > 0 {
		marker = strconv.Itoa(w.lists[n-1]) + ". "
		w.lists[n-1]++
	}
	w.breakLine(line)
	w.newline = max(w.newline, line)
	w.push(indentation[:len(marker)])
	w.marker = marker
}

// openLink begins a link. Links within the page have no use in a text, nor have links in links.
func (w *writer) openLink(t *tag) {
	to := html.UnescapeString(t.target)
	if strings.HasPrefix(to, "#") || len(w.links) > 0 {
		to = ""
	}
	w.links = append(w.links, to)
	if to != "" {
		w.open("[")
	}
}

// linkEscaper escapes characters that would end the target of a link.
var linkEscaper = strings.NewReplacer(" ", "%20", ")", "%29")

func (w *writer) closeLink() {
	if len(w.links) == 0 {
		return
	}
	to := w.links[len(w.links)-1]
	w.links = w.links[:len(w.links)-1]
	if to == "" {
		return
	}
	if len(w.opening) > 0 { // without text
		w.unopen("[")
		return
	}
	if strings.ContainsAny(to, " )") {
		to = linkEscaper.Replace(to)
	}
	w.raw("](")
	w.raw(to)
	w.raw(")")
}

// picture writes a picture with a label, without the link around it, which leads to a larger one.
func (w *writer) picture(t *tag) {
	if t.label == "" {
		return
	}
	if n := len(w.links); n > 0 && len(w.opening) > 0 && w.links[n-1] != "" {
		w.links[n-1] = ""
		w.unopen("[")
	}
	w.breakLine(line)
	w.mark("![")
	w.words(html.UnescapeString(t.label))
	w.raw("](")
	w.raw(html.UnescapeString(t.target))
	w.raw(")")
	w.breakLine(line)
}

func (w *writer) openCell() {
	if w.cells == 0 {
		w.mark("|")
	}
	w.cells++
	w.raw(" ")
	w.space = false
}

// closeRow ends a row of a table; the first is its head.
func (w *writer) closeRow() {
	cells := w.cells
	w.cells = 0
	if w.rows == 0 {
		w.breakLine(line)
		w.mark("|" + strings.Repeat(" --- |", cells))
	}
	w.rows++
	w.breakLine(line)
}
