package booking

import (
	"cmp"
	"slices"
	"time"

	"storefront/internal/core/payload"
)

// PayLaterTerms are the payment deadlines of reservations.
type PayLaterTerms struct {
	BeforeStart  time.Duration // the deadline is this long before the start,
	AfterBooking time.Duration // or this long after booking, whichever is sooner; zero: no such deadline
	AtStart      bool          // paid where and when it starts, as at a hotel's desk; the first two do not apply then
	Minimum      time.Duration // the least time that a buyer is given; the start ends it too
	Where        string        // where and how it is paid
}

// PayLaterTermsOf returns the terms of a payload in one language.
func PayLaterTermsOf(t *payload.PayLaterTerms, language string) PayLaterTerms {
	if t == nil {
		return PayLaterTerms{}
	}
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	return PayLaterTerms{minutes(t.BeforeStart), minutes(t.AfterBooking), t.AtStart, minutes(t.Minimum),
		t.Where[language]}
}

// minTimeToPay is the minimum of deployments that set none, and of every deployment after a choice about a cancelled
// departure.
const minTimeToPay = 2 * time.Hour

// payBy returns the deadline of a reservation that is made at now, and whether it leaves the buyer enough time.
func (t PayLaterTerms) payBy(start, now time.Time) (by time.Time, enough bool) {
	if t.AtStart {
		return start, now.Before(start)
	}
	by = start.Add(-t.BeforeStart)
	if t.AfterBooking > 0 {
		by = minTime(by, now.Add(t.AfterBooking))
	}
	least := minTime(now.Add(t.Minimum), start)
	return by, now.Before(by) && !by.Before(least)
}

// withDefaults returns the terms with missing values taken from others: the deadline as a whole, the minimum, and
// where.
func (t PayLaterTerms) withDefaults(defaults PayLaterTerms) PayLaterTerms {
	if t.BeforeStart == 0 && t.AfterBooking == 0 && !t.AtStart {
		t.BeforeStart, t.AfterBooking, t.AtStart = defaults.BeforeStart, defaults.AfterBooking, defaults.AtStart
	}
	t.Minimum, t.Where = cmp.Or(t.Minimum, defaults.Minimum), cmp.Or(t.Where, defaults.Where)
	return t
}

// payLaterTerms returns the terms of a product: its own, else the deployment's, else the service's.
func (s *Service) payLaterTerms(d Deployment, p *Product) PayLaterTerms {
	defaults := PayLaterTerms{BeforeStart: s.durations.BeforeStart, AfterBooking: s.durations.AfterBooking,
		Minimum: minTimeToPay}
	return PayLaterTermsOf(p.PayLater, d.Language).withDefaults(d.PayLaterTerms.withDefaults(defaults))
}

// PayLaterOffer has the terms of paying a cart later.
type PayLaterOffer struct {
	Offered bool
	// TooNear is the title of the product whose start leaves too little time to pay; empty unless that is why paying
	// later is not offered.
	TooNear string
	PayBy   time.Time // the soonest deadline of all items; zero for an empty cart
	AtStart bool      // all items are paid where and when the first one starts
	Where   string
}

// payLaterOffer returns the terms of paying the available items of a cart later. The soonest deadline applies to all of
// them; a cart is paid at its start only if all items are.
func (s *Service) payLaterOffer(d Deployment, c *CheckedCart) (later PayLaterOffer) {
	later.Offered = d.PayLater
	if !later.Offered {
		return later
	}
	for i := range c.Checked {
		item := &c.Checked[i]
		if !item.Available {
			continue
		}
		terms := s.payLaterTerms(d, item.Product)
		start := item.Quote.StartsAt
		if terms.AtStart {
			start = item.Quote.arrivesBy()
		}
		by, enough := terms.payBy(start, c.CheckedAt)
		if !enough {
			return PayLaterOffer{TooNear: item.ProductTitle}
		}
		atStart := terms.AtStart && (later.AtStart || later.PayBy.IsZero())
		if later.PayBy.IsZero() || by.Before(later.PayBy) {
			later = PayLaterOffer{Offered: true, PayBy: by, Where: terms.Where}
		}
		later.AtStart = atStart
	}
	return later
}

