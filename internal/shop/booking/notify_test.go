package booking_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

// notices returns the queued notices of an order, in their order, as "kind" or "kind line of the booking".
func (w *world) notices(o booking.Order) []string {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
	w.must(err)
	list := []string{}
	for _, job := range slices.Backward(jobs) {
		var args struct{ Notice notice.Notice }
		w.must(json.Unmarshal(job.Args, &args))
		n := args.Notice
		if n.Subject != o.ID || n.Kind.IsToShop() || n.Kind.IsToSupplier() {
			continue
		}
		if n.ID == "" || n.To != amina.Email || n.Deployment != "wayfare" || n.Language != "en" {
			w.t.Errorf("the notice is %+v", n)
		}
		text := string(n.Kind)
		for _, b := range o.Bookings {
			if b.ID == n.Booking {
				text += " " + string(rune('0'+b.Line))
			}
		}
		list = append(list, text)
	}
	return list
}

// wantNotices settles an order more often than needed and compares all its notices.
func (w *world) wantNotices(o booking.Order, want ...string) booking.Order {
	w.t.Helper()
	for range 2 {
		o = w.settleOrder(o)
	}
	if got := w.notices(o); strings.Join(got, ", ") != strings.Join(want, ", ") {
		w.t.Errorf("notices %q, want %q", got, want)
	}
	return o
}

// onRequest makes the supplier of the dunes confirm on request.
func (w *world) onRequest() {
	p := dunes()
	p.Supplier.Confirmation = "on_request"
	w.catalog.add(p)
}

func TestBuyerIsNotifiedOnceOfAnOrdersOutcome(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(w *world) booking.Order
		want []string
	}{
		{"a paid order has a confirmation", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			return o
		}, []string{"order_confirmed"}},
		{"an abandoned checkout has no notice", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.wantNotices(o)
			w.advance(2 * time.Hour)
			return o
		}, nil},
		{"a cancelled payment page has no notice", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
			w.wantNotices(o)
			w.advance(2 * time.Hour)
			return o
		}, nil},
		{"a declined card has a notice after the hold ends", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, declinedCard)
			w.wantNotices(o)
			w.advance(2 * time.Hour)
			return o
		}, []string{"order_failed"}},
		{"a declined card before a good one has no failure notice", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, declinedCard)
			w.wantNotices(o)
			w.pay(o, goodCard)
			return o
		}, []string{"order_confirmed"}},
		{"a superseded order has no notice", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, declinedCard)
			w.wantNotices(o)
			_, err := w.checkout("cart", booking.Card)
			w.must(err)
			w.advance(2 * time.Hour)
			return o
		}, nil},
		{"an order on hold has a notice, and one of the supplier's decision", func(w *world) booking.Order {
			w.onRequest()
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.wantNotices(o, "order_on_hold")
			_, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
			w.must(err)
			return o
		}, []string{"order_on_hold", "order_confirmed"}},
		{"an order that its supplier rejects has a failure notice", func(w *world) booking.Order {
			w.onRequest()
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.wantNotices(o, "order_on_hold")
			_, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, false)
			w.must(err)
			return o
		}, []string{"order_on_hold", "order_failed"}},
		{"an order rejected in part has one notice after both decisions",
			func(w *world) booking.Order {
				w.onRequest()
				o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
				w.pay(o, goodCard)
				o = w.wantNotices(o, "order_on_hold")
				_, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
				w.must(err)
				w.wantNotices(o, "order_on_hold")
				_, err = w.Decide(w.ctx, o.ID, o.Bookings[1].ID, false)
				w.must(err)
				return o
			}, []string{"order_on_hold", "order_partly"}},
		{"each cancelled booking has a notice, without a failure notice", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
			w.pay(o, goodCard)
			o = w.wantNotices(o, "order_confirmed")
			for _, b := range slices.Backward(o.Bookings) {
				quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, b.ID)
				w.must(err)
				_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, b.ID, quote.Refund)
				w.must(err)
			}
			return o
		}, []string{"order_confirmed", "booking_cancelled 1", "booking_cancelled 0"}},
		{"an unpaid reservation has a receipt, a reminder and a failure notice", func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
			o = w.wantNotices(o, "order_received")
			w.advance(17 * time.Hour)
			o = w.wantNotices(o, "order_received")
			w.advance(time.Hour)
			o = w.wantNotices(o, "order_received", "payment_reminder")
			w.advance(6 * time.Hour)
			return o
		}, []string{"order_received", "payment_reminder", "order_failed"}},
		{"a confirmed reservation has no reminder", func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
			_, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, true)
			w.must(err)
			w.advance(20 * time.Hour)
			return o
		}, []string{"order_received", "order_confirmed"}},
		{"a reservation due within hours has no reminder", func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice("2026-11-22", "16:00", 1)) // 52 hours ahead; 4 to pay
			w.advance(3 * time.Hour)
			return o
		}, []string{"order_received"}},
		{"a cancelled reservation has no failure notice", func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
			_, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 0)
			w.must(err)
			w.advance(30 * time.Hour)
			return o
		}, []string{"order_received", "booking_cancelled 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.wantNotices(c.play(w), c.want...)
		})
	}
}

// shopNotices are the notices that the shop was to get, by kind and subject.
func (w *world) shopNotices() (list []string) {
	w.t.Helper()
	for _, job := range slices.Backward(w.jobs()) {
		var args struct{ Notice notice.Notice }
		w.must(json.Unmarshal(job.Args, &args))
		if n := args.Notice; n.Kind.IsToShop() {
			if n.ID == "" || n.To != "hello@wayfare.example" || n.Deployment != "wayfare" || n.Language != "en" {
				w.t.Errorf("the notice is %+v", n)
			}
			list = append(list, string(n.Kind)+" "+n.Subject)
		}
	}
	return list
}

