package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// wantUndecided requires that an order still awaits its supplier.
func (w *world) wantUndecided(o booking.Order) {
	w.t.Helper()
	w.wantOrder(w.settleOrder(o), booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)
}

func TestSupplierHasTimeToAnswerAMovedBooking(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	o := w.order("cart", booking.Card, balloon())
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.advance(time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC).Sub(w.now))
	o, err := w.moveFirstBooking(o, booking.Move{Date: "2026-11-22"}, 0) // to a start in five hours
	w.must(err)
	w.wantUndecided(o)
	w.advance(3 * time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentVoided, booking.Expired)
}

func TestAnotherLeadTravellerGivesTheSupplierNoMoreTime(t *testing.T) {
	w := newWorld(t)
	w.onRequest()
	o := w.order("cart", booking.Card, dunesChoice("2026-11-22", afternoon, 1))
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.advance(time.Date(2026, 11, 22, 4, 30, 0, 0, time.UTC).Sub(w.now)) // six and a half hours before
	guest := &booking.Guest{Name: "Omar Haddad", Email: "omar@example.com", Phone: "+971501234567"}
	o, err := w.moveFirstBooking(o, booking.Move{Guest: guest}, 0)
	w.must(err)
	w.wantUndecided(o)
	w.advance(time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentVoided, booking.Expired)
}

func TestSupplierHasTimeToAnswerABookingOfAMovedDeparture(t *testing.T) {
	w := newWorld(t)
	w.onRequest()
	o := w.order("cart", booking.Card, dunesChoice("2026-11-22", "16:00", 1))
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.advance(time.Date(2026, 11, 22, 5, 30, 0, 0, time.UTC).Sub(w.now)) // six and a half hours before
	change, err := w.MoveDeparture(w.ctx, dunesSlot("2026-11-22", "16:00"),
		booking.DepartureChange{To: dunesSlot("2026-11-22", afternoon)})
	w.must(err)
	w.continueChange(change)
	w.wantUndecided(o)
}

func TestSupplierHasTimeToAnswerABookingDuringOpeningHours(t *testing.T) {
	w := newWorld(t)
	p := onRequest()
	p.AvailabilityType = "OPENING_HOURS"
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "10:00", To: "22:00"}}}}}
	w.catalog.add(p)
	w.advance(time.Date(2026, 12, 5, 8, 0, 0, 0, time.UTC).Sub(w.now)) // noon in Dubai
	c := balloon()
	c.StartTime = ""
	o := w.order("cart", booking.Card, c)
	w.pay(o, goodCard)
	w.wantUndecided(o)
}
