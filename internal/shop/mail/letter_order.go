package mail

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
)

// orderLetter tells of an order as it stands now.
func (m *Mailer) orderLetter(l *letter, n notice.Notice, o *booking.Order) (*letter, error) {
	if n.Kind == notice.PaymentReminder && !awaitsPayment(o) || o.Overtaken(n.Kind) {
		return nil, nil // it was paid, given up or decided while the mail waited
	}
	if unproven(o) {
		o = withoutAddresses(o)
	}
	l.greet(o.Buyer.FirstName)
	l.Phone = booking.Dialled(o.Buyer.Phone, o.Buyer.PhoneCountry)
	l.order = &MessageOrder{Reference: o.Reference, Result: o.Result(), Currency: o.Currency, Exponent: o.Exponent, Total: o.Total}
	l.withSaid("reference", o.Reference)
	l.HelpTitle, l.Reference = l.words.helpOrder, o.Reference
	if err := l.deadline(o); err != nil {
		return nil, err
	}
	l.page = l.shop.at("/invoices/" + o.ID)
	l.Action = &action{URL: l.page + "?access=" + url.QueryEscape(m.OrderLink(o))}
	switch n.Kind {
	case notice.BookingCancelled:
		return l, l.cancelled(o, n.Booking)
	case notice.BookingChanged:
		return l.changed(o, n.Booking)
	}
	l.withSaid("arrive", l.words.arrive(o))
	if n.Kind != notice.OrderLink {
		l.Sums, l.Outcome = document.SayTotals(o)
	}
	if err := l.list(o); err != nil {
		return nil, err
	}
	switch n.Kind {
	case notice.OrderReceived, notice.PaymentReminder:
		l.Tone = waitTone
		if o.Payment.AtStart {
			l.with("where", cmp.Or(o.Payment.Where, o.Contact.Address, o.Seller))
			l.write("order_received at start")
			return l, nil
		}
	case notice.OrderOnHold:
		l.Tone = waitTone
		if o.Total == 0 {
			l.write("order_on_hold free")
			return l, nil
		}
		l.write(string(n.Kind))
		return l, l.confirmBy(o, m.ConfirmBy(o))
	case notice.OrderFailed:
		l.failed(o)
		return l, nil
	case notice.PaymentReceived:
		l.Tone = goodTone
		l.withSaid("paid", document.SayMoney(o, o.Payment.Taken()))
	case notice.OrderConfirmed, notice.OrderPartly:
		l.Tone, l.ticketsOf = goodTone, o
	case notice.OrderLink:
	default:
		return nil, fmt.Errorf("there is no mail of the kind %q", n.Kind)
	}
	l.write(string(n.Kind))
	return l, nil
}

// unproven reports whether an order may have been placed by a stranger in the name of another's address: it has cost nothing so far,
// and nobody has confirmed it.
func unproven(o *booking.Order) bool {
	return o.Payment.Authorised == 0 && o.Payment.Taken() == 0 && !slices.ContainsFunc(o.Bookings, func(b booking.Booking) bool {
		return toneOf(b.Status) == goodTone
	})
}

// withoutAddresses returns an order without the addresses that its buyer has typed.
func withoutAddresses(o *booking.Order) *booking.Order {
	bare := *o
	bare.Bookings = slices.Clone(o.Bookings)
	for i := range bare.Bookings {
		d := &bare.Bookings[i].Detail
		d.Pickup, d.DropOff = withoutAddress(d.Pickup), withoutAddress(d.DropOff)
	}
	return &bare
}

func withoutAddress(p *booking.DetailPlace) *booking.DetailPlace {
	if p == nil {
		return nil
	}
	bare := *p
	bare.Address = ""
	return &bare
}

func awaitsPayment(o *booking.Order) bool {
	if o.Payment.Status != booking.PaymentDue {
		return false
	}
	for _, b := range o.Bookings {
		if b.Status == booking.Pending {
			return true
		}
	}
	return false
}

