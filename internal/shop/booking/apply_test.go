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

// seatRecorder is a store that remembers which slots are taken, in that order.
type seatRecorder struct {
	booking.Store
	taken []booking.Slot
}

type seatRecorderTx struct {
	booking.Tx
	store *seatRecorder
}

func (s *seatRecorder) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.Store.Do(ctx, func(tx booking.Tx) error { return work(seatRecorderTx{tx, s}) })
}

func (t seatRecorderTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	for _, d := range demands {
		t.store.taken = append(t.store.taken, d.Slot)
	}
	return t.Tx.TakeSeats(ctx, demands)
}

func TestLatePaymentTakesSeatsInSlotOrder(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice("2026-12-06", afternoon, 1), dunesChoice(day, "16:00", 1),
		dunesChoice(day, afternoon, 1))
	provider, store := &lateProvider{Provider: w.sandbox, hide: true}, &seatRecorder{Store: w.store}
	late := booking.New(booking.Config{
		Store: store, Catalog: w.catalog, Providers: map[string]payment.Provider{provider.Name(): provider},
		Provider: provider.Name(),
		Log:      slog.New(slog.DiscardHandler), Now: w.clock,
	})
	w.pay(o, goodCard)
	w.advance(44 * time.Minute)
	if _, err := late.Settle(w.ctx, o.ID); err == nil || w.vacancies(day, afternoon) != 4 {
		t.Fatalf("the hold has not ended: %v", err)
	}
	provider.hide = false
	_, err := late.Settle(w.ctx, o.ID)
	w.must(err)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed,
		booking.Confirmed)
	sorted := slices.IsSortedFunc(store.taken, func(a, b booking.Slot) int {
		return slices.Compare([]string{a.Date, a.StartTime}, []string{b.Date, b.StartTime})
	})
	if len(store.taken) != 3 || !sorted {
		t.Errorf("they are taken as %v", store.taken)
	}
}
