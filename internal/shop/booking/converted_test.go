package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/shop/booking"
)

// wadi is what the dunes are, priced in thousandths of another currency.
func wadi(w *world) booking.Choice {
	p := dunes()
	p.Slug, p.Currency, p.Exponent = "wadi", "OMR", 3
	w.catalog.add(p)
	c := dunesChoice(day, afternoon, 1)
	c.Product = "wadi"
	return c
}

// withoutRates is a shop after a build that knows of no other currency.
func withoutRates() booking.Deployment {
	d := deploymentIn("AED", "")
	d.Exchange = money.Exchange{Own: "AED"}
	return d
}

func TestCartExcludesForeignPricesAfterTheirRateIsRemoved(t *testing.T) {
	for name, sand := range map[string]int{"the foreign item first": 1, "the foreign item last": 0} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			choices := []booking.Choice{dunesChoice(day, afternoon, 1), wadi(w)}
			for i := range choices {
				_, err := w.AddItem(w.ctx, deploymentIn("AED", ""), "cart", choices[(i+sand)%2])
				w.must(err)
			}
			c, err := w.Cart(w.ctx, withoutRates(), "cart")
			w.must(err)
			if c.Currency != "AED" || c.Total != 39500 || c.Outcome != booking.SomeUnavailable {
				t.Fatalf("%s %d, %s", c.Currency, c.Total, c.Outcome)
			}
			if item := c.Checked[1-sand]; item.Quote != nil || item.Available || item.Product == nil {
				t.Errorf("what is priced in another currency is still offered: %+v", item)
			}
			_, err = w.checkoutOf(withoutRates(), "one", "cart")
			w.wantFault(err, fault.CartChanged)
			if c, err = w.Cart(w.ctx, deploymentIn("AED", ""), "cart"); err != nil ||
				c.Outcome != booking.AllAvailable ||
				c.Total != 39500+37727 {
				t.Errorf("with the rate again: %s, %d, %v", c.Outcome, c.Total, err)
			}
		})
	}
}

func TestForeignCartIsPaidInItsCurrencyAfterItsRateIsRemoved(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, deploymentIn("AED", ""), "cart", wadi(w))
	w.must(err)
	o, err := w.checkoutOf(withoutRates(), "one", "cart")
	w.must(err)
	if o.Currency != "OMR" || o.Exponent != 3 || o.Total != 39500 || o.Bookings[0].Detail.Unconverted != nil {
		t.Errorf("%s %d", o.Currency, o.Total)
	}
}

// Refunds to cards are multiples of ten thousandths.
func TestRefundsWithThreeDecimalsAreMultiplesOfTen(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "FIVE", Percent: 5}))
	d := deploymentIn("OMR", "")
	_, err := w.AddItem(w.ctx, d, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	_, err = w.ApplyPromo(w.ctx, d, "cart", "FIVE")
	w.must(err)
	o, err := w.checkoutOf(d, "one", "cart")
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.advance(o.Bookings[0].StartsAt.Add(-12 * time.Hour).Sub(w.clock()))
	quote, _, err := w.QuoteCancellation(w.ctx, d, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	w.must(err)
	if o.Total != 39290 || quote.Percent != 50 || quote.Refund != 19650 {
		t.Errorf("of %d, %d %% are %d", o.Total, quote.Percent, quote.Refund)
	}
}

func TestFullDiscountLeavesNothingToPay(t *testing.T) {
	w := newWorld(t)
	choice := wadi(w)
	w.catalog["wadi"].Options[0].Units[0].Price = 39504 // as editors may write it
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "GIFT", Percent: 100}))
	_, err := w.AddItem(w.ctx, withoutRates(), "cart", choice)
	w.must(err)
	c, err := w.ApplyPromo(w.ctx, withoutRates(), "cart", "GIFT")
	w.must(err)
	if c.Total != 0 {
		t.Errorf("%d are left to pay", c.Total)
	}
}

func TestDiscountOfLargeAmountsIsSplitEvenly(t *testing.T) {
	w := newWorld(t)
	p := w.catalog["dunes"] // millions, as they are counted in rials and rupiahs
	p.Options[0].Units[0].Price, p.Options[0].Units[0].OriginalPrice = 60_000_000_00, 0
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "HALF", Percent: 50}))
	for range 2 {
		w.add("cart", dunesChoice(day, afternoon, 1))
	}
	_, err := w.ApplyPromo(w.ctx, wayfare, "cart", "HALF")
	w.must(err)
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	for _, b := range o.Bookings {
		if b.Amount != 30_000_000_00 {
			t.Errorf("a booking of %d", b.Amount)
		}
	}
}

func TestRetriedOrderKeepsItsPriceInEveryCurrency(t *testing.T) {
	w := newWorld(t)
	d := deploymentIn("USD", "")
	_, err := w.AddItem(w.ctx, d, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	o, err := w.checkoutOf(d, "one", "cart")
	w.must(err)
	w.advance(2 * time.Hour)
	w.settleOrder(o)
	_, err = w.RemoveItem(w.ctx, d, "cart", o.Bookings[0].ItemID)
	w.must(err)
	for _, currency := range []string{"USD", "AED"} {
		c, err := w.Retry(w.ctx, deploymentIn(currency, ""), visitorWithCart("cart"), o.ID)
		w.must(err)
		if c.Outcome != booking.AllAvailable || c.Currency != currency || c.Checked[0].SeenTotal != c.Total {
			t.Errorf("in %s: %s, seen at %d, now %d", currency, c.Outcome, c.Checked[0].SeenTotal, c.Total)
		}
	}
}
