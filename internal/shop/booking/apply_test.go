package booking_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// watched is a store that remembers which slots are taken, in that order.
type watched struct {
	booking.Store
	taken []booking.Slot
}

type watchedTx struct {
	booking.Tx
	store *watched
}

func (s *watched) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.Store.Do(ctx, func(tx booking.Tx) error { return work(watchedTx{tx, s}) })
}

func (t watchedTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	for _, d := range demands {
		t.store.taken = append(t.store.taken, d.Slot)
	}
	return t.Tx.TakeSeats(ctx, demands)
}

func TestALatePaymentTakesItsSeatsInTheOrderOfTheirSlots(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on("2026-12-06", three, 1), on(day, "16:00", 1), on(day, three, 1))
	provider, store := &lateProvider{Provider: w.sandbox, hide: true}, &watched{Store: w.store}
	late := booking.New(booking.Config{
		Store: store, Catalog: w.catalog, Providers: map[string]payment.Provider{provider.Name(): provider},
		Provider: provider.Name(),
		Log:      slog.New(slog.DiscardHandler), Now: w.clock,
	})
	w.pay(o, good)
	w.pass(44 * time.Minute)
	if _, err := late.Settle(w.ctx, o.ID); err == nil || w.vacancies(day, three) != 4 {
		t.Fatalf("the hold has not ended: %v", err)
	}
	provider.hide = false
	_, err := late.Settle(w.ctx, o.ID)
	w.must(err)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed,
		booking.Confirmed)
	sorted := slices.IsSortedFunc(store.taken, func(a, b booking.Slot) int {
		return slices.Compare([]string{a.Date, a.StartTime}, []string{b.Date, b.StartTime})
	})
	if len(store.taken) != 3 || !sorted {
		t.Errorf("they are taken as %v", store.taken)
	}
}
