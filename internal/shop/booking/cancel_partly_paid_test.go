package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// recordDeposit records a payment for one booking of a reservation.
func (w *world) recordDeposit(o booking.Order, line int, amount int64) booking.Order {
	w.t.Helper()
	o, err := w.RecordPayment(w.ctx, o.ID, o.Bookings[line].ID,
		booking.Record{By: booking.InCash, Amount: amount}, o.Payment.TotalReceived())
	w.must(err)
	return o
}

// cancelBooking has the buyer cancel a booking with the quote they are shown.
func (w *world) cancelBooking(o booking.Order, line int) (booking.Order, booking.CancellationQuote) {
	w.t.Helper()
	id := o.Bookings[line].ID
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, id)
	w.must(err)
	o, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, id, quote.Refund)
	w.must(err)
	return o, quote
}

// TestCancellationQuoteOfAPartlyPaidBookingHasPayoutAndDue cancels a booking of 79000 while the policy refunds half.
func TestCancellationQuoteOfAPartlyPaidBookingHasPayoutAndDue(t *testing.T) {
	for name, c := range map[string]struct{ paid, back, due int64 }{
		"paid less than the cancellation fee": {20000, 0, 19500},
		"paid exactly the cancellation fee":   {39500, 0, 0},
		"paid more than the cancellation fee": {60000, 20500, 0},
		"paid in full":                        {79000, 39500, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o, err := w.reserve(payAtStartShop(), "cart", dunesChoice("2026-11-21", afternoon, 2)) // in 27 hours
			w.must(err)
			w.advance(10 * time.Hour)
			o, quote := w.cancelBooking(w.recordDeposit(o, 0, c.paid), 0)
			want := booking.CancellationQuote{Percent: 50, Refund: 39500, Payout: c.back, Due: c.due}
			if quote != want {
				t.Errorf("the quote is %+v, want %+v", quote, want)
			}
			if b := &o.Bookings[0]; o.RefundDue() != c.back || o.Due() != c.due || o.RefundDueFor(b) != c.back {
				t.Errorf("%d is owed, %d for the booking, and %d is due", o.RefundDue(), o.RefundDueFor(b), o.Due())
			}
			if c.back == 0 {
				return
			}
			o, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.InCash, Amount: c.back}, o.RefundDue())
			w.must(err)
			if got := o.RefundsFor(&o.Bookings[0]); got != c.back {
				t.Errorf("%d was given back for it, want %d", got, c.back)
			}
		})
	}
}

func TestUnpaidBookingIsFreeToCancelWhateverElseIsPaid(t *testing.T) {
	for name, paid := range map[string]int64{"another is paid in full": 39500, "another is paid in part": 10000} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			_, err := w.AddItem(w.ctx, payAtStartShop(), "cart", dunesChoice("2026-11-21", "16:00", 1))
			w.must(err)
			o, err := w.reserve(payAtStartShop(), "cart", dunesChoice("2026-11-21", afternoon, 1))
			w.must(err)
			o = w.recordDeposit(o, 0, paid)
			w.advance(22 * time.Hour) // nothing would be refunded any more
			other := &o.Bookings[1]
			if free := o.Terms(other, w.clock()).FreeUntil; free != booking.UntilPayment || !o.FreeToCancel(other) {
				t.Errorf("cancelling is free until %q", free)
			}
			if o.FreeToCancel(&o.Bookings[0]) {
				t.Error("what is paid is cancelled free of charge")
			}
			o, _ = w.cancelBooking(o, 1)
			if o.RefundDue() != 0 || o.Due() != 39500-paid || o.RefundsFor(&o.Bookings[1]) != 0 {
				t.Errorf("%d is owed and %d is due", o.RefundDue(), o.Due())
			}
		})
	}
}

func TestRefundIsReducedByWhatIsDueForOtherBookings(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, payAtStartShop(), "cart", dunesChoice("2026-11-21", "16:00", 1))
	w.must(err)
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice("2026-11-21", afternoon, 2))
	w.must(err)
	first := 0
	if o.Bookings[1].Amount == 79000 {
		first = 1
	}
	w.advance(10 * time.Hour)
	o, quote := w.cancelBooking(w.recordDeposit(o, first, 79000), first)
	want := booking.CancellationQuote{Percent: 50, Refund: 39500, Applied: 39500}
	if applied := o.Bookings[first].Applied; quote != want || applied != 39500 || o.Due() != 0 || o.RefundDue() != 0 {
		t.Errorf("the quote is %+v, want %+v; %d is due, and %d counts for the rest", quote, want, o.Due(), applied)
	}
}

