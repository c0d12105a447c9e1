package booking_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

func TestPaidOrderIsConfirmedAndRemovedFromTheCart(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	w.wantOrder(o, booking.InProgress, booking.PaymentNone, booking.OnHold)
	if o.Payment.URL == "" || w.vacancies(day, afternoon) != 2 {
		t.Fatalf("url %q, %d left", o.Payment.URL, w.vacancies(day, afternoon))
	}
	if c := w.cart("cart"); c.Outcome != booking.AllAvailable {
		t.Errorf("what is held for a cart is %s to it", c.Outcome)
	}
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Payment.Captured != 79000 || o.Open {
		t.Errorf("%+v, open %v", o.Payment, o.Open)
	}
	if c := w.cart("cart"); c.Outcome != booking.CartEmpty {
		t.Errorf("the cart is %s", c.Outcome)
	}
}

func TestCheckoutRejectsAnotherTotalMethodOrInvalidBuyer(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 1))
	ask := func(total int64, buyer booking.Buyer, method booking.Method, d booking.Deployment) error {
		_, err := w.Checkout(w.ctx, d, booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: buyer, Method: method,
			Total: total})
		return err
	}
	now, later := wayfare, wayfare
	now.PayLater, later.Card = false, false
	w.wantFault(ask(39499, amina, booking.Card, wayfare), fault.CartChanged)
	w.wantFault(ask(39500, amina, booking.PayLater, now), fault.MethodUnavailable)
	w.wantFault(ask(39500, amina, booking.Card, later), fault.MethodUnavailable)
	w.wantFault(ask(39500, amina, "barter", wayfare), fault.MethodUnavailable)
	w.wantFault(ask(39500, booking.Buyer{Email: "a@b", PhoneCountry: "ae", Phone: "12"}, booking.Card, wayfare),
		fault.Invalid,
		"buyer.firstName required", "buyer.lastName required", "buyer.email format", "buyer.phone format")
	_, err := w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "0123456789", Cart: "empty", Buyer: amina,
		Method: booking.Card})
	w.wantFault(err, fault.CartEmpty)
	if w.vacancies(day, afternoon) != 4 {
		t.Error("a refused checkout holds seats")
	}
}

func TestIdempotencyKeyMakesOneOrderPerCart(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 1))
	in := booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: amina, Method: booking.Card, Total: 39500}
	first, err := w.Checkout(w.ctx, wayfare, in)
	w.must(err)
	again, err := w.Checkout(w.ctx, wayfare, in)
	w.must(err)
	if again.ID != first.ID || again.Payment.URL != first.Payment.URL || w.vacancies(day, afternoon) != 3 {
		t.Errorf("%s and %s, %d left", first.ID, again.ID, w.vacancies(day, afternoon))
	}
	in.Total++
	_, err = w.Checkout(w.ctx, wayfare, in)
	w.wantFault(err, fault.KeyReused)
	other := in
	other.Cart, other.Total = "other", 39500
	w.add("other", dunesChoice(day, afternoon, 1))
	o, err := w.Checkout(w.ctx, wayfare, other)
	w.must(err)
	if o.ID == first.ID {
		t.Error("another visitor's key is the same order")
	}
}

func TestHeldSeatsAreFreeWhenTheHoldEnds(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 4))
	w.add("other", dunesChoice(day, "16:00", 1))
	_, err := w.AddItem(w.ctx, wayfare, "other", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.SoldOut)
	w.advance(42 * time.Minute)
	if o = w.settleOrder(o); w.vacancies(day, afternoon) != 0 {
		t.Fatal("the hold does not outlive the payment page")
	}
	w.advance(2 * time.Minute)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentFailed, booking.Expired)
	if w.vacancies(day, afternoon) != 4 || o.Open {
		t.Errorf("%d left, open %v", w.vacancies(day, afternoon), o.Open)
	}
	_, err = w.sandbox.Pay(w.ctx, o.Payment.SessionID, goodCard)
	if state, _ := w.sandbox.State(w.ctx, o.Payment.SessionID); state.Authorised > 0 {
		t.Errorf("the page can still be paid: %v %v", state, err)
	}
	_, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.wantFault(err, fault.HoldExpired)
	if back, err := w.Retry(w.ctx, wayfare, visitorWithCart("cart"), o.ID); err != nil || len(back.Items) != 1 {
		t.Errorf("back in the cart: %v %v", back, err)
	}
}

