package booking_test

import (
	"log/slog"
	"strconv"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/limit"
)

func TestCartOfAnotherDeploymentIsNeitherReadNorChanged(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	trails := wayfare
	trails.ID = "trails"
	c, err := w.Cart(w.ctx, trails, "cart")
	w.must(err)
	if len(c.Items) != 0 {
		t.Errorf("it is seen: %+v", c.Items)
	}
	for what, try := range map[string]func() error{
		"an item is added": func() error {
			_,
				err := w.AddItem(w.ctx, trails, "cart", dunesChoice(day, afternoon, 1))
			return err
		},
		"a guest is set": func() error {
			_, err := w.SetGuest(w.ctx, trails, "cart", booking.Guest{})
			return err
		},
		"a promo code is removed": func() error { _, err := w.RemovePromo(w.ctx, trails, "cart"); return err },
	} {
		t.Run(what, func(t *testing.T) {
			w.t = t
			w.wantFault(try(), fault.NotFound)
		})
	}
	w.t = t
	_, err = w.Checkout(w.ctx, trails, booking.Checkout{
		Key: "key-1", Cart: "cart", Buyer: amina, Method: booking.Card, Total: o.Total,
	})
	w.wantFault(err, fault.CartEmpty) // though the key has made its order
	if c, err = w.Cart(w.ctx, wayfare, "cart"); err != nil || len(c.Items) != 1 {
		t.Errorf("its own deployment finds %+v, %v", c, err)
	}
}

func TestCartToChangeIsOfTheSameDeploymentOrNew(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	trails := wayfare
	trails.ID = "trails"
	for i, c := range []struct {
		in    booking.Deployment
		id    string
		want  string // empty: a new one
		begun bool
	}{
		{wayfare, "cart", "cart", false},
		{trails, "cart", "", true},
		{trails, "unknown", "unknown", true},
		{trails, "", "", true},
	} {
		s := booking.New(booking.Config{Store: w.store, Catalog: w.catalog, Now: w.clock,
			Log: slog.New(slog.DiscardHandler), Rates: booking.Rates{Carts: 1},
			Limits: limit.New(w.store.Limits(), w.clock)})
		network := strconv.Itoa(i)
		got, made, err := s.CartToChange(w.ctx, c.in, c.id, network)
		if err != nil || made == "" && got != c.want || made != "" && (c.want != "" || got != secret.Hash(made)) {
			t.Errorf("%q in %s: %q of the secret %q, %v", c.id, c.in.ID, got, made, err)
		}
		if _, _, err := s.CartToChange(w.ctx, wayfare, "", network); fault.Is(err, fault.TooManyTries) != c.begun {
			t.Errorf("%q in %s: counted as begun, the next answers %v", c.id, c.in.ID, err)
		}
	}
}
