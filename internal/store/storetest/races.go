package storetest

import (
	"fmt"
	"slices"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

const buyers = 200

var races = []promise{
	{"the last seat is never sold twice", func(t *testing.T, s Store) {
		for day := range Rounds() {
			LastSeat(t, day, s)
		}
	}},
	{"the last seat is sold twice without the guard of the store", func(t *testing.T, s Store) {
		for day := range 20 {
			tally := Race(buyers, fault.SoldOut, warmUp(s), func(int) error { return takeUnguarded(s, slot(day)) })
			if len(tally.Other) > 0 {
				t.Fatal(tally.Other)
			}
			if tally.Won > 1 && taken(t, s, slot(day)) > 1 {
				return
			}
		}
		t.Error("it never happened: the race proves nothing")
	}},
	{"an agreed price is used by one order", func(t *testing.T, s Store) {
		for range Rounds() {
			id := insertNegotiation(t, s)
			Race(buyers, fault.CartChanged, warmUp(s), func(i int) error {
				return s.Do(ctx, func(tx booking.Tx) error {
					n, err := tx.Negotiation(ctx, id)
					if err != nil {
						return err
					}
					return useNegotiation(tx, n, i)
				})
			}).want(t, 1, buyers-1)
		}
	}},
	{"an agreed price is used by two orders without the lock", func(t *testing.T, s Store) {
		for range 20 {
			id := insertNegotiation(t, s)
			tally := Race(buyers, fault.CartChanged, warmUp(s), func(i int) error {
				n, err := s.Read().Negotiation(ctx, id)
				if err != nil {
					return err
				}
				return s.Do(ctx, func(tx booking.Tx) error { return useNegotiation(tx, n, i) })
			})
			if len(tally.Other) > 0 {
				t.Fatal(tally.Other)
			}
			if tally.Won > 1 {
				return
			}
		}
		t.Error("it never happened: the race proves nothing")
	}},
	{"concurrent checkouts with one idempotency key make one order", func(t *testing.T, s Store) {
		for round := range Rounds() {
			cart := fmt.Sprint("cart-", round)
			Race(20, fault.InFlight, warmUp(s), func(int) error {
				order := sparseOrder("wayfare", cart, "key")
				return s.Do(ctx, func(tx booking.Tx) error { return tx.InsertOrder(ctx, order) })
			}).want(t, 1, 19)
		}
	}},
	{"carts with the same slots in opposite orders do not block each other", func(t *testing.T, s Store) {
		const carts, rounds = 50, 20
		for range rounds {
			Race(carts, "", warmUp(s), func(i int) error { return takeInOrder(s, i%2 == 0) }).want(t, carts, 0)
		}
		for day := range 3 {
			wantTaken(t, s, slot(day), carts*rounds)
		}
	}},
}

// LastSeat has 200 buyers, spread over stores that share a database, race for one seat of a day.
func LastSeat(t testing.TB, day int, stores ...Store) {
	t.Helper()
	warmUp := func() {
		for _, s := range stores {
			warmUp(s)()
		}
	}
	Race(buyers, fault.SoldOut, warmUp, func(i int) error {
		return stores[i%len(stores)].Do(ctx, func(tx booking.Tx) error {
			return tx.TakeSeats(ctx,
				demand(slot(day), 1, 1))
		})
	}).want(t, 1, buyers-1)
	wantTaken(t, stores[0], slot(day), 1)
}

// takeUnguarded checks for a free seat and then takes it, without a lock in between.
func takeUnguarded(s booking.Store, slot booking.Slot) error {
	all, err := s.Read().Taken(ctx, slot.Product, slot.Option, slot.Date, slot.Date)
	if err != nil {
		return err
	}
	if all.Seats[slot] >= 1 {
		return fault.New(fault.SoldOut, "")
	}
	return s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demand(slot, 1, buyers)) })
}

func insertNegotiation(t testing.TB, s booking.Store) (id string) {
	n := filled[booking.Negotiation]()
	n.Order = ""
	do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, n) })
	return n.ID
}

// useNegotiation has an order use an agreed price that was read, unless another order has.
func useNegotiation(tx booking.Tx, n booking.Negotiation, order int) error {
	if n.Order != "" {
		return fault.New(fault.CartChanged, "")
	}
	n.Order = fmt.Sprint("order-", order)
	return tx.SaveNegotiation(ctx, n)
}

func takeInOrder(s booking.Store, forward bool) error {
	var demands []booking.Demand
	for day := range 3 {
		demands = append(demands, demand(slot(day), 1, 1_000_000)...)
	}
	if !forward {
		slices.Reverse(demands)
	}
	return s.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demands) })
}
