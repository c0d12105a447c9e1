package booking_test

import (
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// payReservation has the buyer of a reservation pay it on a page, and returns the order once that is settled.
func (w *world) payReservation(d booking.Deployment, o booking.Order, card string) booking.Order {
	w.t.Helper()
	o, err := w.Pay(w.ctx, d, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.pay(o, card)
	return w.settleOrder(w.settleOrder(o))
}

// wantCaptured fails unless the provider has authorised and captured so much.
func (w *world) wantCaptured(o booking.Order, authorised, captured int64) {
	w.t.Helper()
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Authorised != authorised || state.Captured != captured {
		w.t.Errorf("%d are authorised and %d captured, want %d and %d", state.Authorised, state.Captured, authorised,
			captured)
	}
}

// payAtStartOrByCardShop is a shop that is paid at its desk, or by card before.
func payAtStartOrByCardShop() booking.Deployment {
	d := payAtStartShop()
	d.Card = true
	return d
}

func balloon() booking.Choice {
	c := dunesChoice(day, afternoon, 1)
	c.Product = "balloon"
	return c
}

func TestBookingRedeemedBeforeItsCardPaymentIsCharged(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 1))
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true) // the shop arranges the payment of the first
	w.must(err)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	_, err = w.Redeem(w.ctx, o.ID, o.Bookings[0].ID)
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(w.settleOrder(o))
	w.wantCaptured(o, 79000, 79000)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Redeemed, booking.Confirmed)
}

func TestPaymentPageOfAReservationChargesTheDueAmount(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 2))
	o, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 0)
	w.must(err)
	o = w.payReservation(wayfare, o, goodCard)
	w.wantCaptured(o, 79000, 79000)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled, booking.Confirmed)
}

func TestSupplierHasTimeToDecideAfterALateCardPayment(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	o, err := w.reserve(payAtStartOrByCardShop(), "cart", balloon())
	w.must(err)
	start := o.Bookings[0].StartsAt
	w.advance(start.Add(-4 * time.Hour).Sub(w.now))
	o = w.payReservation(payAtStartOrByCardShop(), o, goodCard)
	w.wantOrder(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)
	if by := w.DecisionDeadline(&o); !by.Equal(start.Add(-2 * time.Hour)) {
		t.Errorf("to be decided by %s, want two hours before %s", by, start)
	}
}

func TestReservationStaysIfItsCardPaymentFails(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(payAtStartOrByCardShop(), "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	o = w.payReservation(payAtStartOrByCardShop(), o, uncapturableCard)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if state, err := w.sandbox.State(w.ctx, o.Payment.SessionID); err != nil || state.Captured != 0 {
		t.Errorf("%+v, %v", state, err)
	}
	o = w.payReservation(payAtStartOrByCardShop(), o, goodCard) // with another card
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	w.wantCaptured(o, 39500, 39500)
}

func TestPaidReservationIsRefundedIfTheSupplierDoesNotDecide(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	o := w.order("cart", booking.PayLater, balloon())
	paid := booking.Record{By: booking.InCash, Amount: 39500, Actor: "amal"}
	o, err := w.RecordPayment(w.ctx, o.ID, o.Bookings[0].ID, paid, 0)
	w.must(err)
	w.advance(w.DecisionDeadline(&o).Sub(w.now))
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentRefundPending, booking.Expired)
	if o.RefundDue() != 39500 || !o.NeedsManualRefund() {
		t.Errorf("%d are to be refunded", o.RefundDue())
	}
}

func TestDeskReservationExpiresIfTheSupplierDoesNotDecide(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	o, err := w.reserve(payAtStartShop(), "cart", balloon())
	w.must(err)
	w.advance(o.Bookings[0].StartsAt.Sub(w.now))
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentFailed, booking.Expired)
}

func TestReservationMovedToAFreeOptionIsConfirmed(t *testing.T) {
	w := newWorld(t)
	w.addFreeOption()
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 2))
	moved, err := w.moveFirstBooking(o, booking.Move{Option: "free"}, -79000)
	w.must(err)
	w.advance(48 * time.Hour)
	w.wantOrder(w.settleOrder(moved), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}
