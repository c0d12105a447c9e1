package booking_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// bought returns an order that is confirmed and paid.
func (w *world) bought(cart string, choices ...booking.Choice) booking.Order {
	w.t.Helper()
	o := w.order(cart, booking.Card, choices...)
	w.pay(o, good)
	return w.settled(o)
}

// given checks the refunds of the first booking and at the provider.
func (w *world) given(o booking.Order, refunded int64) {
	w.t.Helper()
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if o.Bookings[0].Refunded != refunded || o.Payment.Refunded != refunded || state.Refunded != refunded {
		w.t.Fatalf("%d of the booking, %d of the order and %d at the provider were given back, want %d",
			o.Bookings[0].Refunded, o.Payment.Refunded, state.Refunded, refunded)
	}
}

func (w *world) cancelFor(o booking.Order, give *int64) (booking.Order, error) {
	w.t.Helper()
	quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], give)
	if err != nil {
		return o, err
	}
	return w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, give, quote)
}

func TestAnOperatorsCancellationRefundsByThePolicy(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 2))
	w.pass(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	o, err := w.cancelFor(o, nil)
	w.must(err)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Cancelled)
	w.given(o, 39500)
	if w.vacancies(day, "16:00") != 4 || w.vacancies(day, three) != 4 {
		t.Error("the seats are not free again")
	}
}

func TestAnOperatorChoosesARefundEvenAfterTheStart(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 2))
	w.pass(o.Bookings[0].StartsAt.Sub(w.clock()) + time.Hour)
	if quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil); err != nil ||
		quote != (booking.CancellationQuote{}) {
		t.Fatalf("the policy gives %+v, %v", quote, err)
	}
	for _, give := range []int64{-1, 79001} {
		_, err := w.cancelFor(o, &give)
		w.fails(err, fault.NotPossible)
	}
	all := int64(79000)
	o, err := w.cancelFor(o, &all)
	w.must(err)
	w.is(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.given(o, 79000)
	_, err = w.cancelFor(o, &all)
	w.fails(err, fault.NotPossible)
}

func TestACancellationIsNotMadeForAnotherRefundThanWasShown(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1))
	shown, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
	w.must(err)
	w.pass(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	_, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, shown)
	w.fails(err, fault.PriceChanged)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAReservedAmountIsReleasedWhole(t *testing.T) {
	w := newWorld(t)
	onRequest := dunes()
	onRequest.Supplier.Confirmation = "on_request"
	w.catalog.add(onRequest)
	o := w.bought("cart", on(day, three, 1))
	w.is(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)
	half := int64(19750)
	_, err := w.cancelFor(o, &half)
	w.fails(err, fault.NotPossible)
	o, err = w.cancelFor(o, nil)
	w.must(err)
	w.is(w.settled(o), booking.Success, booking.PaymentVoided, booking.Cancelled)
}

func TestARefundNeverExceedsTheBookingsPayment(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1), on(day, "16:00", 1))
	refund := func(amount, known int64) (err error) {
		refunded, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, amount, known)
		if err == nil {
			o = refunded
		}
		return err
	}
	w.fails(refund(39501, 0), fault.NotPossible)
	w.fails(refund(0, 0), fault.NotPossible)
	w.fails(refund(-1, 0), fault.NotPossible)
	w.must(refund(10000, 0))
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
	w.given(o, 10000)
	w.fails(refund(10000, 0), fault.PriceChanged) // a second request
	w.fails(refund(29501, 10000), fault.NotPossible)
	w.must(refund(29500, 10000))
	w.given(o, 39500)
	if o.Refundable(&o.Bookings[0]) != 0 || o.Refundable(&o.Bookings[1]) != 39500 {
		t.Errorf("%d and %d can still be given back", o.Refundable(&o.Bookings[0]), o.Refundable(&o.Bookings[1]))
	}
}

func TestWhatACancellationKeptCanBeRefundedLater(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1))
	none := int64(0)
	o, err := w.cancelFor(o, &none)
	w.must(err)
	w.given(o, 0)
	o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 39500, 0)
	w.must(err)
	w.is(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.given(o, 39500)
}

func TestACancellationAfterARefundRefundsNoMoreThanThePolicy(t *testing.T) {
	for name, test := range map[string]struct {
		before, refund int64
	}{
		"part of it":        {10000, 29500},
		"all of it":         {39500, 0},
		"nothing, as usual": {0, 39500},
		"more than it":      {60000, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.bought("cart", on(day, three, 2))
			var err error
			if test.before > 0 {
				o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, test.before, 0)
				w.must(err)
			}
			w.pass(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour) // half of 79000
			quote, _, err := w.QuoteCancellation(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID)
			w.must(err)
			if quote != (booking.CancellationQuote{Percent: 50, Refund: test.refund, Payout: test.refund}) {
				t.Fatalf("the visitor is shown %+v", quote)
			}
			o, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.must(err)
			w.given(o, test.before+test.refund)
		})
	}
}

func TestACancellationsRefundIsOnTopOfEarlierOnes(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1))
	o, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 30000, 0)
	w.must(err)
	tooMuch, rest, none := int64(9501), int64(9500), int64(0)
	_, err = w.cancelFor(o, &tooMuch)
	w.fails(err, fault.NotPossible)
	if quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], &rest); err != nil ||
		quote != (booking.CancellationQuote{Percent: 100, Refund: 9500, Payout: 9500}) {
		t.Fatalf("the rest is %+v, %v", quote, err)
	}
	o, err = w.cancelFor(o, &none)
	w.must(err)
	w.given(o, 30000)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 20000, 30000)
	w.fails(err, fault.NotPossible)
	o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 9500, 30000)
	w.must(err)
	w.given(o, 39500)
}