func TestSecondCheckoutOfACartSupersedesTheUnpaidOrder(t *testing.T) {
	w := newWorld(t)
	first := w.order("cart", booking.Card, dunesChoice(day, afternoon, 4))
	second, err := w.checkout("cart", booking.Card)
	w.must(err)
	if second.ID == first.ID || w.vacancies(day, afternoon) != 0 {
		t.Fatal("the second order does not have the seats")
	}
	w.pay(first, goodCard)
	first = w.settleOrder(first)
	w.wantOrder(first, booking.Failed, booking.PaymentVoided, booking.Expired)
	w.pay(second, goodCard)
	w.wantOrder(w.settleOrder(second), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestReservationKeepsItsSeatsUntilThePaymentDeadline(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 3))
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if want := w.now.Add(24 * time.Hour); !o.Payment.PayBy.Equal(want) || w.cart("cart").Outcome != booking.CartEmpty {
		t.Fatalf("to be paid by %s, the cart is %s", o.Payment.PayBy, w.cart("cart").Outcome)
	}
	kept := w.order("kept", booking.PayLater, dunesChoice(day, afternoon, 1))
	kept, err := w.Decide(w.ctx, kept.ID, kept.Bookings[0].ID, true)
	w.must(err)
	w.advance(25 * time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.wantOrder(w.settleOrder(kept), booking.Success, booking.PaymentDue, booking.Confirmed)
	if got := w.vacancies(day, afternoon); got != 3 {
		t.Errorf("%d are left", got)
	}
}

func TestOrderIsReadablePayableAndRetriableByItsBuyerOnly(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	trails := wayfare
	trails.ID = "trails"
	for name, err := range map[string]error{
		"reading with another cart":     errorOf(w.Order(w.ctx, wayfare, visitorWithCart("other"), o.ID)),
		"reading without a cart":        errorOf(w.Order(w.ctx, wayfare, visitorWithCart(""), o.ID)),
		"reading in another deployment": errorOf(w.Order(w.ctx, trails, visitorWithCart("cart"), o.ID)),
		"paying with another cart":      errorOf(w.Pay(w.ctx, wayfare, visitorWithCart("other"), o.ID, "")),
	} {
		t.Run(name, func(*testing.T) { w.wantFault(err, fault.NotFound) })
	}
	_, err := w.Retry(w.ctx, wayfare, visitorWithCart("other"), o.ID)
	w.wantFault(err, fault.NotFound)
}

func errorOf(_ booking.Order, err error) error { return err }

func TestFreeOrderNeedsNoPayment(t *testing.T) {
	for method, d := range map[booking.Method]booking.Deployment{
		booking.Card:     {ID: "wayfare", Language: "en", Currency: "AED", Card: true},
		booking.PayLater: {ID: "wayfare", Language: "en", Currency: "AED", PayLater: true},
	} {
		t.Run(string(method), func(t *testing.T) {
			w := newWorld(t)
			w.onRequest()
			w.addPromoCode(func(c *booking.PromoCode) { c.Percent = 100 })
			w.add("cart", dunesChoice(day, afternoon, 1))
			c, err := w.ApplyPromo(w.ctx, d, "cart", "DESERT")
			w.must(err)
			o, err := w.Checkout(w.ctx, d, booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: amina,
				Method: method, Total: c.Total})
			w.must(err)
			w.wantOrder(o, booking.ResultOnHold, booking.PaymentCaptured, booking.Pending)
			o, err = w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
			w.must(err)
			w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
			w.wantNotices(o, "order_on_hold", "order_confirmed")
		})
	}
}

// lastRequest records the latest request for a payment page.
type lastRequest struct {
	payment.Provider
	request payment.Request
}

func (p *lastRequest) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	p.request = r
	return p.Provider.Start(ctx, r)
}

func TestPaymentPageReturnsToTheGivenURL(t *testing.T) {
	w := newWorld(t)
	p := &lastRequest{Provider: w.sandbox}
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{p.Name(): p}, Provider: p.Name(),
		ReturnURLs: func(home, order string) (paid, cancelled string) {
			return home + "/paid/" + order, home + "/cancelled/" + order
		},
		Log: slog.New(slog.DiscardHandler), Now: w.clock,
	})
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	home := "http://127.0.0.1"
	if p.request.ReturnURL != home+"/paid/"+o.ID || p.request.CancelURL != home+"/cancelled/"+o.ID {
		t.Errorf("%s, %s", p.request.ReturnURL, p.request.CancelURL)
	}
}

func TestPaymentPageOmitsAnOptionTitledLikeItsProduct(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].Title = p.Title
	w.catalog.add(p)
	requests := &lastRequest{Provider: w.sandbox}
	w.Service = w.serviceWith(requests)
	w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	line := requests.request.Lines[0]
	if line.Title != p.Title || !strings.HasSuffix(line.Detail, " · "+afternoon) ||
		strings.Contains(line.Detail, p.Title) {
		t.Errorf("%+v", line)
	}
}

func TestBuyerKeepsTheLastUseOfACodeForASecondCheckout(t *testing.T) {
	w := newWorld(t)
	w.addPromoCode(func(c *booking.PromoCode) { c.MaxUses = 1 })
	for _, cart := range []string{"first", "second"} {
		w.add(cart, dunesChoice(day, afternoon, 1))
		_, err := w.ApplyPromo(w.ctx, wayfare, cart, "desert")
		w.must(err)
	}
	before, err := w.checkout("first", booking.Card)
	w.must(err)
	if c := w.cart("second"); c.Promo.Problem == nil || c.Promo.Problem.Code != fault.PromoUsedUp {
		t.Errorf("to another buyer it is %+v", c.Promo)
	}
	if c := w.cart("first"); c.Promo.Problem != nil || c.Total != 35550 {
		t.Errorf("to the buyer it is %+v, the total %d", c.Promo, c.Total)
	}
	again, err := w.checkout("first", booking.Card) // after going back from the payment page
	w.must(err)
	w.pay(again, goodCard)
	w.wantOrder(w.settleOrder(again), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	w.wantOrder(w.settleOrder(before), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.add("first", dunesChoice(nextDay, afternoon, 1))
	_, err = w.ApplyPromo(w.ctx, wayfare, "first", "desert")
	w.wantFault(err, fault.PromoUsedUp)
	all, err := w.PromoCodes(w.ctx, "wayfare")
	w.must(err)
	if all[0].Uses != 1 {
		t.Errorf("it was used %d times", all[0].Uses)
	}
}
