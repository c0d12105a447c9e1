package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// reservationOnRequest reserves seats of a supplier on request, to be paid later, and returns the order with the
// supplier's link.
func (w *world) reservationOnRequest(d booking.Deployment) (booking.Order, booking.LinkAction) {
	w.t.Helper()
	w.setSupplier(payload.OnRequest, payload.AllSupplierNews...)
	o, err := w.reserve(d, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	return w.settleOrder(o), booking.LinkAction{Order: o.ID, Booking: o.Bookings[0].ID, Link: "0011"}
}

func (w *world) recordPaid(o booking.Order) booking.Order {
	w.t.Helper()
	o, err := w.RecordPayment(w.ctx, o.ID, o.Bookings[0].ID,
		booking.Record{By: booking.InCash, Amount: o.Due()}, o.Payment.TotalReceived())
	w.must(err)
	return w.settleOrder(o)
}

func TestPaidReservationIsOnHoldUntilTheSupplierAccepts(t *testing.T) {
	w := newWorld(t)
	o, link := w.reservationOnRequest(wayfare)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	o = w.recordPaid(o)
	w.wantOrder(o, booking.ResultOnHold, booking.PaymentCaptured, booking.Pending)
	o, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	w.wantNotices(o, "order_received", "order_on_hold", "order_confirmed")
}

func TestAcceptedReservationIsConfirmedOncePaid(t *testing.T) {
	for name, pay := range map[string]func(w *world, o booking.Order) booking.Order{
		"paid in cash": (*world).recordPaid,
		"paid by card": func(w *world, o booking.Order) booking.Order {
			if !w.CanPay(&o) {
				t.Fatal("it cannot be paid by card")
			}
			o, err := w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
			w.must(err)
			w.pay(o, goodCard)
			return w.settleOrder(o)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			_, link := w.reservationOnRequest(wayfare)
			o, err := w.DecideByLink(w.ctx, link, true)
			w.must(err)
			w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
			if o.Bookings[0].Decision != booking.Accepted || o.Bookings[0].HasTicket() {
				t.Errorf("%+v", o.Bookings[0])
			}
			w.wantSupplierNotices("supplier_request", "supplier_booking")
			w.wantOrder(pay(w, o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
			w.wantNotices(o, "order_received", "order_confirmed")
		})
	}
}

func TestAcceptedReservationExpiresIfUnpaid(t *testing.T) {
	w := newWorld(t)
	o, link := w.reservationOnRequest(wayfare)
	_, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	w.advance(18 * time.Hour)
	w.wantNotices(o, "order_received", "payment_reminder")
	w.advance(6 * time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
	if got := w.vacancies(day, afternoon); got != 4 {
		t.Errorf("%d of 4 seats are free", got)
	}
	w.wantSupplierNotices("supplier_request", "supplier_booking", "supplier_booking_cancelled")
}

func TestAcceptedReservationStaysIfPaidAtTheDesk(t *testing.T) {
	w := newWorld(t)
	o, link := w.reservationOnRequest(payAtStartShop())
	_, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	w.advance(o.Payment.PayBy.Sub(w.now) + time.Minute)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	w.wantOrder(w.recordPaid(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestOnlyTheShopConfirmsAnUnpaidReservation(t *testing.T) {
	w := newWorld(t)
	o, link := w.reservationOnRequest(wayfare)
	o, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	for _, accept := range []bool{true, false} {
		link.Link = "0022"
		_, err = w.DecideByLink(w.ctx, link, accept)
		w.wantFault(err, fault.NotPossible)
	}
	if !o.ArrangesPayment(&o.Bookings[0]) {
		t.Error("the shop is not told that it confirms it unpaid")
	}
	o, err = w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Confirmed)
}
