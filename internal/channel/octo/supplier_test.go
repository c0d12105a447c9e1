package octo_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// statement returns the sums of a supplier's statement of December.
func (w *world) statement() []booking.StatementSum {
	w.Helper()
	st, err := w.booking.StatementOf(w.Context(), "", "sands", w.clock().AddDate(0, 0, 15))
	w.must(err)
	return st.Sums
}

// supplied sells the dunes of a supplier with a name until the test ends.
func supplied(t *testing.T) {
	before := products["endunes"]
	p := *before
	p.Supplier = payload.Supplier{ID: "sands", Name: "Sands", Confirmation: payload.Instant}
	products["endunes"] = &p
	t.Cleanup(func() { products["endunes"] = before })
}

func TestSupplierSeesNoTestBookingsAndNoReleasedHolds(t *testing.T) {
	supplied(t)
	onBoth(t, func(w *world) {
		trial := *w.atlas
		trial.env = "test"
		trial.buys(reservation(4))
		_, path := trial.buys(reservation(2))
		trial.gets("POST", path+"/cancel", nil)
		_, path = w.atlas.reserves(reservation(1))
		w.atlas.gets("POST", path+"/cancel", nil)
		sold, _ := w.atlas.buys(reservation(2))

		sums := w.statement()
		if len(sums) != 1 || sums[0].Bookings != 1 || sums[0].Travellers != 2 || sums[0].Gross != 79000 ||
			sums[0].Cancelled != 0 {
			t.Errorf("the statement has %+v", sums)
		}
		day, err := w.booking.SupplierDay(t.Context(), "wayfare", "sands", three[:10])
		w.must(err)
		all, err := w.booking.SupplierBookings(t.Context(), "", "sands", three[:10], three[:10], nil) // the calendar
		w.must(err)
		for _, list := range [][]booking.OrderBooking{day, all} {
			if len(list) != 1 || list[0].Order.ID != sold["id"] {
				t.Errorf("%d bookings", len(list))
			}
		}
	})
}

func TestStatementHasTheRetainedAmountOfACancellation(t *testing.T) {
	supplied(t)
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(2))
		w.pass(sevenHoursBefore)
		w.atlas.gets("POST", path+"/cancel", nil)
		st, err := w.booking.StatementOf(t.Context(), "", "sands", w.clock())
		w.must(err)
		if len(st.Sums) != 1 || st.Sums[0].Cancelled != 1 || st.Sums[0].Retained != 39500 {
			t.Errorf("the statement has %+v", st.Sums)
		}
	})
}

func TestTestBookingsAreNotCountedInMetrics(t *testing.T) {
	onBoth(t, func(w *world) {
		var seen []booking.EventKind
		w.booking.Observe(func(e booking.Event) { seen = append(seen, e.Kind) })
		trial := *w.atlas
		trial.env = "test"
		trial.buys(reservation(1))
		if len(seen) > 0 {
			t.Errorf("a test is counted: %v", seen)
		}
		w.atlas.buys(reservation(1))
		if !slices.Contains(seen, booking.OrderPlaced) || !slices.Contains(seen, booking.BookingConfirmed) {
			t.Errorf("a sale is counted as %v", seen)
		}
	})
}

func TestFormerSupplierOfAResellersBookingIsNotifiedOnce(t *testing.T) {
	supplied(t)
	museum := products["enmuseum"]
	p := *museum
	p.Supplier.ID = "oasis"
	products["enmuseum"] = &p
	t.Cleanup(func() { products["enmuseum"] = museum })
	onBoth(t, func(w *world) {
		sold, path := w.atlas.buys(reservation(2))
		w.atlas.gets("PATCH", path, body{"productId": "museum", "optionId": "day",
			"availabilityId": "2026-12-05T00:00:00+04:00", "unitItems": units("adult", 2)})
		w.atlas.gets("PATCH", path, body{"notes": "Late"})
		o := w.order(sold)
		b := &o.Bookings[0]
		var sent []string
		for _, key := range o.Notified {
			if strings.HasPrefix(key, "supplier_") {
				sent = append(sent, strings.ReplaceAll(key, b.ID, "booking"))
			}
		}
		want := []string{"supplier_booking booking", "supplier_booking_cancelled booking former:1",
			"supplier_booking_changed booking 1", "supplier_request booking supplier:2"}
		if slices.Sort(sent); !slices.Equal(sent, want) || b.Detail.Supplier.ID != "oasis" ||
			b.Former[0].Choice.Product != "dunes" {
			t.Errorf("%q are noted; it is with %s, and was %+v", sent, b.Detail.Supplier.ID, b.Former)
		}
	})
}
