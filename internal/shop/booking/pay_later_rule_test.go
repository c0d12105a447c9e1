package booking

import (
	"testing"
	"time"
)

func TestReservationNeedsAMinimumTimeToPay(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	usual := PayLaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour, Minimum: minTimeToPay}
	for name, c := range map[string]struct {
		terms  PayLaterTerms
		start  time.Duration
		by     time.Duration
		enough bool
	}{
		"a week ahead":                        {usual, 7 * 24 * time.Hour, 24 * time.Hour, true},
		"three days ahead":                    {usual, 60 * time.Hour, 12 * time.Hour, true},
		"just enough time":                    {usual, 50 * time.Hour, 2 * time.Hour, true},
		"just too little time":                {usual, 50*time.Hour - time.Minute, 2*time.Hour - time.Minute, false},
		"after the deadline before the start": {usual, 24 * time.Hour, -24 * time.Hour, false},
		"tonight, paid at the start":          {PayLaterTerms{AtStart: true}, time.Hour, time.Hour, true},
		"after the start, paid at the start":  {PayLaterTerms{AtStart: true}, -time.Minute, -time.Minute, false},
		"no deadline before the start": {PayLaterTerms{AfterBooking: 24 * time.Hour, Minimum: minTimeToPay},
			time.Hour,
			time.Hour, true},
		"only a deadline before the start": {PayLaterTerms{BeforeStart: 48 * time.Hour}, 7 * 24 * time.Hour,
			5 * 24 * time.Hour, true},
		"a longer minimum": {PayLaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour,
			Minimum: 6 * time.Hour}, 53 * time.Hour, 5 * time.Hour, false},
	} {
		by, enough := c.terms.payBy(now.Add(c.start), now)
		if !by.Equal(now.Add(c.by)) || enough != c.enough {
			t.Errorf("%s: by %s, %v; want %s, %v", name, by.Sub(now), enough, c.by, c.enough)
		}
	}
}

func TestPayLaterTermsInheritUnsetFields(t *testing.T) {
	usual := PayLaterTerms{BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour, Minimum: minTimeToPay,
		Where: "By phone"}
	for name, c := range map[string]struct{ own, want PayLaterTerms }{
		"no terms": {PayLaterTerms{}, usual},
		"only a place": {PayLaterTerms{Where: "At the pier"},
			PayLaterTerms{48 * time.Hour, 24 * time.Hour, false, minTimeToPay, "At the pier"}},
		"only a deadline": {PayLaterTerms{BeforeStart: time.Hour},
			PayLaterTerms{time.Hour, 0, false, minTimeToPay, "By phone"}},
		"payment at the start": {PayLaterTerms{AtStart: true}, PayLaterTerms{0, 0, true, minTimeToPay, "By phone"}},
		"only a minimum": {PayLaterTerms{Minimum: time.Hour},
			PayLaterTerms{48 * time.Hour, 24 * time.Hour, false, time.Hour, "By phone"}},
	} {
		if got := c.own.withDefaults(usual); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
