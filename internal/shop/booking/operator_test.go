package booking_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// wantRefunded checks the refunds of the first booking and at the provider.
func (w *world) wantRefunded(o booking.Order, refunded int64) {
	w.t.Helper()
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if o.Bookings[0].Refunded != refunded || o.Payment.Refunded != refunded || state.Refunded != refunded {
		w.t.Fatalf("%d of the booking, %d of the order and %d at the provider were given back, want %d",
			o.Bookings[0].Refunded, o.Payment.Refunded, state.Refunded, refunded)
	}
}

func (w *world) cancelByOperator(o booking.Order, give *int64) (booking.Order, error) {
	w.t.Helper()
	quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], give)
	if err != nil {
		return o, err
	}
	return w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, give, quote)
}

func TestOperatorCancellationRefundsByThePolicy(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	o, err := w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled)
	w.wantRefunded(o, 39500)
	if w.vacancies(day, "16:00") != 4 || w.vacancies(day, afternoon) != 4 {
		t.Error("the seats are not free again")
	}
}

func TestOperatorChoosesARefundEvenAfterTheStart(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) + time.Hour)
	if quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil); err != nil ||
		quote != (booking.CancellationQuote{}) {
		t.Fatalf("the policy gives %+v, %v", quote, err)
	}
	for _, give := range []int64{-1, 79001} {
		_, err := w.cancelByOperator(o, &give)
		w.wantFault(err, fault.NotPossible)
	}
	all := int64(79000)
	o, err := w.cancelByOperator(o, &all)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.wantRefunded(o, 79000)
	_, err = w.cancelByOperator(o, &all)
	w.wantFault(err, fault.NotPossible)
}

func TestOperatorCancellationRejectsAnOutdatedQuote(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	shown, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
	w.must(err)
	w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	_, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, shown)
	w.wantFault(err, fault.PriceChanged)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestCancellationReleasesAnAuthorisedAmountInFullOnly(t *testing.T) {
	w := newWorld(t)
	onRequest := dunes()
	onRequest.Supplier.Confirmation = "on_request"
	w.catalog.add(onRequest)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.wantOrder(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)
	half := int64(19750)
	_, err := w.cancelByOperator(o, &half)
	w.wantFault(err, fault.NotPossible)
	o, err = w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentVoided, booking.Cancelled)
}

func TestRefundNeverExceedsThePaymentOfTheBooking(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	refund := func(amount, known int64) (err error) {
		refunded, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, amount, known)
		if err == nil {
			o = refunded
		}
		return err
	}
	w.wantFault(refund(39501, 0), fault.NotPossible)
	w.wantFault(refund(0, 0), fault.NotPossible)
	w.wantFault(refund(-1, 0), fault.NotPossible)
	w.must(refund(10000, 0))
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
	w.wantRefunded(o, 10000)
	w.wantFault(refund(10000, 0), fault.PriceChanged) // a second request
	w.wantFault(refund(29501, 10000), fault.NotPossible)
	w.must(refund(29500, 10000))
	w.wantRefunded(o, 39500)
	if o.Refundable(&o.Bookings[0]) != 0 || o.Refundable(&o.Bookings[1]) != 39500 {
		t.Errorf("%d and %d can still be given back", o.Refundable(&o.Bookings[0]), o.Refundable(&o.Bookings[1]))
	}
}

func TestAmountKeptByACancellationCanBeRefundedLater(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	none := int64(0)
	o, err := w.cancelByOperator(o, &none)
	w.must(err)
	w.wantRefunded(o, 0)
	o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 39500, 0)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.wantRefunded(o, 39500)
}

func TestCancellationAfterARefundRefundsUpToThePolicy(t *testing.T) {
	for name, test := range map[string]struct {
		before, refund int64
	}{
		"refunded less than the policy":  {10000, 29500},
		"refunded as much as the policy": {39500, 0},
		"not refunded before":            {0, 39500},
		"refunded more than the policy":  {60000, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
			var err error
			if test.before > 0 {
				o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, test.before, 0)
				w.must(err)
			}
			w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour) // half of 79000
			quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
			w.must(err)
			if quote != (booking.CancellationQuote{Percent: 50, Refund: test.refund, Payout: test.refund}) {
				t.Fatalf("the visitor is shown %+v", quote)
			}
			o, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.must(err)
			w.wantRefunded(o, test.before+test.refund)
		})
	}
}

