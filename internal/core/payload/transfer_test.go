package payload

import "testing"

func TestPickupTimeForDependsOnDateAndStart(t *testing.T) {
	half := 30
	summer := Point{MinutesBefore: &half, Times: []PickupTime{
		{Start: "15:00", From: "05-01", To: "09-30", Time: "14:00"},
		{From: "12-20", To: "01-05", Time: "13:45"},
	}}
	for _, c := range []struct {
		point            Point
		day, start, want string
	}{
		{Point{MinutesBefore: &half}, "2026-12-05", "15:00", "14:30"},
		{Point{MinutesBefore: &half}, "2026-12-05", "16:00", "15:30"},
		{Point{MinutesBefore: &half}, "2026-12-05", "", ""},
		{Point{Time: "08:00"}, "2026-12-05", "09:00", "08:00"},
		{Point{}, "2026-12-05", "09:00", ""},
		{summer, "2026-06-01", "15:00", "14:00"},
		{summer, "2026-06-01", "16:00", "15:30"},
		{summer, "2026-12-05", "15:00", "14:30"},
		{summer, "2027-01-02", "16:00", "13:45"},
		{summer, "2027-01-02", "10:00", "09:30"},
		{Point{Time: "08:00"}, "2026-12-05", "07:30", ""},
		{Point{Time: "08:00"}, "2026-12-05", "08:00", "08:00"},
		{Point{Time: "08:00"}, "2026-12-05", "", "08:00"},
		{Point{Times: []PickupTime{{Time: "14:00"}}}, "2026-12-05", "10:00", ""},
		{Point{MinutesBefore: &half}, "2026-12-05", "00:30", "00:00"},
		{Point{MinutesBefore: &half}, "2026-12-05", "00:15", ""},
	} {
		if got := c.point.PickupTimeFor(c.day, c.start); got != c.want {
			t.Errorf("on %s, the pickup for a start at %q is at %q, want %q", c.day, c.start, got, c.want)
		}
	}
}
