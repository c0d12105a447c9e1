package sheet

import "storefront/internal/shop/document/typeset"

// TextStyle is a typeset.Style with its colour and the height of its lines.
type TextStyle struct {
	typeset.Style
	Leading float64 // relative to the size
	Colour  Colour
}

// TextStyle returns the style of a text, on the site's scale in points. Lines of Arabic are higher.
func (s *Sheet) TextStyle(family typeset.Family, weight int, size float64, c Colour) TextStyle {
	l := TextStyle{Style: typeset.Style{Family: family, Weight: weight, Size: size}, Leading: 1.4, Colour: c}
	switch {
	case family == typeset.Display && !s.RTL:
		l.Leading = 1.16
	case family != typeset.Display && s.RTL:
		l.Leading = 1.52
	}
	return l
}

// TextStyles are the styles of running text.
type TextStyles struct{ Label, Body, Strong, Quiet TextStyle }

// StylesAt returns the styles of running text, scaled.
func (s *Sheet) StylesAt(scale float64) TextStyles {
	return TextStyles{
		Label:  s.TextStyle(typeset.Text, 400, 8.5*scale, Muted),
		Body:   s.TextStyle(typeset.Text, 400, 10.5*scale, Ink),
		Strong: s.TextStyle(typeset.Text, 500, 10.5*scale, Ink),
		Quiet:  s.TextStyle(typeset.Text, 400, 9.5*scale, Muted),
	}
}

// Heading returns the style of a heading.
func (s *Sheet) Heading(size float64) TextStyle { return s.TextStyle(typeset.Display, 650, size, Ink) }

// Height returns the height of a line.
func (l TextStyle) Height() float64 { return l.Size * l.Leading }

// Baseline returns the distance from the top of a line to its baseline.
func (l TextStyle) Baseline() float64 { return l.Height()/2 + l.Size*0.36 }

// Column is a part of a page that is filled downwards. It appends functions that draw to a list, so that a layout can
// be measured before it is drawn.
type Column struct {
	Start, Width float64
	Y            float64 // the top of the next line
	sheet        *Sheet
	drawing      *[]func()
}

// Column returns an empty column that appends to a list of functions that draw.
func (s *Sheet) Column(start, width, y float64, drawing *[]func()) *Column {
	return &Column{Start: start, Width: width, Y: y, sheet: s, drawing: drawing}
}

// DrawLater appends a function that draws.
func (c *Column) DrawLater(draw func()) { *c.drawing = append(*c.drawing, draw) }

// Put adds a text. If limit is not 0, lines beyond it are cut off with an ellipsis.
func (c *Column) Put(text string, l TextStyle, limit int) {
	lines := c.sheet.setter.Lines(text, l.Style, c.Width, limit+min(limit, 1))
	fits := limit == 0 || len(lines) <= limit
	if !fits {
		lines = lines[:limit]
	}
	c.putLines(lines, l)
	if !fits {
		ellipsis := c.sheet.Line("…", l)
		start, y := c.Start+lines[limit-1].Width, c.Y-l.Height()+l.Baseline()
		c.DrawLater(func() { c.sheet.Text(ellipsis, start, y, l.Colour) })
	}
}

// PutLink adds one line that is a link.
func (c *Column) PutLink(text string, l TextStyle, url string) {
	line := c.sheet.Line(text, l)
	start, top := c.Start, c.Y
	c.DrawLater(func() { c.sheet.pdf.LinkString(c.sheet.X(start, line.Width), top, line.Width, l.Height(), url) })
	c.Put(text, l, 1)
}

// PutBalanced adds a text in lines of about the same length.
func (c *Column) PutBalanced(text string, l TextStyle) {
	c.putLines(c.sheet.setter.Balanced(text, l.Style, c.Width), l)
}

func (c *Column) putLines(lines []typeset.Line, l TextStyle) {
	for _, line := range lines {
		y := c.Y + l.Baseline()
		c.DrawLater(func() { c.sheet.Text(line, c.Start, y, l.Colour) })
		c.Y += l.Height()
	}
}

// PutEnd adds one line at the column's end side. The next line is beside it.
func (c *Column) PutEnd(text string, l TextStyle) {
	line := c.sheet.Line(text, l)
	start, y := c.Start+c.Width-line.Width, c.Y+l.Baseline()
	c.DrawLater(func() { c.sheet.Text(line, start, y, l.Colour) })
}

// Skip leaves out some height.
func (c *Column) Skip(height float64) { c.Y += height }
