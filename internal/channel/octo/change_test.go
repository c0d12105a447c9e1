package octo_test

import (
	"maps"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

var threeOClock = booking.Slot{Product: "dunes", Option: "shared", Date: "2026-12-05", StartTime: "15:00"}

func TestHoldIsConfirmedAsReservedAfterItsDepartureChanges(t *testing.T) {
	closes := time.Date(2026, 12, 5, 7, 0, 0, 0, time.UTC)
	overrides := func(w *world, change booking.DepartureChange) {
		change.Actor = "omar"
		_, err := w.booking.ChangeDeparture(t.Context(), threeOClock, change)
		w.must(err)
	}
	for name, happens := range map[string]func(w *world){
		"booking has closed":        func(w *world) { w.pass(20 * time.Minute) },
		"an operator has closed it": func(w *world) { overrides(w, booking.DepartureChange{Act: booking.ActClose}) },
		"an operator has limited it": func(w *world) {
			overrides(w, booking.DepartureChange{Act: booking.ActLimit, Limit: 1})
		},
		"the build has dropped it": func(w *world) {
			w.changes("endunes", func(o *payload.Option) { o.Schedule.ClosedDays = []string{"12-05"} })
		},
		"the price has risen": func(w *world) {
			w.changes("endunes", func(o *payload.Option) { o.Units[0].Price = 50000 })
		},
	} {
		for details, more := range map[string]body{
			"units": {"unitItems": units("adult", 2)}, "pickup": {"pickupPointId": "mall"},
			"start": {"availabilityId": three},
		} {
			t.Run(name+", confirmed with "+details, func(t *testing.T) {
				onBoth(t, func(w *world) {
					w.pass(closes.Add(-10 * time.Minute).Sub(w.clock()))
					_, path := w.atlas.reserves(reservation(2, body{"expirationMinutes": 60}))
					happens(w)
					in := maps.Clone(amina)
					maps.Copy(in, more)
					sold := w.atlas.gets("POST", path+"/confirm", in)
					if sold["status"] != "CONFIRMED" || w.balance("atlas") != 63200 {
						w.Errorf("%v, %d owed", sold["status"], w.balance("atlas"))
					}
				})
			})
		}
	}
}

func TestHoldThatEndsWithItsDepartureHasTheTimeOfItsEnd(t *testing.T) {
	onBoth(t, func(w *world) {
		held, path := w.atlas.reserves(reservation(2))
		w.pass(10 * time.Minute)
		change, err := w.booking.CancelDeparture(t.Context(), threeOClock, booking.DepartureChange{Actor: "omar"})
		w.must(err)
		_, err = w.booking.ContinueDepartureChange(t.Context(), change.ID)
		w.must(err)
		ended := w.atlas.gets("GET", path, nil)
		if held["utcExpiresAt"] != "2026-11-20T08:30:00Z" || ended["status"] != "EXPIRED" ||
			ended["utcExpiresAt"] != "2026-11-20T08:10:00Z" {
			t.Errorf("a hold until %v is %v, and ended at %v", held["utcExpiresAt"], ended["status"],
				ended["utcExpiresAt"])
		}
	})
}

func TestDetailsCanChangeAfterBookingHasClosed(t *testing.T) {
	onBoth(t, func(w *world) {
		w.changes("endunes", func(o *payload.Option) {
			o.Cancellation = []payload.CancellationTier{{Before: 60, Refund: 100}}
		})
		sold, path := w.atlas.buys(reservation(3, body{"pickupPointId": "mall"}))
		w.changes("endunes", func(o *payload.Option) { o.Cancellation = nil })
		w.pass(time.Date(2026, 12, 5, 8, 0, 0, 0, time.UTC).Sub(w.clock()))
		named := units("adult", 3)
		named[0]["contact"] = body{"fullName": "Omar Haddad"}
		w.atlas.gets("PATCH", path, body{"unitItems": named})
		if b := w.order(sold).Bookings[0]; b.Detail.Changes != 0 || len(b.Detail.Cancellation) != 1 {
			w.Errorf("a name makes %d changes, and the terms are %v", b.Detail.Changes, b.Detail.Cancellation)
		}
		w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 2)})
		w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"unitItems": units("adult", 3)})
		w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"pickupRequested": false})
		if w.seats(three) != 0 || w.taken() != 2 || w.balance("atlas") != 63200 {
			w.Errorf("%d seats taken, %d owed", w.taken(), w.balance("atlas"))
		}
	})
}

// taken returns the number of seats that are taken at three o'clock.
func (w *world) taken() int {
	w.Helper()
	use, err := w.store.Read().Taken(w.Context(), threeOClock.Product, threeOClock.Option, threeOClock.Date,
		threeOClock.Date)
	w.must(err)
	return use.Seats[threeOClock]
}

func TestTwoConcurrentChangesAreBothApplied(t *testing.T) {
	for name, reads := range map[string]int{"a change before the quote": 1, "a change during the quote": 2} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(w *world) {
				_, path := w.atlas.buys(reservation(1))
				onReading(reads, func() { w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 3)}) })
				w.atlas.gets("PATCH", path, body{"availabilityId": next})
				b := w.atlas.gets("GET", path, nil)
				if n := len(b["unitItems"].([]any)); n != 3 || b["availabilityId"] != next || w.seats(three) != 4 ||
					w.seats(next) != 1 || w.balance("atlas") != 94800 {
					w.Errorf("%d units at %v, %d and %d seats left, %d owed", n, b["availabilityId"], w.seats(three),
						w.seats(next), w.balance("atlas"))
				}
			})
		})
	}
}

// onReading runs act once, when the catalogue is read for the n-th time from now on.
func onReading(n int, act func()) {
	if n > 1 {
		later := act
		act = func() { onReading(n-1, later) }
	}
	whileReading.Store(&act)
}
