package booking_test

import (
	"testing"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// The build changes while there are bookings: what was sold stays as it was sold.

func TestTravellersOfARemovedPickupPointChooseAnother(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(productWithPickup())
	choice := dunesChoice(day, afternoon, 2)
	choice.Pickup = booking.Place{Point: "marina", Address: "Rove"}
	o := w.paidOrder("cart", choice)
	p := productWithPickup()
	p.Pickup.Points = append(p.Pickup.Points[1:], payload.Point{ID: "hotel", Name: "The hotel", Exact: true})
	w.catalog.add(p)
	places, err := w.TransfersOf(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	if err != nil || places.Pickup == nil || places.Pickup.Point != "" {
		t.Fatalf("%+v, %v", places.Pickup, err)
	}
	o, err = w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
		booking.Place{Point: "car-park"}, booking.Place{})
	w.must(err)
	if d := o.Bookings[0].Detail; placeText(&d) != "14:30 Car park of the mall" {
		t.Errorf("the booking has %q", placeText(&d))
	}
}
