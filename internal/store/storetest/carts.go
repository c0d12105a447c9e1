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
	{"reading an unknown cart fails", func(t *testing.T, s Store) {
		wantFault(t, errOf(s.Read().Cart(ctx, "none")), fault.NotFound)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error {
			_, err := tx.Cart(ctx, "none")
			return err
		}), fault.NotFound)
	}},
}
