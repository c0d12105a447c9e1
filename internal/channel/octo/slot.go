package octo

import (
	"strings"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// localLayout is ISO 8601 with the offset of the destination, also if that is UTC.
const localLayout = "2006-01-02T15:04:05-07:00"

// utc returns an instant in UTC, without fractions of a second.
func utc(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05Z") }

// utcOrNull returns nil for the zero time.
func utcOrNull(at time.Time) *string {
	if at.IsZero() {
		return nil
	}
	return orNull(utc(at))
}

// slotID returns the id of an availability: its local start with the offset from UTC at that time. That of a day of
// opening hours is its midnight. A start that daylight saving skips is written by the clock of the schedule, with the
// offset before: another start may be at that instant.
func slotID(p *booking.Product, day, startTime string) string {
	if startTime == "" {
		return localTime(p.TimeZone, day, midnight)
	}
	id := localTime(p.TimeZone, day, startTime)
	if strings.HasPrefix(id, day+"T"+startTime) {
		return id
	}
	at := booking.LocalInstant(p.TimeZone, day, startTime)
	offset := booking.LocalInstant(time.UTC, day, startTime).Sub(at)
	return at.In(time.FixedZone("", int(offset.Seconds()))).Format(localLayout)
}

// localTime returns a local time of a day, "15:30", with its offset.
func localTime(zone *time.Location, day, clock string) string {
	return booking.LocalInstant(zone, day, clock).In(zone).Format(localLayout)
}

// parseSlotID returns the day and the start of an availability's id. ok is false for a text that is no such id of the
// option.
func parseSlotID(p *booking.Product, o *payload.Option, id string) (day, startTime string, ok bool) {
	at, err := time.Parse(localLayout, strings.Replace(id, "Z", "+00:00", 1))
	if err != nil {
		return "", "", false
	}
	day, id = at.Format(time.DateOnly), at.Format(localLayout)
	if p.AvailabilityType == payload.OpeningHours {
		return day, "", slotID(p, day, "") == id
	}
	for _, start := range startTimes(p, o) {
		if slotID(p, day, start) == id {
			return day, start, true
		}
	}
	start := at.Format("15:04") // one that an operator has opened for this day
	return day, start, slotID(p, day, start) == id
}

// timesOf returns when a slot begins and ends, and whether it is a whole day.
func timesOf(
	p *booking.Product, o *payload.Option, day string, a *booking.Availability,
) (start, end string, allDay bool) {
	zone := p.TimeZone
	if a.StartTime == "" {
		next, _ := time.Parse(time.DateOnly, day) // a day of the schedule is valid
		end = localTime(zone, next.AddDate(0, 0, 1).Format(time.DateOnly), midnight)
		return localTime(zone, day, midnight), end, true
	}
	return a.StartsAt.In(zone).Format(localLayout), endOf(p, o, a.StartsAt).In(zone).Format(localLayout), false
}

// endOf returns when a start of an option is over: after its duration, or after the days or nights of its shortest
// stay.
func endOf(p *booking.Product, o *payload.Option, start time.Time) time.Time {
	length := p.Duration
	if o.Duration != nil {
		length = *o.Duration
	}
	if p.MinimumDuration != nil {
		length = *p.MinimumDuration
	}
	if length.Nights > 0 { // by the clock of the destination, which may change in between
		start = start.In(p.TimeZone).AddDate(0, 0, length.Nights)
	}
	return start.Add(time.Duration(length.Minutes) * time.Minute)
}
