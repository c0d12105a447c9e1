package booking_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// nextStarts returns the starts of the dunes as "20 15:00 AVAILABLE 4", without year and month.
func (w *world) nextStarts() string {
	w.t.Helper()
	got, err := w.NextStarts(w.ctx, wayfare, []string{"dunes"})
	w.must(err)
	var all []string
	for _, s := range got[0].Next {
		time := s.StartTime
		for _, h := range s.OpeningHours {
			time += h.From + "-" + h.To
		}
		all = append(all, fmt.Sprintf("%s %s %s %d", s.Date[8:], time, s.Status, s.Vacancies))
	}
	if len(all) == 0 {
		return string(got[0].Status)
	}
	if !got[0].Status.Bookable() {
		w.t.Errorf("with starts it is %s", got[0].Status)
	}
	return strings.Join(all, ", ")
}

func (w *world) wantNext(want, why string) {
	w.t.Helper()
	if got := w.nextStarts(); got != want {
		w.t.Errorf("%s it starts at %q, want %q", why, got, want)
	}
}

func (w *world) takeSeats(day, at string, seats int) {
	w.t.Helper()
	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error {
		slot := booking.Slot{Product: "dunes", Option: "shared", Date: day, StartTime: at}
		return tx.TakeSeats(w.ctx, []booking.Demand{{Slot: slot, Seats: seats, Capacity: 4}})
	}))
}

func TestNextStartsFollowTheClockAndTheLeadTime(t *testing.T) {
	w := newWorld(t) // booking closes four hours before 15:00 and 16:00 in Dubai, which are 11:00 and 12:00 UTC
	w.now = time.Date(2026, 11, 20, 6, 59, 0, 0, time.UTC)
	w.wantNext("20 15:00 AVAILABLE 4, 20 16:00 AVAILABLE 4, 21 15:00 AVAILABLE 4", "a minute before the deadline")
	w.advance(time.Minute)
	w.wantNext("20 16:00 AVAILABLE 4, 21 15:00 AVAILABLE 4, 21 16:00 AVAILABLE 4", "at the deadline")
	w.advance(time.Hour)
	w.wantNext("21 15:00 AVAILABLE 4, 21 16:00 AVAILABLE 4, 22 15:00 AVAILABLE 4", "at the last deadline of the day")
	w.advance(24 * time.Hour)
	w.wantNext("22 15:00 AVAILABLE 4, 22 16:00 AVAILABLE 4, 23 15:00 AVAILABLE 4", "a day later")
}

func TestNextStartsSkipSoldOutSlotsAndMarkLimitedOnes(t *testing.T) {
	w := newWorld(t)
	w.order("a", booking.Card, dunesChoice("2026-11-21", "15:00", 4))
	w.order("b", booking.Card, dunesChoice("2026-11-21", "16:00", 3))
	w.wantNext("21 16:00 LIMITED 1, 22 15:00 AVAILABLE 4, 22 16:00 AVAILABLE 4", "with one seat left tomorrow")
	w.takeSeats("2026-11-21", "16:00", 1)
	for d := range 5 {
		day := time.Date(2026, 11, 22+d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		w.takeSeats(day, "15:00", 4)
		w.takeSeats(day, "16:00", 4)
	}
	w.wantNext("SOLD_OUT", "where the seventh day, today included, is sold out")
	w.advance(24 * time.Hour)
	w.wantNext("27 15:00 AVAILABLE 4, 27 16:00 AVAILABLE 4", "where a free day has come into sight")
}

func TestNextStartsFollowSeasonsAndClosedDays(t *testing.T) {
	w := newWorld(t)
	season := func(from, to string, weekdays ...int) payload.Season {
		return payload.Season{From: from, To: to, Weekdays: weekdays, StartTimes: []string{"15:00"}}
	}
	w.setSchedule(payload.Schedule{
		// then on Thursdays
		Seasons:    []payload.Season{season("11-01", "11-24", everyDay...), season("11-25", "12-31", 4)},
		ClosedDays: []string{"11-20", "2026-11-21", "11-23"},
	})
	w.wantNext("22 15:00 AVAILABLE 4, 24 15:00 AVAILABLE 4, 26 15:00 AVAILABLE 4", "with days left out")
	w.setSchedule(payload.Schedule{Seasons: []payload.Season{season("12-01", "12-31", everyDay...)}})
	w.wantNext("CLOSED", "out of season")
	for _, status := range []payload.ProductStatus{payload.Closed, payload.SoldOut} {
		p := dunes()
		p.Status = status
		w.catalog.add(p)
		w.wantNext(string(status), "where nothing of it can be had")
	}
}

func TestNextStartsCountTheOmittedStartsOfTheirDay(t *testing.T) {
	w := newWorld(t)
	more := func() int {
		got, err := w.NextStarts(w.ctx, wayfare, []string{"dunes"})
		w.must(err)
		return got[0].More
	}
	if got := more(); got != 0 {
		t.Errorf("where a day has two starts, and the third is of the next day, %d more are left out", got)
	}
	w.setSchedule(payload.Schedule{Seasons: []payload.Season{{From: "01-01", To: "12-31", Weekdays: everyDay,
		StartTimes: []string{"13:00", "14:00", "15:00", "16:00", "17:00"}}}})
	w.wantNext("20 13:00 AVAILABLE 4, 20 14:00 AVAILABLE 4, 20 15:00 AVAILABLE 4", "with five starts a day")
	if got := more(); got != 2 {
		t.Errorf("of five starts a day %d more are left out", got)
	}
	w.takeSeats("2026-11-20", "16:00", 4)
	if got := more(); got != 1 {
		t.Errorf("with a sold-out start %d more are left out", got)
	}
}

func TestNextStartsUseTheDateOfTheDestination(t *testing.T) {
	w := newWorld(t)
	for zoneName, want := range map[string]string{
		"Pacific/Auckland": "2026-11-21 21 10:00 2026-11-20T21:00:00Z",
		"Asia/Dubai":       "2026-11-20 21 10:00 2026-11-21T06:00:00Z",
		"Pacific/Honolulu": "2026-11-20 20 10:00 2026-11-20T20:00:00Z",
	} {
		p := dunes()
		p.Slug, p.TimeZone = zoneName, zone(zoneName)
		p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
			StartTimes: []string{"10:00"}}}}
		w.catalog.add(p)
		w.now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		got, err := w.NextStarts(w.ctx, wayfare, []string{zoneName})
		w.must(err)
		start := got[0].Next[0]
		if text := got[0].Today + " " + start.Date[8:] + " " + start.StartTime + " " +
			start.StartsAt.UTC().Format(time.RFC3339); text != want {
			t.Errorf("in %s it is %s, want %s", zoneName, text, want)
		}
	}
	// On both sides of the date line at once: seats are counted on each one's own day.
	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error {
		return tx.TakeSeats(w.ctx, []booking.Demand{
			{Slot: booking.Slot{Product: "Pacific/Auckland", Option: "shared", Date: "2026-11-27", StartTime: "10:00"},
				Seats: 4, Capacity: 4},
			{Slot: booking.Slot{Product: "Pacific/Honolulu", Option: "shared", Date: "2026-11-20", StartTime: "10:00"},
				Seats: 4, Capacity: 4},
		})
	}))
	got, err := w.NextStarts(w.ctx, wayfare, []string{"Pacific/Auckland", "Pacific/Honolulu"})
	w.must(err)
	if got[0].Next[0].Date != "2026-11-21" || got[1].Next[0].Date != "2026-11-21" {
		t.Errorf("the next are %+v and %+v", got[0].Next[0], got[1].Next[0])
	}
}

