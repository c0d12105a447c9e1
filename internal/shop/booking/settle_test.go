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

func TestADeclinedPaymentCanBeTriedAgainWhileTheSeatsAreHeld(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 4))
	w.pay(o, declined)
	w.is(w.settled(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
	o = w.settled(o)
	w.is(o, booking.Failed, booking.PaymentFailed, booking.OnHold)
	if !w.CanPay(&o) || w.vacancies(day, three) != 0 {
		t.Fatalf("retryable %v, %d left", w.CanPay(&o), w.vacancies(day, three))
	}
	again, err := w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	if again.Payment.SessionID == o.Payment.SessionID || again.Payment.URL == "" {
		t.Fatalf("the same page again: %+v", again.Payment)
	}
	w.pay(again, good)
	w.is(w.settled(again), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAPaymentThatComesTooLateIsConfirmedOnlyIfItsSeatsAreStillFree(t *testing.T) {
	for name, c := range map[string]struct {
		capacity  int // of the build by then; 0: it has no such option
		taken     int // seats that another order has by then
		confirmed bool
	}{
		"free":                      {4, 2, true},
		"sold":                      {4, 3, false},
		"free in a smaller build":   {3, 1, true},
		"sold in a smaller build":   {2, 2, false},
		"free in a larger build":    {6, 4, true},
		"of an option that is gone": {0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			late := &lateProvider{Provider: w.sandbox}
			s := w.with(late)
			w.Service = s
			o := w.order("cart", booking.Card, on(day, three, 2))
			late.hide = true // the provider reports the payment later
			w.pay(o, good)
			w.pass(time.Hour)
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
				w.order("other", booking.Card, on(day, three, c.taken))
			}
			late.hide = false
			o = w.settled(o)
			if !c.confirmed {
				w.is(o, booking.Failed, booking.PaymentVoided, booking.Expired)
				return
			}
			w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
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

func (w *world) mixed(cart string) booking.Order {
	w.t.Helper()
	w.catalog.add(onRequest())
	balloon := on(day, three, 1)
	balloon.Product = "balloon"
	o := w.order(cart, booking.Card, on(day, three, 1), balloon)
	w.pay(o, good)
	return w.settled(o)
}

func TestBookingsOnRequestAreOnlyReservedOnTheCard(t *testing.T) {
	w := newWorld(t)
	o := w.mixed("cart")
	w.is(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending, booking.Pending)
	if o.Payment.Captured != 0 || o.Payment.Authorised != 79000 {
		t.Fatalf("%+v", o.Payment)
	}
	if by, lapse := w.ConfirmationDeadline(&o), o.Payment.LapsesAt; by.IsZero() || by.After(lapse) && !lapse.IsZero() ||
		by.After(o.Bookings[0].StartsAt) {
		t.Fatalf("to be confirmed by %v; the amount lapses at %v", by, lapse)
	}
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, true)
	w.must(err)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
	if by := w.ConfirmationDeadline(&o); !by.IsZero() {
		t.Errorf("a confirmed order is to be confirmed by %v", by)
	}
	_, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.fails(err, fault.NotPossible)
}

func TestOnlyConfirmedBookingsAreCaptured(t *testing.T) {
	w := newWorld(t)
	o := w.mixed("cart")
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.must(err)
	w.is(o, booking.Partial, booking.PaymentCaptured, booking.Confirmed, booking.Rejected)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Captured != 39500 || o.Payment.Captured != 39500 {
		t.Errorf("captured %d, the order says %d", state.Captured, o.Payment.Captured)
	}
	back, err := w.Retry(w.ctx, wayfare, by("cart"), o.ID)
	w.must(err)
	if len(back.Items) != 1 || back.Items[0].Choice.Product != "balloon" {
		t.Errorf("back in the cart: %+v", back.Items)
	}
	if again, _ := w.Retry(w.ctx, wayfare, by("cart"), o.ID); len(again.Items) != 1 {
		t.Errorf("a second time: %d", len(again.Items))
	}
}

func TestUndecidedBookingsAreReleasedBeforeTheAuthorisationLapses(t *testing.T) {
	w := newWorld(t)
	o := w.mixed("cart")
	w.pass(6*24*time.Hour + time.Minute)
	o = w.settled(o)
	w.is(o, booking.Partial, booking.PaymentCaptured, booking.Confirmed, booking.Expired)
	if o.Payment.Captured != 39500 {
		t.Errorf("captured %d", o.Payment.Captured)
	}
}

func TestAFailedCaptureConfirmsNothing(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 2))
	w.pay(o, uncaptured)
	o = w.settled(o)
	w.is(o, booking.Failed, booking.PaymentVoided, booking.Rejected)
	if w.vacancies(day, three) != 4 {
		t.Errorf("%d are left", w.vacancies(day, three))
	}
}

func TestASlowPaymentIsInProgressUntilItsOutcome(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 2))
	w.pay(o, slow)
	w.is(w.settled(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.pass(9 * time.Second)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAProviderThatDoesNotAnswerLeavesTheOrderToBeSettledLater(t *testing.T) {
	w := newWorld(t)
	dead := &deadProvider{Provider: w.sandbox, dead: true}
	w.Service = w.with(dead)
	w.add("cart", on(day, three, 2))
	o, err := w.checkoutWith("0123456789", "cart", booking.Card)
	w.must(err)
	w.is(o, booking.InProgress, booking.PaymentNone, booking.OnHold)
	if o.Payment.URL != "" {
		t.Fatal("there is a page")
	}
	_, err = w.checkoutWith("0123456789", "cart", booking.Card)
	w.fails(err, fault.InFlight)
	dead.dead = false
	o, err = w.Order(w.ctx, wayfare, by("cart"), o.ID)
	w.must(err)
	if o.Payment.URL == "" {
		t.Fatal("there is no page yet")
	}
	w.pay(o, good)
	dead.dead = true
	if seen, err := w.Order(w.ctx, wayfare, by("cart"), o.ID); err != nil || seen.Result() != booking.InProgress {
		t.Fatalf("%v %v", seen.Result(), err)
	}
	dead.dead = false
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

type deadProvider struct {
	payment.Provider
	dead bool
}

var errDead = errors.New("no answer")

func (p *deadProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	if p.dead {
		return payment.Session{}, errDead
	}
	return p.Provider.Start(ctx, r)
}

func (p *deadProvider) State(ctx context.Context, session string) (payment.State, error) {
	if p.dead {
		return payment.State{}, errDead
	}
	return p.Provider.State(ctx, session)
}
