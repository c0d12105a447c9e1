package booking_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/payment"
)

// is checks what a visitor is told, the states of the bookings, and the state of the money.
func (w *world) is(o booking.Order, result booking.Result, money booking.PaymentStatus, bookings ...booking.BookingStatus) {
	w.t.Helper()
	if o.Result() != result || o.Payment.Status != money || !slices.Equal(statuses(o), bookings) {
		w.t.Fatalf("%s %s %v, want %s %s %v", o.Result(), o.Payment.Status, statuses(o), result, money, bookings)
	}
}

func TestWhatIsPaidIsConfirmedAndLeavesTheCart(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 2))
	w.is(o, booking.InProgress, booking.PaymentNone, booking.OnHold)
	if o.Payment.URL == "" || w.vacancies(day, three) != 2 {
		t.Fatalf("url %q, %d left", o.Payment.URL, w.vacancies(day, three))
	}
	if c := w.cart("cart"); c.Outcome != booking.AllAvailable {
		t.Errorf("what is held for a cart is %s to it", c.Outcome)
	}
	w.pay(o, good)
	o = w.settled(o)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Payment.Captured != 79000 || o.Open {
		t.Errorf("%+v, open %v", o.Payment, o.Open)
	}
	if c := w.cart("cart"); c.Outcome != booking.CartEmpty {
		t.Errorf("the cart is %s", c.Outcome)
	}
}

func TestOnlyWhatWasShownIsOrdered(t *testing.T) {
	w := newWorld(t)
	w.add("cart", on(day, three, 1))
	ask := func(total int64, buyer booking.Buyer, method booking.Method, shop booking.Shop) error {
		_, err := w.Checkout(w.ctx, shop, booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: buyer, Method: method, Total: total})
		return err
	}
	now := wayfare
	now.PayLater = false
	w.fails(ask(39499, amina, booking.Card, wayfare), fault.CartChanged)
	w.fails(ask(39500, amina, booking.PayLater, now), fault.MethodUnavailable)
	w.fails(ask(39500, amina, "barter", wayfare), fault.MethodUnavailable)
	w.fails(ask(39500, booking.Buyer{Email: "a@b", PhoneCountry: "ae", Phone: "12"}, booking.Card, wayfare), fault.Invalid,
		"buyer.firstName required", "buyer.lastName required", "buyer.email format", "buyer.phone format")
	_, err := w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "0123456789", Cart: "empty", Buyer: amina, Method: booking.Card})
	w.fails(err, fault.CartEmpty)
	if w.vacancies(day, three) != 4 {
		t.Error("a refused checkout holds seats")
	}
}

func TestOneKeyMakesOneOrder(t *testing.T) {
	w := newWorld(t)
	w.add("cart", on(day, three, 1))
	in := booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: amina, Method: booking.Card, Total: 39500, ReturnTo: "http://127.0.0.1"}
	first, err := w.Checkout(w.ctx, wayfare, in)
	w.must(err)
	again, err := w.Checkout(w.ctx, wayfare, in)
	w.must(err)
	if again.ID != first.ID || again.Payment.URL != first.Payment.URL || w.vacancies(day, three) != 3 {
		t.Errorf("%s and %s, %d left", first.ID, again.ID, w.vacancies(day, three))
	}
	in.Total++
	_, err = w.Checkout(w.ctx, wayfare, in)
	w.fails(err, fault.KeyReused)
	other := in
	other.Cart, other.Total = "other", 39500
	w.add("other", on(day, three, 1))
	o, err := w.Checkout(w.ctx, wayfare, other)
	w.must(err)
	if o.ID == first.ID {
		t.Error("another visitor's key is the same order")
	}
}

