package textpage

import (
	"html"
	"strconv"
	"strings"
)

// writer writes Markdown. What separates texts is written with the next text, so that empty elements leave nothing.
type writer struct {
	out     []byte
	start   int      // of the body
	newline int      // line breaks due before the next text
	space   bool     // white space is due before the next text
	apart   bool     // the next text is of another span than the last, which a page shows apart
	opening string   // marks that are due before the next text
	prefix  []string // of lines: the indentation of lists, "> " of quotations
	marker  string   // of the list item that has no text yet
	lists   []int    // of the open lists: the number of the next item, 0 for bullets
	links   []string // targets of the open links
	terms   int      // depth in lists of terms
	cells   int      // of the open table's row
	rows    int
	literal bool // inside pre
	code    bool // inside code
}

// line and paragraph are the breaks around blocks.
const (
	line      = 1
	paragraph = 2
)

func (w *writer) raw(s string) { w.out = append(w.out, s...) }

// due writes what is due before a text.
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
	if w.opening != "" {
		w.raw(w.opening)
		w.opening = ""
	}
}

// lines writes the due line breaks with the prefix of the lines.
func (w *writer) lines() {
	for range w.newline {
		w.trimSpace()
		w.raw("\n")
		w.indent()
	}
	w.newline = 0
	if w.marker != "" {
		w.out = w.out[:len(w.out)-len(w.marker)] // the prefix has as much space
		w.raw(w.marker)
		w.marker = ""
	}
}

func (w *writer) indent() {
	for _, p := range w.prefix {
		w.raw(p)
	}
}

func (w *writer) trimSpace() {
	for len(w.out) > 0 && w.out[len(w.out)-1] == ' ' {
		w.out = w.out[:len(w.out)-1]
	}
}

func (w *writer) breakLine(n int) {
	if w.opening == quotation {
		return
	}
	if w.terms > 0 {
		n = line
	}
	if len(w.out) > w.start && w.cells == 0 {
		w.newline = max(w.newline, n)
	}
}

