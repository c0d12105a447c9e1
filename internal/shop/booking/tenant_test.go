package booking_test

import (
	"errors"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestAnotherDeploymentsCartIsNeitherReadNorReplaced(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, on(day, three, 1))
	trails := wayfare
	trails.ID = "trails"
	c, err := w.Cart(w.ctx, trails, "cart")
	w.must(err)
	if len(c.Items) != 0 {
		t.Errorf("it is seen: %+v", c.Items)
	}
	for what, try := range map[string]func() error{
		"an item is added": func() error { _, err := w.AddItem(w.ctx, trails, "cart", on(day, three, 1)); return err },
		"a guest is named": func() error {
			_, err := w.SetGuest(w.ctx, trails, "cart", booking.Guest{})
			return err
		},
		"a code is dropped": func() error { _, err := w.DropPromo(w.ctx, trails, "cart"); return err },
	} {
		t.Run(what, func(t *testing.T) {
			w.t = t
			w.fails(try(), fault.NotFound)
		})
	}
	w.t = t
	_, err = w.Checkout(w.ctx, trails, booking.Checkout{
		Key: "key-1", Cart: "cart", Buyer: amina, Method: booking.Card, Total: o.Total,
	})
	w.fails(err, fault.CartEmpty) // though the key has made its order
	if c, err = w.Cart(w.ctx, wayfare, "cart"); err != nil || len(c.Items) != 1 {
		t.Errorf("its own deployment finds %+v, %v", c, err)
	}
}

func TestAChangeGoesToTheCartOfItsOwnDeployment(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, wayfare, "cart", on(day, three, 1))
	w.must(err)
	trails := wayfare
	trails.ID = "trails"
	for _, c := range []struct {
		in    booking.Deployment
		id    string
		want  string
		begun bool
	}{
		{wayfare, "cart", "cart", false},
		{trails, "cart", "made", true},
		{trails, "unknown", "unknown", true},
		{trails, "", "made", true},
	} {
		begun := false
		got, err := w.CartToChange(w.ctx, c.in, c.id, func() error { begun = true; return nil },
			func() string { return "made" })
		if err != nil || got != c.want || begun != c.begun {
			t.Errorf("%q in %s: %q, %v; counted as begun: %v", c.id, c.in.ID, got, err, begun)
		}
	}
	refused := errors.New("too many")
	if got, err := w.CartToChange(w.ctx, wayfare, "", func() error { return refused },
		func() string { return "made" }); err != refused {
		t.Errorf("%q, %v", got, err)
	}
}