func TestASeatThatIsHeldIsFreeAgainWhenTheHoldEnds(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 4))
	w.add("other", on(day, "16:00", 1))
	_, err := w.AddItem(w.ctx, wayfare, "other", on(day, three, 1))
	w.fails(err, fault.SoldOut)
	w.pass(42 * time.Minute)
	if o = w.settled(o); w.vacancies(day, three) != 0 {
		t.Fatal("the hold does not outlive the payment page")
	}
	w.pass(2 * time.Minute)
	o = w.settled(o)
	w.is(o, booking.Failed, booking.PaymentFailed, booking.Expired)
	if w.vacancies(day, three) != 4 || o.Open {
		t.Errorf("%d left, open %v", w.vacancies(day, three), o.Open)
	}
	_, err = w.sandbox.Pay(w.ctx, o.Payment.SessionID, good)
	if state, _ := w.sandbox.State(w.ctx, o.Payment.SessionID); state.Authorised > 0 {
		t.Errorf("the page can still be paid: %v %v", state, err)
	}
	_, err = w.Pay(w.ctx, wayfare, by("cart"), o.ID)
	w.fails(err, fault.HoldExpired)
	if back, err := w.Retry(w.ctx, wayfare, by("cart"), o.ID); err != nil || len(back.Items) != 1 {
		t.Errorf("back in the cart: %v %v", back, err)
	}
}

func TestADeclinedPaymentCanBeTriedAgainWhileTheSeatsAreHeld(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 4))
	w.pay(o, declined)
	w.is(w.settled(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
	o = w.settled(o)
	w.is(o, booking.Failed, booking.PaymentFailed, booking.OnHold)
	if !w.Retryable(&o) || w.vacancies(day, three) != 0 {
		t.Fatalf("retryable %v, %d left", w.Retryable(&o), w.vacancies(day, three))
	}
	again, err := w.Pay(w.ctx, wayfare, by("cart"), o.ID)
	w.must(err)
	if again.Payment.SessionID == o.Payment.SessionID || again.Payment.URL == "" {
		t.Fatalf("the same page again: %+v", again.Payment)
	}
	w.pay(again, good)
	w.is(w.settled(again), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestOrderingACartAnewGivesUpWhatWasNotPaid(t *testing.T) {
	w := newWorld(t)
	first := w.order("cart", booking.Card, on(day, three, 4))
	second, err := w.checkout("cart", booking.Card)
	w.must(err)
	if second.ID == first.ID || w.vacancies(day, three) != 0 {
		t.Fatal("the second order does not have the seats")
	}
	w.pay(first, good)
	first = w.settled(first)
	w.is(first, booking.Failed, booking.PaymentVoided, booking.Expired)
	w.pay(second, good)
	w.is(w.settled(second), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAPaymentThatComesTooLateIsConfirmedOnlyIfItsSeatsAreStillFree(t *testing.T) {
	for name, taken := range map[string]bool{"free": false, "sold": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			late := &lateProvider{Provider: w.sandbox}
			s := w.with(late)
			w.Service = s
			o := w.order("cart", booking.Card, on(day, three, 4))
			late.hide = true // the provider tells of the payment only later
			w.pay(o, good)
			w.pass(time.Hour)
			if _, err := w.Settle(w.ctx, o.ID); err == nil {
				t.Fatal("a page that was paid is voided as if it was open")
			}
			if taken {
				w.order("other", booking.Card, on(day, three, 1))
			}
			late.hide = false
			o = w.settled(o)
			if taken {
				w.is(o, booking.Failed, booking.PaymentVoided, booking.Expired)
				return
			}
			w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
		})
	}
}

// lateProvider says for a while that nothing has been paid.
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

func TestWhatASupplierHasToConfirmIsOnlyReservedOnTheCard(t *testing.T) {
	w := newWorld(t)
	o := w.mixed("cart")
	w.is(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending, booking.Pending)
	if o.Payment.Captured != 0 || o.Payment.Authorised != 79000 {
		t.Fatalf("%+v", o.Payment)
	}
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[1].ID, true)
	w.must(err)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
	_, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
	w.fails(err, fault.NotPossible)
}

func TestOnlyWhatWasConfirmedIsCaptured(t *testing.T) {
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

func TestWhatNobodyDecidesIsGivenUpBeforeTheAuthorisationLapses(t *testing.T) {
	w := newWorld(t)
	o := w.mixed("cart")
	w.pass(6*24*time.Hour + time.Minute)
	o = w.settled(o)
	w.is(o, booking.Partial, booking.PaymentCaptured, booking.Confirmed, booking.Expired)
	if o.Payment.Captured != 39500 {
		t.Errorf("captured %d", o.Payment.Captured)
	}
}

func TestMoneyThatCannotBeHadConfirmsNothing(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 2))
	w.pay(o, uncaptured)
	o = w.settled(o)
	w.is(o, booking.Failed, booking.PaymentVoided, booking.Rejected)
	if w.vacancies(day, three) != 4 {
		t.Errorf("%d are left", w.vacancies(day, three))
	}
}

func TestASlowPaymentIsUnderWayUntilItIsKnown(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 2))
	w.pay(o, slow)
	w.is(w.settled(o), booking.InProgress, booking.PaymentNone, booking.OnHold)
	w.pass(9 * time.Second)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestPayingLaterKeepsTheSeatsUntilItsDeadline(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, on(day, three, 3))
	w.is(o, booking.Success, booking.PaymentDue, booking.Pending)
	if want := w.now.Add(24 * time.Hour); !o.Payment.PayBy.Equal(want) || w.cart("cart").Outcome != booking.CartEmpty {
		t.Fatalf("to be paid by %s, the cart is %s", o.Payment.PayBy, w.cart("cart").Outcome)
	}
	kept := w.order("kept", booking.PayLater, on(day, three, 1))
	kept, err := w.Decide(w.ctx, kept.ID, kept.Bookings[0].ID, true)
	w.must(err)
	w.pass(25 * time.Hour)
	w.is(w.settled(o), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.is(w.settled(kept), booking.Success, booking.PaymentDue, booking.Confirmed)
	if got := w.vacancies(day, three); got != 3 {
		t.Errorf("%d are left", got)
	}
}

