package storetest

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// paidMoves has buyers of one seat each move to two at once while half of them cancel, and pay with a notice that
// comes twice. No seat is sold twice, and the shop has what its bookings cost.
func paidMoves(t *testing.T, s Store, buyers int) {
	t.Helper()
	clock := func() time.Time { return noon }
	provider, err := sandbox.Open(sandbox.Config{File: filepath.Join(t.TempDir(), "sandbox.db"), Clock: clock,
		Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	t.Cleanup(func() { must(t, provider.Close()) })
	shop := booking.New(booking.Config{Store: s, Catalog: boatCatalog{}, Log: slog.New(slog.DiscardHandler), Now: clock,
		Providers: map[string]payment.Provider{provider.Name(): provider}, Provider: provider.Name()})
	slot := booking.Slot{Product: "boat", Option: "shared", StartTime: "09:00",
		Date: noon.AddDate(0, 0, 40).Format(time.DateOnly)}
	filler := movers + 1 - buyers - buyers/2 // seats are left for half of the moves
	boatOrder(t, boatShop(s), "filler", slot.Date, slot.StartTime, filler)
	orders := make([]booking.Order, buyers)
	for i := range orders {
		orders[i] = paidBoat(t, shop, provider, fmt.Sprint("paid-", i), slot)
	}
	var all sync.WaitGroup
	for i := range orders {
		all.Go(func() { payMove(t, shop, provider, &orders[i], i%2 == 0) })
	}
	all.Wait()
	seats, money, cost := filler, int64(0), int64(0)
	known, err := s.Read().Orders(ctx, booking.OrderFilter{Limit: 1000})
	must(t, err)
	for i := range known {
		for range 2 { // an order that pays for a move may refund what its order's cancellation owes
			_, err := shop.Settle(ctx, known[i].ID)
			must(t, err)
		}
	}
	known, err = s.Read().Orders(ctx, booking.OrderFilter{Limit: 1000})
	must(t, err)
	for i := range known {
		o := &known[i]
		if o.Payment.SessionID == "" {
			continue
		}
		state, err := provider.State(ctx, o.Payment.SessionID)
		must(t, err)
		money += state.Captured - state.Refunded
		if b := &o.Bookings[0]; o.Supplement == nil && b.Status == booking.Confirmed {
			seats, cost = seats+b.Detail.Travellers, cost+b.Amount
		}
	}
	if money != cost {
		t.Errorf("the shop has %d for bookings of %d", money, cost)
	}
	wantTaken(t, s, slot, seats)
}

// paidBoat returns a confirmed order of one seat.
func paidBoat(
	t *testing.T, shop *booking.Service, provider *sandbox.Provider, cart string, slot booking.Slot,
) booking.Order {
	t.Helper()
	_, err := shop.AddItem(ctx, cards, cart, booking.Choice{Product: slot.Product, Option: slot.Option,
		Date: slot.Date, StartTime: slot.StartTime, Units: []booking.Quantity{{ID: "adult", Quantity: 1}}})
	must(t, err)
	order, err := shop.Checkout(ctx, cards, booking.Checkout{
		Key: "key", Cart: cart, Method: booking.Card, Total: 10000,
		Buyer: booking.Buyer{FirstName: "Zoë", LastName: "Marchetti", Email: cart + "@post.example", PhoneCountry: "AE",
			Phone: "501234567"},
	})
	must(t, err)
	_, err = provider.Pay(ctx, order.Payment.SessionID, "4242424242424242")
	must(t, err)
	_, err = shop.Settle(ctx, order.ID)
	must(t, err)
	return order
}

var cards = booking.Deployment{ID: "harbour", Language: "en", Currency: "AED", Card: true,
	HomeURL: "http://127.0.0.1"}

// payMove moves an order to two seats and pays for that, beside a cancellation if it has to be cancelled.
func payMove(t *testing.T, shop *booking.Service, provider *sandbox.Provider, o *booking.Order, cancels bool) {
	b, visitor := o.Bookings[0].ID, booking.Visitor{Cart: o.Cart}
	two := booking.Move{Units: []booking.Quantity{{ID: "adult", Quantity: 2}}}
	order, err := shop.MoveBooking(ctx, cards, visitor, o.ID, b, two, 10000)
	if fault.Is(err, fault.SoldOut) {
		return
	}
	if err != nil {
		t.Error(err)
		return
	}
	var both sync.WaitGroup
	if cancels {
		both.Go(func() {
			for _, refund := range []int64{10000, 20000} {
				_, _ = shop.Cancel(ctx, cards, visitor, o.ID, b, refund)
			}
		})
	}
	for _, extra := range read[map[string]*booking.Order](t)(shop.PendingMoves(ctx, &order)) {
		if _, err := provider.Pay(ctx, extra.Payment.SessionID, "4242424242424242"); err != nil {
			continue // it was cancelled first
		}
		for range 2 {
			both.Go(func() {
				if err := shop.PaymentEvent(ctx, provider.Name(), extra.Payment.SessionID); err != nil {
					t.Error(err)
				}
			})
		}
	}
	both.Wait()
}
