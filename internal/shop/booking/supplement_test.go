package booking_test

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
)

// requestDearerMove has a buyer request a move of their booking to more adults, and returns the order that pays for it.
func (w *world) requestDearerMove(o booking.Order, n int) booking.Order {
	w.t.Helper()
	known := int64(len(o.Bookings[0].Choice.Units)) // one unit: adults
	was := int64(o.Bookings[0].Choice.Units[0].Quantity) * known
	waiting, err := w.moveFirstBooking(o, booking.Move{Units: adults(n)}, (int64(n)-was)*39500)
	w.must(err)
	return w.supplementOf(waiting)
}

// supplementOf returns the order that pays for the pending move of an order.
func (w *world) supplementOf(o booking.Order) booking.Order {
	w.t.Helper()
	extra, err := w.store.Read().Order(w.ctx, o.Bookings[0].PendingMove)
	w.must(err)
	return extra
}

// wantMoved fails unless an order has so many travellers and so much money, its supplement holds so much, and so many
// seats of its departure are free.
func (w *world) wantMoved(o booking.Order, travellers int, total, captured, refunded int64, free int) {
	w.t.Helper()
	o = w.settleOrder(o)
	p, b := &o.Payment, &o.Bookings[0]
	if b.Detail.Travellers != travellers || o.Total != total || p.Captured != captured || p.Refunded != refunded ||
		w.vacancies(day, afternoon) != free {
		w.t.Errorf("%d travellers, total %d, captured %d, refunded %d, %d seats free", b.Detail.Travellers, o.Total,
			p.Captured, p.Refunded, w.vacancies(day, afternoon))
	}
}

func TestDearerMoveIsMadeOnceItsDifferenceIsPaid(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	if extra.Payment.URL == "" || extra.Total != 79000 {
		t.Fatalf("the page %q takes %d", extra.Payment.URL, extra.Total)
	}
	w.wantMoved(o, 1, 39500, 39500, 0, 1) // the seats are held, and the booking stays
	if again := w.requestDearerMove(o, 3); again.ID != extra.ID || w.vacancies(day, afternoon) != 1 {
		t.Error("a repeated request holds seats twice")
	}
	w.pay(extra, goodCard)
	for range 2 { // a notice that comes twice moves once
		w.must(w.PaymentEvent(w.ctx, w.sandbox.Name(), extra.Payment.SessionID))
	}
	w.wantMoved(o, 3, 118500, 118500, 0, 1)
	sent := w.countNotices(notice.BookingMoved, notice.OrderConfirmed, notice.ShopOrderConfirmed)
	if sent[notice.BookingMoved] != 1 || sent[notice.OrderConfirmed] != 1 || sent[notice.ShopOrderConfirmed] != 1 {
		t.Errorf("the notices are %v", sent)
	}
	onDay, err := w.store.Read().BookingsOn(w.ctx, "wayfare", "dunes", day)
	w.must(err)
	if len(onDay) != 1 {
		t.Errorf("%d orders are on the list of the day", len(onDay))
	}
	_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 118500)
	w.must(err)
	o = w.settleOrder(o)
	extra = w.settleOrder(extra)
	if o.Payment.Status != booking.PaymentRefunded || extra.Payment.Refunded != 79000 ||
		extra.Payment.Status != booking.PaymentRefunded || w.vacancies(day, afternoon) != 4 {
		t.Errorf("%s; of the supplement %d are refunded, %s; %d seats free", o.Payment.Status, extra.Payment.Refunded,
			extra.Payment.Status, w.vacancies(day, afternoon))
	}
	if state, err := w.sandbox.State(w.ctx, o.Payment.SessionID); err != nil || state.Refunded != 39500 {
		t.Errorf("the first payment was refunded %d, %v", state.Refunded, err)
	}
}