// text writes the text between tags.
func (w *writer) text(s string) {
	if s == "" {
		return
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	if w.literal {
		w.due()
		w.raw(strings.ReplaceAll(s, "\n", "\n"+strings.Join(w.prefix, "")))
		return
	}
	if strings.IndexByte(s, 0xc2) >= 0 || strings.IndexByte(s, 0xe2) >= 0 {
		s = noBreak.Replace(s)
	}
	for i := 0; i < len(s); {
		if isSpace(s[i]) {
			w.space = true
			i++
			continue
		}
		end := i + 1
		for end < len(s) && !isSpace(s[end]) {
			end++
		}
		w.due()
		w.escaped(s[i:end])
		i = end
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// noBreak makes ordinary spaces of those at which lines do not break.
var noBreak = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// escaped writes a word, and a backslash before what Markdown would read as a mark.
func (w *writer) escaped(word string) {
	if w.code {
		w.raw(word)
		return
	}
	for i := range len(word) {
		switch word[i] {
		case '\\', '*', '_', '[', ']', '`', '<', '|':
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, word[i])
	}
}

// mark writes a mark that belongs to the text after it.
func (w *writer) mark(s string) {
	w.due()
	w.raw(s)
}

// marks are around the text of inline elements.
var marks = map[string]string{"strong": "**", "b": "**", "em": "*", "del": "~~", "code": "`"}

// headings are the marks of headings.
var headings = map[string]string{"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ", "h5": "##### ", "h6": "###### "}

// inline elements stand in the line of what surrounds them; those that are in no table are blocks.
var inline = map[string]bool{
	"span": true, "bdi": true, "small": true, "i": true, "time": true, "sup": true, "sub": true, "abbr": true,
	"u": true, "s": true, "ins": true, "mark": true, "kbd": true, "cite": true, "q": true, "wbr": true,
	"picture": true, "source": true, "thead": true, "tbody": true,
}

// open begins an element and returns what follows: its content, or what is after it.
func (w *writer) open(t tag, s string) string {
	if role, _ := t.attribute("role"); role == "img" { // its name says what is drawn
		name, _ := t.attribute("aria-label")
		w.text(" " + name + " ")
		return afterElement(s, t)
	}
	if open, known := openers[t.name]; known {
		open(w, &t)
	} else if m, known := marks[t.name]; known {
		if !w.literal {
			w.opening += m
			w.code = t.name == "code"
		}
	} else if h, known := headings[t.name]; known {
		w.breakLine(paragraph)
		w.opening += h
	} else if t.name == "span" || t.name == "small" { // a page has a gap before it
		w.space = true
	} else if !inline[t.name] && t.name != "dd" { // a term and its description share a line
		w.breakLine(paragraph)
	}
	return s
}

// openers begin the elements that are more than a mark or a block.
var openers map[string]func(w *writer, t *tag)

func init() {
	openers = map[string]func(w *writer, t *tag){
		"a":          func(w *writer, t *tag) { w.openLink(t) },
		"img":        func(w *writer, t *tag) { w.picture(t) },
		"br":         func(w *writer, _ *tag) { w.breakLine(line) },
		"ul":         func(w *writer, _ *tag) { w.openList(0) },
		"ol":         func(w *writer, _ *tag) { w.openList(1) },
		"li":         func(w *writer, _ *tag) { w.openItem() },
		"blockquote": func(w *writer, _ *tag) { w.openQuotation() },
		"pre":        func(w *writer, _ *tag) { w.breakLine(paragraph); w.mark("```\n"); w.indent(); w.literal = true },
		"dl":         func(w *writer, _ *tag) { w.breakLine(paragraph); w.terms++ },
		"dt":         func(w *writer, _ *tag) { w.breakLine(line); w.opening += "- **" },
		"table":      func(w *writer, _ *tag) { w.breakLine(paragraph); w.rows = 0 },
		"tr":         func(w *writer, _ *tag) { w.breakLine(line); w.cells = 0 },
		"th":         func(w *writer, _ *tag) { w.openCell() },
		"td":         func(w *writer, _ *tag) { w.openCell() },
	}
}

// close ends an element.
func (w *writer) close(name string) {
	if m, known := marks[name]; known {
		w.code = false
		if !w.literal {
			w.closeMark(m)
		}
		return
	}
	if close, known := closers[name]; known {
		close(w)
	} else if _, heading := headings[name]; heading {
		w.opening = ""
		w.breakLine(paragraph)
	} else if !inline[name] {
		w.breakLine(paragraph)
	} else if name == "s" { // an old price, before the new one
		w.space = true
	}
}

// closers end the elements that are more than a mark or a block.
var closers map[string]func(w *writer)

func init() {
	closers = map[string]func(w *writer){
		"a":          (*writer).closeLink,
		"ul":         (*writer).closeList,
		"ol":         (*writer).closeList,
		"li":         func(w *writer) { w.marker = ""; w.outdent(); w.breakLine(line) },
		"blockquote": func(w *writer) { w.outdent(); w.breakLine(paragraph) },
		"pre":        (*writer).closeLiteral,
		"dl":         func(w *writer) { w.terms--; w.breakLine(paragraph) },
		"dt":         func(w *writer) { w.closeMark(":** ") },
		"dd":         func(w *writer) { w.breakLine(line) },
		"td":         func(w *writer) { w.raw(" |"); w.space = false },
		"th":         func(w *writer) { w.raw(" |"); w.space = false },
		"tr":         (*writer).closeRow,
	}
}

// closeMark ends a mark; one without text is dropped.
func (w *writer) closeMark(m string) {
	if w.opening != "" {
		w.opening = strings.TrimSuffix(w.opening, m)
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

func (w *writer) outdent() { w.prefix = w.prefix[:max(0, len(w.prefix)-1)] }

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
	w.prefix = append(w.prefix, quotation)
	w.opening += quotation
}

func (w *writer) openItem() {
	marker := "- "
	if n := len(w.lists); n > 0 && w.lists[n-1] > 0 {
		marker = strconv.Itoa(w.lists[n-1]) + ". "
		w.lists[n-1]++
	}
	w.breakLine(line)
	w.newline = max(w.newline, line)
	w.prefix = append(w.prefix, strings.Repeat(" ", len(marker)))
	w.marker = marker
}

// openLink begins a link. Links within the page have no use in a text, nor have links in links.
func (w *writer) openLink(t *tag) {
	to, _ := t.attribute("href")
	if strings.HasPrefix(to, "#") || len(w.links) > 0 {
		to = ""
	}
	w.links = append(w.links, to)
	if to != "" {
		w.opening += "["
	}
}

func (w *writer) closeLink() {
	if len(w.links) == 0 {
		return
	}
	to := w.links[len(w.links)-1]
	w.links = w.links[:len(w.links)-1]
	if to == "" {
		return
	}
	if w.opening != "" { // without text
		w.opening = strings.TrimSuffix(w.opening, "[")
		return
	}
	w.raw("](" + strings.NewReplacer(" ", "%20", ")", "%29").Replace(to) + ")")
}

// picture writes a picture that says something, without the link around it, which leads to a larger one.
func (w *writer) picture(t *tag) {
	alt, _ := t.attribute("alt")
	src, _ := t.attribute("src")
	if alt == "" {
		return
	}
	if n := len(w.links); n > 0 && w.opening != "" && w.links[n-1] != "" {
		w.links[n-1], w.opening = "", strings.TrimSuffix(w.opening, "[")
	}
	w.breakLine(line)
	w.mark("![")
	w.escaped(alt)
	w.raw("](" + src + ")")
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
