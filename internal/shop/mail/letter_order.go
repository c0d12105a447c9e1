package mail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/calendar"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// orderLetter informs a buyer about an order as it is now. It returns nil if the news is outdated.
func (m *Mailer) orderLetter(ctx context.Context, l *letter, n notice.Notice, o *booking.Order) (*letter, error) {
	if n.Kind == notice.PaymentReminder && !o.AwaitsPayment() || o.Outdated(n.Kind) {
		return nil, nil
	}
	if isUnverified(o) {
		o = withoutAddresses(o)
	}
	l.greet(o.Buyer.FirstName)
	l.Phone = booking.PhoneE164(o.Buyer.Phone, o.Buyer.PhoneCountry)
	l.order = &MessageOrder{
		Reference: o.Reference, Result: o.Result(), Currency: o.Currency, Exponent: o.Exponent, Total: o.Total,
	}
	l.setValues("reference", o.Reference)
	l.HelpTitle, l.Reference = l.Words.Mail.HelpOrder, o.Reference
	if err := l.setOrderTime("deadline", o, o.Payment.PayBy); err != nil {
		return nil, err
	}
	l.publicURL = l.shop.url("/invoices/" + o.ID)
	l.Action = &action{URL: l.publicURL + "?access=" + url.QueryEscape(m.OrderLink(o))}
	switch n.Kind {
	case notice.BookingCancelled:
		return l, l.writeCancelled(o, n.Booking)
	case notice.BookingChanged, notice.BookingMoved:
		return l.writeChanged(o, n)
	case notice.MovePayment:
		return m.writeMovePayment(ctx, l, o, n.Booking)
	case notice.TripReminder:
		return m.writeTripReminder(l, o, n.Booking)
	case notice.ReviewRequest:
		return l.writeReviewRequest(o, n.Booking)
	case notice.BookingDisrupted:
		return m.writeDisrupted(l, o, n)
	}
	l.setValues("arrive", l.arrivalHint(o))
	if n.Kind != notice.OrderLink {
		l.addSums(o)
	}
	if err := l.addItems(o); err != nil {
		return nil, err
	}
	return l, m.writeOrder(l, n.Kind, o)
}

// writeOrder writes the texts about an order as a whole.
func (m *Mailer) writeOrder(l *letter, kind notice.Kind, o *booking.Order) error {
	name := string(kind)
	switch kind {
	case notice.OrderReceived, notice.PaymentReminder:
		m.writeReservation(l, name, o)
		return nil
	case notice.OrderOnHold:
		l.Tone = waitTone
		switch {
		case o.Total == 0:
			name = "order_on_hold free"
		case o.Method == booking.PayLater:
			name = "order_on_hold paid"
		default:
			l.writeTexts(name)
			return l.addConfirmBy(o, m.ConfirmBy(o))
		}
	case notice.OrderFailed:
		l.writeFailed(o)
		return nil
	case notice.PaymentReceived:
		l.Tone = goodTone
		l.setValues("paid", ordertext.Money(o, o.Payment.TotalReceived()))
	case notice.OrderConfirmed, notice.OrderPartlyConfirmed:
		l.Tone, l.ticketOrder = goodTone, o
	case notice.OrderLink:
	default:
		return fmt.Errorf("no mail for notices of kind %q", kind)
	}
	l.writeTexts(name)
	return nil
}

// writeReservation writes about an order that is paid later.
func (m *Mailer) writeReservation(l *letter, name string, o *booking.Order) {
	l.Tone = waitTone
	if o.Payment.AtStart {
		l.setValues("where", wording.Isolate(cmp.Or(o.Payment.Where, o.Contact.Address, o.Seller)))
		name = "order_received at start"
	}
	l.writeTexts(name)
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.AwaitsSupplier() {
			l.setValues("title", wording.Isolate(b.Detail.ProductTitle))
			l.Next = append(l.Next, l.fillValues(l.Words.Mail.Undecided))
		}
	}
	if m.Retryable(o) {
		l.Next = append(l.Next, l.Words.Mail.ByCardYourself)
		l.Action.Label = l.Words.Mail.PayByCard
	}
}

