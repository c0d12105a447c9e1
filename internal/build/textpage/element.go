package textpage

import (
	"html"
	"strings"
)

// element is how the writer treats the elements of a name.
type element struct {
	open  func(w *writer, t *tag) // nil: as a control, which a reader of text cannot use: it is left out
	close func(w *writer)
	void  bool // without content and end
}

// begin begins the element whose tag was read and returns what follows: its content, or what is after it.
func (w *writer) begin(s string) string {
	t := &w.tag
	e := elementOf(t.name)
	if t.omitted || e.open == nil {
		return w.skip(e, s)
	}
	if t.drawing { // its name says what is drawn
		w.space = true
		w.words(html.UnescapeString(t.label))
		w.space = true
		return w.skip(e, s)
	}
	e.open(w, t)
	if !e.void {
		w.inside = append(w.inside, e)
	}
	return s
}

// skip returns what follows an element whose start has been read.
func (w *writer) skip(e *element, s string) string {
	if e.void {
		return s
	}
	return afterElement(s, w.tag.name)
}

// end ends the innermost element, before what follows it.
func (w *writer) end(before string) {
	last := len(w.inside) - 1
	if last < 0 {
		return
	}
	e := w.inside[last]
	w.inside = w.inside[:last]
	e.close(w)
	w.apart = e == span && w.newline == 0 && strings.HasPrefix(before, "<span")
}

func nothing(*writer) {}

var (
	block = &element{
		open:  func(w *writer, _ *tag) { w.breakLine(paragraph) },
		close: func(w *writer) { w.breakLine(paragraph) },
	}
	// inline elements stand in the line of what surrounds them; those that have no entry in elements are blocks.
	inline = &element{open: func(*writer, *tag) {}, close: nothing}
	// A page has a gap before a span.
	span = &element{open: func(w *writer, _ *tag) { w.space = true }, close: nothing}
	// controls are elements that a reader of text cannot use.
	control = &element{close: nothing}
	cell    = &element{
		open:  func(w *writer, _ *tag) { w.openCell() },
		close: func(w *writer) { w.raw(" |"); w.space = false },
	}
)

// elements are those that are no blocks, and the most common blocks, by slotOf their names.
var elements [256][]namedElement

type namedElement struct {
	name string
	*element
}

// elementOf returns how elements of a name are treated: as blocks, if nothing else is known.
func elementOf(name string) *element {
	if name == "" {
		return block
	}
	for _, e := range elements[slotOf(name)] {
		if e.name == name {
			return e.element
		}
	}
	return block
}

// slotOf returns a number that few names share.
func slotOf(name string) byte {
	last := len(name) - 1
	return name[0]<<3 ^ name[last] ^ byte(last)<<5
}

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
			w.opening = ""
			w.breakLine(paragraph)
		},
	}
}

// list returns an element of items; the first number is 0 for bullets.
func list(first int) *element {
	return &element{open: func(w *writer, _ *tag) { w.openList(first) }, close: (*writer).closeList}
}

// named are the elements that are more than a block, and the most common blocks.
var named = []namedElement{
	{"div", block}, {"p", block}, {"section", block},
	{"span", span}, {"small", &element{open: span.open, close: nothing}},
	{"strong", mark("**")}, {"b", mark("**")}, {"em", mark("*")}, {"del", mark("~~")}, {"code", mark("`")},
	{"h1", heading("# ")}, {"h2", heading("## ")}, {"h3", heading("### ")},
	{"h4", heading("#### ")}, {"h5", heading("##### ")}, {"h6", heading("###### ")},
	{"ul", list(0)}, {"ol", list(1)},
	{"th", cell}, {"td", cell},
	{"wbr", &element{open: inline.open, close: nothing, void: true}},
	{"source", &element{open: inline.open, close: nothing, void: true}},
	{"col", &element{open: block.open, close: block.close, void: true}},
	{"input", &element{close: nothing, void: true}},
	{"hr", &element{close: nothing, void: true}},
	{"img", &element{open: (*writer).picture, close: nothing, void: true}},
	{"br", &element{open: func(w *writer, _ *tag) { w.breakLine(line) }, close: nothing, void: true}},
	{"s", &element{open: inline.open, close: func(w *writer) { w.space = true }}}, // an old price, before the new one
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
	{"dd", &element{open: inline.open, close: func(w *writer) { w.breakLine(line) }}}, // in the line of its term
	{"table", &element{open: func(w *writer, _ *tag) { w.breakLine(paragraph); w.rows = 0 }, close: block.close}},
	{"tr", &element{open: func(w *writer, _ *tag) { w.breakLine(line); w.cells = 0 }, close: (*writer).closeRow}},
}

func init() {
	add := func(name string, e *element) {
		slot := slotOf(name)
		elements[slot] = append(elements[slot], namedElement{name, e})
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
