package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// desk is a shop whose reservations are paid at its desk, when they start.
func desk() booking.Deployment {
	d := wayfare
	d.Card, d.PayLaterTerms = false, booking.PayLaterTerms{AtStart: true, Where: "At our desk in the lobby"}
	return d
}

// reserve orders something in a shop, to be paid later.
func (w *world) reserve(d booking.Deployment, cart string, choice booking.Choice) (booking.Order, error) {
	w.t.Helper()
	c, err := w.AddItem(w.ctx, d, cart, choice)
	w.must(err)
	return w.Checkout(w.ctx, d, booking.Checkout{
		Key: "0123456789", Cart: cart, Buyer: amina, Method: booking.PayLater, Total: c.Total,
	})
}

func TestPayingLaterIsNotOfferedWhereTheStartLeavesTooLittleTime(t *testing.T) {
	w := newWorld(t)
	near := on("2026-11-21", three, 1)
	c, err := w.AddItem(w.ctx, wayfare, "cart", near)
	w.must(err)
	if c.PayLater.Offered || c.PayLater.TooNear != "Dunes" || !c.Card {
		t.Errorf("%+v", c.PayLater)
	}
	_, err = w.checkout("cart", booking.PayLater)
	w.fails(err, fault.PayLaterTooNear)
	far, err := w.AddItem(w.ctx, wayfare, "other", on(day, three, 1))
	w.must(err)
	if want := w.now.Add(24 * time.Hour); !far.PayLater.Offered || !far.PayLater.PayBy.Equal(want) {
		t.Errorf("%+v, want %s", far.PayLater, want)
	}
	both, err := w.AddItem(w.ctx, wayfare, "other", near)
	w.must(err)
	if both.PayLater.Offered {
		t.Error("the strictest item does not count")
	}
}

func TestABookingPaidAtTheDeskStaysReserved(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(desk(), "cart", on("2026-11-21", three, 1)) // tomorrow
	w.must(err)
	start := o.Bookings[0].StartsAt
	if !o.Payment.PayBy.Equal(start) || !o.Payment.AtStart || o.Payment.Where != "At our desk in the lobby" {
		t.Errorf("%+v", o.Payment)
	}
	for _, at := range []time.Time{w.now.Add(time.Hour), start.Add(-time.Minute), start.Add(time.Hour)} {
		w.pass(at.Sub(w.now))
		o = w.settled(o)
		w.is(o, booking.Success, booking.PaymentDue, booking.Pending)
	}
	_, err = w.Pay(w.ctx, desk(), by("cart"), o.ID, "")
	w.fails(err, fault.NotPossible)
}

func TestAReservationCanBePaidByCardUntilItsDeadline(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", on(day, three, 2))
	w.must(err)
	if !w.CanPay(&o) {
		t.Fatal("it cannot be paid")
	}
	o, err = w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	w.is(o, booking.Success, booking.PaymentDue, booking.Pending)
	if !w.IsPaymentPageOpen(&o) {
		t.Fatal("there is no payment page")
	}
	again, err := w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	if again.Payment.URL != o.Payment.URL {
		t.Error("each press opens a page of its own")
	}
	w.pay(o, good)
	o = w.settled(o)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Payment.Captured != o.Total {
		t.Errorf("%d of %d is captured", o.Payment.Captured, o.Total)
	}
}

