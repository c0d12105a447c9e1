package booking

import (
	"testing"
	"time"
)

func TestAReservationIsNeverDueMinutesAfterItWasMade(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	usual := LaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour, Minimum: minTimeToPay}
	for name, c := range map[string]struct {
		terms  LaterTerms
		start  time.Duration
		by     time.Duration
		enough bool
	}{
		"a week ahead":                 {usual, 7 * 24 * time.Hour, 24 * time.Hour, true},
		"three days ahead":             {usual, 60 * time.Hour, 12 * time.Hour, true},
		"just enough time":             {usual, 50 * time.Hour, 2 * time.Hour, true},
		"less than two hours are left": {usual, 50*time.Hour - time.Minute, 2*time.Hour - time.Minute, false},
		"tomorrow":                     {usual, 24 * time.Hour, -24 * time.Hour, false},
		"tonight, paid at the start":   {LaterTerms{AtStart: true}, time.Hour, time.Hour, true},
		"begun, paid at the start":     {LaterTerms{AtStart: true}, -time.Minute, -time.Minute, false},
		"until the start, which is near": {LaterTerms{AfterBooking: 24 * time.Hour, Minimum: minTimeToPay}, time.Hour,
			time.Hour, true},
		"before the start alone": {LaterTerms{BeforeStart: 48 * time.Hour}, 7 * 24 * time.Hour,
			5 * 24 * time.Hour, true},
		"a minimum of its own": {LaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour,
			Minimum: 6 * time.Hour}, 53 * time.Hour, 5 * time.Hour, false},
	} {
		by, enough := c.terms.payBy(now.Add(c.start), now)
		if !by.Equal(now.Add(c.by)) || enough != c.enough {
			t.Errorf("%s: by %s, %v; want %s, %v", name, by.Sub(now), enough, c.by, c.enough)
		}
	}
}

func TestTermsTakeWhatTheyLeaveOpenFromOthers(t *testing.T) {
	usual := LaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour, Minimum: minTimeToPay,
		Where: "By phone"}
	for name, c := range map[string]struct{ own, want LaterTerms }{
		"none": {LaterTerms{}, usual},
		"where alone": {LaterTerms{Where: "At the pier"},
			LaterTerms{48 * time.Hour, 24 * time.Hour, false, minTimeToPay, "At the pier"}},
		"a deadline": {LaterTerms{BeforeStart: time.Hour},
			LaterTerms{time.Hour, 0, false, minTimeToPay, "By phone"}},
		"at the start": {LaterTerms{AtStart: true}, LaterTerms{0, 0, true, minTimeToPay, "By phone"}},
		"a minimum alone": {LaterTerms{Minimum: time.Hour},
			LaterTerms{48 * time.Hour, 24 * time.Hour, false, time.Hour, "By phone"}},
	} {
		if got := c.own.over(usual); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
