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

// refunding is a provider whose first refund is done by first.
type refunding struct {
	payment.Provider
	once  sync.Once
	first func(refund func() (payment.State, error)) (payment.State, error)
}

func (p *refunding) Refund(ctx context.Context, session string, amount int64, key string) (
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

// cancelsInTime cancels a booking that costs 39500, in time.
func (w *world) cancelsInTime(o booking.Order, line int) {
	w.t.Helper()
	_, err := w.Cancel(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[line].ID, 39500)
	w.must(err)
}

// refunds fails unless the provider has refunded so much, and the order agrees.
func (w *world) refunds(o booking.Order, want int64) {
	w.t.Helper()
	o = w.settled(o)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Refunded != want || o.Payment.Refunded != want || o.RefundDue() != 0 || o.Open {
		w.t.Errorf("%d of %d are refunded; the order says %d, %d due", state.Refunded, want, o.Payment.Refunded,
			o.RefundDue())
	}
}

func TestABookingThatIsCancelledDuringARefundIsRefundedOnce(t *testing.T) {
	w := newWorld(t)
	o := w.paid("cart", on(day, three, 1), on(day, "16:00", 1), on("2026-12-06", three, 1))
	begun, other := make(chan struct{}), make(chan struct{})
	w.Service = w.with(&refunding{Provider: w.sandbox, first: func(refund func() (payment.State, error)) (
		payment.State, error,
	) {
		close(begun)
		<-other
		return refund()
	}})
	var wait sync.WaitGroup
	wait.Go(func() { w.cancelsInTime(o, 0) })
	<-begun
	w.cancelsInTime(o, 1)
	close(other)
	wait.Wait()
	w.refunds(o, 79000)
}

func TestARefundWithoutAnAnswerIsRepeatedBeforeAnother(t *testing.T) {
	for name, lost := range map[string]func(func() (payment.State, error)){
		"it was made":     func(refund func() (payment.State, error)) { _, _ = refund() },
		"it was not made": func(func() (payment.State, error)) {},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paid("cart", on(day, three, 1), on(day, "16:00", 1), on("2026-12-06", three, 1))
			w.Service = w.with(&refunding{Provider: w.sandbox, first: func(refund func() (payment.State, error)) (
				payment.State, error,
			) {
				lost(refund)
				return payment.State{}, payment.ErrUnavailable
			}})
			w.cancelsInTime(o, 0)
			w.cancelsInTime(o, 1)
			w.refunds(o, 79000)
		})
	}
}

func TestABookingIsRefundedAfterTheRefundOfAnotherFailed(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 1), on("2026-12-06", three, 1))
	w.pay(o, unrefundable)
	o = w.settled(o)
	w.cancelsInTime(o, 0)
	w.pass(time.Minute) // the money of the refund comes back
	_, err := w.Reconcile(w.ctx, w.clock().Add(-time.Hour))
	w.must(err)
	_, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.ByTransfer, Amount: 39500, Actor: "amal"})
	w.must(err)
	w.cancelsInTime(o, 1)
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

func TestAMoveToAFreeOptionRefundsThePrice(t *testing.T) {
	w := newWorld(t)
	w.addFreeOption()
	o := w.paid("cart", on(day, three, 2))
	moved, err := w.rebook(o, booking.Move{Option: "free"}, -79000)
	w.must(err)
	w.refunds(moved, 79000)
	w.is(w.settled(moved), booking.Success, booking.PaymentRefunded, booking.Confirmed)
}
