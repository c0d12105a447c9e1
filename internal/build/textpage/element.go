package textpage

import (
	"html"
	"strings"
)

// element defines how the writer treats the elements of a name. Without functions they are inline elements.
type element struct {
	open    func(w *writer, t *tag)
	close   func(w *writer)
	void    bool // without content and end
	control bool // which a reader of text cannot use: they are left out
}

// begin begins the element at the start of s, which follows "<". It returns the rest of s: from
// its content, or from after the element.
func (w *writer) begin(s string) string {
	n, length := nameOf(s)
	e := elementOf(n)
	if e.control {
		return e.skip(afterTag(s), n)
	}
	t := &w.tag
	s = t.read(s[length:])
	if t.omitted {
		return e.skip(s, n)
	}
	if t.drawing { // its name describes the drawing
		w.space = true
		w.words(html.UnescapeString(t.label))
		w.space = true
		return e.skip(s, n)
	}
	if e.open != nil {
		e.open(w, t)
	}
	if !e.void {
		w.inside = append(w.inside, e)
	}
	return s
}

// skip returns the text after an element whose start has been read.
func (e *element) skip(s string, n name) string {
	if e.void {
		return s
	}
	return afterElement(s, n)
}

// end ends the innermost element, before the text after it.
func (w *writer) end(before string) {
	last := len(w.inside) - 1
	if last < 0 {
		return
	}
	e := w.inside[last]
	w.inside = w.inside[:last]
	if e.close != nil {
		e.close(w)
	}
	w.apart = e == span && w.newline == 0 && strings.HasPrefix(before, "<span")
}

var (
	block = &element{
		open:  func(w *writer, _ *tag) { w.breakLine(paragraph) },
		close: func(w *writer) { w.breakLine(paragraph) },
	}
	inline  = &element{}
	control = &element{control: true}
	// A page has a gap before a span.
	span = &element{open: func(w *writer, _ *tag) { w.space = true }}
	cell = &element{
		open:  func(w *writer, _ *tag) { w.openCell() },
		close: func(w *writer) { w.raw(" |"); w.space = false },
	}
)

// elements are those of named by the slots of their names; in all other slots are blocks.
var elements [256]struct {
	name name
	*element
}

// elementOf returns how elements of a name are treated: as blocks, if nothing else is known.
func elementOf(n name) *element {
	for slot := n.slot(); ; slot++ {
		if e := &elements[slot]; e.name == n || e.name == 0 {
			return e.element
		}
	}
}

// slot returns the index of a name in elements, which another name may have taken.
func (n name) slot() uint8 { return uint8(n * 0x9e3779b97f4a7c15 >> 56) }

// mark returns an element with marks around its text.
func mark(m string) *element {
	return &element{
		open: func(w *writer, _ *tag) {
			if !w.literal {
				w.open(m)
				w.code = m == "`"
			}
		},
		close: func(w *writer) {
			w.code = false
			if !w.literal {
				w.closeMark(m)
			}
		},
	}
}

// heading returns an element with a mark before its text.
func heading(m string) *element {
	return &element{
		open: func(w *writer, _ *tag) {
			w.breakLine(paragraph)
			w.open(m)
		},
		close: func(w *writer) {
			w.opening = w.opening[:0]
			w.breakLine(paragraph)
		},
	}
}

// list returns an element of items; the first number is 0 for bullets.
func list(first int) *element {
	return &element{open: func(w *writer, _ *tag) { w.openList(first) }, close: (*writer).closeList}
}

// named are the elements that are more than a block.
var named = []struct {
	name string
	*element
}{
	{"span", span}, {"small", &element{open: span.open}},
	{"strong", mark("**")}, {"b", mark("**")}, {"em", mark("*")}, {"del", mark("~~")}, {"code", mark("`")},
	{"h1", heading("# ")}, {"h2", heading("## ")}, {"h3", heading("### ")},
	{"h4", heading("#### ")}, {"h5", heading("##### ")}, {"h6", heading("###### ")},
	{"ul", list(0)}, {"ol", list(1)},
	{"th", cell}, {"td", cell},
	{"wbr", &element{void: true}},
	{"source", &element{void: true}},
	{"col", &element{open: block.open, close: block.close, void: true}},
	{"input", &element{control: true, void: true}},
	{"hr", &element{control: true, void: true}},
	{"img", &element{open: (*writer).picture, void: true}},
	{"br", &element{open: func(w *writer, _ *tag) { w.breakLine(line) }, void: true}},
	{"s", &element{close: func(w *writer) { w.space = true }}}, // an old price, before the new one
	{"a", &element{open: (*writer).openLink, close: (*writer).closeLink}},
	{"li", &element{
		open:  func(w *writer, _ *tag) { w.openItem() },
		close: func(w *writer) { w.marker = ""; w.outdent(); w.breakLine(line) },
	}},
	{"blockquote", &element{
		open:  func(w *writer, _ *tag) { w.openQuotation() },
		close: func(w *writer) { w.outdent(); w.breakLine(paragraph) },
	}},
	{"pre", &element{
		open: func(w *writer, _ *tag) {
			w.breakLine(paragraph)
			w.mark("```\n")
			w.indent()
			w.literal = true
		},
		close: (*writer).closeLiteral,
	}},
	{"dl", &element{
		open:  func(w *writer, _ *tag) { w.breakLine(paragraph); w.terms++ },
		close: func(w *writer) { w.terms--; w.breakLine(paragraph) },
	}},
	{"dt", &element{
		open:  func(w *writer, _ *tag) { w.breakLine(line); w.open("- **") },
		close: func(w *writer) { w.closeMark(":** ") },
	}},
	{"dd", &element{close: func(w *writer) { w.breakLine(line) }}}, // in the line of its term
	{"table", &element{open: func(w *writer, _ *tag) { w.breakLine(paragraph); w.rows = 0 }, close: block.close}},
	{"tr", &element{open: func(w *writer, _ *tag) { w.breakLine(line); w.cells = 0 }, close: (*writer).closeRow}},
}

func init() {
	for i := range elements {
		elements[i].element = block
	}
	add := func(text string, e *element) {
		n, _ := nameOf(text)
		slot := n.slot()
		for elements[slot].name != 0 {
			slot++
		}
		elements[slot].name, elements[slot].element = n, e
	}
	for _, e := range named {
		add(e.name, e.element)
	}
	for _, name := range []string{"bdi", "i", "time", "sup", "sub", "abbr", "u", "ins", "mark", "kbd", "cite", "q",
		"picture", "thead", "tbody"} {
		add(name, inline)
	}
	for _, name := range []string{"button", "form", "select", "label", "nav", "script", "style", "svg", "template",
		"noscript", "dialog", "iframe"} {
		add(name, control)
	}
}
