package document

import (
	"fmt"
	"math"
	"strings"

	"storefront/internal/shop/booking"
)

// Measures of the ticket's outline.
const (
	border = 1.1
	corner = 3.0
	notch  = 9.0 // half holes where the stub is torn off
	bite   = 3.4 // those of the edge that was torn before
)

// outline is a path in PDF's operators.
type outline struct {
	strings.Builder
	x, y float64
}

func (o *outline) move(x, y float64) {
	fmt.Fprintf(o, "%s %s m\n", decimal(x), decimal(y))
	o.x, o.y = x, y
}

func (o *outline) line(x, y float64) {
	fmt.Fprintf(o, "%s %s l\n", decimal(x), decimal(y))
	o.x, o.y = x, y
}

// arc goes around a centre from where the path is, by an angle in degrees, counterclockwise where it is positive.
func (o *outline) arc(cx, cy, degrees float64) {
	radius := math.Hypot(o.x-cx, o.y-cy)
	from := math.Atan2(o.y-cy, o.x-cx)
	steps := int(math.Ceil(math.Abs(degrees) / 90))
	step := degrees / float64(steps) * math.Pi / 180
	k := 4.0 / 3 * math.Tan(step/4) * radius
	for range steps {
		to := from + step
		x, y := cx+radius*math.Cos(to), cy+radius*math.Sin(to)
		fmt.Fprintf(o, "%s %s %s %s %s %s c\n",
			decimal(o.x-k*math.Sin(from)), decimal(o.y+k*math.Cos(from)),
			decimal(x+k*math.Sin(to)), decimal(y-k*math.Cos(to)), decimal(x), decimal(y))
		o.x, o.y, from = x, y, to
	}
}

// frame draws the ticket's paper: a head of sea glass, a tear with its half holes, and below the stub an edge of which
// another ticket was torn. It is its own mirror image.
func (t *printedTicket) frame(head, tear, bottom float64) {
	path := ticketOutline(pageHeight-tear, pageHeight-bottom)
	t.write("q " + surface.operand() + "rg\n" + path + "f Q")
	t.write("q\n" + path + "W n")
	t.fillRect(frameStart, frameTop, frameWidth, head-frameTop, wash)
	t.write("Q")
	t.rule(frameStart, head, frameWidth, border, 0, ink)
	t.rule(frameStart+notch, tear, frameWidth-2*notch, 1.4, 4.2, ink)
	t.write("q "+ink.operand()+"RG %s w\n"+path+"S Q", border)
}

func ticketOutline(tear, bottom float64) string {
	left, right, top := frameStart, frameStart+frameWidth, pageHeight-frameTop
	var o outline
	o.move(left+corner, top)
	o.line(right-corner, top)
	o.arc(right-corner, top-corner, -90)
	o.line(right, tear+notch)
	o.arc(right, tear, 180)
	o.line(right, bottom)
	count := math.Round(frameWidth / (3.2 * bite))
	pitch := frameWidth / count
	for n := range int(count) {
		centre := right - (float64(n)+0.5)*pitch
		o.line(centre+bite, bottom)
		o.arc(centre, bottom, 180)
	}
	o.line(left, bottom)
	o.line(left, tear-notch)
	o.arc(left, tear, 180)
	o.line(left, top-corner)
	o.arc(left+corner, top-corner, -90)
	return o.String() + "h\n"
}

// stamp puts the booking's status at the end of a column's line, stamped on by hand.
func (t *printedTicket) stamp(c *column) {
	l := t.heading(12 * t.scale)
	l.colour = link
	if t.booking.Status == booking.Redeemed {
		l.colour = alarm
	}
	line := t.set.Line(t.words.Statuses[string(t.booking.Status)], l.Style)
	width, height := line.Width+22*t.scale, l.height()+9*t.scale
	start, top := c.start+c.width-width, c.y-6*t.scale
	c.later(func() {
		x := t.x(start, width)
		t.pdf.TransformBegin()
		t.pdf.TransformRotate(3, x+width/2, top+height/2)
		for _, inset := range []float64{0, 2.4} {
			t.write("q "+l.colour.operand()+"RG 0.8 w %s %s %s %s re S Q",
				x+inset, pageHeight-top-height+inset, width-2*inset, height-2*inset)
		}
		t.text(line, start+(width-line.Width)/2, top+4.5*t.scale+l.baseline(), l.colour)
		t.pdf.TransformEnd()
	})
}

// mark stands before a line of a list: a tick where it is good news.
func (t *printedTicket) mark(good bool, start, top float64, l look) {
	t.drawing = append(t.drawing, func() {
		size := l.Size
		x, y := t.x(start, size), pageHeight-top-l.baseline()
		if good {
			t.write("q "+link.operand()+"RG 1.3 w 1 J 1 j %s %s m %s %s l %s %s l S Q",
				x+size*0.08, y+size*0.34, x+size*0.36, y+size*0.04, x+size*0.92, y+size*0.68)
			return
		}
		t.write("q "+muted.operand()+"RG 1.1 w %s %s m %s %s l S Q", x+size*0.2, y+size*0.35, x+size*0.8, y+size*0.35)
	})
}
