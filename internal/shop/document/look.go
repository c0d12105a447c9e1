package document

import "storefront/internal/shop/document/typeset"

// look is a style with its colour and the height of its lines.
type look struct {
	typeset.Style
	leading float64 // of the size
	colour  colour
}

// The site's scale, in points. Arabic needs more air between its lines.
func (s *sheet) look(family typeset.Family, weight int, size float64, c colour) look {
	l := look{Style: typeset.Style{Family: family, Weight: weight, Size: size}, leading: 1.4, colour: c}
	switch {
	case family == typeset.Display && s.rtl:
		l.leading = 1.4
	case family == typeset.Display:
		l.leading = 1.16
	case s.rtl:
		l.leading = 1.52
	}
	return l
}

// looks are those of running text.
type looks struct{ label, body, strong, quiet look }

func (s *sheet) looksAt(scale float64) looks {
	return looks{
		label: s.look(typeset.Text, 400, 8.5*scale, muted), body: s.look(typeset.Text, 400, 10.5*scale, ink),
		strong: s.look(typeset.Text, 500, 10.5*scale, ink), quiet: s.look(typeset.Text, 400, 9.5*scale, muted),
	}
}

func (s *sheet) heading(size float64) look { return s.look(typeset.Display, 650, size, ink) }

// height is that of one line.
func (l look) height() float64 { return l.Size * l.leading }

// baseline is how far below the top of its line a text stands.
func (l look) baseline() float64 { return l.height()/2 + l.Size*0.36 }

// column is a stretch of the page that is filled downwards. What is put into it is drawn later, so that it can be measured
// first.
type column struct {
	sheet        *sheet
	start, width float64
	y            float64
	drawing      *[]func()
}

func (c *column) later(draw func()) { *c.drawing = append(*c.drawing, draw) }

// put adds a text, at most so many lines of it where most is not 0: dots stand for what is left out.
func (c *column) put(text phrase, l look, most int) {
	lines := c.sheet.set.Lines(string(text), l.Style, c.width, most+min(most, 1))
	whole := most == 0 || len(lines) <= most
	if !whole {
		lines = lines[:most]
	}
	c.lines(lines, l)
	if !whole {
		dots := c.sheet.set.Line("…", l.Style)
		start, y := c.start+lines[most-1].Width, c.y-l.height()+l.baseline()
		c.later(func() { c.sheet.text(dots, start, y, l.colour) })
	}
}

// putLink adds one line that leads to an address.
func (c *column) putLink(text phrase, l look, address string) {
	line := c.sheet.set.Line(string(text), l.Style)
	start, top := c.start, c.y
	c.later(func() { c.sheet.pdf.LinkString(c.sheet.x(start, line.Width), top, line.Width, l.height(), address) })
	c.put(text, l, 1)
}

// putTitle adds a text on lines of about one length.
func (c *column) putTitle(text phrase, l look) {
	c.lines(c.sheet.set.Balanced(string(text), l.Style, c.width), l)
}

func (c *column) lines(lines []typeset.Line, l look) {
	for _, line := range lines {
		y := c.y + l.baseline()
		c.later(func() { c.sheet.text(line, c.start, y, l.colour) })
		c.y += l.height()
	}
}

// putEnd adds one line that ends where the column does, and leaves the column where it was.
func (c *column) putEnd(text phrase, l look) {
	line := c.sheet.set.Line(string(text), l.Style)
	start, y := c.start+c.width-line.Width, c.y+l.baseline()
	c.later(func() { c.sheet.text(line, start, y, l.colour) })
}

func (c *column) skip(height float64) { c.y += height }