// isUnverified reports whether a stranger may have placed an order with somebody else's address: it has cost nothing so
// far, and nobody has confirmed it.
func isUnverified(o *booking.Order) bool {
	free := o.Payment.Authorised == 0 && o.Payment.TotalReceived() == 0
	return free && !slices.ContainsFunc(o.Bookings,
		func(b booking.Booking) bool { return toneOf(b.Status) == goodTone })
}

// withoutAddresses returns an order without the addresses that were typed for its pickups and drop-offs.
func withoutAddresses(o *booking.Order) *booking.Order {
	redacted := *o
	redacted.Bookings = slices.Clone(o.Bookings)
	for i := range redacted.Bookings {
		d := &redacted.Bookings[i].Detail
		d.Pickup, d.DropOff = withoutAddress(d.Pickup), withoutAddress(d.DropOff)
	}
	return &redacted
}

func withoutAddress(p *booking.DetailPlace) *booking.DetailPlace {
	if p == nil {
		return nil
	}
	redacted := *p
	redacted.Address = ""
	return &redacted
}

// addConfirmBy adds the deadline by which suppliers confirm an order on hold.
func (l *letter) addConfirmBy(o *booking.Order, by time.Time) error {
	if by.IsZero() {
		return nil
	}
	if err := l.setOrderTime("confirmBy", o, by); err != nil {
		return err
	}
	l.Next = append(l.Next, l.fillValues(l.Words.Mail.ConfirmBy))
	return nil
}

// setOrderTime sets a placeholder to an instant by the clock of the order's first destination.
func (l *letter) setOrderTime(name string, o *booking.Order, at time.Time) error {
	if len(o.Bookings) == 0 {
		return nil
	}
	return l.setTime(name, &o.Bookings[0], at)
}

// setTime sets a placeholder to an instant, and {place} to the city of a booking, in whose time zone it is.
func (l *letter) setTime(name string, b *booking.Booking, at time.Time) error {
	if at.IsZero() {
		return nil
	}
	zone, err := clock.Zone(b.Detail.TimeZone)
	if err != nil {
		return err
	}
	l.setValues(name, l.Words.DateTime(at.In(zone)), "place", wording.Isolate(b.Detail.City))
	return nil
}

// addSums adds the order's prices and payments.
func (l *letter) addSums(o *booking.Order) {
	l.Sums, l.Outcome = ordertext.Sums(o), strings.Join(ordertext.Notes(o), " ")
}

