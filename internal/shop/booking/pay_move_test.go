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

// stripeLike opens pages only for half an hour at least, as Stripe does.
type stripeLike struct {
	*sandbox.Provider
	now func() time.Time
}

func (p stripeLike) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	if r.ExpiresAt.Sub(p.now()) < 30*time.Minute {
		return payment.Session{}, errors.New("the page would close too soon")
	}
	return p.Provider.Start(ctx, r)
}

func TestOperatorsMoveCanBePaidAgainShortlyBeforeItsDeadline(t *testing.T) {
	w := newWorld(t)
	w.Service = w.serviceWith(stripeLike{w.sandbox, w.clock})
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	m := booking.Move{Units: adults(3), PayWithin: 2 * time.Hour}
	o, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, m, booking.MoveRules{}, 79000)
	w.must(err)
	extra := w.supplementOf(o)
	w.advance(100 * time.Minute)
	w.must(w.sandbox.GiveUp(w.ctx, extra.Payment.SessionID))
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	if extra = w.supplementOf(o); !w.IsPaymentPageOpen(&extra) {
		t.Fatal("there is no payment page")
	}
	w.pay(extra, goodCard)
	w.settleOrder(extra)
	w.wantMoved(o, 3, 118500, 118500, 0, 1)
}

// interrupted is a provider that may be down.
type interrupted struct {
	*sandbox.Provider
	down *bool
}

func (p interrupted) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	if *p.down {
		return payment.Session{}, payment.ErrUnavailable
	}
	return p.Provider.Start(ctx, r)
}

func TestOperatorsMoveCanBePaidAlthoughTheProviderWasDownAtFirst(t *testing.T) {
	w := newWorld(t)
	down := false
	w.Service = w.serviceWith(interrupted{w.sandbox, &down})
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	m := booking.Move{Units: adults(3), PayWithin: 2 * time.Hour}
	down = true
	o, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, m, booking.MoveRules{}, 79000)
	w.must(err)
	extra := w.supplementOf(o)
	w.advance(time.Hour)
	if _, err = w.Settle(w.ctx, extra.ID); !errors.Is(err, payment.ErrUnavailable) || w.vacancies(day, afternoon) != 1 {
		t.Fatalf("settling ends with %v, %d seats are free", err, w.vacancies(day, afternoon))
	}
	down = false
	if extra = w.settleOrder(extra); !w.IsPaymentPageOpen(&extra) {
		t.Fatal("there is no payment page")
	}
	w.pay(extra, goodCard)
	w.settleOrder(extra)
	w.wantMoved(o, 3, 118500, 118500, 0, 1)
}
