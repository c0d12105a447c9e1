package octo_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// sevenHoursBefore is how long after the morning of the tests the start in the dunes is seven hours away: cancelling it
// refunds half then.
const sevenHoursBefore = 14*24*time.Hour + 20*time.Hour

func TestChangesCreditNoMoreThanTheCancellationPolicy(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(2))
		w.pass(sevenHoursBefore)
		for _, change := range []body{
			{"unitItems": units("adult", 1)},
			{"unitItems": append(units("adult", 1), units("child", 1)...)},
			{"availabilityId": "2026-12-20T15:00:00+04:00"},
			{"availabilityId": "2026-12-05T16:00:00+04:00"},
			{"productId": "museum", "optionId": "day", "availabilityId": "2026-12-20T00:00:00+04:00"},
		} {
			w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, change)
		}
		if w.balance("atlas") != 63200 || w.seats(three) != 2 {
			t.Errorf("%d owed, %d seats left", w.balance("atlas"), w.seats(three))
		}
		if b := w.atlas.gets("PATCH", path, body{"pickupPointId": "mall", "notes": "Late"}); b["notes"] != "Late" {
			t.Errorf("the notes are %v", b["notes"])
		}
		w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 3)})
		ended := w.atlas.gets("POST", path+"/cancel", nil)
		if how := ended["cancellation"].(body)["refund"]; how != "PARTIAL" || w.balance("atlas") != 94800/2 {
			t.Errorf("one more traveller, and cancelled: %v, %d owed", how, w.balance("atlas"))
		}
	})
}

// A build after the sale has other terms: a larger party at the same start does not replace those that were sold.
func TestAnotherPartyKeepsThePolicyAndTheSupplierOfTheSale(t *testing.T) {
	supplied(t)
	onBoth(t, func(w *world) {
		sold, path := w.atlas.buys(reservation(2))
		w.pass(sevenHoursBefore)
		w.changes("endunes", func(o *payload.Option) {
			o.Cancellation = []payload.CancellationTier{{Before: 0, Refund: 100}}
		})
		products["endunes"].Supplier = payload.Supplier{ID: "oasis", Name: "Oasis", Confirmation: payload.OnRequest}
		b := w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 3)})
		if s := w.order(sold).Bookings[0].Detail.Supplier.ID; s != "sands" || b["status"] != "CONFIRMED" {
			t.Errorf("the booking of %q is %v", s, b["status"])
		}
		ended := w.atlas.gets("POST", path+"/cancel", nil)
		if how := ended["cancellation"].(body)["refund"]; how != "PARTIAL" || w.balance("atlas") != 94800/2 {
			t.Errorf("cancelled: %v, %d owed", how, w.balance("atlas"))
		}
	})
}

func TestUnchangedUnitsKeepTheirPrice(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(2))
		w.pass(sevenHoursBefore)
		w.changes("endunes", func(o *payload.Option) { o.Units[0].Price = 30000 })
		named := units("adult", 2)
		named[0]["contact"] = body{"fullName": "Omar Haddad"}
		b := w.atlas.gets("PATCH", path, body{"unitItems": named})
		if name := b["unitItems"].([]any)[0].(body)["contact"].(body)["fullName"]; name != "Omar Haddad" ||
			w.balance("atlas") != 63200 {
			t.Errorf("the traveller is %v, %d owed", name, w.balance("atlas"))
		}
	})
}

func TestBookingOnRequestCannotGrowOnceCancellationCosts(t *testing.T) {
	onBoth(t, func(w *world) {
		w.changes("enmuseum", func(o *payload.Option) {
			o.Cancellation = []payload.CancellationTier{{Before: 14 * 1440, Refund: 100}, {Before: 60, Refund: 50}}
		})
		sold, path := w.atlas.buys(reservation(1, body{"productId": "museum", "optionId": "day",
			"availabilityId": "2026-12-05T00:00:00+04:00"}))
		_, err := w.booking.Decide(t.Context(), w.order(sold).ID, w.order(sold).Bookings[0].ID, true)
		w.must(err)
		w.pass(3 * 24 * time.Hour)
		w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"unitItems": units("adult", 2)})
		w.atlas.gets("POST", path+"/cancel", nil)
		if w.balance("atlas") != 15800 {
			t.Errorf("%d owed", w.balance("atlas"))
		}
	})
}

