package mail

import (
	"context"
	"strings"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// Suppliers has the data for mails to suppliers.
type Suppliers struct {
	// Contact returns the contact data of a supplier; false for an unknown one.
	Contact func(id string) (payload.SupplierContact, bool)
	// DayBookings returns a supplier's bookings of a deployment that begin on a day and are expected, by their starts.
	DayBookings func(ctx context.Context, deployment, supplier, day string) ([]booking.OrderBooking, error)
	// CancelledBookings returns a supplier's bookings of a departure that the shop has cancelled, by the id of its
	// change.
	CancelledBookings func(ctx context.Context, deployment, change, supplier string) ([]booking.OrderBooking, error)
	// AnswerURL and PaidURL return the addresses at which a supplier answers a request, and records that a booking was
	// paid, on the site at origin.
	AnswerURL, PaidURL func(origin string, o *booking.Order, b *booking.Booking) string
}

// supplierLetter informs a supplier, in the supplier's language. It returns nil if the supplier has no address any more
// or the news is outdated.
func (m *Mailer) supplierLetter(ctx context.Context, n notice.Notice) (*letter, error) {
	switch n.Kind {
	case notice.SupplierDay:
		return m.dayLetter(ctx, n)
	case notice.SupplierDeparture:
		return m.cancelledDepartureLetter(ctx, n)
	}
	o, err := m.Orders.Order(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	b := bookingOf(&o, n.Booking)
	if b == nil || !isNewsToSupplier(n, &o, b) {
		return nil, nil
	}
	former := b.FormerAt(n.Supplier)
	if former != nil {
		o = o.AtFormer(b.ID, former)
		b = bookingOf(&o, n.Booking)
	}
	l, err := m.newSupplierLetter(n, b.Detail.Supplier.ID)
	if l == nil || err != nil {
		return nil, err
	}
	o = m.OrderIn(o, l.Words.Code)
	b = bookingOf(&o, n.Booking)
	l.Reference, l.ItemsTitle = supplierReference(&o, b), l.Words.Mail.Booking
	l.setValues("reference", l.Reference)
	it, err := l.supplierItem(&o, b)
	if err != nil {
		return nil, err
	}
	l.Items = []item{it}
	l.setValues("what", l.Words.List(it.Title, it.When), "product", it.Title, "when", it.When)
	return l, m.writeToSupplier(l, &o, b)
}

// newSupplierLetter returns an empty letter to a supplier; nil if the supplier is unknown or has no address.
func (m *Mailer) newSupplierLetter(n notice.Notice, supplier string) (*letter, error) {
	contact, known := m.Suppliers.Contact(supplier)
	if !known || contact.Email == "" {
		return nil, nil
	}
	if n.Language = contact.Language; !n.Resent {
		n.To = contact.Email // the present one: it may have been corrected
	}
	shop, err := m.shopFor(n)
	if err != nil {
		return nil, err
	}
	l := newLetter(shop, n, m.Now())
	l.HelpTitle = l.Words.Mail.SupplierHelp
	l.setValues("supplier", wording.Isolate(contact.NameIn(l.Words.Code)))
	return l, nil
}

func bookingOf(o *booking.Order, id string) *booking.Booking {
	for i := range o.Bookings {
		if o.Bookings[i].ID == id {
			return &o.Bookings[i]
		}
	}
	return nil
}

// isNewsToSupplier reports whether a notice is still up to date.
func isNewsToSupplier(n notice.Notice, o *booking.Order, b *booking.Booking) bool {
	if former := b.FormerAt(n.Supplier); former != nil {
		return n.Kind == notice.SupplierBookingCancelled && !b.HasReturned(former)
	}
	switch ended := toneOf(b.Status) == badTone; n.Kind {
	case notice.SupplierRequest:
		return b.Decision == booking.Undecided && booking.AwaitsDecision(o, b)
	case notice.SupplierBookingCancelled:
		return ended
	default:
		return !ended
	}
}

// writeToSupplier adds the travellers, the deadline, the links and the texts.
func (m *Mailer) writeToSupplier(l *letter, o *booking.Order, b *booking.Booking) error {
	l.addLeadTraveller(o)
	name, due := string(l.notice.Kind), o.DueFor(b.ID)
	l.setValues("due", ordertext.Money(o, due))
	switch l.notice.Kind {
	case notice.SupplierRequest:
		l.Tone = waitTone
		by := m.DecideBy(o)
		if err := l.setTime("deadline", b, by); err != nil {
			return err
		}
		l.Facts = append([]fact{{Label: l.Words.Mail.AnswerBy, Text: l.fillValues("{deadline} ({place})")}}, l.Facts...)
		url := m.Suppliers.AnswerURL(l.shop.origin, o, b)
		l.Action, l.Second = &action{URL: url + "?do=accept"}, &action{l.Words.Mail.Decline, url + "?do=decline"}
	case notice.SupplierBooking, notice.SupplierBookingChanged:
		l.Tone = goodTone
		if due > 0 && o.Payment.AtStart {
			l.Facts = append([]fact{{Label: l.Words.Mail.Collect, Text: ordertext.Money(o, due)}}, l.Facts...)
		}
		if due > 0 && l.notice.Kind == notice.SupplierBooking {
			name += " due"
			l.Action = &action{URL: m.Suppliers.PaidURL(l.shop.origin, o, b)}
		}
		if b.Status == booking.Pending {
			l.Tone = waitTone
		}
	default:
		l.Tone = badTone
		if b.FormerAt(l.notice.Supplier) != nil {
			name += " moved"
			l.Items[0].Status, l.Items[0].Tone = l.Words.Mail.Letters[name].Stamp, badTone
		}
	}
	l.writeTexts(name)
	return nil
}

// addLeadTraveller adds the lead traveller, their number and their note.
func (l *letter) addLeadTraveller(o *booking.Order) {
	lead := ordertext.LeadOf(o)
	l.addPerson(l.Words.Labels.LeadTraveller, lead.Name, lead.Email, lead.Phone)
	if lead.Note != "" {
		l.addQuote(lead.Note, l.Words.Mail.Note)
	}
}

// supplierItem returns a booking as its supplier has to know it.
func (l *letter) supplierItem(o *booking.Order, b *booking.Booking) (item, error) {
	it, err := l.item(o, b)
	if err != nil {
		return item{}, err
	}
	it.Cancellation = nil // the terms are the buyer's
	return it, nil
}

// supplierReference returns the name of a booking for its supplier: the order's reference, with the booking's number if
// the order has several.
func supplierReference(o *booking.Order, b *booking.Booking) string {
	if len(o.Bookings) > 1 {
		return o.Name(b)
	}
	return o.Reference
}

// dayLetter lists a supplier's bookings of a day, by their starts. It returns nil if none is left.
func (m *Mailer) dayLetter(ctx context.Context, n notice.Notice) (*letter, error) {
	supplier, day, _ := strings.Cut(n.Subject, "/")
	l, err := m.newSupplierLetter(n, supplier)
	if l == nil || err != nil {
		return nil, err
	}
	bookings, err := m.Suppliers.DayBookings(ctx, n.Deployment, supplier, day)
	if err != nil {
		return nil, err
	}
	travellers := 0
	for _, p := range bookings {
		o := m.OrderIn(*p.Order, l.Words.Code)
		b := bookingOf(&o, p.Booking.ID)
		it, err := l.dayItem(&o, b)
		if err != nil {
			return nil, err
		}
		if b.Choice.StartTime != "" { // the heading has the day
			it.When = l.Words.TimeOf(b.Choice.StartTime)
		}
		l.Items = append(l.Items, it)
		travellers += p.Booking.Detail.Travellers
	}
	if len(l.Items) == 0 {
		return nil, nil
	}
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, err
	}
	l.setValues("day", l.Words.Date(date), "bookings", l.Words.Count(l.Words.Mail.CountedBookings, len(l.Items)),
		"travellers", l.Words.Count(l.Words.Mail.CountedTravellers, travellers))
	l.ItemsTitle = l.Words.Mail.Bookings
	l.writeTexts(string(n.Kind))
	return l, nil
}

// dayItem returns a booking of a day's list, with its lead traveller.
func (l *letter) dayItem(o *booking.Order, b *booking.Booking) (item, error) {
	it, err := l.supplierItem(o, b)
	if err != nil {
		return item{}, err
	}
	labels := &l.Words.Labels
	lead := ordertext.LeadOf(o)
	collect := ""
	if due := o.DueFor(b.ID); due > 0 {
		collect = ordertext.Money(o, due)
	}
	it.Facts = append(nonEmptyFacts(
		fact{Label: labels.Reference, Text: wording.IsolateLTR(supplierReference(o, b))},
		fact{Label: labels.LeadTraveller, Text: wording.Isolate(wording.Clean(lead.Name))},
		l.phoneFact(lead.Phone),
		fact{Label: l.Words.Mail.Note, Text: wording.Isolate(wording.Clean(lead.Note))},
		fact{Label: l.Words.Mail.Collect, Text: collect},
	), it.Facts...)
	return it, nil
}

// cancelledDepartureLetter lists a supplier's bookings of a departure that the shop has cancelled. It returns nil if
// none is left.
func (m *Mailer) cancelledDepartureLetter(ctx context.Context, n notice.Notice) (*letter, error) {
	change, supplier, _ := strings.Cut(n.Subject, "/")
	l, err := m.newSupplierLetter(n, supplier)
	if l == nil || err != nil {
		return nil, err
	}
	bookings, err := m.Suppliers.CancelledBookings(ctx, n.Deployment, change, supplier)
	if err != nil || len(bookings) == 0 {
		return nil, err
	}
	for _, p := range bookings {
		o := m.OrderIn(*p.Order, l.Words.Code)
		it, err := l.dayItem(&o, bookingOf(&o, p.Booking.ID))
		if err != nil {
			return nil, err
		}
		// The booking of a buyer who can still choose another start counts as confirmed until then.
		it.Status, it.Tone = l.Words.Statuses[string(booking.Cancelled)], badTone
		l.Items = append(l.Items, it)
	}
	l.setValues("what", l.Words.List(l.Items[0].Title, l.Items[0].When),
		"bookings", l.Words.Count(l.Words.Mail.CountedBookings, len(l.Items)))
	l.ItemsTitle, l.Tone = l.Words.Mail.Bookings, badTone
	l.writeTexts(string(n.Kind))
	if why := l.disruptionReason(bookings[0].Booking); why != "" {
		l.addLead(why)
	}
	return l, nil
}
