package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// payAtStartShop is a shop whose reservations are paid at its desk, when they start.
func payAtStartShop() booking.Deployment {
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

func TestPayLaterIsNotOfferedShortlyBeforeTheStart(t *testing.T) {
	w := newWorld(t)
	near := dunesChoice("2026-11-21", afternoon, 1)
	c, err := w.AddItem(w.ctx, wayfare, "cart", near)
	w.must(err)
	if c.PayLater.Offered || c.PayLater.TooNear != "Dunes" || !c.Card {
		t.Errorf("%+v", c.PayLater)
	}
	_, err = w.checkout("cart", booking.PayLater)
	w.wantFault(err, fault.PayLaterTooNear)
	far, err := w.AddItem(w.ctx, wayfare, "other", dunesChoice(day, afternoon, 1))
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

func TestBookingToBePaidAtTheDeskStaysReserved(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice("2026-11-21", afternoon, 1)) // tomorrow
	w.must(err)
	start := o.Bookings[0].StartsAt
	if !o.Payment.PayBy.Equal(start) || !o.Payment.AtStart || o.Payment.Where != "At our desk in the lobby" {
		t.Errorf("%+v", o.Payment)
	}
	for _, at := range []time.Time{w.now.Add(time.Hour), start.Add(-time.Minute), start.Add(time.Hour)} {
		w.advance(at.Sub(w.now))
		o = w.settleOrder(o)
		w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	}
	_, err = w.Pay(w.ctx, payAtStartShop(), visitorWithCart("cart"), o.ID, "")
	w.wantFault(err, fault.NotPossible)
}

func TestReservationCanBePaidByCard(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	if !w.CanPay(&o) {
		t.Fatal("it cannot be paid")
	}
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if !w.IsPaymentPageOpen(&o) {
		t.Fatal("there is no payment page")
	}
	again, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	if again.Payment.URL != o.Payment.URL {
		t.Error("each press opens a page of its own")
	}
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Payment.Captured != o.Total {
		t.Errorf("%d of %d is captured", o.Payment.Captured, o.Total)
	}
}

func TestAbandonedPaymentPageKeepsTheReservation(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.advance(2 * time.Hour) // longer than a payment page is open
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestReservationIsBookedIfPaidInTimeElseItsPageCloses(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", dunesChoice(day, afternoon, 4)) // all seats
	w.must(err)
	w.advance(23*time.Hour + 50*time.Minute)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.pay(o, goodCard) // without a poll
	w.advance(20 * time.Minute)
	paid := w.settleOrder(o)
	// The seats were still held: a payment made in time but detected late is booked.
	w.wantOrder(paid, booking.Success, booking.PaymentCaptured, booking.Confirmed)

	late, err := w.reserve(wayfare, "late", dunesChoice(day, "16:00", 4))
	w.must(err)
	w.advance(23*time.Hour + 50*time.Minute)
	late, err = w.Pay(w.ctx, wayfare, visitorWithCart("late"), late.ID, "")
	w.must(err)
	w.advance(10 * time.Minute)
	late = w.settleOrder(late) // the deadline: the seats are free, and the page is closed
	w.wantOrder(late, booking.Failed, booking.PaymentFailed, booking.Expired)
	if _, err := w.sandbox.Pay(w.ctx, late.Payment.SessionID, goodCard); err == nil {
		t.Error("the page of a reservation that has ended takes a payment")
	}
	if w.vacancies(day, "16:00") != 4 {
		t.Error("the seats are not free")
	}
}

func TestCartOfTwoTermsHasTheEarlierDeadline(t *testing.T) {
	w := newWorld(t)
	atPier := dunes()
	atPier.Slug, atPier.PayLater = "pier", &payload.PayLaterTerms{AtStart: true}
	w.catalog.add(atPier)
	choice := dunesChoice("2026-11-21", afternoon, 1) // tomorrow, paid there
	choice.Product = "pier"
	c, err := w.AddItem(w.ctx, wayfare, "cart", choice)
	w.must(err)
	if !c.PayLater.Offered || !c.PayLater.AtStart {
		t.Errorf("alone: %+v", c.PayLater)
	}
	c, err = w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	if want := w.now.Add(24 * time.Hour); !c.PayLater.Offered || c.PayLater.AtStart || !c.PayLater.PayBy.Equal(want) {
		t.Errorf("with another: %+v, want %s", c.PayLater, want)
	}
}

// A strict policy is not evaded by ordering something on request beside: what was accepted keeps its tiers although its
// money is only reserved.
func TestCancellationPolicyAppliesToAuthorisedPayments(t *testing.T) {
	w := newWorld(t)
	falcons := dunes()
	falcons.Slug, falcons.Supplier.Confirmation = "falcons", "on_request"
	w.catalog.add(falcons)
	onRequest := dunesChoice(day, afternoon, 1)
	onRequest.Product = "falcons"
	o := w.order("cart", booking.Card, dunesChoice("2026-11-21", afternoon, 1), onRequest) // tomorrow: 27 hours ahead
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending, booking.Pending)
	w.advance(10 * time.Hour) // half is kept now
	near, far := o.Bookings[0].ID, o.Bookings[1].ID
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, near)
	w.must(err)
	if quote.Percent != 50 || quote.Refund != 19750 {
		t.Fatalf("%+v", quote)
	}
	_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, near, quote.Refund)
	w.must(err)
	quote, _, err = w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, far)
	w.must(err)
	if quote.Percent != 100 || quote.Refund != 0 {
		t.Fatalf("of what the supplier has not accepted: %+v", quote)
	}
	_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, far, quote.Refund)
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled, booking.Cancelled)
	if o.Payment.Captured != 19750 {
		t.Errorf("%d is charged, want 19750", o.Payment.Captured)
	}
}

func TestBookingWithPickupIsPaidAtTheDeskBeforeThePickup(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(productWithPickup())
	choice := choiceWithPickup(2)
	o, err := w.reserve(payAtStartShop(), "cart", choice)
	w.must(err)
	if want := o.Bookings[0].StartsAt.Add(-time.Hour); !o.Payment.PayBy.Equal(want) || !o.Payment.AtStart {
		t.Errorf("to be paid by %s, want %s", o.Payment.PayBy, want)
	}
}

func TestSuppliersDecideBeforeThePickup(t *testing.T) {
	w := newWorld(t)
	p := productWithPickup()
	p.Supplier.Confirmation = "on_request"
	w.catalog.add(p)
	choice := dunesChoice("2026-11-21", afternoon, 2)
	choice.Pickup = booking.Place{Point: "marina", Address: "Rove"}
	o := w.order("cart", booking.Card, choice)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	pickup := o.Bookings[0].StartsAt.Add(-time.Hour) // 14:00 in Dubai
	if by := w.ConfirmationDeadline(&o); !o.Bookings[0].ReadyAt().Equal(pickup) || !by.Equal(pickup.Add(-6*time.Hour)) {
		t.Errorf("decided by %s, collected at %s", by, o.Bookings[0].ReadyAt())
	}
	w.advance(pickup.Add(-2 * time.Hour).Sub(w.now))
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentVoided, booking.Expired)
}
