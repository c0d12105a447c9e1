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

// reached are suppliers by id.
type reached map[string]payload.SupplierContact

func (r reached) Supplier(id string) (payload.SupplierContact, bool) {
	c, known := r[id]
	return c, known
}

func (r reached) Suppliers() (all []payload.SupplierContact) {
	for _, c := range r {
		all = append(all, c)
	}
	return all
}

// supplied gives the dunes a supplier who wants some news.
func (w *world) supplied(confirmation payload.Confirmation, news ...payload.SupplierNews) {
	p := dunes()
	p.Supplier = payload.Supplier{ID: "sands", Name: "Sands", Confirmation: confirmation}
	p.Pickup = &payload.Transfer{Points: []payload.Point{{ID: "mall", Name: "The mall"}, {ID: "gate",
		Name: "The gate"}}}
	w.catalog.add(p)
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(), Log: slog.New(slog.DiscardHandler), Now: w.clock,
		Suppliers: reached{"sands": {ID: "sands", Email: "sands@sands.example", Language: "ar", Notify: news}},
	})
}

// toSuppliers returns the queued notices to suppliers.
func (w *world) toSuppliers() (kinds []string) {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
	w.must(err)
	for _, job := range slices.Backward(jobs) {
		var args struct{ Notice notice.Notice }
		w.must(json.Unmarshal(job.Args, &args))
		if args.Notice.Kind.ToSupplier() {
			kinds = append(kinds, string(args.Notice.Kind))
		}
	}
	return kinds
}

func (w *world) wantSupplierNotices(want ...string) {
	w.t.Helper()
	if got := w.toSuppliers(); !slices.Equal(got, want) {
		w.t.Errorf("suppliers get %q, want %q", got, want)
	}
}

func TestASupplierHearsOnceOfWhatItWants(t *testing.T) {
	for _, c := range []struct {
		name         string
		confirmation payload.Confirmation
		news         []payload.SupplierNews
		play         func(w *world)
		want         []string
	}{
		{"of a new booking and of its cancellation", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.wantSupplierNotices()
			w.pay(o, good)
			o = w.settled(w.settled(o))
			_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
				Refund: 39500, Payout: 39500})
			w.must(err)
			w.settled(w.settled(o))
		}, []string{"supplier_booking", "supplier_booking_cancelled"}},
		{"of cancellations alone, if it chose so", payload.Instant, []payload.SupplierNews{payload.CancelledBookings},
			func(w *world) {
				o := w.order("cart", booking.Card, on(day, three, 1))
				w.pay(o, good)
				o = w.settled(o)
				_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil,
					booking.CancellationQuote{Percent: 100, Refund: 39500, Payout: 39500})
				w.must(err)
			}, []string{"supplier_booking_cancelled"}},
		{"of a reservation when it is made", payload.Instant, payload.AllSupplierNews, func(w *world) {
			w.settled(w.order("cart", booking.PayLater, on(day, three, 1)))
		}, []string{"supplier_booking"}},
		{"of a request, whatever it chose", payload.OnRequest, nil, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.pay(o, good)
			w.settled(w.settled(o))
		}, []string{"supplier_request"}},
		{"of a request that was not answered in time", payload.OnRequest, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.pay(o, good)
			o = w.settled(o)
			w.pass(15 * 24 * time.Hour)
			w.settled(w.settled(o))
		}, []string{"supplier_request", "supplier_booking_cancelled"}},
		{"of another pickup", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.pay(o, good)
			o = w.settled(o)
			for _, point := range []string{"mall", "gate"} {
				_, err := w.ChangeTransfers(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID,
					booking.Place{Point: point}, booking.Place{})
				w.must(err)
			}
			w.settled(o)
		}, []string{"supplier_booking", "supplier_booking_changed", "supplier_booking_changed"}},
		{"of a request anew when it was changed", payload.OnRequest, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.pay(o, good)
			o = w.settled(o)
			_, err := w.ChangeTransfers(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID,
				booking.Place{Point: "mall"}, booking.Place{})
			w.must(err)
			w.settled(w.settled(o))
		}, []string{"supplier_request", "supplier_request"}},
		{"of nothing that was not ordered in the end", payload.Instant, payload.AllSupplierNews, func(w *world) {
			o := w.order("cart", booking.Card, on(day, three, 1))
			w.pay(o, declined)
			w.pass(2 * time.Hour)
			w.settled(o)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.supplied(c.confirmation, c.news...)
			c.play(w)
			w.wantSupplierNotices(c.want...)
		})
	}
}

