package octo_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// unguarded is a store without the guard of seats: what is taken is only added up.
type unguarded struct{ store }

func (u unguarded) Do(ctx context.Context, work func(tx booking.Tx) error) error {
	return u.store.Do(ctx, func(tx booking.Tx) error { return work(unguardedTx{tx}) })
}

type unguardedTx struct{ booking.Tx }

func (u unguardedTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	for i := range demands {
		demands[i].Capacity = 1 << 30
	}
	return u.Tx.TakeSeats(ctx, demands)
}

// race sells all seats of a day's departure but one, lets 100 resellers and 100 visitors take that at once, and returns
// how many have it.
func (w *world) race(date string) int {
	w.Helper()
	w.atlas.buys(reservation(3, body{"availabilityId": date + "T15:00:00+04:00"}))
	d := booking.Deployment{ID: "wayfare", Language: "en", Currency: "AED", PayLater: true}
	sold := atomic.Int32{}
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			<-start
			_, err := w.booking.Reserve(context.Background(), d, booking.Reservation{
				Key:    fmt.Sprintf("7d8a1f4e-0b6c-4b0e-8b%s-%012d", date[8:], i),
				Choice: booking.Choice{Product: "dunes", Option: "shared", Date: date, StartTime: "15:00"},
				Resale: booking.Resale{Reseller: w.atlas.id, Name: "atlas", NetRate: 80_00,
					Units: []booking.ResaleUnit{{ID: "1", Unit: "adult"}}},
			})
			w.took(err, &sold)
		})
		cart := fmt.Sprintf("cart-%s-%d", date, i)
		c, err := w.booking.AddItem(context.Background(), d, cart, booking.Choice{Product: "dunes", Option: "shared",
			Date: date, StartTime: "15:00", Units: []booking.Quantity{{ID: "adult", Quantity: 1}}})
		w.must(err)
		wg.Go(func() {
			<-start
			_, err := w.booking.Checkout(context.Background(), d, booking.Checkout{
				Key: "key", Cart: cart, Method: booking.PayLater, Total: c.Total,
				Buyer: booking.Buyer{FirstName: "A", LastName: "H", Email: fmt.Sprintf("a%d@example.com", i),
					Phone:        "501234567",
					PhoneCountry: "AE"},
			})
			w.took(err, &sold)
		})
	}
	close(start)
	wg.Wait()
	return int(sold.Load())
}

func (w *world) took(err error, sold *atomic.Int32) {
	switch {
	case err == nil:
		sold.Add(1)
	case !fault.Is(err, fault.SoldOut) && !fault.Is(err, fault.CartChanged) && !fault.Is(err, fault.Unavailable):
		w.Errorf("it failed with %v", err)
	}
}

func TestTheLastSeatIsSoldOnceToResellersAndVisitors(t *testing.T) {
	onBoth(t, func(w *world) {
		if sold := w.race(three[:10]); sold != 1 || w.seats(three) != 0 {
			t.Errorf("the last seat was sold %d times, %d are left", sold, w.seats(three))
		}
	})
}

func TestLastSeatIsSoldTwiceWithoutTheGuard(t *testing.T) {
	onBoth(t, func(w *world) {
		w.booking = booking.New(booking.Config{Store: unguarded{w.store}, Catalog: catalog{}, Log: quiet, Now: w.clock})
		// On a busy machine one race may be over before the next request has looked.
		for day := 5; day < 15; day++ {
			if w.race(fmt.Sprintf("2026-12-%02d", day)) > 1 {
				return
			}
		}
		t.Error("the last seat was never sold twice without a guard: the test proves nothing")
	})
}
