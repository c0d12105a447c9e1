package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func dunesSlot(day, start string) booking.Slot {
	return booking.Slot{Product: "dunes", Option: "shared", Date: day, StartTime: start}
}

func (w *world) override(slot booking.Slot, change booking.DepartureChange) {
	w.t.Helper()
	change.Actor = "omar"
	_, err := w.ChangeDeparture(w.ctx, slot, change)
	w.must(err)
}

// departure returns one departure of the dunes.
func (w *world) departure(slot booking.Slot) booking.Departure {
	w.t.Helper()
	all, err := w.Departures(w.ctx, []booking.Deployment{wayfare}, []string{"dunes"}, slot.Date, slot.Date)
	w.must(err)
	for _, d := range all {
		if d.Slot == slot {
			return d
		}
	}
	w.t.Fatalf("there is no departure %s", slot)
	return booking.Departure{}
}

func TestClosedDepartureIsClosedEverywhereAtOnce(t *testing.T) {
	w := newWorld(t)
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActClose, Reason: "wind"})
	if n := w.vacancies(day, afternoon); n != 0 {
		t.Errorf("%d seats are free", n)
	}
	check, err := w.CheckChoice(w.ctx, wayfare, dunesChoice(day, afternoon, 1))
	w.must(err)
	if check.Unavailable == nil || check.Status != booking.Closed {
		t.Errorf("it is %s", check.Status)
	}
	if !w.bookableOn(day, "dunes")[0] {
		t.Error("the other start of the day is closed as well")
	}
	w.override(dunesSlot(day, "16:00"), booking.DepartureChange{Act: booking.ActClose})
	if w.bookableOn(day, "dunes")[0] {
		t.Error("search by date shows a day without a start")
	}
	month, err := w.Calendar(w.ctx, wayfare, "dunes", "shared", day[:7], 0)
	w.must(err)
	if d := month.Days[4]; d.Date != day || d.Status != booking.Closed {
		t.Errorf("the calendar has %+v", d)
	}
	_, err = w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.Invalid, "startTime closed")
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActReset})
	if n := w.vacancies(day, afternoon); n != 4 {
		t.Errorf("%d seats are free again, want 4", n)
	}
	changes, err := w.DepartureChanges(w.ctx, dunesSlot(day, afternoon))
	w.must(err)
	if len(changes) != 2 || changes[0].Reason != "wind" || changes[0].Actor != "omar" || !changes[0].At.Equal(w.now) {
		t.Errorf("the history is %+v", changes)
	}
}

func TestNextStartsExcludeClosedDepartures(t *testing.T) {
	w := newWorld(t)
	starts, err := w.NextStarts(w.ctx, wayfare, []string{"dunes"})
	w.must(err)
	first := starts[0].Next[0]
	w.override(dunesSlot(first.Date, first.StartTime), booking.DepartureChange{Act: booking.ActClose})
	starts, err = w.NextStarts(w.ctx, wayfare, []string{"dunes"})
	w.must(err)
	if starts[0].Next[0].StartsAt.Equal(first.StartsAt) {
		t.Error("a closed departure is a next start")
	}
}

func TestCartWithAClosedDepartureCannotBeOrdered(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActClose})
	cart, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if cart.Outcome != booking.NoneAvailable {
		t.Errorf("the cart is %s", cart.Outcome)
	}
	_, err = w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "key", Cart: "cart", Buyer: amina, Method: booking.Card,
		Total: 79000})
	w.wantFault(err, fault.CartChanged)
}

func TestLimitReplacesTheCapacityOfADeparture(t *testing.T) {
	w := newWorld(t)
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActLimit, Limit: 2})
	if n := w.vacancies(day, afternoon); n != 2 {
		t.Errorf("%d seats are free, want 2", n)
	}
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActLimit, Limit: 6})
	w.order("a", booking.Card, dunesChoice(day, afternoon, 4))
	w.order("b", booking.Card, dunesChoice(day, afternoon, 2))
	if d := w.departure(dunesSlot(day, afternoon)); d.Taken != 6 || d.Capacity != 6 || d.Status != booking.SoldOut ||
		d.Conflict != booking.NoConflict {
		t.Errorf("it has %d of %d seats taken and is %s %s", d.Taken, d.Capacity, d.Status, d.Conflict)
	}
	_, err := w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon),
		booking.DepartureChange{Act: booking.ActLimit, Limit: -1})
	w.wantFault(err, fault.Invalid)
}

