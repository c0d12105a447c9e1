package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var errGivenUp = errors.New("given up")

var transactions = []promise{
	{"failed work is rolled back, and its error is returned unchanged", failedWork},
	{"work that panics is rolled back, and its caller panics", func(t *testing.T, s Store) {
		defer func() {
			if recover() != errGivenUp {
				t.Error("the panic did not come through")
			}
			wantFault(t, errOf(s.Read().Cart(ctx, "cart")), fault.NotFound)
			do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "cart"}) })
		}()
		do(t, s, func(tx booking.Tx) error {
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err != nil {
				return err
			}
			panic(errGivenUp)
		})
	}},
	{"work with a failed statement is rolled back, even if it continues", func(t *testing.T, s Store) {
		order := sparseOrder("wayfare", "cart", "key")
		insert(t, s, order)
		err := s.Do(ctx, func(tx booking.Tx) error {
			order.Key = "another" // and the same id
			inserted := tx.InsertOrder(ctx, order)
			if _, err := tx.Order(ctx, order.ID); inserted == nil && err == nil {
				t.Error("two orders have one id")
			}
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err == nil {
				t.Error("a spoiled transaction wrote")
			}
			return nil
		})
		if err == nil {
			t.Error("a spoiled transaction was kept")
		}
		wantFault(t, errOf(s.Read().Cart(ctx, "cart")), fault.NotFound)
	}},
	{"work of a cancelled caller is not run", func(t *testing.T, s Store) {
		left, leave := context.WithCancel(ctx)
		leave()
		do(t, s, func(booking.Tx) error { return nil }) // a connection is open
		err := s.Do(left, func(booking.Tx) error {
			t.Error("it was run")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	}},
	{"work is committed when Do returns", func(t *testing.T, s Store) {
		Race(50, "", warmUp(s), func(i int) error {
			id := fmt.Sprint("cart-", i)
			save := func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id}) }
			if err := s.Do(ctx, save); err != nil {
				return err
			}
			_, err := s.Read().Cart(ctx, id)
			return err
		}).want(t, 50, 0)
	}},
	{"uncommitted changes are not read", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error {
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err != nil {
				return err
			}
			wantFault(t, errOf(s.Read().Cart(ctx, "cart")), fault.NotFound)
			return nil
		})
	}},
	{"a cart stays locked after it is read", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "cart"}) })
		wantLocked(t, s, s.Do, addItem, func(tx booking.Tx) (booking.Cart, error) { return tx.Cart(ctx, "cart") })
		wantEqual(t, len(read[booking.Cart](t)(s.Read().Cart(ctx, "cart")).Items), 40)
	}},
	{"an unknown cart stays locked after it is read", func(t *testing.T, s Store) {
		wantLocked(t, s, s.Do, addItem, func(tx booking.Tx) (booking.Cart, error) {
			cart, err := tx.Cart(ctx, "cart")
			if fault.Is(err, fault.NotFound) {
				return booking.Cart{ID: "cart"}, nil
			}
			return cart, err
		})
		wantEqual(t, len(read[booking.Cart](t)(s.Read().Cart(ctx, "cart")).Items), 40)
	}},
	{"an order and its bookings stay locked after they are read", func(t *testing.T, s Store) {
		order := sparseOrder("wayfare", "cart", "key")
		order.Payment = booking.Payment{Provider: "sandbox", SessionID: "session"}
		insert(t, s, order)
		ways := []func(booking.Tx) (booking.Order, error){
			func(tx booking.Tx) (booking.Order, error) { return tx.Order(ctx, order.ID) },
			func(tx booking.Tx) (booking.Order, error) { return tx.OrderByKey(ctx, "cart", "key") },
			func(tx booking.Tx) (booking.Order, error) { return tx.OrderBySession(ctx, "sandbox", "session") },
			func(tx booking.Tx) (booking.Order, error) {
				return tx.OrderByReference(ctx, "wayfare", order.Reference)
			},
			func(tx booking.Tx) (booking.Order, error) {
				all, err := tx.Orders(ctx, booking.OrderFilter{Open: true})
				return all[0], err
			},
		}
		wantLocked(t, s, s.Do, func(tx booking.Tx, o booking.Order) error {
			o.Payment.Attempt++
			o.Bookings[0].Amount++
			return tx.SaveOrder(ctx, o)
		}, ways...)
		got := read[booking.Order](t)(s.Read().Order(ctx, order.ID))
		wantEqual(t, got.Payment.Attempt, 40)
		wantEqual(t, got.Bookings[0].Amount, 40)
	}},
	{"a negotiation stays locked after it is read", func(t *testing.T, s Store) {
		requested := filled[booking.Negotiation]()
		requested.Price = 0
		do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, requested) })
		ways := []func(booking.Tx) (booking.Negotiation, error){
			func(tx booking.Tx) (booking.Negotiation, error) { return tx.Negotiation(ctx, requested.ID) },
			func(tx booking.Tx) (booking.Negotiation, error) {
				return tx.NegotiationByReference(ctx, requested.Deployment, requested.Reference)
			},
			func(tx booking.Tx) (booking.Negotiation, error) {
				all, err := tx.Negotiations(ctx, "", "", 0)
				return all[0], err
			},
		}
		wantLocked(t, s, s.Do, func(tx booking.Tx, n booking.Negotiation) error {
			n.Price++
			return tx.SaveNegotiation(ctx, n)
		}, ways...)
		wantEqual(t, read[booking.Negotiation](t)(s.Read().Negotiation(ctx, requested.ID)).Price, 40)
	}},
	{"a closed store is unavailable, and can be closed again", func(t *testing.T, s Store) {
		for range 2 {
			must(t, s.Close())
		}
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return nil }), fault.Unavailable)
	}},
}

func addItem(tx booking.Tx, cart booking.Cart) error {
	cart.Items = append(cart.Items, booking.CartItem{})
	return tx.SaveCart(ctx, cart)
}

func failedWork(t *testing.T, s Store) {
	code := addCode(t, s, 5, 5)
	order := filledOrder()
	err := s.Do(ctx, func(tx booking.Tx) error {
		for _, err := range []error{
			tx.SaveCart(ctx, booking.Cart{ID: order.Cart}),
			tx.InsertOrder(ctx, order),
			tx.TakeSeats(ctx, demand(slot(1), 2, 5)),
			tx.UsePromoCode(ctx, code, guest),
			tx.SettleLater(ctx, order.ID, time.Time{}),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		return errGivenUp
	})
	if err != errGivenUp {
		t.Errorf("error %v, want %v", err, errGivenUp)
	}
	wantFault(t, errOf(s.Read().Cart(ctx, order.Cart)), fault.NotFound)
	wantFault(t, errOf(s.Read().Order(ctx, order.ID)), fault.NotFound)
	wantTaken(t, s, slot(1), 0)
	wantUses(t, s, code, 0, 0)
	settleLater(t, s, "kept", time.Time{})
	settled := startSettling(t, s, atRest)
	if id := settled.next(t); id != "kept" {
		t.Errorf("%s was settled", id)
	}
	settled.wantNoMore(t)
}
