package main

import (
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

func TestIsBookingDayUsesTimeZoneOfDestination(t *testing.T) {
	for _, c := range []struct {
		length     int
		now, today string
		comes      bool
	}{
		{0, "2026-12-04T19:59:59Z", "2026-12-04", false}, // one second before midnight in Dubai
		{0, "2026-12-04T20:00:00Z", "2026-12-05", true},
		{0, "2026-12-05T19:59:59Z", "2026-12-05", true},
		{0, "2026-12-05T20:00:00Z", "2026-12-06", false},
		{3, "2026-12-07T19:59:59Z", "2026-12-07", true},
		{3, "2026-12-07T20:00:00Z", "2026-12-08", false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		k := booking.Booking{Choice: booking.Choice{Date: "2026-12-05", Length: c.length},
			Detail: booking.Detail{TimeZone: "Asia/Dubai"}}
		today, comes, err := isBookingDay(&k, now)
		if err != nil || today != c.today || comes != c.comes {
			t.Errorf("%d days, %s: %s, %v, %v; want %s, %v", c.length, c.now, today, comes, err, c.today, c.comes)
		}
	}
}

func TestATicketIsForTheNightOfItsOpeningHours(t *testing.T) {
	k := booking.Booking{Choice: booking.Choice{Date: "2026-12-05"}, Detail: booking.Detail{TimeZone: "Asia/Dubai",
		Hours: []booking.DetailHours{{From: "18:00", To: "02:00"}}}}
	for at, want := range map[string]bool{
		"2026-12-05T00:30:00+04:00": true, "2026-12-06T00:30:00+04:00": true, "2026-12-06T02:00:00+04:00": false,
		"2026-12-04T23:00:00+04:00": false,
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if _, comes, err := isBookingDay(&k, now); err != nil || comes != want {
			t.Errorf("at %s: %v, %v; want %v", at, comes, err, want)
		}
	}
}
