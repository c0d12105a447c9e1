package main

import (
	"testing"

	"storefront/internal/shop/booking"
)

func TestDescribeBookingNamesBuyerByEmailOrName(t *testing.T) {
	for want, buyer := range map[string]booking.Buyer{
		"K7M3Q9XW/1 (dunes on 2026-12-05 15:00, amina@example.com)": {FirstName: "Amina", Email: "amina@example.com"},
		"K7M3Q9XW/1 (dunes on 2026-12-05 15:00, Omar)":              {FirstName: "Omar"},
		"K7M3Q9XW/1 (dunes on 2026-12-05 15:00)":                    {},
	} {
		o := booking.Order{Reference: "K7M3Q9XW", Buyer: buyer, Bookings: []booking.Booking{
			{Choice: booking.Choice{Product: "dunes", Date: "2026-12-05", StartTime: "15:00"}}}}
		if got := describeBooking(&o, &o.Bookings[0]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
