package booking_test

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestAnothersDeploymentsCartIsNeitherSeenNorReplaced(t *testing.T) {
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
		Key: "key-1", Cart: "cart", Buyer: amina, Method: booking.Card, Total: o.Total, ReturnTo: "http://127.0.0.1",
	})
	w.fails(err, fault.CartEmpty) // though the key has made its order
	if c, err = w.Cart(w.ctx, wayfare, "cart"); err != nil || len(c.Items) != 1 {
		t.Errorf("its own deployment finds %+v, %v", c, err)
	}
	for deployment, want := range map[string]booking.CartStanding{"wayfare": booking.CartKept, "trails": booking.CartElsewhere} {
		d := wayfare
		d.ID = deployment
		if got, err := w.CartStanding(w.ctx, d, "cart"); err != nil || got != want {
			t.Errorf("in %s it stands as %v, %v", deployment, got, err)
		}
	}
	if got, err := w.CartStanding(w.ctx, trails, "new"); err != nil || got != booking.CartUnknown {
		t.Errorf("a cart that is nobody's yet stands as %v, %v", got, err)
	}
}
