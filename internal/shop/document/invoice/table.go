package invoice

import (
	"strconv"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/sheet"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// The columns of the table. The first has the width that the others leave.
const (
	tableInset  = 8.0
	quantityEnd = innerStart + innerWidth*0.60
	priceEnd    = innerStart + innerWidth*0.80
	amountEnd   = innerStart + innerWidth - tableInset
	titleStart  = innerStart + tableInset
	titleWidth  = innerWidth * 0.44
)

// measureColumns sets the widths of the columns of numbers. In a language from right to left, numbers are at the
// start of their column, so that their decimals are below each other: numbers run from left to right in all languages.
func (p *printer) measureColumns() {
	w := &p.words.Invoice
	p.widths = make([]float64, 3)
	widen := func(column int, text string, l sheet.TextStyle) {
		p.widths[column] = max(p.widths[column], p.Line(text, l).Width)
	}
	for column, label := range []string{w.Quantity, w.Price, w.Amount} {
		widen(column, label, p.styles.Label)
	}
	for i := range p.order.Bookings {
		for _, line := range p.order.Bookings[i].Detail.Price.Lines {
			widen(0, p.quantity(&line), p.styles.Body)
			widen(1, p.money(line.UnitPrice), p.styles.Body)
			widen(2, p.money(line.Amount), p.styles.Body)
		}
	}
}

func (p *printer) tableHeader() {
	const height = 22
	w, y := &p.words.Invoice, p.y
	p.drawLater(func() { p.FillRect(innerStart, y, innerWidth, height, sheet.Wash) })
	p.y += (height - p.styles.Label.Height()) / 2
	p.row(p.styles.Label, w.Booking, w.Quantity, w.Price, w.Amount)
	p.y = y + height
}

// row adds a row of the table.
func (p *printer) row(style sheet.TextStyle, title, quantity, price, amount string) {
	p.number(quantity, style, quantityEnd, p.widths[0])
	p.number(price, style, priceEnd, p.widths[1])
	p.number(amount, style, amountEnd, p.widths[2])
	c := p.column(titleStart, titleWidth)
	c.Put(title, style, 0)
	p.y = max(p.y+style.Height(), c.Y)
}

// number puts a number on the present line, in a column with an end and a width.
func (p *printer) number(text string, style sheet.TextStyle, end, width float64) {
	c := p.column(end-width, width)
	if p.RTL {
		c.Width = p.Line(text, style).Width
	}
	c.PutEnd(text, style)
}

// maxEmptyHeight limits the height that is left empty to keep a booking on one page.
const maxEmptyHeight = 180.0

// booking adds a booking with its status and price lines.
func (p *printer) booking(b *booking.Booking, starts time.Time) {
	w, d := p.words, &b.Detail
	p.breakTableBefore(min(maxEmptyHeight, 60+float64(len(d.Price.Lines)+1)*p.styles.Body.Height()))
	p.y += 13
	status := p.column(titleStart, amountEnd-titleStart)
	status.PutEnd(ordertext.Status(p.order, b), p.statusStyle(b))
	c := p.column(titleStart, innerWidth*0.66)
	c.Put(wording.Isolate(d.ProductTitle), p.styles.Strong, 0)
	when := w.ShortDate(starts)
	if b.Choice.StartTime != "" {
		when = w.List(when, w.Time(starts))
	}
	option := wording.Isolate(wording.OptionTitle(d.OptionTitle, d.ProductTitle))
	c.Put(wording.Join(" · ", option, wording.Isolate(d.City), when), p.styles.Quiet, 0)
	p.y = c.Y + 5
	for i := range d.Price.Lines {
		p.priceLine(&d.Price.Lines[i])
	}
	p.y += 11
	y := p.y
	p.drawLater(func() { p.Rule(innerStart, y, innerWidth, 0.6, 0, sheet.Hairline) })
}

// priceLine adds a price line, with the original price below the price if it was reduced.
func (p *printer) priceLine(line *booking.PriceLine) {
	title := ordertext.UnitTitle(p.words, line.Title, line.Type)
	if line.Kind == booking.BookingLine {
		title = p.words.Invoice.WholeParty
	}
	p.breakTableBefore(2 * p.styles.Body.Height())
	p.row(p.styles.Body, title, p.quantity(line), p.money(line.UnitPrice), p.money(line.Amount))
	if line.OriginalUnit > 0 {
		originalPrice := wording.Fill(p.words.Invoice.Was, "amount", p.money(line.OriginalUnit))
		p.number(originalPrice, p.styles.Label, priceEnd, p.widths[1])
		p.y += p.styles.Label.Height()
	}
}

// quantity returns the quantity of a price line, with the number of days or nights of a stay.
func (p *printer) quantity(line *booking.PriceLine) string {
	w, quantity := p.words, strconv.Itoa(line.Quantity)
	if line.Length <= 0 {
		return quantity
	}
	nouns := w.Durations.Days
	if line.PricedBy == payload.ByNight {
		nouns = w.Durations.Nights
	}
	return wording.Fill(w.Booking.Quantity, "count", quantity, "noun", w.IsolateOwn(w.Count(nouns, line.Length)))
}

func (p *printer) money(minor int64) string { return ordertext.Money(p.order, minor) }

func (p *printer) statusStyle(b *booking.Booking) sheet.TextStyle {
	l := p.styles.Strong
	switch b.Status {
	case booking.Confirmed, booking.Redeemed:
		l.Colour = sheet.Link
	case booking.Rejected, booking.Expired, booking.Cancelled:
		l.Colour = sheet.Error
	}
	return l
}

const (
	totalsStart = innerStart + innerWidth*0.40
	sumGap      = 3.0
)

// totals adds the sums of the order, with a line below the total, and the notes on them.
func (p *printer) totals() {
	sums := ordertext.Sums(p.order)
	p.breakBefore(float64(len(sums)-1)*(p.styles.Body.Height()+sumGap) + 70)
	widest := 0.0
	for _, s := range sums {
		widest = max(widest, p.Line(s.Amount, p.sumStyle(s)).Width)
	}
	p.y += 16
	for _, s := range sums {
		if !s.Main {
			p.sum(s, widest)
			continue
		}
		p.y += 4
		p.sum(s, widest)
		y := p.y + 4
		p.drawLater(func() { p.Rule(totalsStart, y, amountEnd-totalsStart, 1.4, 4.2, sheet.Ink) })
		p.y += 13
	}
	c := p.column(totalsStart, amountEnd-totalsStart)
	for _, note := range ordertext.Notes(p.order) {
		c.Put(note, p.styles.Body, 0)
	}
	if !ordertext.IsBill(p.order) {
		c.Put(p.words.Invoice.NotABill, p.styles.Strong, 0)
	}
	p.y = c.Y
}

func (p *printer) sumStyle(s ordertext.Sum) sheet.TextStyle {
	if s.Main {
		return p.Heading(15)
	}
	return p.styles.Body
}

// sum adds a line of the totals. Its amount has the width of the widest one.
func (p *printer) sum(s ordertext.Sum, widest float64) {
	l := p.sumStyle(s)
	p.number(s.Amount, l, amountEnd, widest)
	c := p.column(totalsStart, amountEnd-totalsStart-widest-12)
	c.Put(s.Label, l, 0)
	p.y = c.Y + sumGap
}
