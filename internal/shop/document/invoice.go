package document

import (
	"net/url"
	"time"

	"storefront/internal/shop/booking"
)

// Invoice prints an order's invoice as PDF, or its summary as long as it has none: what was bought and what became of it, line by line, and what was paid. It takes
// as many pages as it needs; each says which it is.
func Invoice(o *booking.Order) ([]byte, error) {
	w := wordsIn(o.Language)
	p := &printedInvoice{
		sheet: newSheet(w, string(w.documentOf(o)), o.CreatedAt), words: w, order: o, account: accountOf(o), zone: time.UTC,
	}
	for i := range o.Bookings {
		starts, err := localStart(&o.Bookings[i])
		if err != nil {
			return nil, err
		}
		p.starts = append(p.starts, starts)
		p.zone = p.starts[0].Location()
	}
	p.looks = p.looksAt(0.92)
	p.measure()
	p.head()
	for i := range o.Bookings {
		p.booking(&o.Bookings[i], p.starts[i])
	}
	p.totals()
	p.print()
	return p.bytes()
}

const (
	invoiceStart  = 48.0
	invoiceWidth  = pageWidth - 2*invoiceStart
	invoiceTop    = 52.0
	invoiceBottom = pageHeight - 64
)

// printedInvoice is an invoice on its pages. What is to be drawn is kept a page at a time, since each tells how many there
// are.
type printedInvoice struct {
	*sheet
	words   *Words
	order   *booking.Order
	account account
	starts  []time.Time    // of the bookings, by their cities' clocks
	zone    *time.Location // of the order's own dates: its first destination's
	looks   looks
	widths  []float64 // of the table's figures
	pages   [][]func()
	y       float64
}

func (p *printedInvoice) later(draw func()) {
	last := len(p.pages) - 1
	p.pages[last] = append(p.pages[last], draw)
}

func (p *printedInvoice) column(start, width float64) *column {
	return &column{sheet: p.sheet, start: start, width: width, y: p.y, drawing: &p.pages[len(p.pages)-1]}
}

// head is the first page's: who sells, who buys, and what one asks for by telephone.
func (p *printedInvoice) head() {
	w, o := p.words, p.order
	p.pages, p.y = append(p.pages, nil), invoiceTop
	seller := p.column(invoiceStart, invoiceWidth*0.5)
	seller.put(value(o.Seller), p.heading(13), 2)
	p.seller(seller)
	title := p.column(invoiceStart+invoiceWidth*0.5, invoiceWidth*0.5)
	title.y -= 6
	name, by := w.Invoice, w.Buyer
	switch {
	case !p.account.isBill(o):
		name, by = w.NothingToPay, w.OrderedBy
	case !o.HasInvoice():
		name, by = w.Summary, w.OrderedBy
	}
	title.putEnd(phrase(name), p.heading(28))
	p.y = max(seller.y, title.y+p.heading(28).height()) + 22

	buyer := p.column(invoiceStart, invoiceWidth*0.46)
	buyer.put(phrase(by), p.looks.label, 1)
	buyer.put(fullName(&o.Buyer), p.looks.strong, 0)
	buyer.put(code(o.Buyer.Email), p.looks.body, 0)
	buyer.put(phone(&o.Buyer), p.looks.body, 0)

	facts := p.column(invoiceStart+invoiceWidth*0.54, invoiceWidth*0.46)
	fact := func(label string, text phrase) {
		facts.putEnd(text, p.looks.strong)
		facts.put(phrase(label), p.looks.quiet, 1)
		facts.skip(3)
	}
	date := w.OrderDate
	if o.HasInvoice() {
		fact(w.InvoiceNumber, code(o.InvoiceNumber()))
		date = w.PurchaseDate
	}
	fact(date, w.own(w.shortDate(o.CreatedAt.In(p.zone))))
	fact(w.Reference, code(o.Reference))
	fact(w.Method, phrase(w.Methods[string(o.Method)]))
	p.y = max(buyer.y, facts.y) + 26
	p.tableHead()
}

// documentOf names what is printed of an order: "Invoice INV-K7M3Q9XW", or "Booking summary K7M3Q9XW".
func (w *Words) documentOf(o *booking.Order) phrase {
	if o.HasInvoice() {
		return say("%[1]s %[2]s", phrase(w.Invoice), code(o.InvoiceNumber()))
	}
	return say("%[1]s %[2]s", phrase(w.Summary), code(o.Reference))
}

// seller tells where who sells is to be found, and under which number he is taxed.
func (p *printedInvoice) seller(c *column) {
	s := &p.order.Contact
	c.put(value(s.Address), p.looks.quiet, 3)
	c.put(join(" · ", unbroken(s.Phone), code(s.Email)), p.looks.quiet, 2)
	c.put(code(hostOf(p.order)), p.looks.quiet, 1)
	if s.TaxNumber != "" {
		c.put(say(p.words.TaxNumber, code(s.TaxNumber)), p.looks.quiet, 1)
	}
}

func hostOf(o *booking.Order) string {
	shop, err := url.Parse(o.Payment.ReturnTo)
	if err != nil {
		return ""
	}
	return shop.Hostname()
}

// breakBefore begins another page where what comes next does not fit on this one.
func (p *printedInvoice) breakBefore(height float64) (broken bool) {
	if p.y+height <= invoiceBottom {
		return false
	}
	p.pages, p.y = append(p.pages, nil), invoiceTop-10
	c := p.column(invoiceStart, invoiceWidth)
	c.putEnd(p.words.documentOf(p.order), p.looks.quiet)
	c.put(value(p.order.Seller), p.looks.strong, 1)
	p.y = c.y + 14
	return true
}

// rowsBefore is breakBefore within the table, whose head is repeated.
func (p *printedInvoice) rowsBefore(height float64) {
	if p.breakBefore(height) {
		p.tableHead()
	}
}

// print draws the pages, each with its number and how many there are.
func (p *printedInvoice) print() {
	for i, drawing := range p.pages {
		p.page()
		for _, draw := range drawing {
			draw()
		}
		foot := &column{sheet: p.sheet, start: invoiceStart, width: invoiceWidth, y: pageHeight - 44, drawing: new([]func())}
		foot.putEnd(say(p.words.PageOf, number(i+1), number(len(p.pages))), p.looks.label)
		foot.put(phrase(p.words.LocalTimes), p.looks.label, 1)
		for _, draw := range *foot.drawing {
			draw()
		}
	}
}
