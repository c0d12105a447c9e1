package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

const nextDay = "2026-12-06"

// paidOrder returns a paid and confirmed order.
func (w *world) paidOrder(cart string, choices ...booking.Choice) booking.Order {
	w.t.Helper()
	o := w.order(cart, booking.Card, choices...)
	w.pay(o, goodCard)
	return w.settleOrder(o)
}

func (w *world) moveFirstBooking(o booking.Order, m booking.Move, shown int64) (booking.Order, error) {
	w.t.Helper()
	m.From = w.from
	return w.MoveBooking(w.ctx, wayfare, visitorWithCart(o.Cart), o.ID, o.Bookings[0].ID, m, shown)
}

func adults(n int) []booking.Quantity { return []booking.Quantity{{ID: "adult", Quantity: n}} }

func TestMovedBookingTakesNewSeatsAndFreesTheOld(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	quote, _, err := w.QuoteMove(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
		booking.Move{Date: nextDay})
	w.must(err)
	if quote.Difference != 0 || quote.Amount != 79000 {
		t.Fatalf("the move costs %d of %d", quote.Difference, quote.Amount)
	}
	moved, err := w.moveFirstBooking(o, booking.Move{Date: nextDay, StartTime: "16:00"}, 0)
	w.must(err)
	b := moved.Bookings[0]
	if b.Choice.Date != nextDay || b.Detail.Changes != 1 ||
		!b.StartsAt.Equal(o.Bookings[0].StartsAt.Add(25*time.Hour)) {
		t.Errorf("it is now %s %s, change %d", b.Choice.Date, b.StartsAt, b.Detail.Changes)
	}
	if w.vacancies(day, afternoon) != 4 || w.vacancies(nextDay, "16:00") != 2 {
		t.Errorf("%d and %d seats are free", w.vacancies(day, afternoon), w.vacancies(nextDay, "16:00"))
	}
	w.wantOrder(moved, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	again, err := w.moveFirstBooking(o, booking.Move{Date: nextDay, StartTime: "16:00"}, 0)
	w.must(err)
	if again.Bookings[0].Detail.Changes != 1 || w.vacancies(nextDay, "16:00") != 2 {
		t.Error("a repeated request moved it twice")
	}
	sent := w.countNotices(notice.BookingMoved, notice.ShopBookingMoved)
	if sent[notice.BookingMoved] != 1 || sent[notice.ShopBookingMoved] != 1 {
		t.Errorf("the notices are %v", sent)
	}
}

// countNotices counts the queued notices of some kinds.
func (w *world) countNotices(wanted ...notice.Kind) map[notice.Kind]int {
	w.t.Helper()
	all, err := w.store.Read().Orders(w.ctx, booking.OrderFilter{})
	w.must(err)
	counts := map[notice.Kind]int{}
	for _, o := range all {
		mails, err := w.store.Deliveries().DeliveriesOf(w.ctx, o.ID)
		w.must(err)
		for _, m := range mails {
			for _, kind := range wanted {
				if m.Kind == kind {
					counts[kind]++
				}
			}
		}
	}
	return counts
}

func TestMoveToALowerPriceRefundsTheDifference(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 3))
	_, err := w.moveFirstBooking(o, booking.Move{Units: adults(1)}, -1)
	w.wantFault(err, fault.PriceChanged)
	moved, err := w.moveFirstBooking(o, booking.Move{Units: adults(1)}, -2*39500)
	w.must(err)
	if moved.Total != 39500 || moved.Payment.Refunded != 79000 || moved.Payment.Status != booking.PaymentCaptured ||
		moved.Bookings[0].Detail.Travellers != 1 || w.vacancies(day, afternoon) != 3 {
		t.Errorf("total %d, refunded %d, %s, %d seats free", moved.Total, moved.Payment.Refunded,
			moved.Payment.Status, w.vacancies(day, afternoon))
	}
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	w.must(err)
	if quote.Refund != 39500 {
		t.Errorf("cancelling refunds %d of what is left", quote.Refund)
	}
}