// TestCancelledDepartureRefundIsReducedByOtherDueAmounts has 79000 paid for one of two bookings, and cancels its
// departure.
func TestCancelledDepartureRefundIsReducedByOtherDueAmounts(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, payAtStartShop(), "cart", dunesChoice(day, "16:00", 1))
	w.must(err)
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	first := 0
	if o.Bookings[1].Amount == 79000 {
		first = 1
	}
	o = w.recordDeposit(o, first, 79000)
	change := w.cancelDeparture(booking.DepartureChange{Until: w.now.Add(2 * time.Hour)})
	w.continueChange(change)
	o = w.settleOrder(o)
	want := booking.CancellationQuote{Percent: 100, Refund: 79000, Payout: 39500, Applied: 39500}
	if quote := o.FullRefund(&o.Bookings[first]); quote != want {
		t.Errorf("the quote is %+v, want %+v", quote, want)
	}
	w.advance(2 * time.Hour)
	w.continueChange(change)
	o = w.settleOrder(o)
	b := &o.Bookings[first]
	if b.Status != booking.Cancelled || b.Applied != 39500 || o.RefundDueFor(b) != 39500 || o.Due() != 0 {
		t.Errorf("it is %s; %d count for the rest, %d is owed for it and %d due", b.Status, b.Applied,
			o.RefundDueFor(b),
			o.Due())
	}
}

func TestPartlyPaidBookingGetsALowerDueInsteadOfARefund(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	id := o.Bookings[0].ID
	o, err = w.Decide(w.ctx, o.ID, id, true) // unpaid
	w.must(err)
	o = w.recordDeposit(o, 0, 20000)
	_, err = w.Refund(w.ctx, o.ID, id, 10000, 0)
	w.wantFault(err, fault.NotPossible)
	if left := o.Refundable(&o.Bookings[0]); left != 0 {
		t.Errorf("%d can be given back", left)
	}
	_, err = w.LowerDue(w.ctx, o.ID, id, 59001, 0)
	w.wantFault(err, fault.NotPossible)
	o, err = w.LowerDue(w.ctx, o.ID, id, 10000, 0)
	w.must(err)
	if o.Due() != 49000 || o.RefundDue() != 0 || o.RefundsFor(&o.Bookings[0]) != 0 {
		t.Errorf("%d is due and %d owed", o.Due(), o.RefundDue())
	}
	_, err = w.LowerDue(w.ctx, o.ID, id, 10000, 0)
	w.wantFault(err, fault.PriceChanged) // a second request
	o = w.recordDeposit(o, 0, 49000)
	_, err = w.LowerDue(w.ctx, o.ID, id, 1000, 10000)
	w.wantFault(err, fault.NotPossible)
	o, err = w.Refund(w.ctx, o.ID, id, 30000, 10000)
	w.must(err)
	if o.Due() != 0 || o.RefundDue() != 30000 {
		t.Errorf("%d is due and %d owed", o.Due(), o.RefundDue())
	}
	o, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.InCash, Amount: 30000}, o.RefundDue())
	w.must(err)
	if got := o.RefundsFor(&o.Bookings[0]); got != 30000 {
		t.Errorf("%d was given back, want 30000", got)
	}
}

func TestFreeCancellationQuoteIsRejectedOnceTheBookingIsPaid(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice("2026-11-21", afternoon, 1))
	w.must(err)
	w.advance(22 * time.Hour) // nothing would be refunded any more
	id := o.Bookings[0].ID
	quotes := func() booking.CancellationQuote {
		t.Helper()
		q, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, id)
		w.must(err)
		return q
	}
	shown := quotes()
	o = w.recordDeposit(o, 0, 39500)
	_, err = w.CancelAsShown(w.ctx, wayfare, visitorWithCart("cart"), o.ID, id, shown)
	w.wantFault(err, fault.PriceChanged)
	if now := quotes(); shown.FreeUntil != booking.UntilPayment || now.FreeUntil != booking.NoFreePeriod ||
		now.Refund != 0 {
		t.Errorf("it was %+v and is %+v", shown, now)
	}
	o, err = w.CancelAsShown(w.ctx, wayfare, visitorWithCart("cart"), o.ID, id, quotes())
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled)
}
