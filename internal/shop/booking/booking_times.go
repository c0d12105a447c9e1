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
	if err != nil {
		return b.StartsAt
	}
	return lastEntry(b.Choice.Date, b.Detail.Hours, b.StartsAt, zone)
}

// lastEntry returns the end of a day's opening hours; startsAt without any.
func lastEntry(day string, hours []DetailHours, startsAt time.Time, zone *time.Location) time.Time {
	if len(hours) == 0 {
		return startsAt
	}
	return (&clocks{zone: zone}).closing(day, hours)
}

// arrivesBy returns when the travellers have arrived at the latest: at the time of their pickup, else at LastEntry.
func (b *Booking) arrivesBy() time.Time {
	if b.Detail.Pickup != nil && b.Detail.Pickup.Time != "" {
		return b.ReadyAt()
	}
	return b.LastEntry()
}

// endsAt returns about when a booking ends. During opening hours travellers come until closing.
func (b *Booking) endsAt() time.Time {
	if b.Detail.Length > 0 {
		return b.StartsAt.AddDate(0, 0, b.Detail.Length)
	}
	duration := time.Duration(b.Detail.Minutes) * time.Minute
	if len(b.Detail.Hours) == 0 {
		return b.StartsAt.Add(duration)
	}
	return maxTime(b.ReadyAt().Add(duration), b.LastEntry())
}
