package booking

import (
	"slices"
	"time"

	"storefront/internal/core/payload"
)

// horizon is how far ahead visitors can book.
const (
	horizonDays = 365
	horizon     = horizonDays * 24 * time.Hour
)

// The site has these rules too, in site/features/booking/schedule.ts; both run the table of testdata/schedules.json.

// startsOn appends the slots of a day, "2026-12-05", with their times only, whether or not they can still be booked:
// one for each start, or one for the whole day of opening hours.
func startsOn(into []Availability, schedule *payload.Schedule, day string, clocks *clocks) []Availability {
	season := schedule.SeasonOn(day)
	if season == nil {
		return into
	}
	date := dateOf(day)
	lead := time.Duration(schedule.LeadMinutes) * time.Minute
	for _, start := range season.StartTimes {
		at := clocks.instant(date, start)
		into = append(into, Availability{StartTime: start, StartsAt: at, ClosesAt: at.Add(-lead)})
	}
	if len(season.OpeningHours) == 0 {
		return into
	}
	hours := season.OpeningHours
	return append(into, Availability{OpeningHours: hours, StartsAt: clocks.instant(date, hours[0].From),
		ClosesAt: clocks.closing(day, hours).Add(-lead)})
}

// closing returns the end of the opening hours of a day. Hours that end before they begin end on the next day.
func (c *clocks) closing(day string, hours []payload.Hours) (last time.Time) {
	for _, h := range hours {
		date := dateOf(day)
		if h.To <= h.From {
			date = date.AddDate(0, 0, 1)
		}
		last = maxTime(last, c.instant(date, h.To))
	}
	return last
}

// pickupAt returns the instant of a pickup at a local time, for a day and its opening hours. A time before hours that
// go past midnight is after midnight.
func (c *clocks) pickupAt(day, clock string, hours []payload.Hours) time.Time {
	for _, h := range hours {
		if h.To <= h.From && clock < h.From && clock <= h.To {
			day = addDays(day, 1)
			break
		}
	}
	return c.instant(dateOf(day), clock)
}

// clocks converts local times to instants. It caches the latest period without a clock change, since the lookup is
// slow.
type clocks struct {
	zone     *time.Location
	from, to time.Time
	offset   time.Duration // offset from UTC between from and to
}

// instant returns the instant of a local time, "15:30", on a date of dateOf. A time that daylight saving skips is moved
// forward with the clocks; of a repeated one, the first counts. time.Date does not define either.
func (c *clocks) instant(date time.Time, clock string) time.Time {
	hour, minute := int(clock[0]-'0')*10+int(clock[1]-'0'), int(clock[3]-'0')*10+int(clock[4]-'0')
	wall := date.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
	if c.hasConstantOffset(wall) {
		return wall.Add(-c.offset)
	}
	_, before := wall.Add(-24 * time.Hour).In(c.zone).Zone()
	_, after := wall.Add(24 * time.Hour).In(c.zone).Zone()
	early, late := wall.Add(-time.Duration(before)*time.Second), wall.Add(-time.Duration(after)*time.Second)
	fits := func(at time.Time, offset int) bool {
		_, real := at.In(c.zone).Zone()
		return real == offset
	}
	switch {
	case fits(early, before) && fits(late, after):
		return minTime(early, late)
	case fits(late, after):
		return late
	}
	return early
}

// hasConstantOffset reports whether the clocks do not change within a day of a local time.
func (c *clocks) hasConstantOffset(wall time.Time) bool {
	first, last := wall.Add(-24*time.Hour), wall.Add(24*time.Hour)
	if first.Before(c.from) || !last.Before(c.to) {
		_, seconds := first.In(c.zone).Zone()
		c.offset = time.Duration(seconds) * time.Second
		if c.from, c.to = first.In(c.zone).ZoneBounds(); c.to.IsZero() {
			c.to = last.Add(horizon) // no further clock change is known
		}
	}
	return last.Before(c.to)
}

// LocalInstant returns the instant of a local time, "15:30", of a valid day in a time zone, as schedules count it.
func LocalInstant(zone *time.Location, day, clock string) time.Time {
	return (&clocks{zone: zone}).instant(dateOf(day), clock)
}

// dateOf returns midnight UTC of a valid date (isDate).
func dateOf(day string) time.Time { return payload.ParseDate(day) }

// isDate reports whether a text is an existing date, "2026-12-05".
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func addDays(day string, days int) string {
	return dateOf(day).AddDate(0, 0, days).Format(time.DateOnly)
}

// today returns the current date at the destination.
func today(now time.Time, zone *time.Location) string { return now.In(zone).Format(time.DateOnly) }

// yesterday returns the day before today at the destination: its opening hours may go past midnight.
func yesterday(now time.Time, zone *time.Location) string { return addDays(today(now, zone), -1) }

// firstOffset returns the first day that may still be sold, in days from today: -1 if opening hours go past midnight.
func (p *Product) firstOffset() int {
	for i := range p.Options {
		for _, season := range p.Options[i].Schedule.Seasons {
			if slices.ContainsFunc(season.OpeningHours, func(h payload.Hours) bool { return h.To <= h.From }) {
				return -1
			}
		}
	}
	return 0
}

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func maxTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
