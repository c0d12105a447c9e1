package booking_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// arrangedOrder returns a reservation of two bookings. The shop has confirmed the first one unpaid.
func (w *world) arrangedOrder() booking.Order {
	w.t.Helper()
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 1))
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Confirmed, booking.Pending)
	return o
}

func TestConfirmedBookingSurvivesAFailedCardPayment(t *testing.T) {
	w := newWorld(t)
	o := w.payReservation(wayfare, w.arrangedOrder(), uncapturableCard)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Confirmed, booking.Pending)
	w.advance(o.Payment.PayBy.Add(time.Minute).Sub(w.now))
	w.wantOrder(w.settleOrder(o), booking.Partial, booking.PaymentDue, booking.Confirmed, booking.Expired)
}

func TestAdmittedBookingIsStillDueAfterAFailedCardPayment(t *testing.T) {
	w := newWorld(t)
	o := w.arrangedOrder()
	paid, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	_, err = w.Redeem(w.ctx, o.ID, o.Bookings[0].ID)
	w.must(err)
	w.pay(paid, uncapturableCard)
	o, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Partial, booking.PaymentDue, booking.Redeemed, booking.Rejected)
	if o.Due() != 39500 || o.Open {
		t.Errorf("%d are due", o.Due())
	}
}

func TestCardPaymentOfAReservationCapturesTheDueAmount(t *testing.T) {
	w := newWorld(t)
	o := w.arrangedOrder()
	o, err := w.LowerDue(w.ctx, o.ID, o.Bookings[0].ID, 10000, 0)
	w.must(err)
	o = w.payReservation(wayfare, o, goodCard)
	w.wantCaptured(o, 69000, 69000)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
}

func TestCashPaymentClosesTheSecondPaymentPage(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	o = w.payReservation(wayfare, o, uncapturableCard) // refused, and voided
	o, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	cash := booking.Record{By: booking.InCash, Amount: o.Due()}
	o, err = w.RecordPayment(w.ctx, o.ID, o.Bookings[0].ID, cash, 0)
	w.must(err)
	w.settleOrder(o)
	if _, err := w.sandbox.Pay(w.ctx, o.Payment.SessionID, goodCard); err == nil {
		t.Error("an order that was paid in cash can also be paid by card")
	}
}

func TestNoPaymentPageOpensBesideAnUnvoidedPayment(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	o, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	first := o.Payment.SessionID
	w.pay(o, uncapturableCard)
	broken := w.serviceWith(&voidFails{w.sandbox})
	if _, err := broken.Settle(w.ctx, o.ID); err == nil {
		t.Fatal("the refused payment was voided")
	}
	_, err = broken.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.wantFault(err, fault.Unavailable)
	_, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	state, err := w.sandbox.State(w.ctx, first)
	w.must(err)
	if state.Status != payment.Voided {
		t.Errorf("the first payment is %s", state.Status)
	}
}

// voidFails is a provider that cannot be reached for voiding.
type voidFails struct{ payment.Provider }

func (*voidFails) Void(context.Context, string, string) (payment.State, error) {
	return payment.State{}, errors.New("no connection")
}