func TestShrinkingADearerBookingRefundsItsSupplementOnce(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	w.pay(extra, goodCard)
	w.settleOrder(extra)
	moved, err := w.moveFirstBooking(w.settleOrder(o), booking.Move{Units: adults(2)}, -39500)
	w.must(err)
	extra = w.settleOrder(extra)
	if moved.Total != 79000 || extra.Payment.Refunded != 39500 {
		t.Errorf("the total is %d, %d are refunded", moved.Total, extra.Payment.Refunded)
	}
	w.wantMoved(o, 2, 79000, 118500, 39500, 2)
}

func TestUnpaidMoveChangesNothing(t *testing.T) {
	for name, end := range map[string]func(w *world, o, extra booking.Order){
		"the payment page expires": func(w *world, _, _ booking.Order) { w.advance(2 * time.Hour) },
		"the order is settled too late": func(w *world, _, extra booking.Order) {
			late := &lateProvider{Provider: w.sandbox}
			w.Service = w.serviceWith(late)
			w.advance(2 * time.Hour)
			w.settleOrder(extra)
		},
		"the booking is cancelled": func(w *world, o, extra booking.Order) {
			_, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 39500)
			w.must(err)
			w.pay(extra, goodCard)
		},
		"the booking moves to another start": func(w *world, o, extra booking.Order) {
			_, err := w.moveFirstBooking(o, booking.Move{StartTime: "16:00"}, 0)
			w.must(err)
			w.pay(extra, goodCard)
		},
		"the capture is refused": func(w *world, _, extra booking.Order) { w.pay(extra, uncapturableCard) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
			extra := w.requestDearerMove(o, 3)
			end(w, o, extra)
			extra = w.settleOrder(w.settleOrder(extra))
			state, err := w.sandbox.State(w.ctx, extra.Payment.SessionID)
			w.must(err)
			if state.Captured != state.Refunded || extra.Bookings[0].Status == booking.OnHold || extra.Open {
				t.Errorf("captured %d, refunded %d, %s, open %v", state.Captured, state.Refunded,
					extra.Bookings[0].Status, extra.Open)
			}
			o = w.settleOrder(o)
			free := 4
			if b := &o.Bookings[0]; b.Status == booking.Confirmed && b.Choice.StartTime == afternoon {
				free = 3
			}
			if w.vacancies(day, afternoon) != free || o.Total != 39500 || o.Bookings[0].Amount != 39500 {
				t.Errorf("%d seats are free, the total is %d", w.vacancies(day, afternoon), o.Total)
			}
		})
	}
}

// An operator's dearer move is paid by a link that its buyer has more time for; the rules hold for it as for others.
func TestDearerMoveByAnOperatorIsPaidByTheBuyer(t *testing.T) {
	for name, then := range map[string]func(w *world, o, extra booking.Order){
		"paid in time": func(w *world, o, extra booking.Order) {
			w.advance(11 * time.Hour)
			w.wantMoved(o, 1, 39500, 39500, 0, 1)
			w.pay(extra, goodCard)
			w.settleOrder(extra)
			w.wantMoved(o, 3, 118500, 118500, 0, 1)
		},
		"never paid": func(w *world, o, extra booking.Order) {
			w.advance(12*time.Hour + booking.DefaultDurations.AfterPaymentPage)
			w.settleOrder(extra)
			w.wantMoved(o, 1, 39500, 39500, 0, 3)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
			m := booking.Move{Units: adults(3), PayWithin: 12 * time.Hour}
			quote, err := w.QuoteOperatorMove(w.ctx, &o, &o.Bookings[0], m, booking.MoveRules{})
			w.must(err)
			waiting, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, m, booking.MoveRules{}, quote.Difference)
			w.must(err)
			if sent := w.countNotices(notice.MovePayment); !quote.PaidFirst || sent[notice.MovePayment] != 1 {
				t.Errorf("paid first: %v, the notices are %v", quote.PaidFirst, sent)
			}
			extra := w.supplementOf(waiting)
			if want := w.now.Add(12 * time.Hour); !extra.Supplement.Until.Equal(want) {
				t.Errorf("it is to be paid until %s, want %s", extra.Supplement.Until, want)
			}
			then(w, o, extra)
		})
	}
}

