package booking_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

func TestDeclinedPaymentCanBeRetriedWhileTheSeatsAreHeld(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 4))
	w.pay(o, declinedCard)
	w.wantOrder(w.settleOrder(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentFailed, booking.OnHold)
	if !w.CanPay(&o) || w.vacancies(day, afternoon) != 0 {
		t.Fatalf("retryable %v, %d left", w.CanPay(&o), w.vacancies(day, afternoon))
	}
	again, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	if again.Payment.SessionID == o.Payment.SessionID || again.Payment.URL == "" {
		t.Fatalf("the same page again: %+v", again.Payment)
	}
	w.pay(again, goodCard)
	w.wantOrder(w.settleOrder(again), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestLatePaymentIsConfirmedOnlyIfItsSeatsAreFree(t *testing.T) {
	for name, c := range map[string]struct {
		capacity  int // of the build by then; 0: it has no such option
		taken     int // seats that another order has by then
		confirmed bool
	}{
		"seats free":                  {4, 2, true},
		"seats sold":                  {4, 3, false},
		"seats free, lower capacity":  {3, 1, true},
		"seats sold, lower capacity":  {2, 2, false},
		"seats free, higher capacity": {6, 4, true},
		"option removed":              {0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			late := &lateProvider{Provider: w.sandbox}
			s := w.serviceWith(late)
			w.Service = s
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			late.hide = true // the provider reports the payment later
			w.pay(o, goodCard)
			w.advance(time.Hour)
			if _, err := w.Settle(w.ctx, o.ID); err == nil {
				t.Fatal("a page that was paid is voided as if it was open")
			}
			p := dunes()
			p.Options[0].Capacity = c.capacity
			if c.capacity == 0 {
				p.Options[0].ID = "another"
			}
			w.catalog.add(p)
			if c.taken > 0 {
				w.order("other", booking.Card, dunesChoice(day, afternoon, c.taken))
			}
			late.hide = false
			o = w.settleOrder(o)
			if !c.confirmed {
				w.wantOrder(o, booking.Failed, booking.PaymentVoided, booking.Expired)
				return
			}
			w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
		})
	}
}

// lateProvider reports payments with a delay.
type lateProvider struct {
	payment.Provider
	hide bool
}

func (p *lateProvider) State(ctx context.Context, session string) (payment.State, error) {
	state, err := p.Provider.State(ctx, session)
	if p.hide {
		state = payment.State{Session: session, Status: payment.Open}
	}
	return state, err
}

func (p *lateProvider) Void(ctx context.Context, session, key string) (payment.State, error) {
	if p.hide {
		return payment.State{}, payment.ErrRefused
	}
	return p.Provider.Void(ctx, session, key)
}

func onRequest() *booking.Product {
	p := dunes()
	p.Slug = "balloon"
	p.Supplier.Confirmation = "on_request"
	return p
}

func (w *world) mixedOrder(cart string) booking.Order {
	w.t.Helper()
	w.catalog.add(onRequest())
	balloon := dunesChoice(day, afternoon, 1)
	balloon.Product = "balloon"
	o := w.order(cart, booking.Card, dunesChoice(day, afternoon, 1), balloon)
	w.pay(o, goodCard)
	return w.settleOrder(o)
}

func TestBookingsOnRequestAreAuthorisedNotCaptured(t *testing.T) {
	w := newWorld(t)
	o := w.mixedOrder("cart")
	w.wantOrder(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending, booking.Pending)
	if o.Payment.Captured != 0 || o.Payment.Authorised != 79000 {
		t.Fatalf("%+v", o.Payment)
	}
	if by, lapse := w.ConfirmationDeadline(&o), o.Payment.LapsesAt; by.IsZero() || by.After(lapse) && !lapse.IsZero() ||
		by.After(o.Bookings[0].StartsAt) {
		t.Fatalf("to be confirmed by %v; the amount lapses at %v", by, lapse)
	}
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, true)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
	if by := w.ConfirmationDeadline(&o); !by.IsZero() {
		t.Errorf("a confirmed order is to be confirmed by %v", by)
	}
	_, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.wantFault(err, fault.NotPossible)
}

func TestOnlyConfirmedBookingsAreCaptured(t *testing.T) {
	w := newWorld(t)
	o := w.mixedOrder("cart")
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.must(err)
	w.wantOrder(o, booking.Partial, booking.PaymentCaptured, booking.Confirmed, booking.Rejected)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Captured != 39500 || o.Payment.Captured != 39500 {
		t.Errorf("captured %d, the order says %d", state.Captured, o.Payment.Captured)
	}
	back, err := w.Retry(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
	w.must(err)
	if len(back.Items) != 1 || back.Items[0].Choice.Product != "balloon" {
		t.Errorf("back in the cart: %+v", back.Items)
	}
	if again, _ := w.Retry(w.ctx, wayfare, visitorWithCart("cart"), o.ID); len(again.Items) != 1 {
		t.Errorf("a second time: %d", len(again.Items))
	}
}

func TestUndecidedBookingsExpireBeforeTheAuthorisationLapses(t *testing.T) {
	w := newWorld(t)
	o := w.mixedOrder("cart")
	w.advance(6*24*time.Hour + time.Minute)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Partial, booking.PaymentCaptured, booking.Confirmed, booking.Expired)
	if o.Payment.Captured != 39500 {
		t.Errorf("captured %d", o.Payment.Captured)
	}
}