func TestAPageThatIsLeftLeavesTheReservation(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", on(day, three, 2))
	w.must(err)
	o, err = w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	w.pass(2 * time.Hour) // longer than a payment page is open
	o = w.settled(o)
	w.is(o, booking.Success, booking.PaymentDue, booking.Pending)
	o, err = w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	w.pay(o, good)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAPaymentAfterItsSeatsWereSoldIsRefunded(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", on(day, three, 4)) // all seats
	w.must(err)
	w.pass(23*time.Hour + 50*time.Minute)
	o, err = w.Pay(w.ctx, wayfare, by("cart"), o.ID, "")
	w.must(err)
	w.pay(o, good) // without a poll
	w.pass(20 * time.Minute)
	paid := w.settled(o)
	// The seats were still held: a payment made in time but detected late is booked.
	w.is(paid, booking.Success, booking.PaymentCaptured, booking.Confirmed)

	late, err := w.reserve(wayfare, "late", on(day, "16:00", 4))
	w.must(err)
	w.pass(23*time.Hour + 50*time.Minute)
	late, err = w.Pay(w.ctx, wayfare, by("late"), late.ID, "")
	w.must(err)
	w.pass(10 * time.Minute)
	late = w.settled(late) // the deadline: the seats are free, and the page is closed
	w.is(late, booking.Failed, booking.PaymentFailed, booking.Expired)
	if _, err := w.sandbox.Pay(w.ctx, late.Payment.SessionID, good); err == nil {
		t.Error("the page of a reservation that has ended takes a payment")
	}
	if w.vacancies(day, "16:00") != 4 {
		t.Error("the seats are not free")
	}
}

func TestACartOfBothIsPaidByItsSoonestDeadline(t *testing.T) {
	w := newWorld(t)
	atPier := dunes()
	atPier.Slug, atPier.PayLater = "pier", &payload.PayLaterTerms{AtStart: true}
	w.catalog.add(atPier)
	choice := on("2026-11-21", three, 1) // tomorrow, paid there
	choice.Product = "pier"
	c, err := w.AddItem(w.ctx, wayfare, "cart", choice)
	w.must(err)
	if !c.PayLater.Offered || !c.PayLater.AtStart {
		t.Errorf("alone: %+v", c.PayLater)
	}
	c, err = w.AddItem(w.ctx, wayfare, "cart", on(day, three, 1))
	w.must(err)
	if want := w.now.Add(24 * time.Hour); !c.PayLater.Offered || c.PayLater.AtStart || !c.PayLater.PayBy.Equal(want) {
		t.Errorf("with another: %+v, want %s", c.PayLater, want)
	}
}

// A strict policy is not evaded by ordering something on request beside: what was accepted keeps its tiers although its
// money is only reserved.
func TestThePolicyHoldsWhileTheMoneyIsReserved(t *testing.T) {
	w := newWorld(t)
	falcons := dunes()
	falcons.Slug, falcons.Supplier.Confirmation = "falcons", "on_request"
	w.catalog.add(falcons)
	onRequest := on(day, three, 1)
	onRequest.Product = "falcons"
	o := w.order("cart", booking.Card, on("2026-11-21", three, 1), onRequest) // tomorrow: 27 hours ahead
	w.pay(o, good)
	o = w.settled(o)
	w.is(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending, booking.Pending)
	w.pass(10 * time.Hour) // half is kept now
	near, far := o.Bookings[0].ID, o.Bookings[1].ID
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, by("cart"), o.ID, near)
	w.must(err)
	if quote.Percent != 50 || quote.Refund != 19750 {
		t.Fatalf("%+v", quote)
	}
	_, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, near, quote.Refund)
	w.must(err)
	quote, _, err = w.QuoteCancellation(w.ctx, wayfare, by("cart"), o.ID, far)
	w.must(err)
	if quote.Percent != 100 || quote.Refund != 0 {
		t.Fatalf("of what the supplier has not accepted: %+v", quote)
	}
	_, err = w.Cancel(w.ctx, wayfare, by("cart"), o.ID, far, quote.Refund)
	w.must(err)
	o = w.settled(o)
	w.is(o, booking.Success, booking.PaymentCaptured, booking.Cancelled, booking.Cancelled)
	if o.Payment.Captured != 19750 {
		t.Errorf("%d is charged, want 19750", o.Payment.Captured)
	}
}

func TestCollectedTravellersPayAtTheDeskBeforeThePickup(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(collected())
	choice := on(day, three, 2)
	choice.Pickup = booking.Place{Point: "marina", Address: "Rove"}
	o, err := w.reserve(desk(), "cart", choice)
	w.must(err)
	if want := o.Bookings[0].StartsAt.Add(-time.Hour); !o.Payment.PayBy.Equal(want) || !o.Payment.AtStart {
		t.Errorf("to be paid by %s, want %s", o.Payment.PayBy, want)
	}
}

func TestSuppliersDecideBeforeTheFirstPickup(t *testing.T) {
	w := newWorld(t)
	p := collected()
	p.Supplier.Confirmation = "on_request"
	w.catalog.add(p)
	choice := on("2026-11-21", three, 2)
	choice.Pickup = booking.Place{Point: "marina", Address: "Rove"}
	o := w.order("cart", booking.Card, choice)
	w.pay(o, good)
	o = w.settled(o)
	pickup := o.Bookings[0].StartsAt.Add(-time.Hour) // 14:00 in Dubai
	if by := w.ConfirmationDeadline(&o); !o.Bookings[0].ReadyAt().Equal(pickup) || !by.Equal(pickup.Add(-6*time.Hour)) {
		t.Errorf("decided by %s, collected at %s", by, o.Bookings[0].ReadyAt())
	}
	w.pass(pickup.Add(-2 * time.Hour).Sub(w.now))
	w.is(w.settled(o), booking.Failed, booking.PaymentVoided, booking.Expired)
}