// arrivesBy returns when the travellers of a quote arrive at the latest, as Booking.arrivesBy does: those with a pickup
// leave before the start, and others come until the opening hours end.
func (q *Quote) arrivesBy() time.Time {
	b := Booking{Choice: q.Choice, StartsAt: q.StartsAt, Detail: Detail{TimeZone: q.product.TimeZone.String(),
		Hours: q.Hours}}
	_, b.Detail.Pickup, _ = q.places()
	return b.arrivesBy()
}

// canPayReservation reports whether an order is a reservation that its buyer can pay by card now.
func (s *Service) canPayReservation(o *Order) bool {
	return o.Method == PayLater && o.Payment.Status == PaymentDue && o.Payment.ByCard &&
		o.Payment.TotalReceived() == 0 && !o.awaitsChoice() &&
		o.count(Pending) > 0 && o.Due() > 0 && s.now().Before(o.Payment.PayBy)
}

// PaymentDeadline returns when a reservation has to be paid; zero while its buyer chooses about a cancelled departure.
func (o *Order) PaymentDeadline() time.Time {
	if o.awaitsChoice() {
		return time.Time{}
	}
	return o.Payment.PayBy
}

// extendPayBy gives the buyer of a reservation minTimeToPay: they could not pay while they had a choice about a
// cancelled departure. The first start ends it.
func (o *Order) extendPayBy(now time.Time) {
	if o.Method != PayLater || o.awaitsChoice() {
		return
	}
	if !o.Payment.AtStart {
		o.Payment.PayBy = maxTime(o.Payment.PayBy, now.Add(minTimeToPay))
	}
	o.adjustPayBy()
}

// hasOpenSession reports whether the payment page of a reservation is open.
func (o *Order) hasOpenSession() bool { return o.Payment.SessionID != "" && !o.Payment.SessionEnded }

// convertToCardOrder turns a reservation that was paid by card into a card order. The payment covers what the shop has
// confirmed in the meantime too; that stays confirmed whatever becomes of the payment.
func (o *Order) convertToCardOrder() {
	o.Method = Card
	o.Payment.Status = PaymentAuthorised
	if o.count(Pending, Confirmed, Redeemed) == 0 {
		o.Payment.Status = PaymentNone // the seats were released: applyAuthorised takes those that are free
	}
}

// revertToReservation turns a card order back into the reservation that it was before its payment failed, with the
// deadline of that, and reports whether it was one.
func (o *Order) revertToReservation() bool {
	p := &o.Payment
	if o.Method != Card || p.PayBy.IsZero() || p.Captured > 0 || o.count(Pending, Confirmed, Redeemed) == 0 {
		return false
	}
	o.Method, p.Status, p.SessionEnded, p.Authorised = PayLater, PaymentDue, true, 0
	return true
}

// isSettledOutsideProvider reports whether a reservation needs no payment page any more: an operator has recorded a
// payment, or all of it has become free.
func (o *Order) isSettledOutsideProvider() bool {
	return o.Method == PayLater && (o.Payment.recordedSum(RecordedPayment) > 0 || o.count(Pending) > 0 && o.Due() == 0)
}

// isUndecided reports whether a supplier has still to decide.
func (o *Order) isUndecided() bool {
	return slices.ContainsFunc(o.Bookings, func(b Booking) bool { return b.AwaitsSupplier() })
}

// supplierAskedAt returns when the supplier of a booking was last asked to decide: when the order was made or paid, or
// when the booking was moved or sold.
func (o *Order) supplierAskedAt(b *Booking) time.Time {
	since := maxTime(o.pageRequestedAt(), b.AskedAt)
	for _, r := range o.Payment.Records {
		if r.Kind == RecordedPayment && r.At.After(since) {
			since = r.At
		}
	}
	return since
}
