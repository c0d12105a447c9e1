package document

import (
	"slices"
	"time"

	"storefront/internal/shop/booking"
)

// Where the table's columns end; the first takes what the others leave.
const (
	tableInset  = 8.0
	quantityEnd = invoiceStart + invoiceWidth*0.60
	priceEnd    = invoiceStart + invoiceWidth*0.80
	amountEnd   = invoiceStart + invoiceWidth - tableInset
	whatStart   = invoiceStart + tableInset
	whatWidth   = invoiceWidth * 0.44
)

// measure finds how wide the table's numbers are. In a language from right to left they stand at the start of their column,
// since numbers run from left to right in all languages and their decimals are to stand below each other.
func (p *printedInvoice) measure() {
	w := p.words
	p.widths = make([]float64, 3)
	widen := func(column int, text phrase, l look) {
		p.widths[column] = max(p.widths[column], p.set.Line(string(text), l.Style).Width)
	}
	for column, label := range []string{w.Quantity, w.Price, w.Amount} {
		widen(column, phrase(label), p.looks.label)
	}
	for i := range p.order.Bookings {
		for _, line := range p.order.Bookings[i].Detail.Price.Lines {
			widen(0, w.quantity(&line), p.looks.body)
			widen(1, p.money(line.UnitPrice), p.looks.body)
			widen(2, p.money(line.Amount), p.looks.body)
		}
	}
}

func (p *printedInvoice) tableHead() {
	const height = 22
	w, y := p.words, p.y
	p.later(func() { p.fillRect(invoiceStart, y, invoiceWidth, height, wash) })
	p.y += (height - p.looks.label.height()) / 2
	p.cells(p.looks.label, phrase(w.What), phrase(w.Quantity), phrase(w.Price), phrase(w.Amount))
	p.y = y + height
}

// cells fills a row of the table and moves on past it.
func (p *printedInvoice) cells(l look, what, quantity, price, amount phrase) {
	p.figure(quantity, l, quantityEnd, p.widths[0])
	p.figure(price, l, priceEnd, p.widths[1])
	p.figure(amount, l, amountEnd, p.widths[2])
	c := p.column(whatStart, whatWidth)
	c.put(what, l, 0)
	p.y = max(p.y+l.height(), c.y)
}

// figure puts a number on the present line, in a column that ends somewhere and is so wide.
func (p *printedInvoice) figure(text phrase, l look, end, width float64) {
	c := p.column(end-width, width)
	if p.rtl {
		c.width = p.set.Line(string(text), l.Style).Width
	}
	c.putEnd(text, l)
}

// wholeBooking is how much of a page is left empty at most, so that a booking is on one.
const wholeBooking = 180.0

// booking has a booking's name and state, its lines, and what it comes to.
func (p *printedInvoice) booking(b *booking.Booking, starts time.Time) {
	w, d := p.words, &b.Detail
	p.rowsBefore(min(wholeBooking, 60+float64(len(d.Price.Lines)+1)*p.looks.body.height()))
	p.y += 13
	status := p.column(whatStart, amountEnd-whatStart)
	status.putEnd(phrase(w.status(p.order, b)), p.statusLook(b))
	c := p.column(whatStart, invoiceWidth*0.66)
	c.put(value(d.ProductTitle), p.looks.strong, 0)
	when := w.own(w.shortDate(starts))
	if b.Wish.StartTime != "" {
		when = join(w.Comma+" ", when, w.time(starts))
	}
	c.put(join(" · ", value(d.OptionTitle), value(d.City), when), p.looks.quiet, 0)
	p.y = c.y + 5
	for i := range d.Price.Lines {
		p.priceLine(&d.Price.Lines[i])
	}
	p.y += 11
	p.hairline()
}

// priceLine tells where an amount comes from, and below the price what it was before.
func (p *printedInvoice) priceLine(line *booking.PriceLine) {
	w := p.words
	what := w.title(line.Title, line.Type)
	if line.Kind == booking.BookingLine {
		what = phrase(w.WholeParty)
	}
	p.rowsBefore(2 * p.looks.body.height())
	p.cells(p.looks.body, what, w.quantity(line), p.money(line.UnitPrice), p.money(line.Amount))
	if line.OriginalUnit > 0 {
		p.figure(say(w.Was, p.money(line.OriginalUnit)), p.looks.label, priceEnd, p.widths[1])
		p.y += p.looks.label.height()
	}
}

// quantity is how many, and for how many days or nights.
func (w *Words) quantity(line *booking.PriceLine) phrase {
	quantity, nouns := number(line.Quantity), w.Days
	if line.Length <= 0 {
		return quantity
	}
	if line.PricedBy == "NIGHT" {
		nouns = w.Nights
	}
	return say(w.Times, quantity, w.own(string(w.count(nouns, line.Length))))
}

