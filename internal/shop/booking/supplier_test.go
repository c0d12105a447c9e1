package booking_test

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/store/sqlstore"
)

// supplierList are suppliers by id.
type supplierList map[string]payload.SupplierContact

func (r supplierList) Supplier(id string) (payload.SupplierContact, bool) {
	c, known := r[id]
	return c, known
}

func (r supplierList) Suppliers() (all []payload.SupplierContact) {
	for _, c := range r {
		all = append(all, c)
	}
	return all
}

// setSupplier gives the dunes a supplier who wants some news.
func (w *world) setSupplier(confirmation payload.Confirmation, news ...payload.SupplierNews) {
	p := dunes()
	p.Supplier = payload.Supplier{ID: "sands", Name: "Sands", Confirmation: confirmation}
	p.Pickup = &payload.Transfer{Points: []payload.Point{{ID: "mall", Name: "The mall"}, {ID: "gate",
		Name: "The gate"}}}
	w.catalog.add(p)
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(), Log: slog.New(slog.DiscardHandler), Now: w.clock,
		Suppliers: supplierList{"sands": {ID: "sands", Email: "sands@sands.example", Language: "ar", Notify: news}},
	})
}

// supplierNotices returns the queued notices to suppliers.
func (w *world) supplierNotices() (kinds []string) {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
	w.must(err)
	for _, job := range slices.Backward(jobs) {
		var args struct{ Notice notice.Notice }
		w.must(json.Unmarshal(job.Args, &args))
		if args.Notice.Kind.IsToSupplier() {
			kinds = append(kinds, string(args.Notice.Kind))
		}
	}
	return kinds
}

func (w *world) wantSupplierNotices(want ...string) {
	w.t.Helper()
	if got := w.supplierNotices(); !slices.Equal(got, want) {
		w.t.Errorf("suppliers get %q, want %q", got, want)
	}
}

func TestSupplierIsNotifiedOnceOfTheNewsItChose(t *testing.T) {
	for _, c := range []struct {
		name         string
		confirmation payload.Confirmation
		news         []payload.SupplierNews
		play         func(w *world)
		want         []string
	}{
		{"a new booking and its cancellation", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.wantSupplierNotices()
			w.pay(o, goodCard)
			o = w.settleOrder(w.settleOrder(o))
			_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
				Refund: 39500, Payout: 39500})
			w.must(err)
			w.settleOrder(w.settleOrder(o))
		}, []string{"supplier_booking", "supplier_booking_cancelled"}},
		{"cancellations only, if chosen", payload.Instant, []payload.SupplierNews{payload.CancelledBookings},
			func(w *world) {
				o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
				w.pay(o, goodCard)
				o = w.settleOrder(o)
				_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil,
					booking.CancellationQuote{Percent: 100, Refund: 39500, Payout: 39500})
				w.must(err)
			}, []string{"supplier_booking_cancelled"}},
		{"a new reservation", payload.Instant, payload.AllSupplierNews, func(w *world) {
			w.settleOrder(w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1)))
		}, []string{"supplier_booking"}},
		{"a request, without any chosen news", payload.OnRequest, nil, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			w.settleOrder(w.settleOrder(o))
		}, []string{"supplier_request"}},
		{"a request and its expiry", payload.OnRequest, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			w.advance(15 * 24 * time.Hour)
			w.settleOrder(w.settleOrder(o))
		}, []string{"supplier_request", "supplier_booking_cancelled"}},
		{"each changed pickup", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			for _, point := range []string{"mall", "gate"} {
				_, err := w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
					booking.Place{Point: point}, booking.Place{})
				w.must(err)
			}
			w.settleOrder(o)
		}, []string{"supplier_booking", "supplier_booking_changed", "supplier_booking_changed"}},
		{"a second request after a change", payload.OnRequest, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			_, err := w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
				booking.Place{Point: "mall"}, booking.Place{})
			w.must(err)
			w.settleOrder(w.settleOrder(o))
		}, []string{"supplier_request", "supplier_request"}},
		{"no notice of a declined payment", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, declinedCard)
			w.advance(2 * time.Hour)
			w.settleOrder(o)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.setSupplier(c.confirmation, c.news...)
			c.play(w)
			w.wantSupplierNotices(c.want...)
		})
	}
}

func TestSupplierLinkWorksOnce(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.OnRequest)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 2))
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	link := booking.LinkAction{Order: o.ID, Booking: o.Bookings[0].ID, Link: "0011"}
	o, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	if o.Bookings[0].Decision != booking.Accepted || !o.LinkUsed("0011") {
		t.Fatalf("%+v", o.Bookings[0])
	}
	_, err = w.DecideByLink(w.ctx, link, false)
	w.wantFault(err, fault.LinkExpired)
	// Another link for the same booking comes too late, and is not used up by that.
	link.Link = "0022"
	_, err = w.DecideByLink(w.ctx, link, false)
	w.wantFault(err, fault.NotPossible)
	if o, err = w.store.Read().Order(w.ctx, o.ID); err != nil || o.LinkUsed("0022") {
		t.Errorf("a refused answer has used the link: %v", err)
	}
}

