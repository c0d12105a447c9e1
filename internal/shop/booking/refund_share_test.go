package booking_test

import (
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// wantRefunds fails unless the first two bookings of an order have these refunds, made or on their way.
func (w *world) wantRefunds(o booking.Order, first, second int64) {
	w.t.Helper()
	o = w.settleOrder(o)
	got := [2]int64{o.RefundsFor(&o.Bookings[0]), o.RefundsFor(&o.Bookings[1])}
	if got != [2]int64{first, second} {
		w.t.Errorf("the bookings have refunds of %v, want %d and %d", got, first, second)
	}
}

// refundInCash records that the shop has given back a part of what it owes.
func (w *world) refundInCash(o booking.Order, amount int64) {
	w.t.Helper()
	o = w.settleOrder(o)
	r := booking.Record{By: booking.InCash, Amount: amount, Actor: "amal"}
	_, err := w.RecordRefund(w.ctx, o.ID, r, o.RefundDue())
	w.must(err)
}

func TestRecordedRefundIsShownForOneBookingOnly(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	o = w.recordDeposit(o, 0, 79000)
	o, _ = w.cancelBooking(o, 1)
	o, _ = w.cancelBooking(o, 0)
	w.wantRefunds(o, 0, 0)
	w.refundInCash(o, 39500)
	w.wantRefunds(o, 39500, 0)
	w.refundInCash(o, 20000)
	w.wantRefunds(o, 39500, 20000)
	_, err := w.WriteOff(w.ctx, o.ID, booking.Record{Amount: 19500, Note: "a voucher"}, 19500)
	w.must(err)
	w.wantRefunds(o, 39500, 20000)
}

func TestRefundStaysWithTheBookingThatWasCancelledFirst(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	o = w.recordDeposit(o, 0, 79000)
	o, _ = w.cancelBooking(o, 1)
	w.refundInCash(o, 39500)
	o, _ = w.cancelBooking(o, 0)
	w.wantRefunds(o, 0, 39500)
	o = w.settleOrder(o)
	if first, second := o.RefundDueFor(&o.Bookings[0]), o.RefundDueFor(&o.Bookings[1]); first != 39500 || second != 0 {
		t.Errorf("%d and %d are owed for the bookings", first, second)
	}
}

func TestRefundThatFailedIsTakenFromTheBookingThatItWasFor(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 1))
	w.pay(o, unrefundable)
	o = w.settleOrder(o)
	w.cancelWithFullRefund(o, 1)
	w.wantRefunds(o, 0, 39500)
	w.advance(time.Minute) // the money of the refund comes back
	_, err := w.Reconcile(w.ctx, w.clock().Add(-time.Hour))
	w.must(err)
	w.wantRefunds(o, 0, 0)
	w.refundInCash(o, 39500)
	w.cancelWithFullRefund(o, 0) // a refund by the provider, which fails too
	w.wantRefunds(o, 39500, 39500)
	w.advance(time.Minute)
	_, err = w.Reconcile(w.ctx, w.clock().Add(-time.Hour))
	w.must(err)
	w.wantRefunds(o, 0, 39500)
}

func TestLowerPriceThatWasRefundedIsNoRefundOfACancellation(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 2), dunesChoice(day, "16:00", 1))
	o = w.recordDeposit(o, 0, 118500)
	o, err := w.moveFirstBooking(o, booking.Move{Units: dunesChoice(day, afternoon, 1).Units}, -39500)
	w.must(err)
	w.refundInCash(o, 39500)
	w.wantRefunds(o, 0, 0)
	o, _ = w.cancelBooking(o, 1)
	w.wantRefunds(o, 0, 0)
	w.refundInCash(o, 39500)
	w.wantRefunds(o, 0, 39500)
}
