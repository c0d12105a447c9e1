package booking

import (
	"time"

	"storefront/internal/core/clock"
)

// ReadyAt returns when the travellers have to be ready: at their pickup if it has a time, otherwise at the start.
func (b *Booking) ReadyAt() time.Time {
	zone, err := clock.Zone(b.Detail.TimeZone)
	if err != nil {
		return b.StartsAt
	}
	return readyAt(b.Detail.Pickup, b.Choice.Date, b.Detail.Hours, b.StartsAt, zone)
}

// readyAt returns the time of a pickup for a day and its opening hours; startsAt if the pickup has no time.
func readyAt(pickup *DetailPlace, day string, hours []DetailHours, startsAt time.Time, zone *time.Location) time.Time {
	if pickup == nil || pickup.Time == "" {
		return startsAt
	}
	return (&clocks{zone: zone}).pickupAt(day, pickup.Time, hours)
}

// LastEntry returns until when the travellers are admitted: until closing on a day of opening hours, else at the start.
func (b *Booking) LastEntry() time.Time {
	zone, err := clock.Zone(b.Detail.TimeZone)
	if err != nil || len(b.Detail.Hours) == 0 {
		return b.StartsAt
	}
	return (&clocks{zone: zone}).closing(b.Choice.Date, b.Detail.Hours)
}

// endsAt returns about when a booking ends.
func (b *Booking) endsAt() time.Time {
	if b.Detail.Length > 0 {
		return b.StartsAt.AddDate(0, 0, b.Detail.Length)
	}
	return b.StartsAt.Add(time.Duration(b.Detail.Minutes) * time.Minute)
}
