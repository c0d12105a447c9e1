package ticket

import (
	"net/url"
	"time"

	"storefront/internal/booking"
)

// Invoice prints an order's invoice as PDF: what was bought and what became of it, line by line, and what was paid. It takes
// as many pages as it needs; each says which it is.
func Invoice(o *booking.Order) ([]byte, error) {
	w := wordsIn(o.Language)
	p := &printedInvoice{
		sheet: newSheet(w, w.Invoice+" "+o.InvoiceNumber(), o.CreatedAt), words: w, order: o, account: accountOf(o), zone: time.UTC,
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
	if !p.account.isBill(o) {
		name, by = w.NothingToPay, w.OrderedBy
	}
	title.putEnd(phrase(name), p.heading(28))
	p.y = max(seller.y, title.y+p.heading(28).height()) + 22

	buyer := p.column(invoiceStart, invoiceWidth*0.46)
	buyer.put(phrase(by), p.looks.label, 1)
	buyer.put(fullName(&o.Buyer), p.looks.strong, 0)
	buyer.put(code(o.Buyer.Email), p.looks.body, 0)
	buyer.put(phone(&o.Buyer), p.looks.body, 0)

	facts := p.column(invoiceStart+invoiceWidth*0.54, invoiceWidth*0.46)
	for _, fact := range []struct {
		label string
		text  phrase
	}{
		{w.InvoiceNumber, code(o.InvoiceNumber())}, {w.PurchaseDate, w.own(w.shortDate(o.CreatedAt.In(p.zone)))},
		{w.Reference, code(o.Reference)}, {w.Method, phrase(w.Methods[string(o.Method)])},
	} {
		facts.putEnd(fact.text, p.looks.strong)
		facts.put(phrase(fact.label), p.looks.quiet, 1)
		facts.skip(3)
	}
	p.y = max(buyer.y, facts.y) + 26
	p.tableHead()
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
	c.putEnd(say("%[1]s %[2]s", phrase(p.words.Invoice), code(p.order.InvoiceNumber())), p.looks.quiet)
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