// deadline names until when a reservation has to be paid, by the clock of its first destination.
func (l *letter) deadline(o *booking.Order) error {
	return l.moment("deadline", o, o.Payment.PayBy)
}

// confirmBy says until when the buyer of an order on hold hears of it.
func (l *letter) confirmBy(o *booking.Order, by time.Time) error {
	if by.IsZero() {
		return nil
	}
	if err := l.moment("confirmBy", o, by); err != nil {
		return err
	}
	l.Next = append(l.Next, l.fill(l.words.confirmBy))
	return nil
}

// moment names an instant and the place whose clock it is told by: the order's first destination. It names nothing where
// there is none.
func (l *letter) moment(name string, o *booking.Order, at time.Time) error {
	if at.IsZero() || len(o.Bookings) == 0 {
		return nil
	}
	d := &o.Bookings[0].Detail
	zone, err := time.LoadLocation(d.TimeZone)
	if err != nil {
		return err
	}
	l.withSaid(name, document.SayMoment(l.words.code, at.In(zone)))
	l.with("place", d.City)
	return nil
}

// list has all of the order's bookings.
func (l *letter) list(o *booking.Order) error {
	for i := range o.Bookings {
		it, err := l.item(o, &o.Bookings[i])
		if err != nil {
			return err
		}
		l.Items = append(l.Items, it)
	}
	return nil
}

func (l *letter) item(o *booking.Order, b *booking.Booking) (item, error) {
	said, err := document.Say(o, b, l.now)
	if err != nil {
		return item{}, err
	}
	w := l.words
	comma := w.comma + " "
	it := item{
		Title: said.Product, Option: said.Option, When: said.When, Clock: said.Clock, Amount: said.Amount, Status: said.Status,
		Tone: toneOf(b.Status),
		Facts: facts(
			fact{Label: w.open, Text: strings.Join(said.Hours, comma)}, fact{Label: w.travellers, Text: strings.Join(said.Travellers, comma)},
			fact{Label: w.extras, Text: strings.Join(said.Extras, comma)}, fact{Label: w.lasts, Text: said.Lasts},
			fact{Label: w.meeting, Text: strings.Join(said.Meeting, comma)},
			fact{Label: w.pickup, Text: strings.Join(said.Pickup, comma)}, fact{Label: w.dropOff, Text: strings.Join(said.DropOff, comma)},
		),
	}
	if said.Map != "" && it.Tone != badTone {
		it.Facts = append(it.Facts, fact{Label: w.onMap, Text: said.Map, Link: said.Map})
	}
	if b.Status == booking.Pending && o.Method == booking.PayLater {
		it.Status = w.reserved
	}
	if it.Tone != badTone {
		it.Cancellation = said.Cancellation
	}
	return it, nil
}

func toneOf(s booking.BookingStatus) tone {
	switch s {
	case booking.Confirmed, booking.Redeemed:
		return goodTone
	case booking.Rejected, booking.Expired, booking.Cancelled:
		return badTone
	}
	return waitTone
}

// failed says what happens to the money of an order of which nothing came.
func (l *letter) failed(o *booking.Order) {
	l.Tone = badTone
	w, p := l.words, &o.Payment
	l.withSaid("received", document.SayMoney(o, p.Taken()))
	name, money := "order_failed", w.nothingCharged
	switch {
	case o.RefundByHand():
		money = w.owedByShop
	case p.Captured > 0:
		money = w.refundComes
	case p.Authorised > 0:
		money = w.released
	case o.Method == booking.PayLater && o.Total > 0 && expired(o):
		name, money = "order_failed lapsed", w.nothingOwed
	case o.Method == booking.PayLater || o.Total == 0:
		money = w.nothingOwed
	}
	l.write(name)
	l.lead(money)
}

func expired(o *booking.Order) bool {
	for _, b := range o.Bookings {
		if b.Status == booking.Expired {
			return true
		}
	}
	return false
}

