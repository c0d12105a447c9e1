package document

import (
	"fmt"
	"time"

	"github.com/boombuler/barcode"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/typeset"
	"storefront/internal/shop/wording"
)

// Ticket prints the ticket of one of an order's bookings: a page of A4 as PDF, with a code signed with the key. It returns
// fault.NotPossible for a booking that is not confirmed.
func Ticket(o *booking.Order, b *booking.Booking, key Key) ([]byte, error) {
	if !b.HasTicket() {
		return nil, fault.New(fault.NotPossible, "The booking has no ticket: it is not confirmed.")
	}
	text, err := key.Sign(ClaimsOf(o, b))
	if err != nil {
		return nil, err
	}
	image, err := encodeQR(text)
	if err != nil {
		return nil, err
	}
	starts, err := localStart(b)
	if err != nil {
		return nil, err
	}
	w := wordsIn(o.Language)
	t := &printedTicket{
		sheet: newSheet(w, w.Ticket+" "+o.Reference+" · "+typeset.Clean(b.Detail.ProductTitle), o.CreatedAt),
		words: w, order: o, booking: b, starts: starts, code: image,
	}
	t.page()
	t.print()
	return t.bytes()
}

// localStart is when a booking begins, by the clock of its city. A time by another clock is worse than no document.
func localStart(b *booking.Booking) (time.Time, error) {
	zone, err := time.LoadLocation(b.Detail.TimeZone)
	if err != nil {
		return time.Time{}, fmt.Errorf("booking %s: %w", b.ID, err)
	}
	return b.StartsAt.In(zone), nil
}

// Places on the page, in points.
const (
	frameStart = 42.0
	frameWidth = pageWidth - 2*frameStart
	frameTop   = 38.0
	padding    = 26.0
	innerStart = frameStart + padding
	innerWidth = frameWidth - 2*padding
	gutter     = 28.0
	half       = (innerWidth - gutter) / 2
	lowest     = pageHeight - 30
)

// printedTicket is a ticket on its page. The higher its scale, the larger its letters and the more room they take.
type printedTicket struct {
	*sheet
	words   *Words
	order   *booking.Order
	booking *booking.Booking
	starts  time.Time
	code    barcode.Barcode
	scale   float64
	looks   looks
	drawing []func()
}

// smallest bounds how far letters shrink for a booking that says more than a page holds.
const smallest = 0.5

// print lays the ticket out at its full size, and smaller until it fits its page.
func (t *printedTicket) print() {
	for t.scale = 1; ; t.scale -= 0.02 {
		t.drawing, t.looks = nil, t.looksAt(t.scale)
		head := t.head()
		body := t.body(head)
		stub := t.stub(body)
		if t.below(stub) > lowest && t.scale > smallest {
			continue
		}
		t.frame(head, body, stub)
		for _, draw := range t.drawing {
			draw()
		}
		return
	}
}

func (t *printedTicket) column(start, width, y float64) *column {
	return &column{sheet: t.sheet, start: start, width: width, y: y, drawing: &t.drawing}
}

// head tells who sells what, and where.
func (t *printedTicket) head() (bottom float64) {
	d := &t.booking.Detail
	c := t.column(innerStart, innerWidth, frameTop+20*t.scale)
	t.stamp(c)
	c.put(value(t.order.Seller), t.heading(13*t.scale), 1)
	c.skip(22 * t.scale)
	c.put(value(d.City), t.looks.quiet, 1)
	c.skip(3 * t.scale)
	c.putTitle(value(d.ProductTitle), t.heading(25*t.scale))
	c.skip(4 * t.scale)
	c.put(value(d.OptionTitle), t.look(typeset.Text, 400, 12*t.scale, ink), 0)
	return c.y + 20*t.scale
}

// body has the time on one side and where to be on the other, and below them who comes. Where no place is known, who comes
// is beside the time.
func (t *printedTicket) body(top float64) (bottom float64) {
	w, d := t.words, &t.booking.Detail
	first := t.column(innerStart, half, top+22*t.scale)
	second := t.column(innerStart+half+gutter, half, first.y)
	t.putStart(first)
	first.skip(18 * t.scale)
	travellers, people := first, second
	if d.Meeting == nil && d.Pickup == nil && d.DropOff == nil {
		travellers, people = second, first
	}
	t.place(second, w.Meeting, d.Meeting)
	t.place(second, w.Pickup, d.Pickup)
	t.place(second, w.DropOff, d.DropOff)
	t.fact(travellers, w.Travellers, w.units(d.Units)...)
	t.fact(travellers, w.Lasts, w.lasts(d))
	t.fact(travellers, w.Extras, w.units(d.Extras)...)
	b := &t.order.Buyer
	t.fact(people, w.BookedBy, fullName(b), phone(b), code(b.Email))
	if travellers.y < people.y {
		people = travellers
	}
	t.guest(people)
	return max(first.y, second.y) + 12*t.scale
}

// guest is who travels, where that is not who has booked.
func (t *printedTicket) guest(c *column) {
	w, g := t.words, t.order.Guest
	if g == nil {
		return
	}
	t.fact(c, w.Guest, value(g.Name), unbroken(g.Phone))
	if g.Info != "" {
		c.put(phrase(w.Note), t.looks.label, 1)
		c.put(value(g.Info), t.looks.body, mostNoteLines)
		c.skip(10 * t.scale)
	}
}

// mostNoteLines bounds what a guest has written: he may have written pages, and the shop has them.
const mostNoteLines = 5

