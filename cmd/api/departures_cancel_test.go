package main

import (
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

func TestBuyersHaveTwoDaysOrHalfTheTimeToStartToChoose(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for start, want := range map[time.Duration]time.Duration{
		10 * 24 * time.Hour: 48 * time.Hour,
		20 * time.Hour:      10 * time.Hour,
		4 * time.Hour:       2 * time.Hour,
		3 * time.Hour:       0,
		-time.Hour:          0,
	} {
		found := []booking.Departure{{StartsAt: now.Add(30 * 24 * time.Hour)}, {StartsAt: now.Add(start)}}
		if got := defaultOfferFor(found, now); got != want {
			t.Errorf("%s before the start: %s, want %s", start, got, want)
		}
	}
}
