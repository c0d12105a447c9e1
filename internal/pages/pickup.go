package pages

import "time"

const clockLayout = "15:04"

// At returns the local time, "14:30", at which a point is served for a start, "15:00". It is empty where the content
// sets no time, or where a time that follows the start is asked for without one.
func (p *Point) At(start string) string {
	if p.MinutesBefore == nil {
		return p.Time
	}
	begins, err := time.Parse(clockLayout, start)
	if err != nil {
		return ""
	}
	return begins.Add(-time.Duration(*p.MinutesBefore) * time.Minute).Format(clockLayout)
}