func TestDearerMoveIsNotOfferedAfterTheStart(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.advance(o.Bookings[0].StartsAt.Sub(w.now))
	_, err := w.QuoteOperatorMove(w.ctx, &o, &o.Bookings[0], booking.Move{Date: nextDay, Units: adults(3)},
		booking.MoveRules{IgnorePolicy: true})
	w.wantFault(err, fault.NotPossible)
}

func TestSecondDearerMoveReplacesTheUnpaidOne(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	first := w.requestDearerMove(o, 4)
	second := w.requestDearerMove(o, 2)
	if w.vacancies(day, afternoon) != 2 {
		t.Errorf("%d seats are free", w.vacancies(day, afternoon))
	}
	_, _ = w.sandbox.Pay(w.ctx, first.Payment.SessionID, goodCard)
	w.settleOrder(first)
	w.wantMoved(o, 1, 39500, 39500, 0, 2)
	w.pay(second, goodCard)
	w.settleOrder(second)
	w.wantMoved(o, 2, 79000, 79000, 0, 2)
	state, err := w.sandbox.State(w.ctx, first.Payment.SessionID)
	w.must(err)
	if state.Captured != 0 {
		t.Error("both were paid")
	}
}

func TestConcurrentDearerMovesSellTheLastSeatsOnce(t *testing.T) {
	w := newWorld(t)
	a := w.paidOrder("a", dunesChoice(day, afternoon, 1))
	b := w.paidOrder("b", dunesChoice(day, afternoon, 1))
	_, err := w.AddItem(w.ctx, wayfare, "c", dunesChoice(day, afternoon, 2))
	w.must(err)
	var wg sync.WaitGroup
	failures := make([]error, 3)
	wg.Go(func() { _, failures[0] = w.moveFirstBooking(a, booking.Move{Units: adults(3)}, 79000) })
	wg.Go(func() { _, failures[1] = w.moveFirstBooking(b, booking.Move{Units: adults(3)}, 79000) })
	wg.Go(func() {
		_, failures[2] = w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "race", Cart: "c", Buyer: w.buyer,
			Method: booking.Card, Total: 79000})
	})
	wg.Wait()
	won := 0
	for _, err := range failures {
		switch {
		case err == nil:
			won++
		case !fault.Is(err, fault.SoldOut) && !fault.Is(err, fault.CartChanged):
			t.Error(err)
		}
	}
	if won != 1 || w.vacancies(day, afternoon) != 0 {
		t.Errorf("%d have the last two seats, %d are free", won, w.vacancies(day, afternoon))
	}
}

func TestConcurrentCancellationAndMovePaymentAgreeOnTheMoney(t *testing.T) {
	for range 8 {
		w := newWorld(t)
		o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
		extra := w.requestDearerMove(o, 3)
		w.pay(extra, goodCard)
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = w.Settle(w.ctx, extra.ID) })
		wg.Go(func() {
			for _, refund := range []int64{39500, 118500} {
				_, _ = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, refund)
			}
		})
		wg.Wait()
		w.settleOrder(o)
		extra = w.settleOrder(w.settleOrder(extra))
		sum := int64(0)
		for _, session := range []string{o.Payment.SessionID, extra.Payment.SessionID} {
			state, err := w.sandbox.State(w.ctx, session)
			w.must(err)
			sum += state.Captured - state.Refunded
		}
		o = w.settleOrder(o)
		kept, taken := int64(0), 4-w.vacancies(day, afternoon)
		if o.Bookings[0].Status == booking.Confirmed {
			kept = o.Total
		}
		if sum != kept || int64(taken)*39500 != kept {
			t.Fatalf("the shop has %d of %d, %d seats are taken", sum, kept, taken)
		}
	}
}