// cancelled writes about one booking and what is given back for it.
func (l *letter) cancelled(o *booking.Order, id string) error {
	b, err := l.only(o, id)
	if err != nil {
		return err
	}
	l.withSaid("refund", document.SayMoney(o, o.GivenBack(b)), "owed", document.SayMoney(o, b.Refunded), "kept", document.SayMoney(o, b.Amount-b.Refunded))
	l.Tone = badTone
	l.write(string(notice.BookingCancelled))
	l.lead(l.words.givenBack(o, b))
	for i := range o.Bookings {
		if other := &o.Bookings[i]; other != b && toneOf(other.Status) != badTone {
			l.Next = append(l.Next, l.words.restStands)
			break
		}
	}
	return nil
}

// changed writes about the new pickup and drop-off of one booking. It returns nil for a booking that has ended since.
func (l *letter) changed(o *booking.Order, id string) (*letter, error) {
	b, err := l.only(o, id)
	if err != nil || toneOf(b.Status) == badTone {
		return nil, err
	}
	l.Tone, l.ticketsOf = l.Items[0].Tone, o
	l.write(string(notice.BookingChanged))
	if b.HasTicket() {
		l.Next = append([]string{l.words.newTicket}, l.Next...)
	}
	return l, nil
}

// only adds one booking of an order to the letter, and its values to the text.
func (l *letter) only(o *booking.Order, id string) (*booking.Booking, error) {
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if b.ID != id {
			continue
		}
		it, err := l.item(o, b)
		if err != nil {
			return nil, err
		}
		l.Items = []item{it}
		l.withSaid("product", it.Title, "when", it.When)
		return b, nil
	}
	return nil, fmt.Errorf("order %s has no booking %s", o.ID, id)
}

// arrive returns when to be at the meeting point, at the pickup, or at both for an order with both.
func (w *words) arrive(o *booking.Order) string {
	comes, collected := false, false
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if toneOf(b.Status) == badTone {
			continue
		}
		comes, collected = comes || b.Detail.Pickup == nil, collected || b.Detail.Pickup != nil
	}
	switch {
	case comes && collected:
		return w.arriveBoth
	case collected:
		return w.arrivePickup
	}
	return w.arriveMeeting
}

// givenBack returns the sentence on the money of a cancelled booking.
func (w *words) givenBack(o *booking.Order, b *booking.Booking) string {
	switch {
	case o.RefundByHand() && b.Refunded > 0:
		return w.cancelByShop
	case o.GivenBack(b) > 0:
		return w.cancelRefund
	case o.Payment.Taken() > 0 && b.Refunded == 0:
		return w.cancelNothing
	case o.Payment.Authorised > 0 && b.Refunded < b.Amount:
		return w.cancelKept
	case o.Payment.Authorised > 0:
		return w.cancelReleased
	}
	return w.cancelFree
}

// attach adds what is shown at the meeting place and put into a calendar. A mail without them is better than none: its
// link leads to them too.
func (m *Mailer) attach(ctx context.Context, l *letter) {
	o := l.ticketsOf
	if o == nil {
		return
	}
	tickets := 0
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !b.HasTicket() {
			continue
		}
		name := fmt.Sprintf("%s-%d", o.Reference, b.Line+1)
		page, err := document.Ticket(o, b, m.Tickets)
		if err == nil {
			tickets++
			l.Attachments = append(l.Attachments, Attachment{"ticket-" + name + ".pdf", "application/pdf", page})
		}
		event, failure := document.Calendar(o, b)
		if failure == nil {
			l.Attachments = append(l.Attachments, Attachment{name + ".ics", "text/calendar; charset=utf-8; method=PUBLISH", event})
		}
		for _, err := range []error{err, failure} {
			if err != nil {
				m.Log.ErrorContext(ctx, "a mail goes out without what belongs to it", "order", o.ID, "booking", b.ID, "error", err)
			}
		}
	}
	if tickets > 0 {
		l.lead(l.words.count(l.words.attached, tickets))
	}
}
