// Package ticket prints the ticket of a booking, with a code that a gate verifies without a network.
package ticket

import (
	"strconv"

	"github.com/boombuler/barcode"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/sheet"
	"storefront/internal/shop/document/typeset"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// PDF prints the ticket of one of an order's bookings on a page, with a code that is signed with the key. It returns
// fault.NotPossible for a booking that is not confirmed.
func PDF(o *booking.Order, b *booking.Booking, key Key) ([]byte, error) {
	if !b.HasTicket() {
		return nil, fault.New(fault.NotPossible, "The booking has no ticket: it is not confirmed.")
	}
	text, err := key.Sign(ClaimsOf(o, b))
	if err != nil {
		return nil, err
	}
	code, err := encodeQR(text)
	if err != nil {
		return nil, err
	}
	texts, err := ordertext.OfBooking(o, b)
	if err != nil {
		return nil, err
	}
	w := wording.In(o.Language)
	title := w.Ticket.Title + " " + o.Reference + " · " + wording.Clean(b.Detail.ProductTitle)
	p := &printer{
		Sheet: sheet.New(w, title, o.CreatedAt), words: w, order: o, booking: b, texts: texts, code: code,
	}
	p.AddPage()
	p.print()
	return p.Bytes()
}

// Positions on the page, in points.
const (
	frameStart = 42.0
	frameWidth = sheet.Width - 2*frameStart
	frameTop   = 38.0
	padding    = 26.0
	innerStart = frameStart + padding
	innerWidth = frameWidth - 2*padding
	gutter     = 28.0
	halfWidth  = (innerWidth - gutter) / 2
	maxBottom  = sheet.Height - 30
)

// printer lays a ticket out on its page.
type printer struct {
	*sheet.Sheet
	words   *wording.Dictionary
	order   *booking.Order
	booking *booking.Booking
	texts   ordertext.Booking
	code    barcode.Barcode
	scale   float64 // of letters and gaps
	styles  sheet.TextStyles
	drawing []func()
}

// minScale is the smallest scale of a ticket with much text.
const minScale = 0.5

// print lays the ticket out at its full size, and then smaller until it fits the page.
func (p *printer) print() {
	for p.scale = 1; ; p.scale -= 0.02 {
		p.drawing, p.styles = nil, p.StylesAt(p.scale)
		head := p.head()
		body := p.body(head)
		stub := p.stub(body)
		if p.footer(stub) > maxBottom && p.scale > minScale {
			continue
		}
		p.drawFrame(head, body, stub)
		for _, draw := range p.drawing {
			draw()
		}
		return
	}
}

func (p *printer) column(start, width, y float64) *sheet.Column {
	return p.Column(start, width, y, &p.drawing)
}

// head has the seller, the city and the product.
func (p *printer) head() (bottom float64) {
	c := p.column(innerStart, innerWidth, frameTop+20*p.scale)
	p.addStamp(c)
	c.Put(wording.Isolate(p.order.Seller), p.Heading(13*p.scale), 1)
	c.Skip(22 * p.scale)
	c.Put(p.texts.City, p.styles.Quiet, 1)
	c.Skip(3 * p.scale)
	c.PutBalanced(p.texts.Product, p.Heading(25*p.scale))
	if p.texts.Option != "" {
		c.Skip(4 * p.scale)
		c.Put(p.texts.Option, p.TextStyle(typeset.Text, 400, 12*p.scale, sheet.Ink), 0)
	}
	return c.Y + 20*p.scale
}

// body has the time beside the places, and below the travellers and the supplier. Without places, the
// travellers are beside the time.
func (p *printer) body(top float64) (bottom float64) {
	labels, d := &p.words.Labels, &p.booking.Detail
	first := p.column(innerStart, halfWidth, top+22*p.scale)
	second := p.column(innerStart+halfWidth+gutter, halfWidth, first.Y)
	p.putStart(first)
	first.Skip(18 * p.scale)
	travellers, people := first, second
	if d.Meeting == nil && d.Pickup == nil && d.DropOff == nil {
		travellers, people = second, first
	}
	p.place(second, labels.MeetingPoint, d.Meeting)
	p.place(second, labels.Pickup, d.Pickup)
	p.place(second, labels.DropOff, d.DropOff)
	p.fact(travellers, labels.Travellers, p.texts.Travellers...)
	p.fact(travellers, labels.Duration, p.texts.Duration)
	p.fact(travellers, labels.Extras, p.texts.Extras...)
	p.fact(travellers, p.words.Ticket.RunBy, wording.Isolate(d.Supplier.Name))
	b := &p.order.Buyer
	p.fact(people, labels.BookedBy, ordertext.BuyerName(p.order), ordertext.BuyerPhone(b), wording.IsolateLTR(b.Email))
	if travellers.Y < people.Y {
		people = travellers
	}
	p.guest(people)
	return max(first.Y, second.Y) + 12*p.scale
}

// maxNoteLines limits the guest's note, which may be pages long. The shop has all of it.
const maxNoteLines = 5

// guest has the lead traveller, if that is not the buyer.
func (p *printer) guest(c *sheet.Column) {
	g := p.order.Guest
	if g == nil {
		return
	}
	p.fact(c, p.words.Labels.LeadTraveller, wording.Isolate(g.Name), ordertext.NonBreaking(g.Phone))
	if g.Info != "" {
		c.Put(p.words.Ticket.Note, p.styles.Label, 1)
		c.Put(wording.Isolate(g.Info), p.styles.Body, maxNoteLines)
		c.Skip(10 * p.scale)
	}
}

// putStart has the time of the pickup or start in large letters, or the date of a booking that has neither.
func (p *printer) putStart(c *sheet.Column) {
	w, starts := p.words, p.texts.Starts
	when := p.TextStyle(typeset.Text, 500, 12.5*p.scale, sheet.Ink)
	pickup := p.booking.Detail.Pickup
	collected, timed := pickup != nil && pickup.Time != "", p.booking.Choice.StartTime != ""
	if !timed && !collected {
		p.putLarge(c, w.DayAndMonth(starts), "", 34)
		c.Put(w.WeekdayAndYear(starts), when, 0)
		c.Skip(4 * p.scale)
		for _, line := range p.texts.Hours {
			c.Put(line, when, 0)
		}
		c.Put(w.Ticket.AnyTime, p.styles.Quiet, 0)
		c.Put(p.texts.LocalTime, p.styles.Quiet, 0)
		return
	}
	label, large := w.Ticket.Starts, starts
	if collected {
		label, large = w.Labels.Pickup, p.booking.ReadyAt().In(starts.Location())
	}
	digits, halfOfDay := w.Clock(large)
	c.Put(label, p.styles.Label, 1)
	p.putLarge(c, w.IsolateOwn(digits), halfOfDay, 62)
	if collected && timed {
		c.Put(wording.Fill(w.Ticket.StartsAt, "time", w.Time(starts)), when, 0)
	}
	c.Put(w.Date(starts), when, 0)
	c.Put(p.texts.LocalTime, p.styles.Quiet, 0)
}

// putLarge adds an underlined text with a smaller one beside it.
func (p *printer) putLarge(c *sheet.Column, text, aside string, size float64) {
	large := p.Heading(size * p.scale)
	large.Leading = 1.12
	line := p.Line(text, large)
	side := p.Line(aside, p.Heading(22*p.scale))
	y := c.Y + large.Baseline()
	c.DrawLater(func() {
		p.Text(line, c.Start, y, sheet.Ink)
		p.Text(side, c.Start+line.Width+7*p.scale, y, sheet.Ink)
		p.FillRect(c.Start, y+12*p.scale, line.Width, 3.5*p.scale, sheet.Accent)
	})
	c.Skip(large.Height() + 16*p.scale)
}

// fact adds a label and its lines, the first of them strong. Nothing is added without lines.
func (p *printer) fact(c *sheet.Column, label string, lines ...string) {
	if wording.Join("", lines...) == "" {
		return
	}
	c.Put(label, p.styles.Label, 1)
	style := p.styles.Strong
	for _, line := range lines {
		if line != "" {
			c.Put(line, style, 0)
			style = p.styles.Body
		}
	}
	c.Skip(10 * p.scale)
}

// place adds a meeting point, pickup or drop-off, with a link to a map if it has a position.
func (p *printer) place(c *sheet.Column, label string, place *booking.DetailPlace) {
	if place == nil {
		return
	}
	c.Put(label, p.styles.Label, 1)
	if place.Time != "" && place != p.booking.Detail.Pickup { // the pickup's time is in large letters beside it
		c.Put(p.words.TimeOf(place.Time), p.Heading(16*p.scale), 1)
	}
	c.Put(wording.Isolate(place.Title), p.styles.Strong, 0)
	c.Put(wording.Isolate(place.Address), p.styles.Body, 0)
	if url := ordertext.MapURL(place); url != "" {
		link := p.styles.Body
		link.Colour = sheet.Link
		c.PutLink(p.words.Ticket.OpenMap, link, url)
	}
	c.Skip(10 * p.scale)
}

// stub is the part below the tear: the code, and the reference for a gate that cannot read it.
func (p *printer) stub(top float64) (bottom float64) {
	w := p.words
	side := 128 * max(p.scale, 0.85) // modules of less than two thirds of a millimetre are hard to scan
	y := top + 20*p.scale
	p.drawing = append(p.drawing, func() { p.drawQR(innerStart-10, y-10, side) })
	start := innerStart + side + 8
	c := p.column(start, innerStart+innerWidth-start, y+4*p.scale)
	c.Put(w.Labels.Reference, p.styles.Label, 1)
	c.Put(wording.IsolateLTR(p.order.Reference), p.Heading(27*p.scale), 0)
	number, count := strconv.Itoa(p.booking.Line+1), strconv.Itoa(len(p.order.Bookings))
	c.Put(wording.Fill(w.Ticket.Line, "number", number, "count", count), p.styles.Body, 1)
	c.Skip(12 * p.scale)
	c.Put(w.Ticket.ShowCode, p.styles.Quiet, 0)
	return max(c.Y, y+side-10) + 20*p.scale
}

// terms returns the cancellation terms as of the order, by the destination's clock, so that a ticket does not change
// with the time of its printing.
func (p *printer) terms() []wording.Line {
	terms := p.order.TermsWhenOrdered(p.booking, p.order.CreatedAt)
	terms.FreeUntil = booking.NoFreePeriod // a booking with a ticket is confirmed
	return terms.Lines(p.order.Language, p.texts.Starts.Location())
}

// footer has the cancellation terms and the shop's contact.
func (p *printer) footer(top float64) (bottom float64) {
	w := p.words
	c := p.column(innerStart, innerWidth, top+22*p.scale)
	c.Put(w.Labels.Cancellation, p.styles.Strong, 1)
	c.Skip(3 * p.scale)
	for _, term := range p.terms() {
		line := p.column(c.Start+16*p.scale, c.Width-16*p.scale, c.Y)
		p.drawMark(term.Free, c.Start, c.Y, p.styles.Quiet)
		line.Put(w.IsolateOwn(term.Text), p.styles.Quiet, 0)
		c.Y = line.Y + 2*p.scale
	}
	c.Skip(8 * p.scale)
	c.Put(w.Booking.LocalTimes, p.styles.Quiet, 0)
	if s := &p.order.Contact; s.Phone+s.Email != "" {
		contact := wording.Join(" · ", ordertext.NonBreaking(s.Phone), wording.IsolateLTR(s.Email))
		c.Put(wording.Fill(w.Ticket.Questions, "contact", contact), p.styles.Quiet, 0)
	}
	return c.Y
}
