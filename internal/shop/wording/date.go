package wording

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Dates and times are written by the clock of their location.

// Date returns a date with its weekday, "Saturday, 5 December 2026".
func (d *Dictionary) Date(at time.Time) string {
	return d.IsolateOwn(d.fillDate(d.Calendar.FullDate, at))
}

// ShortDate returns a date without its weekday, "5 December 2026".
func (d *Dictionary) ShortDate(at time.Time) string {
	return d.IsolateOwn(d.fillDate(d.Calendar.Date, at))
}

// fillDate puts the parts of a date into a template.
func (d *Dictionary) fillDate(template string, at time.Time) string {
	day := strconv.Itoa(at.Day())
	if at.Day() == 1 && d.Calendar.First != "" {
		day = d.Calendar.First
	}
	return Fill(template, "weekday", d.Weekday(at), "day", day, "month", d.Calendar.Months[at.Month()-1],
		"year", strconv.Itoa(at.Year()))
}

// DayAndMonth returns a date without its year, "5 December".
func (d *Dictionary) DayAndMonth(at time.Time) string {
	return d.IsolateOwn(d.fillDate(d.Calendar.Day, at))
}

// Weekday returns the name of a date's weekday.
func (d *Dictionary) Weekday(at time.Time) string { return d.Calendar.Weekdays[at.Weekday()] }

// WeekdayAndYear returns the rest of what DayAndMonth leaves out, "Saturday, 2026".
func (d *Dictionary) WeekdayAndYear(at time.Time) string {
	return d.IsolateOwn(d.fillDate(d.Calendar.WeekdayYear, at))
}

// Day returns a date of the form "2026-12-05" as "5 December 2026". Any other text is returned as it is.
func (d *Dictionary) Day(text string) string {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return strings.ReplaceAll(d.fillDate(d.Calendar.Date, at), "\u00a0", " ")
}

// StartOf returns a start from its date and its local time, "Saturday, 5 December 2026, 15:00"; the date alone without
// a time.
func (d *Dictionary) StartOf(day, startTime string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	if startTime == "" {
		return d.Date(at)
	}
	return d.List(d.Date(at), d.TimeOf(startTime))
}

// Clock returns the digits of a time, and the half of the day in languages with a clock of twelve hours.
func (d *Dictionary) Clock(at time.Time) (digits, half string) {
	if d.Calendar.Halves[0] == "" {
		return at.Format("15:04"), "" // with its leading zero, 07:45 is not mistaken for the evening
	}
	return strconv.Itoa((at.Hour()+11)%12+1) + at.Format(":04"), d.Calendar.Halves[at.Hour()/12]
}

// Time returns a time, "15:00".
func (d *Dictionary) Time(at time.Time) string { return d.IsolateOwn(d.time(at, "\u00a0")) }

func (d *Dictionary) time(at time.Time, space string) string {
	digits, half := d.Clock(at)
	return strings.TrimSuffix(digits+space+half, space)
}

// TimeOf returns a time of the form "07:15" in the language's own form.
func (d *Dictionary) TimeOf(text string) string {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return IsolateLTR(text)
	}
	return d.Time(at)
}

// DateTime returns a date and a time, "Saturday, 5 December 2026, 15:00".
func (d *Dictionary) DateTime(at time.Time) string { return d.List(d.Date(at), d.Time(at)) }

// Until returns an end: the last date if it is midnight, a date and a time otherwise.
func (d *Dictionary) Until(end time.Time) string {
	if last := end.Add(-time.Second); last.Day() != end.Day() {
		return d.Date(last)
	}
	return d.DateTime(end)
}

// ShortDateTime returns a date and a time without the year, "Fri 27 Nov, 15:00".
func (d *Dictionary) ShortDateTime(at time.Time) string {
	weekday := cmp.Or(d.Calendar.ShortWeekdays[at.Weekday()], d.Weekday(at))
	month := cmp.Or(d.Calendar.ShortMonths[at.Month()-1], d.Calendar.Months[at.Month()-1])
	return Fill(d.Calendar.Moment, "weekday", weekday, "day", strconv.Itoa(at.Day()), "month", month,
		"time", d.time(at, " "))
}

// LocalTime returns the name of a city's clock, "Local time in AlUla (GMT+3)".
func (d *Dictionary) LocalTime(city string, at time.Time) string {
	_, seconds := at.Zone()
	sign, minutes := "+", seconds/60
	if minutes < 0 {
		sign, minutes = "−", -minutes
	}
	offset := sign + strconv.Itoa(minutes/60)
	if rest := minutes % 60; rest > 0 {
		offset += fmt.Sprintf(":%02d", rest)
	}
	return Fill(d.Booking.LocalTime, "city", Isolate(city), "zone", Fill(d.Calendar.GMT, "offset", IsolateLTR(offset)))
}
