package storetest

import (
	"fmt"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var seats = []promise{
	{"taken seats count until they are released", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 3, 5)) })
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 2, 5)) })
		wantTaken(t, s, slot(1), 5)
		do(t, s, func(tx booking.Tx) error { return tx.ReleaseSeats(ctx, demand(slot(1), 4, 0)) })
		wantTaken(t, s, slot(1), 1)
	}},
	{"a slot is sold out at its capacity, also for its first order", func(t *testing.T, s Store) {
		take := func(seats, capacity int) error {
			return s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), seats, capacity)) })
		}
		wantFault(t, take(6, 5), fault.SoldOut)
		must(t, take(4, 5))
		wantFault(t, take(2, 5), fault.SoldOut)
		wantFault(t, take(1, 3), fault.SoldOut) // the capacity was lowered
		wantTaken(t, s, slot(1), 4)
	}},
	{"concurrent reads see every seat taken before", func(t *testing.T, s Store) {
		const turns = 5
		tally := Race(24, fault.SoldOut, warmUp(s), func(reader int) error {
			own := slot(reader % 12) // two readers of each
			for range turns {
				if err := s.Do(ctx, func(tx booking.Tx) error {
					return tx.TakeSeats(ctx, demand(own, 1, 1000))
				}); err != nil {
					return err
				}
				before, err := s.Read().Taken(ctx, own.Product, own.Option, own.Date, own.Date)
				if err != nil {
					return err
				}
				if err := s.Do(ctx, func(tx booking.Tx) error {
					return tx.TakeSeats(ctx, demand(own, 1, 1000))
				}); err != nil {
					return err
				}
				after, err := s.Read().Taken(ctx, own.Product, own.Option, own.Date, own.Date)
				if err != nil {
					return err
				}
				if len(after.Seats) != 1 || after.Seats[own] <= before.Seats[own] {
					return fmt.Errorf("after another seat of %v: %v, before: %v", own, after.Seats, before.Seats)
				}
			}
			return nil
		})
		tally.want(t, 24, 0)
	}},
	{"TakenOn returns the taken seats of all products", func(t *testing.T, s Store) {
		museum := booking.Slot{Product: "museum", Option: "ticket", Date: slot(2).Date} // sold by the day
		do(t, s, func(tx booking.Tx) error {
			for n, on := range []booking.Slot{slot(1), slot(2), museum, slot(3), slot(4)} {
				if err := tx.TakeSeats(ctx, demand(on, n+1, 5)); err != nil {
					return err
				}
			}
			return tx.ReleaseSeats(ctx, demand(slot(3), 4, 0))
		})
		wantRead(t, slotUse(map[booking.Slot]int{slot(2): 2, museum: 3}))(
			s.Read().TakenOn(ctx, slot(2).Date, slot(3).Date))
	}},
	{"all demands are met or none, and the transaction continues", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(2), 5, 5)) })
		three := append(append(demand(slot(1), 1, 5), demand(slot(2), 1, 5)...), demand(slot(3), 1, 5)...)
		do(t, s, func(tx booking.Tx) error {
			wantFault(t, tx.TakeSeats(ctx, three), fault.SoldOut)
			return tx.TakeSeats(ctx, demand(slot(3), 2, 5))
		})
		for day, want := range map[int]int{1: 0, 2: 5, 3: 2} {
			wantTaken(t, s, slot(day), want)
		}
	}},
	{"two items of one cart cannot oversell their slot", func(t *testing.T, s Store) {
		twice := append(demand(slot(1), 3, 5), demand(slot(1), 3, 5)...)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, booking.MergeDemands(twice)) }),
			fault.SoldOut)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, twice) }), fault.SoldOut)
		wantTaken(t, s, slot(1), 0)
	}},
	{"only taken seats can be released", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), 2, 5)) })
		for _, wrong := range [][]booking.Demand{demand(slot(1), 3, 5), demand(slot(2), 1, 5), demand(slot(1), -1, 5)} {
			if err := s.Do(ctx, func(tx booking.Tx) error { return tx.ReleaseSeats(ctx, wrong) }); err == nil {
				t.Errorf("%v was released", wrong)
			}
		}
		wantTaken(t, s, slot(1), 2)
	}},
	{"a negative number of seats cannot be taken", func(t *testing.T, s Store) {
		err := s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot(1), -1, 5)) })
		if err == nil {
			t.Error("-1 seats were taken")
		}
	}},
	{"Taken returns the seats of an option by date, both ends included", func(t *testing.T, s Store) {
		other := slot(2)
		other.Option = "private"
		allDay := slot(2)
		allDay.StartTime = ""
		do(t, s, func(tx booking.Tx) error {
			for day := range 5 {
				if err := tx.TakeSeats(ctx, demand(slot(day), day+1, 9)); err != nil {
					return err
				}
			}
			if err := tx.ReleaseSeats(ctx, demand(slot(3), 4, 9)); err != nil {
				return err
			}
			return tx.TakeSeats(ctx, append(demand(other, 1, 9), demand(allDay, 7, 9)...))
		})
		wantRead(t, slotUse(map[booking.Slot]int{slot(1): 2, slot(2): 3, allDay: 7}))(
			s.Read().Taken(ctx, "dunes", "shared", slot(1).Date, slot(3).Date))
	}},
}