func TestShopIsNotifiedOnceOfBookingsCancellationsAndPendingDecisions(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(w *world) booking.Order
		want []string
	}{
		{"a pending request, and its decision", func(w *world) booking.Order {
			w.onRequest()
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
			w.pay(o, goodCard)
			w.settleOrder(o)
			for _, b := range o.Bookings {
				_, err := w.Decide(w.ctx, o.ID, b.ID, b.Line == 0)
				w.must(err)
			}
			return o
		}, []string{"order_waiting", "shop_order_confirmed"}},
		{"a new reservation", func(w *world) booking.Order {
			return w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
		}, []string{"order_waiting"}},
		{"a reservation and its cancellation", func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
			_, err := w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, 0)
			w.must(err)
			return o
		}, []string{"order_waiting", "shop_booking_cancelled"}},
		{"a confirmed order, and each cancelled booking", func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			for _, b := range o.Bookings {
				quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, b.ID)
				w.must(err)
				_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, b.ID, quote.Refund)
				w.must(err)
			}
			return o
		}, []string{"shop_order_confirmed", "shop_booking_cancelled", "shop_booking_cancelled"}},
		{"no notice of an unpaid order", func(w *world) booking.Order {
			w.onRequest()
			return w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			o := c.play(w)
			for range 2 {
				o = w.settleOrder(o)
			}
			for i := range c.want {
				c.want[i] += " " + o.ID
			}
			if got := w.shopNotices(); !slices.Equal(got, c.want) {
				t.Errorf("the shop's notices are %q, want %q", got, c.want)
			}
		})
	}
	t.Run("a visitor's request for a price", func(t *testing.T) {
		w := newNegotiableWorld(t)
		n := w.requestPrice()
		if got := strings.Join(w.shopNotices(), ", "); got != "negotiation_asked "+n.Reference {
			t.Errorf("the shop's notices are %q", got)
		}
	})
}

func TestNoticeIsOutdatedByALaterOne(t *testing.T) {
	for _, c := range []struct {
		name      string
		bookings  []booking.BookingStatus
		notified  []string
		kind      notice.Kind
		overtaken bool
	}{
		{"a current notice", []booking.BookingStatus{booking.Confirmed}, []string{"order_confirmed"},
			notice.OrderConfirmed, false},
		{"an old notice", []booking.BookingStatus{booking.Confirmed}, []string{"order_on_hold", "order_confirmed"},
			notice.OrderOnHold, true},
		{"a decision without a notice", []booking.BookingStatus{booking.Confirmed}, []string{"order_on_hold"},
			notice.OrderOnHold, false},
		{
			"an order cancelled in full", []booking.BookingStatus{booking.Cancelled},
			[]string{"order_confirmed", "booking_cancelled 0"},
			notice.OrderConfirmed, true,
		},
		{
			"an order cancelled in part", []booking.BookingStatus{booking.Cancelled, booking.Confirmed},
			[]string{"order_confirmed", "booking_cancelled 0"}, notice.OrderConfirmed, false,
		},
		{
			"an order with its confirmed part cancelled",
			[]booking.BookingStatus{booking.Cancelled, booking.Rejected},
			[]string{"order_partly", "booking_cancelled 0"}, notice.OrderPartlyConfirmed, false,
		},
		{
			"a notice of a cancellation", []booking.BookingStatus{booking.Cancelled},
			[]string{"order_confirmed", "booking_cancelled 0"},
			notice.BookingCancelled, false,
		},
		{
			"a requested link of a cancelled order", []booking.BookingStatus{booking.Cancelled},
			[]string{"order_confirmed", "booking_cancelled 0"},
			notice.OrderLink, false,
		},
	} {
		o := booking.Order{Method: booking.Card, Notified: c.notified}
		for i, status := range c.bookings {
			o.Bookings = append(o.Bookings, booking.Booking{ID: string(rune('0' + i)), Status: status})
		}
		if got := o.Outdated(c.kind); got != c.overtaken {
			t.Errorf("%s: overtaken is %v", c.name, got)
		}
	}
}

func TestReservationSettlesAgainAtItsReminderAndDeadline(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	for _, want := range []time.Duration{18 * time.Hour, 24 * time.Hour} {
		again, err := w.Settle(w.ctx, o.ID)
		w.must(err)
		if due := o.CreatedAt.Add(want); !again.Equal(due) {
			t.Errorf("it is looked at again at %s, want %s", again, due)
		}
		w.advance(18 * time.Hour)
	}
}

// A notice and its cause are one transaction: a failed checkout sends none.
func TestRejectedCheckoutSendsNoNotice(t *testing.T) {
	w := newWorld(t)
	w.order("first", booking.PayLater, dunesChoice(day, afternoon, 3))
	_, err := w.AddItem(w.ctx, wayfare, "second", dunesChoice(day, afternoon, 1))
	w.must(err)
	c, err := w.Cart(w.ctx, wayfare, "second")
	w.must(err)
	w.order("third", booking.PayLater, dunesChoice(day, afternoon, 1))
	before := len(w.jobs())
	_, err = w.Checkout(w.ctx, wayfare, booking.Checkout{
		Key: "late", Cart: "second", Buyer: amina, Method: booking.PayLater, Total: c.Total,
	})
	if err == nil {
		t.Fatal("a fifth seat of four was sold")
	}
	if after := len(w.jobs()); after != before {
		t.Errorf("%d jobs more than before", after-before)
	}
}

func (w *world) jobs() []sqlstore.Job {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{})
	w.must(err)
	return jobs
}
