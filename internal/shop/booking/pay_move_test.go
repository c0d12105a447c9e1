package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestMoveCanBePaidAgainAfterItsBuyerGaveUp(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	w.must(w.sandbox.GiveUp(w.ctx, extra.Payment.SessionID))
	if extra = w.settleOrder(extra); w.IsPaymentPageOpen(&extra) || !w.CanPayMove(&extra) {
		t.Fatalf("after the page was closed, the payment is %q", extra.Payment.Status)
	}
	_, err := w.Pay(w.ctx, wayfare, visitorWithCart("other"), o.ID, "")
	w.wantFault(err, fault.NotFound)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	again := w.supplementOf(o)
	if again.ID != extra.ID || again.Payment.URL == extra.Payment.URL || !w.IsPaymentPageOpen(&again) ||
		w.vacancies(day, afternoon) != 1 {
		t.Errorf("the page is %q, %d seats are free", again.Payment.URL, w.vacancies(day, afternoon))
	}
	w.pay(again, goodCard)
	w.settleOrder(again)
	w.wantMoved(o, 3, 118500, 118500, 0, 1)
	_, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.wantFault(err, fault.NotPossible)
}

func TestMoveCannotBePaidOnceItsSeatsAreFree(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	w.must(w.sandbox.GiveUp(w.ctx, extra.Payment.SessionID))
	extra = w.settleOrder(extra)
	w.advance(booking.DefaultDurations.Hold + time.Second)
	if w.CanPayMove(&extra) {
		t.Error("the payment can be tried again")
	}
	if _, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, ""); err == nil {
		t.Error("a page was opened")
	}
	w.wantMoved(w.settleOrder(o), 1, 39500, 39500, 0, 3)
}