func TestOperatorRefundsAddUpToThePaymentOfTheBooking(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	o, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 30000, 0)
	w.must(err)
	tooMuch, rest, none := int64(9501), int64(9500), int64(0)
	_, err = w.cancelByOperator(o, &tooMuch)
	w.wantFault(err, fault.NotPossible)
	if quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], &rest); err != nil ||
		quote != (booking.CancellationQuote{Percent: 100, Refund: 9500, Payout: 9500}) {
		t.Fatalf("the rest is %+v, %v", quote, err)
	}
	o, err = w.cancelByOperator(o, &none)
	w.must(err)
	w.wantRefunded(o, 30000)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 20000, 30000)
	w.wantFault(err, fault.NotPossible)
	o, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 9500, 30000)
	w.must(err)
	w.wantRefunded(o, 39500)
}

func TestRefundOfOneBookingLeavesThatOfAnother(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1), dunesChoice("2026-12-20", afternoon, 1))
	o, err := w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 39500, 0)
	w.must(err)
	w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	for i, want := range []int64{39500, 79000} {
		quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[i], nil)
		w.must(err)
		o, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[i].ID, nil, quote)
		w.must(err)
		if o.Payment.Refunded != want {
			t.Errorf("%d of the order was given back, want %d", o.Payment.Refunded, want)
		}
	}
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled, booking.Cancelled)
}

func TestRefundDueOfABookingIsIndependentOfOthers(t *testing.T) {
	o := booking.Order{Payment: booking.Payment{Captured: 200, Refunded: 100}, Bookings: []booking.Booking{
		{Status: booking.Cancelled, Amount: 100, Refunded: 150},
		{Status: booking.Confirmed, Amount: 100},
	}}
	if due := o.RefundDue(); due != 0 {
		t.Errorf("%d of what the other booking costs would be given back", due)
	}
}

func TestSecondOperatorCannotRefundTwice(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	give := int64(10000)
	shown, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], &give)
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, give, 0)
	w.must(err)
	_, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, &give, shown)
	w.wantFault(err, fault.PriceChanged)
}

func TestUnpaidBookingCannotBeRefunded(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 1, 0)
	w.wantFault(err, fault.NotPossible)
}

func TestDecisionFailsIfTheBookingHasChanged(t *testing.T) {
	w := newWorld(t)
	seen := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 2))
	id := seen.Bookings[0].ID
	decides := func(seen booking.Order, accept bool) (booking.Order, error) {
		t.Helper()
		return w.DecideAsShown(w.ctx, &seen, id, accept)
	}
	paid := w.recordDeposit(seen, 0, 20000)
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

func TestSecondConfirmationOfAnAcceptedRequestFails(t *testing.T) {
	w := newWorld(t)
	onRequest := dunes()
	onRequest.Supplier.Confirmation = "on_request"
	w.catalog.add(onRequest)
	seen := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 2))
	id := seen.Bookings[0].ID
	o, err := w.DecideAsShown(w.ctx, &seen, id, true)
	w.must(err)
	if _, err := w.DecideAsShown(w.ctx, &seen, id, true); !errors.Is(err, booking.ErrNotAsShown) {
		t.Errorf("another operator's confirmation fails with %v", err)
	}
	if o = w.settleOrder(o); o.Bookings[0].Status != booking.Pending {
		t.Errorf("it is %s", o.Bookings[0].Status)
	}
}

func TestTicketIsRedeemedOnce(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	w.advance(time.Hour)
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
		w.wantFault(err, fault.NotPossible)
		if want := "The ticket was already redeemed, at 2026-11-20T09:00:00Z."; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Redeemed)
	if !o.Bookings[0].RedeemedAt.Equal(w.clock()) || w.vacancies(day, afternoon) != 2 {
		t.Errorf("redeemed at %s, %d seats left", o.Bookings[0].RedeemedAt, w.vacancies(day, afternoon))
	}
	_, err := w.cancelByOperator(o, nil)
	w.wantFault(err, fault.NotPossible)
}

func TestOnlyConfirmedBookingsCanBeRedeemed(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	_, err := w.Redeem(w.ctx, o.ID, o.Bookings[0].ID)
	w.wantFault(err, fault.NotPossible)
	_, err = w.Redeem(w.ctx, o.ID, "none")
	w.wantFault(err, fault.NotFound)
	w.wantOrder(w.settleOrder(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
}
