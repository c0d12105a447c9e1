package pages

import "testing"

func TestAPickupTimeFollowsTheStart(t *testing.T) {
	half := 30
	for _, c := range []struct {
		point       Point
		start, want string
	}{
		{Point{MinutesBefore: &half}, "15:00", "14:30"},
		{Point{MinutesBefore: &half}, "16:00", "15:30"},
		{Point{MinutesBefore: &half}, "00:15", "23:45"},
		{Point{MinutesBefore: &half}, "", ""},
		{Point{Time: "08:00"}, "09:00", "08:00"},
		{Point{}, "09:00", ""},
	} {
		if got := c.point.At(c.start); got != c.want {
			t.Errorf("collected at %q for a start at %q, not at %q", got, c.start, c.want)
		}
	}
}