func TestFailedCaptureRejectsTheBooking(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	w.pay(o, uncapturableCard)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentVoided, booking.Rejected)
	if w.vacancies(day, afternoon) != 4 {
		t.Errorf("%d are left", w.vacancies(day, afternoon))
	}
}

func TestSlowPaymentIsInProgressUntilItsOutcome(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	w.pay(o, slowCard)
	w.wantOrder(w.settleOrder(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.advance(9 * time.Second)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestOrderSettlesAfterAnOutageOfTheProvider(t *testing.T) {
	w := newWorld(t)
	dead := &unavailableProvider{Provider: w.sandbox, dead: true}
	w.Service = w.serviceWith(dead)
	w.add("cart", dunesChoice(day, afternoon, 2))
	o, err := w.checkoutWith("0123456789", "cart", booking.Card)
	w.must(err)
	w.wantOrder(o, booking.InProgress, booking.PaymentNone, booking.OnHold)
	if o.Payment.URL != "" {
		t.Fatal("there is a page")
	}
	_, err = w.checkoutWith("0123456789", "cart", booking.Card)
	w.wantFault(err, fault.InFlight)
	dead.dead = false
	o, err = w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
	w.must(err)
	if o.Payment.URL == "" {
		t.Fatal("there is no page yet")
	}
	w.pay(o, goodCard)
	dead.dead = true
	if seen, err := w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID); err != nil ||
		seen.Result() != booking.InProgress {
		t.Fatalf("%v %v", seen.Result(), err)
	}
	dead.dead = false
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

type unavailableProvider struct {
	payment.Provider
	dead bool
}

var errUnavailableProvider = errors.New("no answer")

func (p *unavailableProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	if p.dead {
		return payment.Session{}, errUnavailableProvider
	}
	return p.Provider.Start(ctx, r)
}

func (p *unavailableProvider) State(ctx context.Context, session string) (payment.State, error) {
	if p.dead {
		return payment.State{}, errUnavailableProvider
	}
	return p.Provider.State(ctx, session)
}

func TestPaymentAfterTheStartIsVoided(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].Schedule.LeadMinutes = 15
	w.catalog.add(p)
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
	w.advance(start.Add(-16 * time.Minute).Sub(w.now))
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	w.advance(20 * time.Minute)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentVoided, booking.Expired)
	w.wantCaptured(o, 39500, 0)
}

func TestCancelledBookingCostsNothingIfItsAmountCannotBeCharged(t *testing.T) {
	for name, end := range map[string]func(w *world, o booking.Order) error{
		"the capture is refused after the supplier accepts": func(w *world, o booking.Order) error {
			_, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, true)
			return err
		},
		"the capture is refused after the supplier declines": func(w *world, o booking.Order) error {
			_, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
			return err
		},
		"the reserved amount is released elsewhere": func(w *world, o booking.Order) error {
			_, err := w.sandbox.Void(w.ctx, o.Payment.SessionID, "in the dashboard")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.catalog.add(onRequest())
			w.advance(time.Date(2026, 12, 4, 16, 0, 0, 0, time.UTC).Sub(w.now)) // half is kept of a cancelled booking
			balloon := dunesChoice(day, afternoon, 1)
			balloon.Product = "balloon"
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), balloon)
			w.pay(o, uncapturableCard)
			o, _ = w.cancelBooking(w.settleOrder(o), 0)
			if kept := o.Bookings[0].Amount - o.Bookings[0].Refunded; kept != 19750 {
				t.Fatalf("%d are kept", kept)
			}
			w.must(end(w, o))
			o = w.settleOrder(o)
			if o.Payment.Status != booking.PaymentVoided || o.Open || o.Uncharged() != o.Total {
				t.Errorf("the payment is %s, %d of %d are not charged", o.Payment.Status, o.Uncharged(), o.Total)
			}
			if first := o.Bookings[0]; first.Amount != first.Refunded || o.RefundsFor(&first) != 0 {
				t.Errorf("%d of %d are off, %d are refunded", first.Refunded, first.Amount, o.RefundsFor(&first))
			}
		})
	}
}

// capturedMeanwhile is a provider at which each payment is captured just before it would be voided.
type capturedMeanwhile struct{ *sandbox.Provider }

func (p capturedMeanwhile) Void(ctx context.Context, session, key string) (payment.State, error) {
	before, err := p.State(ctx, session)
	if err == nil && before.Status == payment.Authorised {
		_, err = p.Capture(ctx, session, before.Authorised, "capture")
	}
	if err != nil {
		return payment.State{}, err
	}
	return p.Provider.Void(ctx, session, key)
}

func TestAPaymentThatWasCapturedMeanwhileIsRefundedInsteadOfVoided(t *testing.T) {
	w := newWorld(t)
	w.Service = w.serviceWith(capturedMeanwhile{w.sandbox})
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 4))
	_, err := w.checkout("cart", booking.Card) // takes the seats
	w.must(err)
	w.pay(o, goodCard)
	w.settleOrder(o)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Captured == 0 || state.Refunded != state.Captured {
		t.Errorf("%d are captured, %d refunded", state.Captured, state.Refunded)
	}
}