// putStart puts the time in letters that are read at arm's length, or the day where any time of it will do.
func (t *printedTicket) putStart(c *column) {
	w, at, d := t.words, t.starts, &t.booking.Detail
	zone := say(w.LocalTime, value(d.City), w.zone(at))
	when := t.look(typeset.Text, 500, 12.5*t.scale, ink)
	pickup := pickupAt(d, at)
	if t.booking.Wish.StartTime != "" || !pickup.IsZero() {
		label, big := w.Starts, at
		if !pickup.IsZero() {
			label, big = w.Pickup, pickup
		}
		digits, part := w.clock(big)
		c.put(phrase(label), t.looks.label, 1)
		t.putBig(c, w.own(digits), phrase(part), 62)
		if !pickup.IsZero() && t.booking.Wish.StartTime != "" {
			c.put(say(w.StartsAt, w.time(at)), when, 0)
		}
		c.put(w.date(at), when, 0)
		c.put(zone, t.looks.quiet, 0)
		return
	}
	t.putBig(c, w.own(w.dayAndMonth(at)), "", 34)
	c.put(w.own(w.Weekdays[at.Weekday()]+w.Comma+" "+at.Format("2006")), when, 0)
	c.skip(4 * t.scale)
	for _, line := range w.hours(d) {
		c.put(line, when, 0)
	}
	c.put(phrase(w.AnyTime), t.looks.quiet, 0)
	c.put(zone, t.looks.quiet, 0)
}

// pickupAt is when travellers are collected; zero where they are not, or where that has no time.
func pickupAt(d *booking.Detail, starts time.Time) time.Time {
	if d.Pickup == nil || d.Pickup.Time == "" {
		return time.Time{}
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", starts.Format(time.DateOnly)+" "+d.Pickup.Time, starts.Location())
	if err != nil {
		return time.Time{}
	}
	return at
}

// putBig puts what a traveller must not miss, underlined, with something smaller beside it.
func (t *printedTicket) putBig(c *column, text, aside phrase, size float64) {
	big := t.heading(size * t.scale)
	big.leading = 1.12
	line := t.set.Line(string(text), big.Style)
	side := t.set.Line(string(aside), t.heading(22*t.scale).Style)
	y := c.y + big.baseline()
	c.later(func() {
		t.text(line, c.start, y, ink)
		t.text(side, c.start+line.Width+7*t.scale, y, ink)
		t.fillRect(c.start, y+12*t.scale, line.Width, 3.5*t.scale, accent)
	})
	c.skip(big.height() + 16*t.scale)
}

// fact is a label with its lines, the first of them the strongest; without lines there is nothing to label.
func (t *printedTicket) fact(c *column, label string, lines ...phrase) {
	if join("", lines...) == "" {
		return
	}
	c.put(phrase(label), t.looks.label, 1)
	look := t.looks.strong
	for _, line := range lines {
		if line != "" {
			c.put(line, look, 0)
			look = t.looks.body
		}
	}
	c.skip(10 * t.scale)
}

// place is where travellers come to, are collected or are left; a spot is linked to a map.
func (t *printedTicket) place(c *column, label string, p *booking.DetailPlace) {
	if p == nil {
		return
	}
	c.put(phrase(label), t.looks.label, 1)
	if p.Time != "" && p != t.booking.Detail.Pickup { // whose time stands in large letters beside it
		c.put(t.words.timeOf(p.Time), t.heading(16*t.scale), 1)
	}
	c.put(value(p.Title), t.looks.strong, 0)
	c.put(value(p.Address), t.looks.body, 0)
	if address := mapOf(p); address != "" {
		linked := t.looks.body
		linked.colour = link
		c.putLink(phrase(t.words.OpenMap), linked, address)
	}
	c.skip(10 * t.scale)
}

// stub is what is torn off: the code, and what to say where it cannot be read.
func (t *printedTicket) stub(top float64) (bottom float64) {
	w := t.words
	side := 128 * max(t.scale, 0.85) // a module is not to be under two thirds of a millimetre
	y := top + 20*t.scale
	t.drawing = append(t.drawing, func() { t.drawQR(t.code, innerStart-10, y-10, side) })
	start := innerStart + side + 8
	c := t.column(start, innerStart+innerWidth-start, y+4*t.scale)
	c.put(phrase(w.Reference), t.looks.label, 1)
	c.put(code(t.order.Reference), t.heading(27*t.scale), 0)
	c.put(say(w.Line, number(t.booking.Line+1), number(len(t.order.Bookings))), t.looks.body, 1)
	c.skip(12 * t.scale)
	c.put(phrase(w.ShowCode), t.looks.quiet, 0)
	return max(c.y, y+side-10) + 20*t.scale
}

// below is what one may want to read at home.
// terms are the cancellation terms as they were when the booking was ordered, by the destination's clock: a ticket is the
// same whenever it is printed.
func (t *printedTicket) terms() []wording.Line {
	terms := t.order.TermsWhenOrdered(t.booking, t.order.CreatedAt)
	terms.FreeUntil = booking.NoFreePeriod // there are tickets of confirmed bookings only
	return terms.Lines(t.order.Language, t.starts.Location())
}

func (t *printedTicket) below(top float64) (bottom float64) {
	w := t.words
	c := t.column(innerStart, innerWidth, top+22*t.scale)
	c.put(phrase(w.Cancellation), t.looks.strong, 1)
	c.skip(3 * t.scale)
	for _, term := range t.terms() {
		line := t.column(c.start+16*t.scale, c.width-16*t.scale, c.y)
		t.mark(term.Good, c.start, c.y, t.looks.quiet)
		line.put(w.own(term.Text), t.looks.quiet, 0)
		c.y = line.y + 2*t.scale
	}
	c.skip(8 * t.scale)
	c.put(phrase(w.LocalTimes), t.looks.quiet, 0)
	if s := &t.order.Contact; s.Phone+s.Email != "" {
		c.put(say(w.Questions, join(" · ", unbroken(s.Phone), code(s.Email))), t.looks.quiet, 0)
	}
	return c.y
}