func TestNewSupplierRequestKeepsThePolicyOfAcceptedUnits(t *testing.T) {
	onBoth(t, func(w *world) {
		w.changes("enmuseum", func(o *payload.Option) {
			o.Cancellation = []payload.CancellationTier{{Before: 14 * 1440, Refund: 100}, {Before: 60, Refund: 50}}
		})
		sold, path := w.atlas.buys(reservation(1, body{"productId": "museum", "optionId": "day",
			"availabilityId": "2026-12-05T00:00:00+04:00"}))
		_, err := w.booking.Decide(t.Context(), w.order(sold).ID, w.order(sold).Bookings[0].ID, true)
		w.must(err)
		w.pass(20 * time.Hour) // the last hours in which cancelling is free
		w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 2)})
		w.pass(10 * time.Hour)
		w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"unitItems": units("adult", 1)})
		w.atlas.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"availabilityId": "2026-12-20T00:00:00+04:00"})
		ended := w.atlas.gets("POST", path+"/cancel", nil)
		if how := ended["cancellation"].(body)["refund"]; how != "PARTIAL" || w.balance("atlas") != 15800 {
			t.Errorf("half of what was accepted stays due: %v, %d owed", how, w.balance("atlas"))
		}
	})
}

func TestBookingMovedByTheShopIsRefundedInFullAfterAChange(t *testing.T) {
	for name, change := range map[string]struct {
		body  body
		until time.Time
	}{
		"the party changes": {body{"unitItems": units("adult", 1)}, time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)},
		"the start changes": {body{"availabilityId": "2026-12-06T15:00:00+04:00"}, time.Time{}},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(w *world) {
				sold, path := w.atlas.buys(reservation(2))
				slot := booking.Slot{Product: "dunes", Option: "shared", Date: "2026-12-05", StartTime: "15:00"}
				to := slot
				to.StartTime = "16:00"
				moved, err := w.booking.MoveDeparture(t.Context(), slot, booking.DepartureChange{
					To: to, Actor: "omar", Until: time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)})
				w.must(err)
				_, err = w.booking.ContinueDepartureChange(t.Context(), moved.ID)
				w.must(err)
				w.pass(sevenHoursBefore)
				w.atlas.gets("PATCH", path, change.body)
				d := w.order(sold).Bookings[0].Disruption
				if d == nil || d.ChangeID != moved.ID || !d.Moved || !d.Until.Equal(change.until) {
					w.Fatalf("the shop has %+v", d)
				}
				ended := w.atlas.gets("POST", path+"/cancel", nil)
				if how := ended["cancellation"].(body)["refund"]; how != "FULL" || w.balance("atlas") != 0 {
					w.Errorf("cancelled: %v, %d owed", how, w.balance("atlas"))
				}
			})
		})
	}
}

// changes sells the only option of a product on other terms until the test ends.
func TestPendingBookingIsConfirmedOnceAChangeGivesItAnInstantSupplier(t *testing.T) {
	museum := products["enmuseum"]
	t.Cleanup(func() { products["enmuseum"] = museum })
	onBoth(t, func(w *world) {
		products["enmuseum"] = museum
		sold, path := w.atlas.buys(reservation(1, body{"productId": "museum", "optionId": "day",
			"availabilityId": "2026-12-05T00:00:00+04:00"}))
		if status := w.order(sold).Bookings[0].Status; status != booking.Pending {
			t.Fatalf("it is %s before its change", status)
		}
		instant := *museum
		instant.Supplier.Confirmation = payload.Instant
		products["enmuseum"] = &instant
		b := w.atlas.gets("PATCH", path, body{"availabilityId": "2026-12-20T00:00:00+04:00"})
		if b["status"] != "CONFIRMED" {
			t.Errorf("it is %v", b["status"])
		}
	})
}

func (w *world) changes(product string, change func(o *payload.Option)) {
	before := products[product]
	changed := *before
	changed.Options = slices.Clone(before.Options)
	changed.Options[0].Units = slices.Clone(before.Options[0].Units)
	change(&changed.Options[0])
	products[product] = &changed
	w.Cleanup(func() { products[product] = before })
}
