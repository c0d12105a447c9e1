package booking_test

import (
	"reflect"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

func TestCachedCalendarsFollowSalesAndTime(t *testing.T) {
	w := newWorld(t)
	calendar := func(s *booking.Service) *booking.Month {
		m, err := s.Calendar(w.ctx, wayfare, "dunes", "shared", "2026-11", 0)
		w.must(err)
		return m
	}
	calendar(w.Service)
	w.order("cart", booking.Card, dunesChoice("2026-11-21", afternoon, 3), dunesChoice("2026-11-21", "16:00", 4))
	kept, last := 0, (*booking.Month)(nil)
	const times = 160 // in three days
	for range times {
		got, want := calendar(w.Service), calendar(w.serviceWith(w.sandbox))
		if !reflect.DeepEqual(got.Days, want.Days) {
			t.Fatalf("at %v the calendar has\n%+v, want\n%+v", w.now, got.Days, want.Days)
		}
		if got == last {
			kept++
		}
		last = got
		w.advance(26 * time.Minute)
	}
	if kept < times/2 {
		t.Errorf("of %d calendars %d are kept", times, kept)
	}
}

func TestCachedSlotsOfADayFollowSalesAndTime(t *testing.T) {
	w := newWorld(t)
	type slot struct {
		booking.Availability
		booking.CancellationTerms
	}
	found := func(s *booking.Service) (day *booking.DaySlots, all []slot) {
		day, err := s.Slots(w.ctx, wayfare, "dunes", "shared", "2026-11-21", 0)
		w.must(err)
		for i := range day.Slots {
			all = append(all, slot{day.Slots[i], day.TermsOf(&day.Slots[i])})
		}
		return day, all
	}
	found(w.Service)
	w.order("cart", booking.Card, dunesChoice("2026-11-21", afternoon, 3), dunesChoice("2026-11-21", "16:00", 4))
	kept, last := 0, (*booking.DaySlots)(nil)
	const times = 160 // in three days
	for range times {
		day, got := found(w.Service)
		if _, want := found(w.serviceWith(w.sandbox)); !reflect.DeepEqual(got, want) {
			t.Fatalf("at %v the day has\n%+v, want\n%+v", w.now, got, want)
		}
		if day == last {
			kept++
		}
		last = day
		w.advance(26 * time.Minute)
	}
	if kept < times/4 {
		t.Errorf("of %d days %d are kept", times, kept)
	}
}
