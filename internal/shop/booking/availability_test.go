package booking_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// setSchedule replaces the schedule of the dunes.
func (w *world) setSchedule(schedule payload.Schedule) {
	p := dunes()
	p.Options[0].Schedule = schedule
	w.catalog.add(p)
}

func (w *world) startTimes(day string) (out []string) {
	w.t.Helper()
	d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	for _, s := range d.Slots {
		out = append(out, s.StartTime)
	}
	return out
}

func TestFirstMatchingSeasonAppliesAlsoAcrossNewYear(t *testing.T) {
	w := newWorld(t)
	w.setSchedule(payload.Schedule{Seasons: []payload.Season{
		{From: "10-01", To: "04-30", Weekdays: everyDay, StartTimes: []string{"15:00"}},
		{From: "05-01", To: "09-30", Weekdays: []int{5, 6}, StartTimes: []string{"16:30"}},
	}})
	for day, want := range map[string][]string{
		"2026-12-31": {"15:00"}, "2027-01-01": {"15:00"}, "2027-04-30": {"15:00"}, "2027-05-01": {"16:30"},
		"2027-05-02": nil,
	} {
		if got := w.startTimes(day); !slices.Equal(got, want) {
			t.Errorf("on %s it starts at %v, want %v", day, got, want)
		}
	}
}

func TestSeasonWithYearsRunsOnce(t *testing.T) {
	w := newWorld(t)
	w.setSchedule(payload.Schedule{Seasons: []payload.Season{{From: "2026-12-01", To: "2027-02-01", Weekdays: everyDay,
		StartTimes: []string{"15:00"}}}})
	if len(w.startTimes("2027-01-15")) != 1 || len(w.startTimes("2027-02-02")) != 0 {
		t.Error("the season does not end with its last day")
	}
}

func TestClosedDaysApplyEveryYearOrOnce(t *testing.T) {
	w := newWorld(t)
	w.setSchedule(payload.Schedule{
		Seasons:    []payload.Season{{Weekdays: everyDay, StartTimes: []string{"15:00"}}},
		ClosedDays: []string{"12-02", "2026-12-16"},
	})
	for day, open := range map[string]bool{"2026-12-02": false, "2026-12-16": false, "2026-12-17": true} {
		if (len(w.startTimes(day)) > 0) != open {
			t.Errorf("%s: open is not %v", day, open)
		}
	}
}

func TestStartsKeepTheirLocalTimeAcrossDaylightSaving(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.TimeZone = zone("Europe/Berlin")
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		StartTimes: []string{"02:30", "10:00"}}}}
	w.catalog.add(p)
	for day, want := range map[string][]string{
		"2027-03-27": {"2027-03-27T01:30:00Z", "2027-03-27T09:00:00Z"},
		"2027-03-28": {"2027-03-28T01:30:00Z", "2027-03-28T08:00:00Z"}, // 02:30 is skipped: an hour later
		"2027-10-31": {"2027-10-31T00:30:00Z", "2027-10-31T09:00:00Z"}, // 02:30 occurs twice: the first
	} {
		d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
		w.must(err)
		for i, s := range d.Slots {
			if got := s.StartsAt.UTC().Format(time.RFC3339); got != want[i] {
				t.Errorf("%s %s starts at %s, want %s", day, s.StartTime, got, want[i])
			}
		}
	}
}

func TestBookingClosesOneLeadTimeBeforeTheStart(t *testing.T) {
	w := newWorld(t)
	status := func() booking.AvailabilityStatus {
		d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", "2026-11-20", 0)
		w.must(err)
		return d.Slots[0].Status
	}
	w.now = time.Date(2026, 11, 20, 6, 59, 0, 0, time.UTC) // 15:00 in Dubai is 11:00 UTC, less four hours
	if got := status(); got != booking.Available {
		t.Errorf("a minute before the deadline it is %s", got)
	}
	w.advance(time.Minute)
	if got := status(); got != booking.Closed {
		t.Errorf("at the deadline it is %s", got)
	}
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice("2026-11-20", afternoon, 1))
	w.wantFault(err, fault.Invalid, "startTime closed")
}

func TestOpeningHoursPastMidnightStayBookableUntilTheyEnd(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.AvailabilityType = "OPENING_HOURS"
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "18:00", To: "02:00"}}}}}
	w.catalog.add(p)
	w.now = time.Date(2026, 11, 20, 21, 30, 0, 0, time.UTC) // 01:30 in Dubai, on the day after
	d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", "2026-11-20", 0)
	w.must(err)
	if len(d.Slots) != 1 || d.Slots[0].StartTime != "" || d.Slots[0].Status != booking.Available ||
		len(d.Slots[0].OpeningHours) != 1 {
		t.Fatalf("half an hour before the end: %+v", d.Slots)
	}
	w.advance(30 * time.Minute)
	if d, _ = w.Slots(w.ctx, wayfare, "dunes", "shared", "2026-11-20", 0); d.Slots[0].Status != booking.Closed {
		t.Errorf("at the end it is %s", d.Slots[0].Status)
	}
}