func TestTheRefundOfOneBookingIsNotTakenFromAnother(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1), on("2026-12-20", three, 1))
	o, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 39500, 0)
	w.must(err)
	w.pass(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	for i, want := range []int64{39500, 79000} {
		quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[i], nil)
		w.must(err)
		o, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[i].ID, nil, quote)
		w.must(err)
		if o.Payment.Refunded != want {
			t.Errorf("%d of the order was given back, want %d", o.Payment.Refunded, want)
		}
	}
	w.is(o, booking.Success, booking.PaymentRefunded, booking.Cancelled, booking.Cancelled)
}

func TestTheDebtOfOneBookingDoesNotDependOnAnother(t *testing.T) {
	o := booking.Order{Payment: booking.Payment{Captured: 200, Refunded: 100}, Bookings: []booking.Booking{
		{Status: booking.Cancelled, Amount: 100, Refunded: 150},
		{Status: booking.Confirmed, Amount: 100},
	}}
	if due := o.RefundDue(); due != 0 {
		t.Errorf("%d of what the other booking costs would be given back", due)
	}
}

func TestTwoOperatorsDoNotRefundTwice(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 1))
	give := int64(10000)
	shown, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], &give)
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, give, 0)
	w.must(err)
	_, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, &give, shown)
	w.fails(err, fault.PriceChanged)
}

func TestAnUnpaidBookingCannotBeRefunded(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, on(day, three, 1))
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 1, 0)
	w.fails(err, fault.NotPossible)
}

func TestAnOperatorsDecisionIsAboutWhatWasShown(t *testing.T) {
	w := newWorld(t)
	seen := w.order("cart", booking.PayLater, on(day, three, 2))
	id := seen.Bookings[0].ID
	decides := func(seen booking.Order, accept bool) (booking.Order, error) {
		t.Helper()
		return w.DecideAsShown(w.ctx, &seen, id, accept)
	}
	paid := w.deposit(seen, 0, 20000)
	for _, accept := range []bool{true, false} {
		if _, err := decides(seen, accept); !errors.Is(err, booking.ErrNotAsShown) {
			t.Errorf("after a payment it fails with %v", err)
		}
	}
	moved, err := w.MoveByOperator(w.ctx, seen.ID, id, booking.Move{Date: "2026-12-06"}, booking.MoveRules{}, 0)
	w.must(err)
	if _, err := decides(paid, true); !errors.Is(err, booking.ErrNotAsShown) {
		t.Errorf("after a move it fails with %v", err)
	}
	o, err := decides(moved, true)
	w.must(err)
	if o.Bookings[0].Status != booking.Confirmed {
		t.Errorf("it is %s", o.Bookings[0].Status)
	}
}

func TestConfirmingTwiceDoesNotArrangeThePayment(t *testing.T) {
	w := newWorld(t)
	onRequest := dunes()
	onRequest.Supplier.Confirmation = "on_request"
	w.catalog.add(onRequest)
	seen := w.order("cart", booking.PayLater, on(day, three, 2))
	id := seen.Bookings[0].ID
	o, err := w.DecideAsShown(w.ctx, &seen, id, true)
	w.must(err)
	if _, err := w.DecideAsShown(w.ctx, &seen, id, true); !errors.Is(err, booking.ErrNotAsShown) {
		t.Errorf("another operator's confirmation fails with %v", err)
	}
	if o = w.settled(o); o.Bookings[0].Status != booking.Pending {
		t.Errorf("it is %s", o.Bookings[0].Status)
	}
}

func TestATicketAdmitsItsTravellersOnce(t *testing.T) {
	w := newWorld(t)
	o := w.bought("cart", on(day, three, 2))
	w.pass(time.Hour)
	const gates = 8
	var (
		mu   sync.Mutex
		let  int
		errs []error
		all  sync.WaitGroup
	)
	for range gates {
		all.Go(func() {
			_, err := w.Redeem(w.ctx, o.ID, o.Bookings[0].ID)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				let++
			} else {
				errs = append(errs, err)
			}
		})
	}
	all.Wait()
	if let != 1 {
		t.Fatalf("%d gates let them in: %v", let, errors.Join(errs...))
	}
	for _, err := range errs {
		w.fails(err, fault.NotPossible)
		if want := "The ticket was already redeemed, at 2026-11-20T09:00:00Z."; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	o = w.settled(o)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Redeemed)
	if !o.Bookings[0].RedeemedAt.Equal(w.clock()) || w.vacancies(day, three) != 2 {
		t.Errorf("redeemed at %s, %d seats left", o.Bookings[0].RedeemedAt, w.vacancies(day, three))
	}
	_, err := w.cancelFor(o, nil)
	w.fails(err, fault.NotPossible)
}

func TestOnlyConfirmedBookingsAreAdmitted(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 1))
	_, err := w.Redeem(w.ctx, o.ID, o.Bookings[0].ID)
	w.fails(err, fault.NotPossible)
	_, err = w.Redeem(w.ctx, o.ID, "none")
	w.fails(err, fault.NotFound)
	w.is(w.settled(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
}
