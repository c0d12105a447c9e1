package payload

import "time"

const clockLayout = "15:04"

// At returns the local time, "14:30", at which travellers are collected at a point for a start, "15:00", on a day,
// "2026-12-02": the time of its table, or so many minutes before the start. It is empty if the content sets no time, or
// if the time depends on a start and none is given.
func (p *Point) At(day, start string) string {
	for i := range p.Times {
		if t := &p.Times[i]; (t.Start == "" || t.Start == start) && Between(t.From, t.To, day) {
			return t.Time
		}
	}
	if p.MinutesBefore == nil {
		return p.Time
	}
	begins, err := time.Parse(clockLayout, start)
	if err != nil {
		return ""
	}
	return begins.Add(-time.Duration(*p.MinutesBefore) * time.Minute).Format(clockLayout)
}

// Between reports whether a day is in a stretch of days, both ends included. Ends without a year return every year, and
// the stretch may then cross the end of a year. Without ends every day is in it.
func Between(first, last, day string) bool {
	if first == "" || last == "" {
		return true
	}
	yearly := len("01-02")
	if len(first) == yearly && len(last) == yearly {
		day = day[5:]
	} else if len(first) == yearly {
		first = day[:5] + first
	} else if len(last) == yearly {
		last = day[:5] + last
	}
	if first <= last {
		return first <= day && day <= last
	}
	return day >= first || day <= last
}
