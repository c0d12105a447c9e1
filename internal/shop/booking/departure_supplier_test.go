package booking_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func TestSupplierIsNotifiedOnceOfACancelledDeparture(t *testing.T) {
	for name, offer := range map[string]time.Duration{"at once": 0, "after a choice": time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.setSupplier(payload.Instant, payload.AllSupplierNews...)
			w.paidOrder("a", dunesChoice(day, afternoon, 1))
			w.advance(time.Minute)
			w.paidOrder("b", dunesChoice(day, afternoon, 2))
			change := booking.DepartureChange{BuyerReason: booking.Weather}
			if offer > 0 {
				change.Until = w.clock().Add(offer)
			}
			change = w.cancelDeparture(change)
			w.continueChange(change)
			want := []string{"supplier_booking", "supplier_booking", "supplier_departure"}
			if got := w.supplierNotices(); !slices.Equal(got, want) {
				t.Errorf("the notices are %v, want %v", got, want)
			}
			w.advance(2 * time.Hour)
			w.continueChange(change)
			if got := w.supplierNotices(); !slices.Equal(got, want) {
				t.Errorf("at the end the notices are %v, want %v", got, want)
			}
			list, err := w.DepartureBookings(w.ctx, "wayfare", change.ID, "sands")
			w.must(err)
			if len(list) != 2 || list[0].Booking.Detail.Travellers != 1 || list[1].Booking.Status != booking.Cancelled {
				t.Errorf("the list is %+v", list)
			}
		})
	}
}
