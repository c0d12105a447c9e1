package booking_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// refundInterceptor is a provider whose first refund is done by first.
type refundInterceptor struct {
	payment.Provider
	once  sync.Once
	first func(refund func() (payment.State, error)) (payment.State, error)
}

func (p *refundInterceptor) Refund(ctx context.Context, session string, amount int64, key string) (
	state payment.State, err error,
) {
	refund := func() (payment.State, error) { return p.Provider.Refund(ctx, session, amount, key) }
	isFirst := false
	p.once.Do(func() { isFirst = true })
	if isFirst {
		return p.first(refund)
	}
	return refund()
}

// cancelWithFullRefund cancels a booking that costs 39500, in time.
func (w *world) cancelWithFullRefund(o booking.Order, line int) {
	w.t.Helper()
	_, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[line].ID, 39500)
	w.must(err)
}

// wantRefund fails unless the provider has refunded so much, and the order agrees.
func (w *world) wantRefund(o booking.Order, want int64) {
	w.t.Helper()
	o = w.settleOrder(o)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Refunded != want || o.Payment.Refunded != want || o.RefundDue() != 0 || o.Open {
		w.t.Errorf("%d of %d are refunded; the order says %d, %d due", state.Refunded, want, o.Payment.Refunded,
			o.RefundDue())
	}
}

func TestBookingCancelledDuringAnotherRefundIsRefundedOnce(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1),
		dunesChoice("2026-12-06", afternoon, 1))
	begun, other := make(chan struct{}), make(chan struct{})
	w.Service = w.serviceWith(&refundInterceptor{Provider: w.sandbox,
		first: func(refund func() (payment.State, error)) (
			payment.State, error,
		) {
			close(begun)
			<-other
			return refund()
		}})
	var wait sync.WaitGroup
	wait.Go(func() { w.cancelWithFullRefund(o, 0) })
	<-begun
	w.cancelWithFullRefund(o, 1)
	close(other)
	wait.Wait()
	w.wantRefund(o, 79000)
}

func TestUnansweredRefundIsRetriedBeforeTheNext(t *testing.T) {
	for name, lost := range map[string]func(func() (payment.State, error)){
		"the lost refund was made":     func(refund func() (payment.State, error)) { _, _ = refund() },
		"the lost refund was not made": func(func() (payment.State, error)) {},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paidOrder("cart", dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1),
				dunesChoice("2026-12-06", afternoon, 1))
			w.Service = w.serviceWith(&refundInterceptor{Provider: w.sandbox,
				first: func(refund func() (payment.State, error)) (
					payment.State, error,
				) {
					lost(refund)
					return payment.State{}, payment.ErrUnavailable
				}})
			w.cancelWithFullRefund(o, 0)
			w.cancelWithFullRefund(o, 1)
			w.wantRefund(o, 79000)
		})
	}
}

func TestBookingIsRefundedAfterTheRefundOfAnotherFailed(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 1))
	w.pay(o, unrefundable)
	o = w.settleOrder(o)
	w.cancelWithFullRefund(o, 0)
	w.advance(time.Minute) // the money of the refund comes back
	_, err := w.Reconcile(w.ctx, w.clock().Add(-time.Hour))
	w.must(err)
	_, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.ByTransfer, Amount: 39500, Actor: "amal"}, 39500)
	w.must(err)
	w.cancelWithFullRefund(o, 1)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Refunded != 39500 || state.RefundFailed != 39500 {
		t.Errorf("%d are refunded, and %d came back; want 39500 of each", state.Refunded, state.RefundFailed)
	}
}

// addFreeOption sells "free" beside the options of the tour.
func (w *world) addFreeOption() {
	p := dunes()
	free := p.Options[0]
	free.ID, free.Title = "free", "On foot"
	free.Units = []payload.Unit{{ID: "adult", Type: "ADULT", PricedBy: "PERSON", PaxCount: 1, Max: 4}}
	p.Options = append(p.Options, free)
	w.catalog.add(p)
}

func TestMoveToAFreeOptionRefundsThePrice(t *testing.T) {
	w := newWorld(t)
	w.addFreeOption()
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	moved, err := w.moveFirstBooking(o, booking.Move{Option: "free"}, -79000)
	w.must(err)
	w.wantRefund(moved, 79000)
	w.wantOrder(w.settleOrder(moved), booking.Success, booking.PaymentRefunded, booking.Confirmed)
}

func TestAmountReleasedBeforeTheCaptureIsNoRefund(t *testing.T) {
	w := newWorld(t)
	w.onRequest()
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	_, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 0) // not charged yet
	w.must(err)
	_, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, true)
	w.must(err)
	w.cancelWithFullRefund(o, 1)
	w.wantRefund(o, 39500)
	o = w.settleOrder(o)
	if first, second := o.RefundsFor(&o.Bookings[0]), o.RefundsFor(&o.Bookings[1]); first != 0 || second != 39500 {
		t.Errorf("%d and %d are refunded for the bookings", first, second)
	}
}

func TestBookingThatAPromoCodeCoversIsFreeToCancel(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	w.addPromoCode(func(c *booking.PromoCode) { c.Percent, c.Products = 100, []string{"dunes"} })
	balloon := dunesChoice(day, afternoon, 1)
	balloon.Product = "balloon"
	w.add("cart", dunesChoice(day, afternoon, 1))
	w.add("cart", balloon)
	_, err := w.ApplyPromo(w.ctx, wayfare, "cart", "desert")
	w.must(err)
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	if free := o.Bookings[0]; free.Amount != 0 || !o.FreeToCancel(&free) {
		t.Errorf("a booking of %d is not free to cancel", free.Amount)
	}
}

func TestCancellationAddsToEarlierRefunds(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	_, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 10000, 0)
	w.must(err)
	o, quote := w.cancelBooking(o, 0)
	o = w.settleOrder(o)
	b := &o.Bookings[0]
	if quote.Payout != 29500 || o.RefundOfCancellation(b) != 29500 || o.RefundsFor(b) != 39500 {
		t.Errorf("the quote was %d; of %d, %d are refunded for the cancellation", quote.Payout, o.RefundsFor(b),
			o.RefundOfCancellation(b))
	}
}
