package octo_test

import (
	"testing"
	"time"

	"storefront/internal/core/payload"
)

func TestSupplierHasTimeToAnswerAResellerRequest(t *testing.T) {
	opens := time.Date(2026, 12, 5, 6, 0, 0, 0, time.UTC)
	museum := body{"productId": "museum", "optionId": "day", "availabilityId": "2026-12-05T00:00:00+04:00"}
	for name, sell := range map[string]func(w *world) body{
		"a confirmed booking gets more travellers": func(w *world) body {
			w.changes("enmuseum", func(o *payload.Option) {
				o.Cancellation = []payload.CancellationTier{{Before: 60, Refund: 100}}
			})
			sold, path := w.atlas.buys(reservation(2, museum))
			_, err := w.booking.Decide(t.Context(), w.order(sold).ID, w.order(sold).Bookings[0].ID, true)
			w.must(err)
			w.pass(opens.Add(-5 * time.Hour).Sub(w.clock()))
			return w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 3)})
		},
		"an extended hold is confirmed": func(w *world) body {
			w.pass(opens.Add(-2 * time.Hour).Sub(w.clock()))
			_, path := w.atlas.reserves(reservation(2, museum, body{"expirationMinutes": 60}))
			w.pass(50 * time.Minute)
			w.atlas.gets("POST", path+"/extend", body{"expirationMinutes": 60})
			w.pass(15 * time.Minute)
			return w.atlas.gets("POST", path+"/confirm", amina)
		},
		"a booking is made after opening": func(w *world) body {
			w.pass(opens.Add(time.Hour).Sub(w.clock()))
			_, path := w.atlas.reserves(reservation(2, museum))
			return w.atlas.gets("POST", path+"/confirm", amina)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(w *world) {
				if b := sell(w); b["status"] != "PENDING" {
					t.Errorf("the booking is %v", b["status"])
				}
			})
		})
	}
}

func TestHoldExpiresAtTheStartAtTheLatest(t *testing.T) {
	onBoth(t, func(w *world) {
		w.changes("endunes", func(o *payload.Option) { o.Schedule.LeadMinutes = 30 })
		start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
		w.pass(start.Add(-40 * time.Minute).Sub(w.clock()))
		held, path := w.atlas.reserves(reservation(2, body{"expirationMinutes": 60}))
		if held["utcExpiresAt"] != start.Format(time.RFC3339) {
			t.Errorf("the hold ends at %v", held["utcExpiresAt"])
		}
		w.pass(30 * time.Minute)
		if held = w.atlas.gets("POST", path+"/extend", body{"expirationMinutes": 60}); held["utcExpiresAt"] !=
			start.Format(time.RFC3339) {
			t.Errorf("the extended hold ends at %v", held["utcExpiresAt"])
		}
		w.pass(15 * time.Minute)
		w.atlas.refused("INVALID_BOOKING_UUID", "POST", path+"/confirm", amina)
	})
}