func TestNextStartsListOpeningHoursByDayUntilTheyEnd(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.AvailabilityType = "OPENING_HOURS"
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "10:00", To: "22:00"}}}}}
	w.catalog.add(p)
	w.wantNext("20 10:00-22:00 AVAILABLE 4, 21 10:00-22:00 AVAILABLE 4, 22 10:00-22:00 AVAILABLE 4", "at noon")
	w.advance(10 * time.Hour) // 22:00 in Dubai
	w.wantNext("21 10:00-22:00 AVAILABLE 4, 22 10:00-22:00 AVAILABLE 4, 23 10:00-22:00 AVAILABLE 4", "when it shuts")
}

func TestOptionsWithTheSameTimeAreOneStart(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options = append(p.Options, dunes().Options[0])
	p.Options[1].ID, p.Options[1].Capacity = "private", 40
	p.Options[1].Schedule.Seasons = []payload.Season{{Weekdays: everyDay, StartTimes: []string{"05:00", "16:00"}}}
	w.catalog.add(p)
	w.wantNext("21 05:00 AVAILABLE 40, 21 15:00 AVAILABLE 4, 21 16:00 AVAILABLE 40", "with two options")
	w.takeSeats("2026-11-21", "16:00", 4)
	w.wantNext("21 05:00 AVAILABLE 40, 21 15:00 AVAILABLE 4, 21 16:00 AVAILABLE 40", "with one of them sold out")
}

func TestNextStartsOmitAStayWithAFullNight(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(lodge())
	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error {
		// the night after the last searched day
		bed := booking.Slot{Product: "lodge", Option: "room", Date: "2026-11-27"}
		return tx.TakeSeats(w.ctx, []booking.Demand{{Slot: bed, Seats: 2, Capacity: 2}})
	}))
	w.now = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	p := lodge()
	// the 26th
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: []int{4},
		StartTimes: []string{"15:00"}}}}
	w.catalog.add(p)
	got, err := w.NextStarts(w.ctx, wayfare, []string{"lodge"})
	w.must(err)
	if got[0].Status != booking.SoldOut || len(got[0].Next) != 0 {
		t.Errorf("two nights, the second of them full: %+v", got[0])
	}
}

func TestNextStartsOfManyProductsNeedOneQuery(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(lodge())
	store := &countingStore{Store: w.store} // any other query would find no Reader
	s := booking.New(booking.Config{Store: store, Catalog: w.catalog, Now: w.clock})
	got, err := s.NextStarts(w.ctx, wayfare, []string{"lodge", "unknown", "dunes", "lodge", ""})
	w.must(err)
	if store.queries != 1 || len(got) != 2 || got[0].Product.Slug != "lodge" || got[1].Product.Slug != "dunes" {
		t.Errorf("%+v after %d queries", got, store.queries)
	}
	if none, err := s.NextStarts(w.ctx, wayfare, []string{"unknown"}); err != nil || len(none) != 0 ||
		store.queries != 1 {
		t.Errorf("of nothing there are %v, %v", none, err)
	}
}