func (p *printedInvoice) money(minor int64) phrase { return p.words.money(minor, p.order) }

func (p *printedInvoice) hairline() {
	y := p.y
	p.later(func() { p.rule(invoiceStart, y, invoiceWidth, 0.6, 0, hairline) })
}

// status is a booking's, in words: who pays later has reserved.
func (w *Words) status(o *booking.Order, b *booking.Booking) string {
	if b.Status == booking.Pending && o.Method == booking.PayLater {
		return w.Reserved
	}
	return w.Statuses[string(b.Status)]
}

func (p *printedInvoice) statusLook(b *booking.Booking) look {
	l := p.looks.strong
	switch b.Status {
	case booking.Confirmed, booking.Redeemed:
		l.colour = link
	case booking.Rejected, booking.Expired, booking.Cancelled:
		l.colour = alarm
	}
	return l
}

// sum is a line of the totals.
type sum struct {
	label  string
	amount int64
}

// totals say how the bookings' prices became what is to be paid, and what became of that.
func (p *printedInvoice) totals() {
	before, after := p.reductions(), p.payments()
	p.breakBefore(float64(len(before)+len(after))*(p.looks.body.height()+sumGap) + 70)
	total := p.heading(15)
	width := p.set.Line(string(p.money(p.account.total)), total.Style).Width
	for _, s := range slices.Concat(before, after) {
		width = max(width, p.set.Line(string(p.money(s.amount)), p.looks.body.Style).Width)
	}
	p.y += 16
	for _, s := range before {
		p.sum(s, p.looks.body, width)
	}
	p.y += 4
	p.sum(sum{p.words.Total, p.account.total}, total, width)
	y := p.y + 4
	p.later(func() { p.rule(totalsStart, y, amountEnd-totalsStart, 1.4, 4.2, ink) })
	p.y += 13
	for _, s := range after {
		p.sum(s, p.looks.body, width)
	}
	p.outcome()
}

// reductions lead from the original price to the total, where there is more than one.
func (p *printedInvoice) reductions() []sum {
	w, o, a := p.words, p.order, &p.account
	if a.discount == 0 && a.promo == 0 && a.dropped == 0 {
		return nil
	}
	return told(
		sum{w.Original, o.Original}, sum{w.Discount, -a.discount}, sum{string(say(w.Promo, code(o.PromoCode))), -a.promo},
		sum{w.Dropped, -a.dropped},
	)
}

func (p *printedInvoice) payments() []sum {
	w, o, a := p.words, p.order, &p.account
	due := w.Due
	if !o.Payment.PayBy.IsZero() {
		by := o.Payment.PayBy.In(p.zone)
		due = string(say(w.DueBy, join(w.Comma+" ", w.own(w.shortDate(by)), w.time(by))))
	}
	goesBack := w.GoesBack
	if o.RefundByShop() {
		goesBack = w.OwedByShop
	}
	return told(
		sum{w.Captured, a.captured}, sum{w.Authorised, a.authorised}, sum{w.Refunded, -a.refunded}, sum{goesBack, -a.goesBack},
		sum{due, a.due}, sum{w.Arranged, a.arranged},
	)
}

// told are the sums that are not nothing.
func told(sums ...sum) []sum {
	return slices.DeleteFunc(sums, func(s sum) bool { return s.amount == 0 })
}

const (
	totalsStart = invoiceStart + invoiceWidth*0.40
	sumGap      = 3.0
)

func (p *printedInvoice) sum(s sum, l look, width float64) {
	p.figure(p.money(s.amount), l, amountEnd, width)
	c := p.column(totalsStart, amountEnd-totalsStart-width-12)
	c.put(phrase(s.label), l, 0)
	p.y = c.y + sumGap
}

func (p *printedInvoice) outcome() {
	c := p.column(totalsStart, amountEnd-totalsStart)
	c.put(phrase(p.words.outcome(p.order)), p.looks.body, 0)
	for _, line := range p.words.rates(p.order) {
		c.put(line, p.looks.body, 0)
	}
	if !p.account.isBill(p.order) {
		c.put(phrase(p.words.NotABill), p.looks.strong, 0)
	}
	p.y = c.y
}

// outcome says of a payment that came to nothing that it did.
func (w *Words) outcome(o *booking.Order) string {
	if o.Method == booking.PayLater {
		return "" // there was none
	}
	return map[booking.PaymentStatus]string{
		booking.PaymentFailed: w.Failed, booking.PaymentVoided: w.Voided,
	}[o.Payment.Status]
}