func TestSupplementIsAccessedThroughTheMovedOrder(t *testing.T) {
	w := newWorld(t)
	s, h := w.withNotices()
	w.Service = s
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 4)
	w.pay(extra, goodCard)
	extra = w.settleOrder(extra)
	h.sent = nil
	w.must(w.MailOrderLink(w.ctx, wayfare, extra.Reference, amina.Email))
	if len(h.sent) != 1 || h.sent[0].Subject != o.ID || h.sent[0].To != amina.Email {
		t.Errorf("its reference leads to %+v, want the order %s", h.sent, o.ID)
	}
	own, id := booking.Visitor{Orders: []string{extra.ID}}, extra.Bookings[0].ID
	_, err := w.Order(w.ctx, wayfare, own, extra.ID)
	w.wantFault(err, fault.NotFound)
	_, err = w.Cancel(w.ctx, wayfare, own, extra.ID, id, 118500)
	w.wantFault(err, fault.NotFound)
	_, err = w.QuoteOperatorCancellation(&extra, &extra.Bookings[0], nil)
	w.wantFault(err, fault.NotPossible)
	_, err = w.Refund(w.ctx, extra.ID, id, 1000, 0)
	w.wantFault(err, fault.NotPossible)
	_, err = w.Redeem(w.ctx, extra.ID, id)
	w.wantFault(err, fault.NotPossible)
	w.wantMoved(o, 4, 158000, 158000, 0, 0)
}

func TestMovesOfABookingOpenFewPaymentPages(t *testing.T) {
	w := newWorld(t)
	w.Service = booking.New(booking.Config{Store: w.store, Catalog: w.catalog,
		Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox}, Provider: w.sandbox.Name(),
		Log: slog.New(slog.DiscardHandler), Now: w.clock, Rates: booking.Rates{Checkouts: 20},
		Limits: limit.New(w.store.Limits(), w.clock)})
	w.from = booking.Origin{Network: "192.0.2.7"}
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	to := func(date string) error {
		_, err := w.moveFirstBooking(o, booking.Move{Date: date, Units: adults(4)}, 118500)
		return err
	}
	w.must(to(nextDay))
	w.must(to("2026-12-07"))
	w.wantFault(to(nextDay), fault.TooManyTries) // a booking has a tenth of them
	w.must(to("2026-12-07"))                     // the page is still there
	if w.vacancies(nextDay, afternoon) != 4 || w.vacancies("2026-12-07", afternoon) != 0 {
		t.Error("the seats of a move that was refused are held")
	}
	_, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: nextDay, Units: adults(2)},
		booking.MoveRules{}, 39500)
	w.must(err)
}

func TestFailedRefundOfASupplementIsStillOwed(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	w.pay(extra, unrefundable)
	extra = w.settleOrder(extra)
	o, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 3*39500)
	w.must(err)
	extra = w.settleOrder(extra)
	w.advance(24 * time.Hour) // the refund fails after it was made
	_, err = w.Reconcile(w.ctx, w.now.Add(-48*time.Hour))
	w.must(err)
	seen := func() booking.Order {
		t.Helper()
		seen, err := w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
		w.must(err)
		return seen
	}
	now := seen()
	if now.Payment.Status != booking.PaymentRefundFailed || now.Payment.TotalRefunded() != 39500 ||
		now.RefundDue() != 79000 || !now.IsRefundedByShop() {
		t.Errorf("%s: %d refunded, %d due", now.Payment.Status, now.Payment.TotalRefunded(), now.RefundDue())
	}
	_, err = w.RecordRefund(w.ctx, extra.ID, booking.Record{By: booking.InCash, Amount: 50000}, 79000)
	w.must(err)
	_, err = w.WriteOff(w.ctx, extra.ID, booking.Record{Amount: 29000, Note: "a voucher"}, 29000)
	w.must(err)
	now = seen()
	if now.Payment.Status != booking.PaymentCaptured || now.Payment.TotalRefunded() != 89500 || now.RefundDue() != 0 {
		t.Errorf("%s: %d refunded, %d due", now.Payment.Status, now.Payment.TotalRefunded(), now.RefundDue())
	}
}
