package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var departures = []promise{
	{"an override is read with the seats, and its history oldest first", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 2, 5)) })
		closed := booking.Override{State: booking.DepartureClosed, Limit: 7, RunsBelowMinimum: true}
		first := booking.DepartureChange{ID: "a", Act: booking.ActLimit, Limit: 7, Actor: "amina", Reason: "one car",
			At: noon}
		second := booking.DepartureChange{ID: "b", Act: booking.ActClose, Actor: "omar", Reason: "رياح",
			At: noon.Add(time.Hour)}
		override(t, s, slot(1), booking.Override{Limit: 7}, first)
		override(t, s, slot(1), closed, second)
		override(t, s, slot(2), booking.Override{State: booking.DepartureOpen}, booking.DepartureChange{ID: "c"})
		want := booking.SlotUse{
			Seats:     map[booking.Slot]int{slot(1): 2},
			Overrides: map[booking.Slot]booking.Override{slot(1): closed, slot(2): {State: booking.DepartureOpen}},
		}
		wantRead(t, want)(s.Read().Taken(ctx, "dunes", "shared", slot(1).Date, slot(3).Date))
		wantRead(t, want)(s.Read().TakenOn(ctx, slot(1).Date, slot(3).Date))
		wantRead(t, []booking.DepartureChange{first, second})(s.Read().DepartureChanges(ctx, slot(1)))
	}},
	{"a closed departure sells no seats and can release sold ones", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 2, 5)) })
		for i, state := range []booking.DepartureState{booking.DepartureClosed, booking.DepartureCancelled} {
			override(t, s, slot(1+i), booking.Override{State: state}, booking.DepartureChange{ID: string(state)})
			err := s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1+i), 1, 5)) })
			wantFault(t, err, fault.SoldOut)
		}
		do(t, s, func(tx booking.Tx) error { return tx.ReleaseSeats(ctx, demand(slot(1), 2, 0)) })
		wantTaken(t, s, slot(1), 0)
		override(t, s, slot(1), booking.Override{}, booking.DepartureChange{ID: "again"})
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 5, 5)) })
	}},
	{"a limit replaces a higher and a lower capacity", func(t *testing.T, s Store) {
		take := func(day, seats int) error {
			return s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(day), seats, 5)) })
		}
		override(t, s, slot(1), booking.Override{Limit: 3}, booking.DepartureChange{ID: "less"})
		wantFault(t, take(1, 4), fault.SoldOut)
		must(t, take(1, 3))
		wantFault(t, take(1, 1), fault.SoldOut)
		override(t, s, slot(2), booking.Override{Limit: 8}, booking.DepartureChange{ID: "more"})
		wantFault(t, take(2, 9), fault.SoldOut)
		must(t, take(2, 7))
		must(t, take(2, 1))
		wantFault(t, take(2, 1), fault.SoldOut)
		wantTaken(t, s, slot(2), 8)
	}},
	{"no seats are sold after a departure is closed", func(t *testing.T, s Store) {
		for round := range Rounds() {
			on := slot(round)
			Race(40, fault.SoldOut, warmUp(s), func(i int) error {
				if i > 0 {
					err := s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(on, 1, 100)) })
					if fault.Is(err, fault.SoldOut) {
						return nil
					}
					return err
				}
				var taken int
				err := s.Do(ctx, func(tx booking.Tx) (err error) {
					if taken, _, err = tx.Departure(ctx, on); err != nil {
						return err
					}
					return tx.SaveDeparture(ctx, on, booking.Override{State: booking.DepartureClosed},
						booking.DepartureChange{ID: on.Date})
				})
				time.Sleep(20 * time.Millisecond)
				wantTaken(t, s, on, taken)
				return err
			}).want(t, 40, 0)
		}
	}},
}

// override sets the override of a slot.
func override(t testing.TB, s booking.Store, slot booking.Slot, o booking.Override, change booking.DepartureChange) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		if _, _, err := tx.Departure(ctx, slot); err != nil {
			return err
		}
		return tx.SaveDeparture(ctx, slot, o, change)
	})
}