func TestOperatorOpensAStartThatIsNotInTheBuild(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].Schedule.ClosedDays = []string{day}
	w.catalog.add(p)
	w.override(dunesSlot(day, "18:30"), booking.DepartureChange{Act: booking.ActOpen})
	w.override(dunesSlot(day, "18:00"), booking.DepartureChange{Act: booking.ActOpen})
	slots, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	if len(slots.Slots) != 2 || slots.Slots[0].StartTime != "18:00" || slots.Slots[1].Status != booking.Available {
		t.Fatalf("the day has %+v", slots.Slots)
	}
	o := w.order("cart", booking.Card, dunesChoice(day, "18:30", 2))
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestMinimumIsDecidedAtItsDecisionTime(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].MinimumParticipants, p.Options[0].DecideBefore = 3, 48*60
	w.catalog.add(p)
	w.order("a", booking.Card, dunesChoice(day, afternoon, 2))
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
	d := w.departure(dunesSlot(day, afternoon))
	if d.Minimum != booking.MinimumUndecided || !d.DecideBy.Equal(start.Add(-48*time.Hour)) {
		t.Errorf("it is %q, to be decided at %s", d.Minimum, d.DecideBy)
	}
	w.advance(start.Add(-48 * time.Hour).Sub(w.now))
	if d := w.departure(dunesSlot(day, afternoon)); d.Minimum != booking.BelowMinimum {
		t.Errorf("it is %q after its time", d.Minimum)
	}
	w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActRun, Reason: "a returning guest"})
	if d := w.departure(dunesSlot(day, afternoon)); d.Minimum != booking.MinimumWaived {
		t.Errorf("it is %q although it runs", d.Minimum)
	}
	w.order("b", booking.Card, dunesChoice(day, afternoon, 1))
	if d := w.departure(dunesSlot(day, afternoon)); d.Minimum != booking.MinimumReached {
		t.Errorf("it is %q with 3 travellers", d.Minimum)
	}
}

func TestBuildThatContradictsBookingsIsAConflict(t *testing.T) {
	option := func(change func(o *payload.Option)) func(*booking.Product) {
		return func(p *booking.Product) { change(&p.Options[0]) }
	}
	for name, test := range map[string]struct {
		change func(p *booking.Product)
		want   booking.Conflict
	}{
		"no change": {func(*booking.Product) {}, booking.NoConflict},
		"a closed day": {option(func(o *payload.Option) { o.Schedule.ClosedDays = []string{day} }),
			booking.StartMissing},
		"a changed start time": {option(func(o *payload.Option) { o.Schedule.Seasons[0].StartTimes[0] = "14:00" }),
			booking.StartMissing},
		"fewer seats":       {option(func(o *payload.Option) { o.Capacity = 1 }), booking.OverCapacity},
		"a renamed option":  {option(func(o *payload.Option) { o.ID = "private" }), booking.OptionMissing},
		"a closed product":  {func(p *booking.Product) { p.Status = "CLOSED" }, booking.ProductClosed},
		"a renamed product": {func(p *booking.Product) { p.Slug = "sands" }, booking.ProductMissing},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			delete(w.catalog, "dunes")
			p := dunes()
			test.change(p)
			w.catalog.add(p)
			all, err := w.Departures(w.ctx, []booking.Deployment{wayfare}, nil, day, day)
			w.must(err)
			var got booking.Conflict
			for _, d := range all {
				if d.Taken > 0 {
					got = d.Conflict
				}
			}
			if got != test.want {
				t.Errorf("the conflict is %q, want %q", got, test.want)
			}
		})
	}
}
