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
	{"work that fails leaves nothing, and its error is returned as it is", failedWork},
	{"work that panics leaves nothing, and its caller panics", func(t *testing.T, s Store) {
		defer func() {
			if recover() != errGivenUp {
				t.Error("the panic did not come through")
			}
			_, err := s.Read().Cart(ctx, "cart")
			wantFault(t, err, fault.NotFound)
			do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "cart"}) })
		}()
		do(t, s, func(tx booking.Tx) error {
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err != nil {
				return err
			}
			panic(errGivenUp)
		})
	}},
	{"work whose statement fails leaves nothing, even if it goes on", func(t *testing.T, s Store) {
		order := sparseOrder("wayfare", "cart", "key")
		insert(t, s, order)
		err := s.Do(ctx, func(tx booking.Tx) error {
			order.Key = "another" // and the same id
			if err := tx.InsertOrder(ctx, order); err == nil {
				t.Error("two orders have one id")
			}
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err == nil {
				t.Error("a spoiled transaction writes")
			}
			return nil
		})
		if err == nil {
			t.Error("a spoiled transaction was kept")
		}
		_, err = s.Read().Cart(ctx, "cart")
		wantFault(t, err, fault.NotFound)
	}},
	{"work for a caller who has left is not done", func(t *testing.T, s Store) {
		left, leave := context.WithCancel(ctx)
		leave()
		err := s.Do(left, func(tx booking.Tx) error { return tx.SaveCart(left, booking.Cart{ID: "cart"}) })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		_, err = s.Read().Cart(ctx, "cart")
		wantFault(t, err, fault.NotFound)
	}},
	{"what is answered is committed", func(t *testing.T, s Store) {
		Race(50, "", warm(s), func(i int) error {
			id := fmt.Sprint("cart-", i)
			save := func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id}) }
			if err := s.Do(ctx, save); err != nil {
				return err
			}
			_, err := s.Read().Cart(ctx, id)
			return err
		}).want(t, 50, 0)
	}},
	{"what is not committed is not read", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error {
			if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err != nil {
				return err
			}
			_, err := s.Read().Cart(ctx, "cart")
			wantFault(t, err, fault.NotFound)
			return nil
		})
	}},
	{"a cart that is read stays locked", func(t *testing.T, s Store) {
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "cart"}) })
		Race(40, "", warm(s), func(int) error {
			return s.Do(ctx, func(tx booking.Tx) error {
				cart, err := tx.Cart(ctx, "cart")
				if err != nil {
					return err
				}
				cart.Items = append(cart.Items, booking.CartItem{})
				return tx.SaveCart(ctx, cart)
			})
		}).want(t, 40, 0)
		cart, err := s.Read().Cart(ctx, "cart")
		if err != nil || len(cart.Items) != 40 {
			t.Errorf("%d items, %v, want 40", len(cart.Items), err)
		}
	}},
	{"a cart that is not there yet stays locked", func(t *testing.T, s Store) {
		Race(20, "", warm(s), func(int) error {
			return s.Do(ctx, func(tx booking.Tx) error {
				cart, err := tx.Cart(ctx, "cart")
				if err != nil && !fault.Is(err, fault.NotFound) {
					return err
				}
				cart.ID, cart.Items = "cart", append(cart.Items, booking.CartItem{})
				return tx.SaveCart(ctx, cart)
			})
		}).want(t, 20, 0)
		cart, err := s.Read().Cart(ctx, "cart")
		if err != nil || len(cart.Items) != 20 {
			t.Errorf("%d items, %v, want 20", len(cart.Items), err)
		}
	}},
	{"an order that is read stays locked, with its bookings", func(t *testing.T, s Store) {
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
		Race(40, "", warm(s), func(i int) error {
			return s.Do(ctx, func(tx booking.Tx) error {
				order, err := ways[i%len(ways)](tx)
				if err != nil {
					return err
				}
				order.Payment.Attempt++
				order.Bookings[0].Amount++
				return tx.SaveOrder(ctx, order)
			})
		}).want(t, 40, 0)
		got, err := s.Read().Order(ctx, order.ID)
		if err != nil || got.Payment.Attempt != 40 || got.Bookings[0].Amount != 40 {
			t.Errorf("%d attempts and an amount of %d, %v, want 40", got.Payment.Attempt, got.Bookings[0].Amount, err)
		}
	}},
	{"a negotiation that is read stays locked", func(t *testing.T, s Store) {
		asked := filled[booking.Negotiation]()
		asked.Price = 0
		do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, asked) })
		ways := []func(booking.Tx) (booking.Negotiation, error){
			func(tx booking.Tx) (booking.Negotiation, error) { return tx.Negotiation(ctx, asked.ID) },
			func(tx booking.Tx) (booking.Negotiation, error) {
				return tx.NegotiationByReference(ctx, asked.Deployment, asked.Reference)
			},
			func(tx booking.Tx) (booking.Negotiation, error) {
				all, err := tx.Negotiations(ctx, "", "", 0)
				return all[0], err
			},
		}
		Race(40, "", warm(s), func(i int) error {
			return s.Do(ctx, func(tx booking.Tx) error {
				n, err := ways[i%len(ways)](tx)
				if err != nil {
					return err
				}
				n.Price++
				return tx.SaveNegotiation(ctx, n)
			})
		}).want(t, 40, 0)
		got, err := s.Read().Negotiation(ctx, asked.ID)
		if err != nil || got.Price != 40 {
			t.Errorf("a price of %d, %v, want 40", got.Price, err)
		}
	}},
	{"a closed store is unavailable, and can be closed again", func(t *testing.T, s Store) {
		for range 2 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return nil }), fault.Unavailable)
	}},
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
	_, err = s.Read().Cart(ctx, order.Cart)
	wantFault(t, err, fault.NotFound)
	_, err = s.Read().Order(ctx, order.ID)
	wantFault(t, err, fault.NotFound)
	if n := taken(t, s, slot(1)); n != 0 {
		t.Errorf("%d seats are taken", n)
	}
	wantUses(t, s, code, 0, 0)
	settleLater(t, s, "kept", time.Time{})
	settled := work(t, s, atRest)
	if id := settled.next(t); id != "kept" {
		t.Errorf("%s was settled", id)
	}
	settled.wantNoMore(t)
}
