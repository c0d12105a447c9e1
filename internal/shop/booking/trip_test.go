package booking_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/store/sqlstore"
)

// setTripMails makes the shop send mails before and after trips.
func (w *world) setTripMails(mails payload.TripMails) {
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(), Log: slog.New(slog.DiscardHandler), Now: w.clock,
		TripMails: func(string) payload.TripMails { return mails },
	})
}

// countTripJobs returns the number of jobs that follow trips.
func (w *world) countTripJobs() int {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "follow_trip"})
	w.must(err)
	return len(jobs)
}

// queueTripNotices runs the jobs of an order twice at an instant in Dubai, and returns when the first booking's next
// mail is due.
func (w *world) queueTripNotices(o booking.Order, at string) (next time.Time) {
	w.t.Helper()
	now, err := time.ParseInLocation("2006-01-02 15:04", at, zone("Asia/Dubai"))
	w.must(err)
	w.advance(now.Sub(w.clock()))
	for range 2 {
		for i, b := range o.Bookings {
			due, err := w.QueueTripNotices(w.ctx, o.ID, b.ID)
			w.must(err)
			if i == 0 {
				next = due
			}
		}
	}
	return next
}

func TestBuyerGetsEachReminderOnceAndOneReviewRequest(t *testing.T) {
	w := newWorld(t)
	w.setTripMails(payload.TripMails{Reminder: 1440, Review: 600})
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	if w.countTripJobs() != 0 {
		t.Error("an unpaid order is followed")
	}
	w.pay(o, goodCard)
	o = w.settleOrder(w.settleOrder(o))
	if n := w.countTripJobs(); n != 2 {
		t.Errorf("%d jobs follow two bookings", n)
	}
	want := func(kinds ...string) {
		t.Helper()
		got := slices.DeleteFunc(w.notices(o), func(n string) bool { return n == "order_confirmed" })
		if strings.Join(got, ", ") != strings.Join(kinds, ", ") {
			t.Errorf("mails %q, want %q", got, kinds)
		}
	}
	if next := w.queueTripNotices(o, "2026-12-04 14:59"); !next.Equal(time.Date(2026, 12, 4, 11, 0, 0, 0, time.UTC)) {
		t.Errorf("the next look is at %s", next)
	}
	want()
	w.queueTripNotices(o, "2026-12-04 15:00")
	want("trip_reminder 0")
	w.queueTripNotices(o, "2026-12-04 16:00")
	want("trip_reminder 0", "trip_reminder 1")
	w.queueTripNotices(o, "2026-12-06 06:59")
	want("trip_reminder 0", "trip_reminder 1")
	next := w.queueTripNotices(o, "2026-12-06 09:00")
	want("trip_reminder 0", "trip_reminder 1", "review_request 0")
	if !next.IsZero() {
		t.Errorf("there is more at %s", next)
	}
}

func TestCancelledUnpaidOrPastTripsSendNoMails(t *testing.T) {
	for name, play := range map[string]func(w *world) booking.Order{
		"a cancelled booking": func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			o, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil,
				booking.CancellationQuote{Percent: 100, Refund: 39500, Payout: 39500})
			w.must(err)
			return o
		},
		"a reservation not paid in time": func(w *world) booking.Order {
			o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
			w.advance(48 * time.Hour)
			return w.settleOrder(o)
		},
		"a trip of forty days ago": func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			w.advance(40 * 24 * time.Hour)
			return o
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.setTripMails(payload.TripMails{Reminder: 1440, Review: 600})
			o := play(w)
			for range 2 {
				next, err := w.QueueTripNotices(w.ctx, o.ID, o.Bookings[0].ID)
				w.must(err)
				if !next.IsZero() {
					t.Errorf("the next look is at %s", next)
				}
				w.advance(15 * 24 * time.Hour)
			}
			for _, n := range w.notices(o) {
				if strings.HasPrefix(n, "trip") || strings.HasPrefix(n, "review") {
					t.Errorf("the buyer gets %s", n)
				}
			}
		})
	}
}

func TestBookingShortlyBeforeTheStartHasNoReminder(t *testing.T) {
	w := newWorld(t)
	w.setTripMails(payload.TripMails{Reminder: 1440})
	w.advance(time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC).Sub(w.clock()))
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, goodCard)
	w.settleOrder(o)
	if n := w.countTripJobs(); n != 0 {
		t.Errorf("%d jobs", n)
	}
}

func TestStaffNotesAreSavedWithTheBooking(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	for _, text := range []string{"Called: comes late", "Two\nlines"} {
		_, err := w.AddNote(w.ctx, o.ID, o.Bookings[0].ID, booking.Note{Text: text, Actor: "amina"})
		w.must(err)
	}
	o, err := w.store.Read().Order(w.ctx, o.ID)
	w.must(err)
	if n := o.Bookings[0].Notes; len(n) != 2 || n[1].Text != "Two\nlines" || n[1].Actor != "amina" ||
		!n[1].At.Equal(w.clock()) {
		t.Errorf("%+v", n)
	}
	_, err = w.AddNote(w.ctx, o.ID, o.Bookings[0].ID, booking.Note{Text: " "})
	w.wantFault(err, fault.Invalid, "text required")
	_, err = w.AddNote(w.ctx, o.ID, "none", booking.Note{Text: "x"})
	w.wantFault(err, fault.NotFound)
}