func TestSupplierRecordsAPaymentByLink(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.Instant)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 2))
	link := booking.LinkAction{Order: o.ID, Booking: o.Bookings[1].ID, Link: "0011"}
	o, err := w.RecordPaymentByLink(w.ctx, link, booking.InCash)
	w.must(err)
	r := o.Payment.Records
	if len(r) != 1 || r[0].Amount != 79000 || r[0].Actor != "supplier:sands" || r[0].By != booking.InCash ||
		o.Due() != 39500 {
		t.Fatalf("%+v, due %d", r, o.Due())
	}
	_, err = w.RecordPaymentByLink(w.ctx, link, booking.InCash)
	w.wantFault(err, fault.LinkExpired)
	link.Link = "0022"
	_, err = w.RecordPaymentByLink(w.ctx, link, booking.InCash)
	w.wantFault(err, fault.NotPossible)
}

func TestDayListIsSentOnceTheEveningBefore(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.Instant, payload.DayLists)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1),
		dunesChoice("2026-12-06", afternoon, 1))
	w.pay(o, goodCard)
	w.settleOrder(o)
	send := func(at string, want int) {
		t.Helper()
		now, err := time.ParseInLocation("2006-01-02 15:04", at, zone("Asia/Dubai"))
		w.must(err)
		w.advance(now.Sub(w.clock()))
		for range 2 {
			w.must(w.SendDayLists(w.ctx))
		}
		if got := w.supplierNotices(); len(got) != want || strings.Trim(strings.Join(got, ","), ",") !=
			strings.TrimSuffix(strings.Repeat("supplier_day,", want), ",") {
			t.Errorf("at %s suppliers have %q, want %d lists", at, got, want)
		}
	}
	send("2026-12-04 17:59", 0)
	send("2026-12-04 18:00", 1)
	send("2026-12-05 12:00", 1)
	send("2026-12-06 15:00", 1) // the server was down in the evening; the trip has begun
}

func TestSupplierIsNotifiedOfABookingDuringOpeningHours(t *testing.T) {
	for confirmation, want := range map[payload.Confirmation]string{
		payload.Instant: "supplier_booking", payload.OnRequest: "supplier_request",
	} {
		w := newWorld(t)
		w.setSupplier(confirmation, payload.AllSupplierNews...)
		p := w.catalog["dunes"]
		p.AvailabilityType = payload.OpeningHours
		p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
			OpeningHours: []payload.Hours{{From: "10:00", To: "22:00"}}}}}
		w.advance(time.Date(2026, 12, 5, 8, 0, 0, 0, time.UTC).Sub(w.clock())) // noon in Dubai
		o := w.settleOrder(w.paidOrder("cart", dunesChoice(day, "", 1)))
		w.wantSupplierNotices(want)
		if by := w.RequestExpiresAt(&o, &o.Bookings[0]); confirmation == payload.OnRequest && !w.clock().Before(by) {
			t.Errorf("the link to answer it expires at %s", by)
		}
	}
}

func TestDayListOmitsBookingsOfACancelledDeparture(t *testing.T) {
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
	w := newWorld(t)
	w.setSupplier(payload.Instant, payload.DayLists)
	w.paidOrder("choosing", dunesChoice(day, afternoon, 1))
	w.continueChange(w.cancelDeparture(booking.DepartureChange{Until: start.Add(-time.Hour)}))
	w.advance(start.Add(-20 * time.Hour).Sub(w.clock()))
	w.must(w.SendDayLists(w.ctx))
	list, err := w.SupplierDay(w.ctx, "wayfare", "sands", day)
	w.must(err)
	if got := w.supplierNotices(); len(list) != 0 || slices.Contains(got, "supplier_day") {
		t.Errorf("%d bookings are listed, suppliers have %q", len(list), got)
	}
	statement, err := w.StatementOf(w.ctx, "", "sands", start)
	w.must(err)
	if len(statement.Lines) != 1 || statement.Sums[0].Bookings != 1 {
		t.Errorf("until the buyer has chosen, the statement has %+v", statement)
	}
}

func TestStatementSumsTheBookingsOfAMonth(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.Instant)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2), dunesChoice(day, "16:00", 1),
		dunesChoice("2027-01-01", afternoon, 1))
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	half := int64(39500 / 2)
	_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[1].ID, &half,
		booking.CancellationQuote{Percent: 50, Refund: half, Payout: half})
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 1000, 0)
	w.must(err)
	later := w.order("later", booking.PayLater, dunesChoice("2026-12-31", afternoon, 1))
	_, err = w.CancelByOperator(w.ctx, later.ID, later.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
		FreeUntil: booking.UntilPayment})
	w.must(err)
	w.order("again", booking.PayLater, dunesChoice("2026-12-31", afternoon, 1))
	got, err := w.StatementOf(w.ctx, "", "sands", time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	w.must(err)
	want := booking.StatementSum{Deployment: "wayfare", Currency: "AED", Exponent: 2, Bookings: 1, Travellers: 2,
		Gross: 78000, Refunded: 1000, Cancelled: 2, Retained: 39500 - half, Pending: 1}
	if len(got.Sums) != 1 || got.Sums[0] != want || len(got.Lines) != 4 {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct{ deployment, supplier string }{{"souk", "sands"}, {"", "others"}} {
		got, err := w.StatementOf(w.ctx, c.deployment, c.supplier, time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
		w.must(err)
		if len(got.Lines) != 0 {
			t.Errorf("%+v has %+v", c, got.Lines)
		}
	}
}