func TestStayTakesSeatsOnEachOfItsDays(t *testing.T) {
	w := newWorld(t)
	camp := dunes()
	camp.Duration = payload.Duration{Nights: 1}
	camp.MinimumDuration = &payload.Duration{Nights: 1}
	camp.Options[0].Units = []payload.Unit{{ID: "tent", Type: "OTHER", PricedBy: "NIGHT", Price: 60000, PaxCount: 2}}
	// The start moves with the season: the bed stays the same.
	camp.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{
		{From: "12-01", To: "12-06", Weekdays: everyDay, StartTimes: []string{"15:00"}},
		{From: "12-07", To: "12-31", Weekdays: everyDay, StartTimes: []string{"16:00"}},
	}}
	w.catalog.add(camp)
	stay := booking.Choice{
		Product: "dunes", Option: "shared", Date: day, StartTime: afternoon, Length: 3,
		Units: []booking.Quantity{{ID: "tent", Quantity: 1}},
	}
	o := w.order("cart", booking.Card, stay)
	if o.Total != 3*60000 {
		t.Errorf("three nights cost %d", o.Total)
	}
	for d, want := range map[string]int{"2026-12-04": 4, "2026-12-05": 2, "2026-12-06": 2, "2026-12-07": 2,
		"2026-12-08": 4} {
		slots, err := w.Slots(w.ctx, wayfare, "dunes", "shared", d, 1)
		w.must(err)
		if got := slots.Slots[0].Vacancies; got != want {
			t.Errorf("on %s %d are left, want %d", d, got, want)
		}
	}
	month, err := w.Calendar(w.ctx, wayfare, "dunes", "shared", "2026-12", 3)
	w.must(err)
	if got := month.Days[2]; got.Date != "2026-12-03" || got.Vacancies != 2 {
		t.Errorf("three nights from the 3rd: %+v", got)
	}
	stay.Length = 31
	_, err = w.AddItem(w.ctx, wayfare, "cart", stay)
	w.wantFault(err, fault.Invalid, "length max")
}

func TestBookingOfAProductPricedPerBookingTakesAllSeats(t *testing.T) {
	w := newWorld(t)
	boat := dunes()
	boat.PricingPer = "BOOKING"
	boat.Options[0].Price = &payload.Price{Money: payload.Money{Amount: 90000}}
	boat.Options[0].Capacity, boat.Options[0].MaxTravellers = 5, 4
	w.catalog.add(boat)
	if o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1)); o.Total != 90000 {
		t.Errorf("the boat costs %d", o.Total)
	}
	d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	if s := d.Slots[0]; s.Status != booking.SoldOut || s.Vacancies != 0 {
		t.Errorf("beside one party it is %+v", s)
	}
}

func TestCalendarHasTheBestSlotOfEachDayFromToday(t *testing.T) {
	w := newWorld(t)
	w.order("cart", booking.Card, dunesChoice("2026-11-21", afternoon, 2))
	w.order("other", booking.Card, dunesChoice("2026-11-22", afternoon, 4), dunesChoice("2026-11-22", "16:00", 4))
	m, err := w.Calendar(w.ctx, wayfare, "dunes", "shared", "2026-11", 0)
	w.must(err)
	if len(m.Days) != 11 || m.Days[0].Date != "2026-11-20" {
		t.Fatalf("%d days, the first %s", len(m.Days), m.Days[0].Date)
	}
	if d := m.Days[0]; d.Status != booking.Closed { // it is noon in Dubai, when booking for 16:00 closes
		t.Errorf("today: %+v", d)
	}
	if d := m.Days[1]; d.Status != booking.Available || d.Vacancies != 4 {
		t.Errorf("half of one start is sold: %+v", d)
	}
	if d := m.Days[2]; d.Status != booking.SoldOut || d.Vacancies != 0 {
		t.Errorf("all is sold: %+v", d)
	}
	if got := w.vacancies("2026-11-21", afternoon); got != 2 {
		t.Errorf("%d are left at three", got)
	}
	past, err := w.Calendar(w.ctx, wayfare, "dunes", "shared", "2026-10", 0)
	w.must(err)
	if len(past.Days) != 0 {
		t.Errorf("a month that is past has %d days", len(past.Days))
	}
	_, err = w.Calendar(w.ctx, wayfare, "dunes", "shared", "2026-13", 0)
	w.wantFault(err, fault.Invalid, "month format")
}

func TestClosedOrSoldOutProductHasThatStatusDespiteFreeSeats(t *testing.T) {
	for status, want := range map[payload.ProductStatus]booking.AvailabilityStatus{
		payload.SoldOut: booking.SoldOut, payload.Closed: booking.Closed,
	} {
		w := newWorld(t)
		p := dunes()
		p.Status = status
		w.catalog.add(p)
		d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
		w.must(err)
		if d.Slots[0].Status != want || d.Slots[0].Vacancies != 0 {
			t.Errorf("%s: %+v", status, d.Slots[0])
		}
	}
}

func TestSlotIsLimitedWithHalfItsSeatsLeft(t *testing.T) {
	w := newWorld(t)
	w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	if d.Slots[0].Status != booking.Limited || d.Slots[1].Status != booking.Available {
		t.Errorf("%+v", d.Slots)
	}
}
