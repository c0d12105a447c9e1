package booking_test

import (
	"context"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func (w *world) bookableOn(day string, slugs ...string) []bool {
	w.t.Helper()
	got, err := w.BookableOn(w.ctx, wayfare, day, slugs)
	w.must(err)
	if len(got) != len(slugs) {
		w.t.Fatalf("%d answers of %d products", len(got), len(slugs))
	}
	return got
}

func (w *world) wantBookableOn(day, slug string, want bool, why string) {
	w.t.Helper()
	if got := w.bookableOn(day, slug)[0]; got != want {
		w.t.Errorf("%s on %s, %s: open is %v", slug, day, why, got)
	}
}

func TestProductIsBookableOnADateUntilAllStartsAreFull(t *testing.T) {
	w := newWorld(t)
	w.wantBookableOn(day, "dunes", true, "all seats are free")
	w.order("a", booking.Card, dunesChoice(day, "15:00", 4))
	w.wantBookableOn(day, "dunes", true, "the second start is free")
	w.order("b", booking.Card, dunesChoice(day, "16:00", 4))
	w.wantBookableOn(day, "dunes", false, "both starts are full")
	w.wantBookableOn("2026-12-06", "dunes", true, "without bookings")

	p := dunes()
	p.Options = append(p.Options, dunes().Options[0])
	p.Options[1].ID = "private"
	w.catalog.add(p)
	w.wantBookableOn(day, "dunes", true, "the other option is free")
}

func TestProductIsNotBookableByScheduleLeadTimeOrStatus(t *testing.T) {
	w := newWorld(t) // at noon in Dubai, four hours before the last booking of 16:00
	w.wantBookableOn("2026-11-20", "dunes", false, "it is too late")
	w.wantBookableOn("2026-11-19", "dunes", false, "it is past")
	w.wantBookableOn("2027-11-20", "dunes", true, "it is a year ahead")
	w.wantBookableOn("2027-11-22", "dunes", false, "it is too far ahead")
	w.setSchedule(payload.Schedule{Seasons: []payload.Season{{Weekdays: []int{6}, StartTimes: []string{"15:00"}}},
		ClosedDays: []string{"12-12"}})
	for day, want := range map[string]bool{day: true, "2026-12-06": false, "2026-12-12": false} {
		w.wantBookableOn(day, "dunes", want, "on Saturdays but that of 12 December")
	}
	for _, change := range []func(*booking.Product){
		func(p *booking.Product) { p.Status = "SOLD_OUT" },
		func(p *booking.Product) { p.Status = "CLOSED" },
	} {
		p := dunes()
		change(p)
		w.catalog.add(p)
		w.wantBookableOn(day, "dunes", false, string(p.Status))
	}
}

func TestStayIsBookableIfItsMinimumLengthFits(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(lodge())
	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error {
		bed := booking.Slot{Product: "lodge", Option: "room", Date: "2026-12-06"}
		return tx.TakeSeats(w.ctx, []booking.Demand{{Slot: bed, Seats: 2, Capacity: 2}})
	}))
	for day, want := range map[string]bool{"2026-12-04": true, "2026-12-05": false, "2026-12-06": false,
		"2026-12-07": true} {
		w.wantBookableOn(day, "lodge", want, "two nights at least, that of the 6th is full")
	}
}

// lodge has two beds, for two nights or more.
func lodge() *booking.Product {
	p := dunes()
	p.Slug, p.Duration, p.MinimumDuration = "lodge", payload.Duration{}, &payload.Duration{Nights: 2}
	p.Options[0].ID, p.Options[0].Capacity = "room", 2
	for i := range p.Options[0].Units {
		p.Options[0].Units[i].PricedBy = "NIGHT"
	}
	return p
}

// countingStore counts queries.
type countingStore struct {
	booking.Store
	booking.Reader
	queries int
}

func (a *countingStore) Read() booking.Reader { return a }

func (a *countingStore) TakenOn(ctx context.Context, first, last string) (booking.SlotUse, error) {
	a.queries++
	return a.Store.Read().TakenOn(ctx, first, last)
}

func TestBookableOnAnswersManyProductsInOrderWithOneQuery(t *testing.T) {
	w := newWorld(t)
	closed := dunes()
	closed.Slug, closed.Status = "closed", "CLOSED"
	w.catalog.add(closed)
	w.catalog.add(lodge())
	store := &countingStore{Store: w.store} // any other query would find no Reader
	s := booking.New(booking.Config{Store: store, Catalog: w.catalog, Now: w.clock})
	got, err := s.BookableOn(w.ctx, wayfare, day, []string{"closed", "dunes", "unknown", "lodge"})
	w.must(err)
	if store.queries != 1 || got[0] || !got[1] || got[2] || !got[3] {
		t.Errorf("%v after %d queries", got, store.queries)
	}
}

func TestBookableOnRejectsAnInvalidDate(t *testing.T) {
	w := newWorld(t)
	for _, day := range []string{"", "2026-02-30", "tomorrow", "2026-12-5"} {
		_, err := w.BookableOn(w.ctx, wayfare, day, nil)
		w.wantFault(err, fault.Invalid, "date format")
	}
}

func TestFreeCancellationFilterDependsOnTheStart(t *testing.T) {
	w := newWorld(t) // Friday 20 November, noon in Dubai: the dunes are free to cancel until a day before
	free := func(got []bool, err error) bool {
		t.Helper()
		w.must(err)
		return got[0]
	}
	if free(w.FreelyCancellableOn(w.ctx, wayfare, "2026-11-21", []string{"dunes"})) != true ||
		free(w.FreelyCancellableOn(w.ctx, wayfare, "2026-11-20", []string{"dunes"})) {
		t.Error("tomorrow can be cancelled for nothing, and today cannot")
	}
	if !free(w.NextStartFreelyCancellable(w.ctx, wayfare, []string{"dunes"})) {
		t.Error("today's starts have closed, and tomorrow's first is more than a day ahead")
	}
	w.advance(5 * time.Hour)
	if free(w.NextStartFreelyCancellable(w.ctx, wayfare, []string{"dunes"})) {
		t.Error("tomorrow's first start is less than a day ahead")
	}
	dunes := w.catalog["dunes"]
	dunes.Options[0].Schedule.LeadMinutes = 24 * 60
	if !free(w.NextStartFreelyCancellable(w.ctx, wayfare, []string{"dunes"})) {
		t.Error("whatever can be booked can be cancelled for nothing")
	}
	if free(w.NextStartFreelyCancellable(w.ctx, wayfare, []string{"none"})) {
		t.Error("what is not sold is free to cancel")
	}
}