func TestMoveOfAReservationChangesItsDueAmount(t *testing.T) {
	w := newWorld(t)
	o := w.order("later", booking.PayLater, dunesChoice(day, "16:00", 2))
	moved, err := w.moveFirstBooking(o, booking.Move{Units: []booking.Quantity{{ID: "adult", Quantity: 1},
		{ID: "child", Quantity: 1}}}, 27500-39500)
	w.must(err)
	if moved.Due() != 39500+27500 {
		t.Errorf("%d is due", moved.Due())
	}
	_, err = w.moveFirstBooking(o, booking.Move{Units: adults(3)}, 3*39500-moved.Total)
	w.wantFault(err, fault.NotPossible) // seats that nobody has paid for
	moved, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Units: adults(3)},
		booking.MoveRules{IgnorePolicy: true}, 3*39500-moved.Total)
	w.must(err)
	if moved.Due() != 3*39500 || w.vacancies(day, "16:00") != 1 {
		t.Errorf("%d is due, %d seats are free", moved.Due(), w.vacancies(day, "16:00"))
	}
}

func TestBuyerMovesABookingWhileCancellationIsFree(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	start := o.Bookings[0].StartsAt
	if until := o.MovableUntil(&o.Bookings[0], w.now); !until.Equal(start.Add(-24 * time.Hour)) {
		t.Errorf("it can be moved until %s", until)
	}
	w.advance(start.Add(-24 * time.Hour).Sub(w.now))
	_, _, err := w.QuoteMove(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
		booking.Move{Date: nextDay})
	w.must(err)
	w.advance(time.Second)
	_, err = w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.wantFault(err, fault.NotPossible)
	_, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: nextDay}, booking.MoveRules{}, 0)
	w.wantFault(err, fault.NotPossible)
	moved, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: nextDay},
		booking.MoveRules{IgnorePolicy: true}, 0)
	w.must(err)
	if moved.Bookings[0].Choice.Date != nextDay {
		t.Error("an operator could not move it")
	}
	_, err = w.MoveBooking(w.ctx, wayfare, visitorWithCart("other"), o.ID, o.Bookings[0].ID, booking.Move{Date: day}, 0)
	w.wantFault(err, fault.NotFound)
}

func TestMoveToAFullDepartureChangesNothing(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	w.paidOrder("other", dunesChoice(nextDay, afternoon, 3))
	_, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.wantFault(err, fault.SoldOut)
	_, err = w.moveFirstBooking(o, booking.Move{StartTime: "09:00"}, 0)
	w.wantFault(err, fault.Invalid, "startTime unknown")
	o = w.settleOrder(o)
	if o.Bookings[0].Choice.Date != day || w.vacancies(day, afternoon) != 2 || w.vacancies(nextDay, afternoon) != 1 {
		t.Error("something has changed")
	}
}

func TestPartyOfAClosedDepartureCanShrinkNotGrow(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 4))
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActClose})
	moved, err := w.moveFirstBooking(o, booking.Move{Units: adults(3)}, -39500)
	w.must(err)
	_, err = w.moveFirstBooking(moved, booking.Move{Units: adults(4)}, 39500)
	w.wantFault(err, fault.Invalid, "startTime closed")
	if d := w.departure(dunesSlot(day, afternoon)); d.Taken != 3 {
		t.Errorf("%d seats are taken", d.Taken)
	}
}

func TestDiscountShrinksWithTheBookingAndNeverGrows(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TENTH", Percent: 10}))
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	_, err = w.ApplyPromo(w.ctx, wayfare, "cart", "TENTH")
	w.must(err)
	o, err := w.checkout("cart", booking.PayLater)
	w.must(err)
	moved, err := w.moveFirstBooking(o, booking.Move{Units: adults(1)}, 35550-71100)
	w.must(err)
	if moved.Total != 35550 || moved.PromoDiscount() != 3950 {
		t.Errorf("the total is %d, the discount %d", moved.Total, moved.PromoDiscount())
	}
	moved, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Units: adults(2)},
		booking.MoveRules{IgnorePolicy: true}, 39500)
	w.must(err)
	if moved.Total != 75050 || moved.PromoDiscount() != 3950 {
		t.Errorf("the total is %d, the discount %d", moved.Total, moved.PromoDiscount())
	}
}

