package booking

import (
	"slices"
	"time"

	"storefront/internal/pages"
)

// horizon is how far ahead one can book.
const horizon = 365 * 24 * time.Hour

// start is one time at which an option begins on a day, or its whole day of opening hours.
type start struct {
	time     string // local; empty with opening hours
	hours    []pages.Hours
	startsAt time.Time
	closesAt time.Time // from then on it cannot be booked
}

// startsOn lists what runs on a day, "2026-12-05", whether or not it is too late to book it.
func startsOn(schedule *pages.Schedule, day string, zone *time.Location) []start {
	season := runs(schedule, day)
	if season == nil {
		return nil
	}
	lead := time.Duration(schedule.LeadMinutes) * time.Minute
	var out []start
	for _, clock := range season.StartTimes {
		at := instantOf(day, clock, zone)
		out = append(out, start{time: clock, startsAt: at, closesAt: at.Add(-lead)})
	}
	if len(season.OpeningHours) == 0 {
		return out
	}
	open := start{hours: season.OpeningHours, startsAt: instantOf(day, season.OpeningHours[0].From, zone)}
	for _, h := range season.OpeningHours {
		end := instantOf(day, h.To, zone)
		if h.To <= h.From {
			end = instantOf(addDays(day, 1), h.To, zone)
		}
		if closes := end.Add(-lead); closes.After(open.closesAt) {
			open.closesAt = closes
		}
	}
	return append(out, open)
}

// runs finds the season that a day belongs to, if the option runs on that day at all.
func runs(schedule *pages.Schedule, day string) *pages.Season {
	for _, closed := range schedule.ClosedDays {
		if closed == day || closed == day[5:] {
			return nil
		}
	}
	for i := range schedule.Seasons {
		season := &schedule.Seasons[i]
		if !holds(season, day) {
			continue
		}
		if slices.Contains(season.Weekdays, int(dateOf(day).Weekday())) {
			return season
		}
		return nil
	}
	return nil
}

// holds says that a season has a day. Days without a year come back every year, and may run over its end.
func holds(season *pages.Season, day string) bool {
	if season.From == "" || season.To == "" {
		return true
	}
	first, last := season.From, season.To
	if len(first) == len("01-02") {
		first = day[:5] + first
	}
	if len(last) == len("01-02") {
		last = day[:5] + last
	}
	if first <= last {
		return first <= day && day <= last
	}
	return day >= first || day <= last
}

// instantOf is the instant of a local time. A time that daylight saving skips is taken as late as the clocks went
// forward; of one that comes twice it is the first. time.Date does not say which it takes.
func instantOf(day, clock string, zone *time.Location) time.Time {
	date := dateOf(day)
	hour, minute := int(clock[0]-'0')*10+int(clock[1]-'0'), int(clock[3]-'0')*10+int(clock[4]-'0')
	wall := date.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
	_, before := wall.Add(-24 * time.Hour).In(zone).Zone()
	_, after := wall.Add(24 * time.Hour).In(zone).Zone()
	early, late := wall.Add(-time.Duration(before)*time.Second), wall.Add(-time.Duration(after)*time.Second)
	if before == after {
		return early
	}
	fits := func(at time.Time, offset int) bool {
		_, real := at.In(zone).Zone()
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

// dateOf is midnight UTC of a day. Days have been checked with isDay before they come here.
func dateOf(day string) time.Time {
	n := func(s string) (n int) {
		for _, c := range []byte(s) {
			n = n*10 + int(c-'0')
		}
		return n
	}
	return time.Date(n(day[:4]), time.Month(n(day[5:7])), n(day[8:10]), 0, 0, 0, 0, time.UTC)
}

// isDay says that a text is a day that exists, "2026-12-05".
func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func addDays(day string, days int) string {
	return dateOf(day).AddDate(0, 0, days).Format(time.DateOnly)
}

// today is the day that it is at the destination.
func today(now time.Time, zone *time.Location) string { return now.In(zone).Format(time.DateOnly) }

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
