package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var carts = []promise{
	{"a saved cart is read back unchanged", func(t *testing.T, s Store) {
		want := filled[booking.Cart]()
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, want) })
		wantRead(t, want)(s.Read().Cart(ctx, want.ID))
	}},
	{"a saved empty cart is read back empty", func(t *testing.T, s Store) {
		want := booking.Cart{ID: "cart"}
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, want) })
		wantRead(t, want)(s.Read().Cart(ctx, "cart"))
	}},
	{"times are read back in UTC with microseconds", func(t *testing.T, s Store) {
		local := noon.Add(789).In(time.FixedZone("+04", 4*60*60))
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "cart", UpdatedAt: local}) })
		wantEqual(t, read[booking.Cart](t)(s.Read().Cart(ctx, "cart")).UpdatedAt, noon)
	}},
	{"saving a cart again replaces it", func(t *testing.T, s Store) {
		first, want := filled[booking.Cart](), filled[booking.Cart]()
		want.ID = first.ID
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, first) })
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, want) })
		wantRead(t, want)(s.Read().Cart(ctx, want.ID))
	}},
	{"a transaction reads its own writes", func(t *testing.T, s Store) {
		want := filled[booking.Cart]()
		do(t, s, func(tx booking.Tx) error {
			if err := tx.SaveCart(ctx, want); err != nil {
				return err
			}
			got, err := tx.Cart(ctx, want.ID)
			wantEqual(t, got, want)
			return err
		})
	}},
	{"a cart that was locked before an order is read as it is, and may be saved", func(t *testing.T, s Store) {
		cart, order := filled[booking.Cart](), sparseOrder("wayfare", "cart", "key")
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, cart) })
		insert(t, s, order)
		do(t, s, func(tx booking.Tx) error {
			for _, id := range []string{cart.ID, "none"} {
				if err := tx.LockCart(ctx, id); err != nil {
					return err
				}
			}
			wantRead(t, order)(tx.Order(ctx, order.ID))
			wantRead(t, cart)(tx.Cart(ctx, cart.ID))
			wantFault(t, errOf(tx.Cart(ctx, "none")), fault.NotFound)
			cart.PromoCode = "LATER"
			if err := tx.SaveCart(ctx, cart); err != nil {
				return err
			}
			wantRead(t, cart)(tx.Cart(ctx, cart.ID))
			return nil
		})
		wantRead(t, cart)(s.Read().Cart(ctx, cart.ID))
	}},
	{"a cart that is locked before an order stays locked", lockedCartIsNotLost},
	{"reading an unknown cart fails", func(t *testing.T, s Store) {
		wantFault(t, errOf(s.Read().Cart(ctx, "none")), fault.NotFound)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error {
			_, err := tx.Cart(ctx, "none")
			return err
		}), fault.NotFound)
	}},
}

func lockedCartIsNotLost(t *testing.T, s Store) {
	cart, order := booking.Cart{ID: "cart"}, sparseOrder("wayfare", "cart", "key")
	do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, cart) })
	insert(t, s, order)
	const writers = 8
	tally := Race(writers, "", warmUp(s), func(int) error {
		return s.Do(ctx, func(tx booking.Tx) error {
			if err := tx.LockCart(ctx, cart.ID); err != nil {
				return err
			}
			if _, err := tx.Order(ctx, order.ID); err != nil {
				return err
			}
			now, err := tx.Cart(ctx, cart.ID)
			if err != nil {
				return err
			}
			now.Items = append(now.Items, booking.CartItem{ID: "item"})
			return tx.SaveCart(ctx, now)
		})
	})
	if len(tally.Other) > 0 {
		t.Error(tally.Other)
	}
	if items := read[booking.Cart](t)(s.Read().Cart(ctx, cart.ID)).Items; len(items) != writers {
		t.Errorf("the cart has %d items, want %d", len(items), writers)
	}
}
