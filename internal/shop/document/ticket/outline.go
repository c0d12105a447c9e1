package ticket

import (
	"fmt"
	"math"
	"strings"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/sheet"
)

// Measures of the ticket's outline.
const (
	border      = 1.1
	corner      = 3.0
	notch       = 9.0 // the half holes at the tear
	perforation = 3.4 // the half holes of the lower edge
)

// outline is a path in PDF's operators.
type outline struct {
	strings.Builder
	x, y float64
}

func (o *outline) move(x, y float64) { o.to("m", x, y) }
func (o *outline) line(x, y float64) { o.to("l", x, y) }

func (o *outline) to(operator string, x, y float64) {
	fmt.Fprintf(o, "%s %s %s\n", sheet.Decimal(x), sheet.Decimal(y), operator)
	o.x, o.y = x, y
}

// arc goes around a centre by an angle in degrees, counterclockwise if it is positive.
func (o *outline) arc(cx, cy, degrees float64) {
	radius := math.Hypot(o.x-cx, o.y-cy)
	from := math.Atan2(o.y-cy, o.x-cx)
	steps := int(math.Ceil(math.Abs(degrees) / 90))
	step := degrees / float64(steps) * math.Pi / 180
	k := 4.0 / 3 * math.Tan(step/4) * radius
	for range steps {
		to := from + step
		x, y := cx+radius*math.Cos(to), cy+radius*math.Sin(to)
		for _, v := range []float64{
			o.x - k*math.Sin(from), o.y + k*math.Cos(from), x + k*math.Sin(to), y - k*math.Cos(to), x, y,
		} {
			o.WriteString(sheet.Decimal(v) + " ")
		}
		o.WriteString("c\n")
		o.x, o.y, from = x, y, to
	}
}

// drawFrame draws the ticket's paper: a coloured head, a tear with half holes, and a lower edge with the holes of an
// earlier tear. It is the same from right to left.
func (p *printer) drawFrame(head, tear, bottom float64) {
	path := ticketOutline(sheet.Height-tear, sheet.Height-bottom)
	p.Write("q " + sheet.Surface.Operand() + "rg\n" + path + "f Q")
	p.Write("q\n" + path + "W n")
	p.FillRect(frameStart, frameTop, frameWidth, head-frameTop, sheet.Wash)
	p.Write("Q")
	p.Rule(frameStart, head, frameWidth, border, 0, sheet.Ink)
	p.Rule(frameStart+notch, tear, frameWidth-2*notch, 1.4, 4.2, sheet.Ink)
	p.Write("q "+sheet.Ink.Operand()+"RG %s w\n"+path+"S Q", border)
}

func ticketOutline(tear, bottom float64) string {
	left, right, top := frameStart, frameStart+frameWidth, sheet.Height-frameTop
	var o outline
	o.move(left+corner, top)
	o.line(right-corner, top)
	o.arc(right-corner, top-corner, -90)
	o.line(right, tear+notch)
	o.arc(right, tear, 180)
	o.line(right, bottom)
	count := math.Round(frameWidth / (3.2 * perforation))
	pitch := frameWidth / count
	for n := range int(count) {
		centre := right - (float64(n)+0.5)*pitch
		o.line(centre+perforation, bottom)
		o.arc(centre, bottom, 180)
	}
	o.line(left, bottom)
	o.line(left, tear-notch)
	o.arc(left, tear, 180)
	o.line(left, top-corner)
	o.arc(left+corner, top-corner, -90)
	return o.String() + "h\n"
}

// addStamp puts the booking's status at the end of a column's line, as if stamped by hand.
func (p *printer) addStamp(c *sheet.Column) {
	l := p.Heading(12 * p.scale)
	l.Colour = sheet.Link
	if p.booking.Status == booking.Redeemed {
		l.Colour = sheet.Error
	}
	line := p.Line(p.texts.Status, l)
	width, height := line.Width+22*p.scale, l.Height()+9*p.scale
	start, top := c.Start+c.Width-width, c.Y-6*p.scale
	x := p.X(start, width)
	draw := func() {
		for _, inset := range []float64{0, 2.4} {
			p.Write("q "+l.Colour.Operand()+"RG 0.8 w %s %s %s %s re S Q",
				x+inset, sheet.Height-top-height+inset, width-2*inset, height-2*inset)
		}
		p.Text(line, start+(width-line.Width)/2, top+4.5*p.scale+l.Baseline(), l.Colour)
	}
	c.DrawLater(func() { p.Rotate(3, x+width/2, top+height/2, draw) })
}

// drawMark draws a tick or a dash before a line of a list.
func (p *printer) drawMark(free bool, start, top float64, l sheet.TextStyle) {
	p.drawing = append(p.drawing, func() {
		size := l.Size
		x, y := p.X(start, size), sheet.Height-top-l.Baseline()
		if free {
			p.Write("q "+sheet.Link.Operand()+"RG 1.3 w 1 J 1 j %s %s m %s %s l %s %s l S Q",
				x+size*0.08, y+size*0.34, x+size*0.36, y+size*0.04, x+size*0.92, y+size*0.68)
			return
		}
		p.Write("q "+sheet.Muted.Operand()+"RG 1.1 w %s %s m %s %s l S Q",
			x+size*0.2, y+size*0.35, x+size*0.8, y+size*0.35)
	})
}
