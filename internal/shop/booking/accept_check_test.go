package booking_test

import (
	"testing"

	"storefront/internal/shop/booking"
)

// interruptedCatalog calls meanwhile once, before it returns its first product.
type interruptedCatalog struct {
	catalog
	meanwhile func()
}

func (c *interruptedCatalog) Product(deployment, language, slug string) (*booking.Product, error) {
	if do := c.meanwhile; do != nil {
		c.meanwhile = nil
		do()
	}
	return c.catalog.Product(deployment, language, slug)
}

func TestAcceptingACheckIgnoresAnItemThatAnotherTabHasChanged(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 2))
	item := w.cart("cart").Checked[0].ID
	otherTab := &interruptedCatalog{w.catalog, func() {
		_, err := w.ChangeItem(w.ctx, wayfare, "cart", item, dunesChoice(day, afternoon, 3))
		w.must(err)
	}}
	service := booking.New(booking.Config{Store: w.store, Catalog: otherTab, Now: w.clock})
	_, err := service.AcceptCheck(w.ctx, wayfare, "cart", true)
	w.must(err)
	if c := w.cart("cart"); c.Outcome != booking.AllAvailable || c.Checked[0].PriceChanged {
		t.Errorf("the cart is %s, price changed: %v", c.Outcome, c.Checked[0].PriceChanged)
	}
}