func TestASuppliersLinkWorksOnce(t *testing.T) {
	w := newWorld(t)
	w.supplied(payload.OnRequest)
	o := w.order("cart", booking.Card, on(day, three, 1), on(day, "16:00", 2))
	w.pay(o, good)
	o = w.settled(o)
	link := booking.ByLink{Order: o.ID, Booking: o.Bookings[0].ID, Link: "0011"}
	o, err := w.DecideByLink(w.ctx, link, true)
	w.must(err)
	if o.Bookings[0].Decision != booking.Accepted || !o.LinkUsed("0011") {
		t.Fatalf("%+v", o.Bookings[0])
	}
	_, err = w.DecideByLink(w.ctx, link, false)
	w.fails(err, fault.LinkExpired)
	// Another link for the same booking comes too late, and is not used up by that.
	link.Link = "0022"
	_, err = w.DecideByLink(w.ctx, link, false)
	w.fails(err, fault.NotPossible)
	if o, err = w.store.Read().Order(w.ctx, o.ID); err != nil || o.LinkUsed("0022") {
		t.Errorf("a refused answer has used the link: %v", err)
	}
}

func TestASupplierRecordsWhatItWasPaid(t *testing.T) {
	w := newWorld(t)
	w.supplied(payload.Instant)
	o := w.order("cart", booking.PayLater, on(day, three, 1), on(day, "16:00", 2))
	link := booking.ByLink{Order: o.ID, Booking: o.Bookings[1].ID, Link: "0011"}
	o, err := w.PaidByLink(w.ctx, link, booking.InCash)
	w.must(err)
	r := o.Payment.Records
	if len(r) != 1 || r[0].Amount != 79000 || r[0].Actor != "supplier:sands" || r[0].By != booking.InCash ||
		o.Due() != 39500 {
		t.Fatalf("%+v, due %d", r, o.Due())
	}
	_, err = w.PaidByLink(w.ctx, link, booking.InCash)
	w.fails(err, fault.LinkExpired)
	link.Link = "0022"
	_, err = w.PaidByLink(w.ctx, link, booking.InCash)
	w.fails(err, fault.NotPossible)
}

func TestADaysListIsSentOnceInTheEveningBefore(t *testing.T) {
	w := newWorld(t)
	w.supplied(payload.Instant, payload.DayLists)
	o := w.order("cart", booking.Card, on(day, three, 1), on(day, "16:00", 1), on("2026-12-06", three, 1))
	w.pay(o, good)
	w.settled(o)
	send := func(at string, want int) {
		t.Helper()
		now, err := time.ParseInLocation("2006-01-02 15:04", at, zone("Asia/Dubai"))
		w.must(err)
		w.pass(now.Sub(w.clock()))
		for range 2 {
			w.must(w.SendDayLists(w.ctx))
		}
		if got := w.toSuppliers(); len(got) != want || strings.Trim(strings.Join(got, ","), ",") !=
			strings.TrimSuffix(strings.Repeat("supplier_day,", want), ",") {
			t.Errorf("at %s suppliers have %q, want %d lists", at, got, want)
		}
	}
	send("2026-12-04 17:59", 0)
	send("2026-12-04 18:00", 1)
	send("2026-12-05 12:00", 1)
	send("2026-12-06 15:00", 1) // the server was down in the evening; the trip has begun
}

func TestAStatementSumsAMonthsBookings(t *testing.T) {
	w := newWorld(t)
	w.supplied(payload.Instant)
	o := w.order("cart", booking.Card, on(day, three, 2), on(day, "16:00", 1), on("2027-01-01", three, 1))
	w.pay(o, good)
	o = w.settled(o)
	half := int64(39500 / 2)
	_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[1].ID, &half,
		booking.CancellationQuote{Percent: 50, Refund: half, Payout: half})
	w.must(err)
	_, err = w.Refund(w.ctx, o.ID, o.Bookings[0].ID, 1000, 0)
	w.must(err)
	later := w.order("later", booking.PayLater, on("2026-12-31", three, 1))
	_, err = w.CancelByOperator(w.ctx, later.ID, later.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
		FreeUntil: booking.UntilPayment})
	w.must(err)
	w.order("again", booking.PayLater, on("2026-12-31", three, 1))
	got, err := w.StatementOf(w.ctx, "", "sands", time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	w.must(err)
	want := booking.StatementSum{Deployment: "wayfare", Currency: "AED", Exponent: 2, Bookings: 1, Travellers: 2,
		Gross: 78000, Refunded: 1000, Cancelled: 2, Kept: 39500 - half, Pending: 1}
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