// addItems adds all bookings of an order.
func (l *letter) addItems(o *booking.Order) error {
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
	text, err := ordertext.OfBooking(o, b)
	if err != nil {
		return item{}, err
	}
	w, labels, list := &l.Words.Mail, &l.Words.Labels, l.Words.List
	it := item{
		Title: text.Product, Option: text.Option, When: text.When, Clock: text.LocalTime, Amount: text.Amount,
		Status: text.Status, Tone: toneOf(b.Status),
		Facts: nonEmptyFacts(
			fact{Label: w.OpeningHours, Text: list(text.Hours...)},
			fact{Label: labels.Travellers, Text: list(text.Travellers...)},
			fact{Label: labels.Extras, Text: list(text.Extras...)}, fact{Label: labels.Duration, Text: text.Duration},
			fact{Label: labels.MeetingPoint, Text: list(text.Meeting...)},
			fact{Label: labels.Pickup, Text: list(text.Pickup...)},
			fact{Label: labels.DropOff, Text: list(text.DropOff...)},
		),
	}
	if it.Tone == badTone {
		return it, nil
	}
	if text.MapURL != "" {
		it.Facts = append(it.Facts, fact{Label: w.OnMap, Text: text.MapURL, Link: text.MapURL})
	}
	it.Cancellation = ordertext.CancellationTerms(o, b, l.now, text.Starts.Location())
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

// writeFailed writes about an order that failed, and about its money.
func (l *letter) writeFailed(o *booking.Order) {
	l.Tone = badTone
	w, p := &l.Words.Mail, &o.Payment
	l.setValues("received", ordertext.Money(o, p.TotalReceived()), "refund", ordertext.Money(o, p.TotalRefunded()),
		"owed", ordertext.Money(o, o.RefundDue()))
	name, money := "order_failed", w.NothingCharged
	byShop := o.RefundDue() == 0 && p.RefundedByShop()+p.WrittenOff()+p.ChargedBack() > 0
	switch {
	case o.NeedsManualRefund() && p.TotalRefunded() > 0:
		money = w.CancelReturned + " " + w.CancelByShop
	case o.NeedsManualRefund():
		money = w.OwedByShop
	case byShop && p.TotalRefunded() > 0:
		money = w.CancelReturned
	case byShop:
		money = w.NothingOwed
	case p.Captured > 0:
		money = w.RefundComes
	case p.Authorised > 0:
		money = w.Released
	case o.Method == booking.PayLater && o.Total > 0 && hasExpired(o):
		name, money = "order_failed lapsed", w.NothingOwed
	case o.Method == booking.PayLater || o.Total == 0:
		money = w.NothingOwed
	}
	l.writeTexts(name)
	l.addLead(money)
}

func hasExpired(o *booking.Order) bool {
	return slices.ContainsFunc(o.Bookings, func(b booking.Booking) bool { return b.Status == booking.Expired })
}

// addBooking adds one booking of an order, and sets its placeholders.
func (l *letter) addBooking(o *booking.Order, id string) (*booking.Booking, error) {
	i := slices.IndexFunc(o.Bookings, func(b booking.Booking) bool { return b.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("order %s has no booking %s", o.ID, id)
	}
	b := &o.Bookings[i]
	it, err := l.item(o, b)
	if err != nil {
		return nil, err
	}
	l.Items = []item{it}
	l.setValues("product", it.Title, "when", it.When)
	return b, nil
}

// arrivalHint returns the sentence on arriving early at the meeting points or pickups of an order.
func (l *letter) arrivalHint(o *booking.Order) string {
	meets, collected := false, false
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if toneOf(b.Status) == badTone {
			continue
		}
		meets, collected = meets || b.Detail.Pickup == nil, collected || b.Detail.Pickup != nil
	}
	switch {
	case meets && collected:
		return l.Words.Mail.ArriveBoth
	case collected:
		return l.Words.Mail.ArrivePickup
	}
	return l.Words.Mail.ArriveMeeting
}

const calendarType = "text/calendar; charset=utf-8; method=PUBLISH"

func nonEmpty(parts ...string) []string {
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// attachTicket has the ticket of one booking attached, if it has one.
func (l *letter) attachTicket(o *booking.Order, b *booking.Booking) {
	l.ticketOrder, l.ticketBooking = o, b.ID
}

// attachFiles adds tickets and calendar files. A failure is logged and the mail goes out without the file, to which its
// link leads too.
func (m *Mailer) attachFiles(ctx context.Context, l *letter) {
	if b := l.calendarBooking; b != nil {
		name := fmt.Sprintf("%s-%d.ics", l.calendarOrder.Reference, b.Line+1)
		file, err := calendar.File(l.calendarOrder, b, l.shop.origin)
		if err != nil {
			m.Log.ErrorContext(ctx, "a mail lacks an attachment", "order", l.calendarOrder.ID, "booking", b.ID,
				"error", err)
		} else {
			l.Attachments = append(l.Attachments, Attachment{name, calendarType, file})
		}
	}
	o := l.ticketOrder
	if o == nil {
		return
	}
	tickets := 0
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !b.HasTicket() || l.ticketBooking != "" && l.ticketBooking != b.ID {
			continue
		}
		name := fmt.Sprintf("%s-%d", o.Reference, b.Line+1)
		pdf, ticketErr := ticket.PDF(o, b, m.Tickets)
		if ticketErr == nil {
			tickets++
			l.Attachments = append(l.Attachments, Attachment{"ticket-" + name + ".pdf", "application/pdf", pdf})
		}
		file, calendarErr := calendar.File(o, b, l.shop.origin)
		if calendarErr == nil {
			l.Attachments = append(l.Attachments, Attachment{name + ".ics", calendarType, file})
		}
		if err := errors.Join(ticketErr, calendarErr); err != nil {
			m.Log.ErrorContext(ctx, "a mail lacks an attachment", "order", o.ID, "booking", b.ID, "error", err)
		}
	}
	if tickets > 0 {
		l.addLead(l.Words.Count(l.Words.Mail.Attached, tickets))
	}
}
