package booking_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// setSuppliers gives the dunes the supplier sands, and both suppliers all news.
func (w *world) setSuppliers(confirmation payload.Confirmation) {
	w.setSupplier(confirmation)
	contacts := supplierList{}
	for _, id := range []string{"sands", "camels"} {
		contacts[id] = payload.SupplierContact{ID: id, Email: id + "@example.com", Language: "en",
			Notify: payload.AllSupplierNews}
	}
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(), Log: slog.New(slog.DiscardHandler), Now: w.clock, Suppliers: contacts,
	})
}

// replaceSupplier gives the dunes another supplier in the content, and each adult another price.
func (w *world) replaceSupplier(id string, confirmation payload.Confirmation, price int64) {
	p := *w.catalog["dunes"]
	p.Supplier = payload.Supplier{ID: id, Name: id, Confirmation: confirmation}
	p.Options = slices.Clone(p.Options)
	p.Options[0].Units = slices.Clone(p.Options[0].Units)
	p.Options[0].Units[0].Price = price
	w.catalog.add(&p)
}

// wantFormer checks which former suppliers the notices of ended bookings are for, in their order.
func (w *world) wantFormer(o booking.Order, want ...string) {
	w.t.Helper()
	var got []string
	for _, job := range slices.Backward(w.jobs()) {
		var args struct{ Notice notice.Notice }
		w.must(json.Unmarshal(job.Args, &args))
		if n := args.Notice; n.Kind == notice.SupplierBookingCancelled {
			got = append(got, o.Bookings[0].SupplierID(n.Supplier))
		}
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("%q are notified that it is no longer theirs, want %q", got, want)
	}
}

func TestFormerSupplierIsNotifiedOnceOfAMovedBooking(t *testing.T) {
	const price = 39500
	for name, c := range map[string]struct {
		price int64 // of the new start
		move  func(w *world, o booking.Order)
	}{
		"its buyer moves it": {price, func(w *world, o booking.Order) {
			_, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
			w.must(err)
		}},
		"its buyer pays for the move": {price + 1000, func(w *world, o booking.Order) {
			moved, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 1000)
			w.must(err)
			w.wantSupplierNotices("supplier_booking")
			supplement, err := w.store.Read().Order(w.ctx, moved.Bookings[0].PendingMove)
			w.must(err)
			w.pay(supplement, goodCard)
			w.settleOrder(supplement)
		}},
		"an operator moves it": {price, func(w *world, o booking.Order) {
			_, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{StartTime: "16:00"},
				booking.MoveRules{}, 0)
			w.must(err)
		}},
		"its departure is moved": {price, func(w *world, _ booking.Order) {
			change, err := w.MoveDeparture(w.ctx, dunesSlot(day, afternoon),
				booking.DepartureChange{To: dunesSlot(day, "16:00")})
			w.must(err)
			w.continueChange(change)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.setSuppliers(payload.Instant)
			o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
			w.replaceSupplier("camels", payload.Instant, c.price)
			c.move(w, o)
			for range 2 {
				o = w.settleOrder(o)
			}
			w.wantSupplierNotices("supplier_booking", "supplier_booking_cancelled", "supplier_booking")
			w.wantFormer(o, "sands")
			if b := o.Bookings[0]; b.Detail.Supplier.ID != "camels" || b.Former[0].Choice.Date != day ||
				b.Former[0].Choice.StartTime != afternoon {
				t.Errorf("it is with %s, and was at %+v", b.Detail.Supplier.ID, b.Former)
			}
		})
	}
}

func TestEachSupplierOfABookingIsNotifiedOfItsOwn(t *testing.T) {
	w := newWorld(t)
	w.setSuppliers(payload.Instant)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	b := &o.Bookings[0]
	for _, c := range []struct{ supplier, start string }{{"camels", "16:00"}, {"sands", afternoon}} {
		w.replaceSupplier(c.supplier, payload.Instant, b.Amount)
		_, err := w.moveFirstBooking(o, booking.Move{StartTime: c.start}, 0)
		w.must(err)
	}
	_, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0) // with the same supplier
	w.must(err)
	_, err = w.CancelByOperator(w.ctx, o.ID, b.ID, nil, booking.CancellationQuote{Percent: 100, Refund: b.Amount,
		Payout: b.Amount})
	w.must(err)
	o = w.settleOrder(o)
	w.wantSupplierNotices("supplier_booking", "supplier_booking_cancelled", "supplier_booking",
		"supplier_booking_cancelled", "supplier_booking", "supplier_booking_changed", "supplier_booking_cancelled")
	w.wantFormer(o, "sands", "camels", "sands")
}