func TestCancellingGivesBackWhatTheTiersSay(t *testing.T) {
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		before time.Duration
		refund int64
		status booking.PaymentStatus
	}{
		"a day before":    {24 * time.Hour, 79000, booking.PaymentRefunded},
		"a little less":   {24*time.Hour - time.Minute, 39500, booking.PaymentCaptured},
		"at the last one": {6 * time.Hour, 39500, booking.PaymentCaptured},
		"too late":        {6*time.Hour - time.Minute, 0, booking.PaymentCaptured},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.order("cart", booking.Card, on(day, three, 2))
			w.pay(o, good)
			o = w.settled(o)
			w.pass(start.Add(-test.before).Sub(w.now))
			quote, _, err := w.QuoteCancellation(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID)
			w.must(err)
			if quote.Refund != test.refund {
				t.Fatalf("%d would be given back, want %d", quote.Refund, test.refund)
			}
			_, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID, quote.Refund+1)
			w.fails(err, fault.PriceChanged)
			_, err = w.Cancel(w.ctx, wayfare, by("other"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.fails(err, fault.NotFound)
			o, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.must(err)
			w.is(o, booking.Success, test.status, booking.Cancelled)
			if o.Payment.Refunded != test.refund || w.vacancies(day, "16:00") < 0 {
				t.Errorf("%d was given back", o.Payment.Refunded)
			}
			_, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.fails(err, fault.NotPossible)
		})
	}
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

func TestAnOrderIsItsBuyersOnly(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 1))
	trails := wayfare
	trails.Deployment = "trails"
	for name, err := range map[string]error{
		"another cart":       second(w.Order(w.ctx, wayfare, by("other"), o.ID)),
		"no cart":            second(w.Order(w.ctx, wayfare, by(""), o.ID)),
		"another deployment": second(w.Order(w.ctx, trails, by("cart"), o.ID)),
		"paying":             second(w.Pay(w.ctx, wayfare, by("other"), o.ID)),
	} {
		t.Run(name, func(*testing.T) { w.fails(err, fault.NotFound) })
	}
	_, err := w.Retry(w.ctx, wayfare, by("other"), o.ID)
	w.fails(err, fault.NotFound)
}

func second(_ booking.Order, err error) error { return err }
