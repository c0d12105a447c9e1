// Package invoice prints the invoice of an order.
package invoice

import (
	"net/url"
	"strconv"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/sheet"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// PDF prints an order's invoice, or its summary as long as it has none. siteURL is the address of the deployment's
// site; its host is printed with the seller.
func PDF(o *booking.Order, siteURL string) ([]byte, error) {
	site, err := url.Parse(siteURL)
	if err != nil {
		return nil, err
	}
	w := wording.In(o.Language)
	p := &printer{Sheet: sheet.New(w, documentName(o), o.CreatedAt), words: w, order: o, host: site.Hostname()}
	for i := range o.Bookings {
		starts, err := ordertext.LocalStart(&o.Bookings[i])
		if err != nil {
			return nil, err
		}
		p.starts = append(p.starts, starts)
	}
	p.styles = p.StylesAt(0.92)
	p.measureColumns()
	p.header()
	for i := range o.Bookings {
		p.booking(&o.Bookings[i], p.starts[i])
	}
	p.totals()
	p.drawPages()
	return p.Bytes()
}

const (
	innerStart  = 48.0
	innerWidth  = sheet.Width - 2*innerStart
	innerTop    = 52.0
	innerBottom = sheet.Height - 64
)

// printer lays an invoice out on its pages. Drawing is put off until the number of pages is known, which each page
// shows.
type printer struct {
	*sheet.Sheet
	words  *wording.Dictionary
	order  *booking.Order
	host   string
	starts []time.Time // of the bookings, by the clocks of their cities
	styles sheet.TextStyles
	widths []float64 // of the table's columns of numbers
	pages  [][]func()
	y      float64
}

func (p *printer) column(start, width float64) *sheet.Column {
	return p.Column(start, width, p.y, &p.pages[len(p.pages)-1])
}

func (p *printer) drawLater(draw func()) { p.column(0, 0).DrawLater(draw) }

// header begins the first page with the seller, the buyer, and the numbers of the order.
func (p *printer) header() {
	w, o := &p.words.Invoice, p.order
	p.pages, p.y = append(p.pages, nil), innerTop
	seller := p.column(innerStart, innerWidth*0.5)
	seller.Put(wording.Isolate(o.Seller), p.Heading(13), 2)
	p.seller(seller)
	heading := p.column(innerStart+innerWidth*0.5, innerWidth*0.5)
	heading.Y -= 6
	name, buyerLabel := w.Title, w.BilledTo
	switch {
	case !ordertext.IsBill(o):
		name, buyerLabel = w.NothingToPay, w.OrderedBy
	case !o.HasInvoice():
		name, buyerLabel = w.Summary, w.OrderedBy
	}
	heading.PutEnd(name, p.Heading(28))
	p.y = max(seller.Y, heading.Y+p.Heading(28).Height()) + 22

	buyer := p.column(innerStart, innerWidth*0.46)
	buyer.Put(buyerLabel, p.styles.Label, 1)
	buyer.Put(ordertext.BuyerName(o), p.styles.Strong, 0)
	buyer.Put(wording.IsolateLTR(o.Buyer.Email), p.styles.Body, 0)
	buyer.Put(ordertext.BuyerPhone(&o.Buyer), p.styles.Body, 0)

	facts := p.column(innerStart+innerWidth*0.54, innerWidth*0.46)
	fact := func(label, text string) {
		facts.PutEnd(text, p.styles.Strong)
		facts.Put(label, p.styles.Quiet, 1)
		facts.Skip(3)
	}
	date := w.OrderDate
	if o.HasInvoice() {
		fact(w.Number, wording.IsolateLTR(o.InvoiceNumber()))
		date = w.PurchaseDate
	}
	fact(date, p.words.ShortDate(o.CreatedAt.In(ordertext.Zone(o))))
	fact(p.words.Labels.Reference, wording.IsolateLTR(o.Reference))
	fact(w.Method, p.words.Methods[string(o.Method)])
	p.y = max(buyer.Y, facts.Y) + 26
	p.tableHeader()
}

// documentName returns "Invoice INV-K7M3Q9XW", or "Booking summary K7M3Q9XW" for an order without an invoice.
func documentName(o *booking.Order) string {
	w := &wording.In(o.Language).Invoice
	if o.HasInvoice() {
		return w.Title + " " + wording.IsolateLTR(o.InvoiceNumber())
	}
	return w.Summary + " " + wording.IsolateLTR(o.Reference)
}

// seller adds the seller's address, contact and tax number.
func (p *printer) seller(c *sheet.Column) {
	s := &p.order.Contact
	c.Put(wording.Isolate(s.Address), p.styles.Quiet, 3)
	c.Put(wording.Join(" · ", ordertext.NonBreaking(s.Phone), wording.IsolateLTR(s.Email)), p.styles.Quiet, 2)
	c.Put(wording.IsolateLTR(p.host), p.styles.Quiet, 1)
	if s.TaxNumber != "" {
		c.Put(wording.Fill(p.words.Invoice.TaxNumber, "number", wording.IsolateLTR(s.TaxNumber)), p.styles.Quiet, 1)
	}
}

// breakBefore begins a page if a part of some height does not fit on this one, and reports whether it did.
func (p *printer) breakBefore(height float64) bool {
	if p.y+height <= innerBottom {
		return false
	}
	p.pages, p.y = append(p.pages, nil), innerTop-10
	c := p.column(innerStart, innerWidth)
	c.PutEnd(documentName(p.order), p.styles.Quiet)
	c.Put(wording.Isolate(p.order.Seller), p.styles.Strong, 1)
	p.y = c.Y + 14
	return true
}

// breakTableBefore is breakBefore within the table, whose head is repeated.
func (p *printer) breakTableBefore(height float64) {
	if p.breakBefore(height) {
		p.tableHeader()
	}
}

// drawPages draws the pages, each with its number.
func (p *printer) drawPages() {
	for i, drawing := range p.pages {
		p.AddPage()
		foot := p.Column(innerStart, innerWidth, sheet.Height-44, &drawing)
		number, count := strconv.Itoa(i+1), strconv.Itoa(len(p.pages))
		foot.PutEnd(wording.Fill(p.words.Invoice.PageOf, "number", number, "count", count), p.styles.Label)
		foot.Put(p.words.Booking.LocalTimes, p.styles.Label, 1)
		for _, draw := range drawing {
			draw()
		}
	}
}
