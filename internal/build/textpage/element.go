package textpage

import (
	"html"
	"strings"
)

// element defines how the writer treats the elements of a name. Without functions they are inline elements.
type element struct {
	open      func(w *writer, t *tag)
	close     func(w *writer)
	isVoid    bool // without content and end
	isControl bool // left out, since readers of text cannot use controls
}

// openElement begins the element at the start of s, which follows "<". It returns the rest of s: from
// its content, or from after the element.
func (w *writer) openElement(s string) string {
	n, length := nameOf(s)
	e := lookupElement(n)
	if e.isControl {
		return e.skip(afterTag(s), n)
	}
	t := &w.tag
	s = t.parse(s[length:])
	if t.isOmitted {
		return e.skip(s, n)
	}
	if t.isImage { // its name describes the drawing
		w.pendingSpace = true
		w.writeWords(html.UnescapeString(t.label))
		w.pendingSpace = true
		return e.skip(s, n)
	}
	if e.open != nil {
		e.open(w, t)
	}
	if !e.isVoid {
		w.openElements = append(w.openElements, e)
	}
	return s
}

// skip returns the text after an element whose start has been read.
func (e *element) skip(s string, n name) string {
	if e.isVoid {
		return s
	}
	return afterElement(s, n)
}

// closeElement ends the innermost element, before the text after it.
func (w *writer) closeElement(before string) {
	last := len(w.openElements) - 1
	if last < 0 {
		return
	}
	e := w.openElements[last]
	w.openElements = w.openElements[:last]
	if e.close != nil {
		e.close(w)
	}
	w.pendingSeparator = e == span && w.pendingBreaks == 0 && strings.HasPrefix(before, "<span")
}

var (
	block = &element{
		open:  func(w *writer, _ *tag) { w.breakLine(paragraphBreak) },
		close: func(w *writer) { w.breakLine(paragraphBreak) },
	}
	inline  = &element{}
	control = &element{isControl: true}
	// A page has a gap before a span.
	span = &element{open: func(w *writer, _ *tag) { w.pendingSpace = true }}
	cell = &element{
		open:  func(w *writer, _ *tag) { w.openCell() },
		close: func(w *writer) { w.write(" |"); w.pendingSpace = false },
	}
)

// elementTable has specialElements by the slots of their names. All other slots have blocks.
var elementTable [256]struct {
	name name
	*element
}

// lookupElement returns the element of a name; a block if the name is not in the table.
func lookupElement(n name) *element {
	for slot := n.slot(); ; slot++ {
		if e := &elementTable[slot]; e.name == n || e.name == 0 {
			return e.element
		}
	}
}

// slot returns the index of a name in elements, which another name may have taken.
func (n name) slot() uint8 { return uint8(n * 0x9e3779b97f4a7c15 >> 56) }

// markElement returns an element with marks around its text.
func markElement(m string) *element {
	return &element{
		open: func(w *writer, _ *tag) {
			if !w.inPre {
				w.queueMark(m)
				w.inCode = m == "`"
			}
		},
		close: func(w *writer) {
			w.inCode = false
			if !w.inPre {
				w.closeMark(m)
			}
		},
	}
}

// headingElement returns an element with a mark before its text.
func headingElement(m string) *element {
	return &element{
		open: func(w *writer, _ *tag) {
			w.breakLine(paragraphBreak)
			w.queueMark(m)
		},
		close: func(w *writer) {
			w.pendingMarks = w.pendingMarks[:0]
			w.breakLine(paragraphBreak)
		},
	}
}

// listElement returns an element of items; the first number is 0 for bullets.
func listElement(first int) *element {
	return &element{open: func(w *writer, _ *tag) { w.openList(first) }, close: (*writer).closeList}
}

// specialElements are the elements that are not plain blocks.
var specialElements = []struct {
	name string
	*element
}{
	{"span", span}, {"small", &element{open: span.open}},
	{"strong", markElement("**")}, {"b", markElement("**")}, {"em", markElement("*")}, {"del", markElement("~~")},
	{"code", markElement("`")},
	{"h1", headingElement("# ")}, {"h2", headingElement("## ")}, {"h3", headingElement("### ")},
	{"h4", headingElement("#### ")}, {"h5", headingElement("##### ")}, {"h6", headingElement("###### ")},
	{"ul", listElement(0)}, {"ol", listElement(1)},
	{"th", cell}, {"td", cell},
	{"wbr", &element{isVoid: true}},
	{"source", &element{isVoid: true}},
	{"col", &element{open: block.open, close: block.close, isVoid: true}},
	{"input", &element{isControl: true, isVoid: true}},
	{"hr", &element{isControl: true, isVoid: true}},
	{"img", &element{open: (*writer).writePicture, isVoid: true}},
	{"br", &element{open: func(w *writer, _ *tag) { w.breakLine(lineBreak) }, isVoid: true}},
	{"s", &element{close: func(w *writer) { w.pendingSpace = true }}}, // an old price, before the new one
	{"a", &element{open: (*writer).openLink, close: (*writer).closeLink}},
	{"li", &element{
		open:  func(w *writer, _ *tag) { w.openItem() },
		close: func(w *writer) { w.itemMarker = ""; w.popPrefix(); w.breakLine(lineBreak) },
	}},
	{"blockquote", &element{
		open:  func(w *writer, _ *tag) { w.openQuote() },
		close: func(w *writer) { w.popPrefix(); w.breakLine(paragraphBreak) },
	}},
	{"pre", &element{
		open: func(w *writer, _ *tag) {
			w.breakLine(paragraphBreak)
			w.writeMark("```\n")
			w.writePrefix()
			w.inPre = true
		},
		close: (*writer).closeLiteral,
	}},
	{"dl", &element{
		open:  func(w *writer, _ *tag) { w.breakLine(paragraphBreak); w.termListDepth++ },
		close: func(w *writer) { w.termListDepth--; w.breakLine(paragraphBreak) },
	}},
	{"dt", &element{
		open:  func(w *writer, _ *tag) { w.breakLine(lineBreak); w.queueMark("- **") },
		close: func(w *writer) { w.closeMark(":** ") },
	}},
	{"dd", &element{close: func(w *writer) { w.breakLine(lineBreak) }}}, // in the line of its term
	{"table", &element{open: func(w *writer, _ *tag) { w.breakLine(paragraphBreak); w.rows = 0 }, close: block.close}},
	{"tr", &element{open: func(w *writer, _ *tag) { w.breakLine(lineBreak); w.cells = 0 }, close: (*writer).closeRow}},
}

func init() {
	for i := range elementTable {
		elementTable[i].element = block
	}
	add := func(text string, e *element) {
		n, _ := nameOf(text)
		slot := n.slot()
		for elementTable[slot].name != 0 {
			slot++
		}
		elementTable[slot].name, elementTable[slot].element = n, e
	}
	for _, e := range specialElements {
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