func TestMoveIgnoresANewPriceIfThePartyAndStartStay(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	p := dunes()
	p.Options[0].Units[0].Price = 50000
	w.catalog.add(p)
	guest := booking.Guest{Name: "Noor Haddad", Email: "noor@example.com", Phone: "+971501234568"}
	moved, err := w.moveFirstBooking(o, booking.Move{Guest: &guest}, 0)
	w.must(err)
	if moved.Total != 39500 || moved.Guest.Name != "Noor Haddad" {
		t.Errorf("the total is %d, the guest %v", moved.Total, moved.Guest)
	}
	found, err := w.store.Read().Orders(w.ctx, booking.OrderFilter{SearchWords: booking.ParseSearchWords("noor")})
	w.must(err)
	if len(found) != 1 {
		t.Errorf("%d orders are found by the new name", len(found))
	}
	moved, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: nextDay},
		booking.MoveRules{KeepPrice: true}, 0)
	w.must(err)
	if moved.Total != 39500 || moved.Bookings[0].Choice.Date != nextDay {
		t.Errorf("the total is %d on %s", moved.Total, moved.Bookings[0].Choice.Date)
	}
}

func TestPickupAndLeadTravellerCanChangeUntilTheirDeadlines(t *testing.T) {
	marina := booking.Place{Point: "marina", Address: "Rove"}
	lead := booking.Guest{Name: "Noor Haddad", Email: "noor@example.com", Phone: "+971501234568"}
	places, leads, both := booking.Move{Pickup: &marina}, booking.Move{Guest: &lead},
		booking.Move{Pickup: &marina, Guest: &lead}
	for name, c := range map[string]struct {
		before  time.Duration // the start
		move    booking.Move
		refused bool
	}{
		"the pickup while booking is open":            {5 * time.Hour, places, false}, // four hours before the start
		"the pickup after booking closes":             {3 * time.Hour, places, true},
		"the lead traveller while cancelling is free": {24 * time.Hour, leads, false},
		"the lead traveller after that":               {24*time.Hour - time.Second, leads, true},
		"no change, a minute before the start":        {time.Minute, booking.Move{}, false},
		"the pickup and the lead traveller, too late": {3 * time.Hour, both, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.catalog.add(productWithPickup())
			choice := dunesChoice(day, afternoon, 1)
			choice.Pickup = booking.Place{Point: "car-park"}
			o := w.paidOrder("cart", choice)
			w.advance(o.Bookings[0].StartsAt.Add(-c.before).Sub(w.now))
			_, err := w.moveFirstBooking(o, c.move, 0)
			if !c.refused {
				w.must(err)
				return
			}
			w.wantFault(err, fault.NotPossible)
			_, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, c.move, booking.MoveRules{}, 0)
			w.wantFault(err, fault.NotPossible)
			moved, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, c.move,
				booking.MoveRules{IgnorePolicy: true}, 0)
			w.must(err)
			if b := moved.Bookings[0]; (b.Choice.Pickup == marina) != (c.move.Pickup != nil) {
				t.Errorf("the pickup is %+v", b.Choice.Pickup)
			}
		})
	}
}

func TestPickupChangesWithTheDateAfterItsOldDeadline(t *testing.T) {
	w := newWorld(t)
	p := productWithPickup()
	p.Options[0].Cancellation = []payload.CancellationTier{{Before: 0, Refund: 100}}
	w.catalog.add(p)
	choice := dunesChoice(day, afternoon, 1)
	choice.Pickup = booking.Place{Point: "car-park"}
	o := w.paidOrder("cart", choice)
	w.advance(o.Bookings[0].StartsAt.Add(-time.Hour).Sub(w.now))
	marina := booking.Place{Point: "marina", Address: "Rove"}
	_, err := w.moveFirstBooking(o, booking.Move{Pickup: &marina}, 0)
	w.wantFault(err, fault.NotPossible)
	moved, err := w.moveFirstBooking(o, booking.Move{Pickup: &marina, Date: nextDay}, 0)
	w.must(err)
	if b := moved.Bookings[0]; b.Choice.Pickup != marina || b.Choice.Date != nextDay {
		t.Errorf("it is %+v", b.Choice)
	}
}