func TestFormerSupplierCanNoLongerAnswerOrRecordPayments(t *testing.T) {
	w := newWorld(t)
	w.setSuppliers(payload.OnRequest)
	o := w.settleOrder(w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1)))
	w.replaceSupplier("camels", payload.OnRequest, o.Total)
	o, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.must(err)
	w.wantSupplierNotices("supplier_request", "supplier_booking_cancelled", "supplier_request")
	w.wantFormer(o, "sands")
	link := booking.LinkAction{Order: o.ID, Booking: o.Bookings[0].ID, Link: "0011"}
	for _, accept := range []bool{true, false} {
		if _, err = w.DecideByLink(w.ctx, link, accept); !errors.Is(err, booking.ErrNotAsShown) {
			t.Errorf("the former supplier answers: %v", err)
		}
	}
	if _, err = w.RecordPaymentByLink(w.ctx, link, booking.InCash); !errors.Is(err, booking.ErrNotAsShown) {
		t.Errorf("the former supplier records a payment: %v", err)
	}
	link.Changes = o.Bookings[0].Detail.Changes
	o, err = w.DecideByLink(w.ctx, link, true)
	w.must(err)
	if o.Bookings[0].Decision != booking.Accepted {
		t.Errorf("the supplier has %s it", o.Bookings[0].Decision)
	}
	w.wantSupplierNotices("supplier_request", "supplier_booking_cancelled", "supplier_request", "supplier_booking")
}

func TestOnlyANotifiedSupplierIsAFormerOne(t *testing.T) {
	w := newWorld(t)
	w.setSuppliers(payload.Instant)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.replaceSupplier("", payload.Instant, o.Total) // of no supplier, as products of old builds were
	o, err := w.moveFirstBooking(o, booking.Move{StartTime: "16:00"}, 0)
	w.must(err)
	w.replaceSupplier("sands", payload.Instant, o.Total)
	o, err = w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.must(err)
	w.wantSupplierNotices("supplier_booking", "supplier_booking_cancelled", "supplier_booking")
	if got := len(o.Bookings[0].Former); got != 1 {
		t.Errorf("it has %d former suppliers", got)
	}
}

func TestMovedBookingIsFoundByItsNewSupplier(t *testing.T) {
	w := newWorld(t)
	w.setSuppliers(payload.Instant)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.replaceSupplier("camels", payload.Instant, o.Total)
	_, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.must(err)
	for _, supplier := range []string{"sands", "camels"} {
		found, err := w.store.Read().Orders(w.ctx, booking.OrderFilter{SearchWords: []string{supplier}})
		w.must(err)
		if len(found) != 1 {
			t.Errorf("%d orders are found by %q", len(found), supplier)
		}
	}
}

func TestInstantSupplierIsNotAskedToConfirmAMovedBooking(t *testing.T) {
	for name, c := range map[string]struct {
		method booking.Method
		paid   int64
		after  booking.BookingStatus
	}{
		"reserved on a card":       {booking.Card, 0, booking.Confirmed},
		"reserved, to be paid":     {booking.PayLater, 0, booking.Pending},
		"reserved, and paid since": {booking.PayLater, 39500, booking.Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.setSuppliers(payload.OnRequest)
			o := w.order("cart", c.method, dunesChoice(day, afternoon, 1))
			if c.method == booking.Card {
				w.pay(o, goodCard)
			}
			if o = w.settleOrder(o); c.paid > 0 {
				o = w.recordDeposit(o, 0, c.paid)
			}
			if o.Bookings[0].Status != booking.Pending {
				t.Fatalf("it is %s before it moves", o.Bookings[0].Status)
			}
			w.replaceSupplier("camels", payload.Instant, 39500)
			o, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
			w.must(err)
			o = w.settleOrder(o)
			if b := &o.Bookings[0]; b.Decision != booking.Accepted || b.Status != c.after {
				t.Errorf("it is %s, decision %q", b.Status, b.Decision)
			}
			w.wantSupplierNotices("supplier_request", "supplier_booking_cancelled", "supplier_booking")
		})
	}
}
