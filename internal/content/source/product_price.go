package source

import (
	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

func (c *productChecker) checkPrices() {
	p := c.product
	if p.Currency == "" {
		return
	}
	if _, ok := money.Exponent(p.Currency); !ok {
		c.errorAt([]any{"currency"}, "%s", money.UnknownCurrencyMessage(p.Currency))
		return
	}
	for i, o := range p.Options {
		here := []any{"options", i}
		c.checkPrice(here, o.Price, o.OriginalPrice, p.PricingPer == payload.PerBooking && !p.NoFixedPrice,
			"an option of a product priced per BOOKING")
		for j, u := range o.Units {
			c.checkPrice(childPath(here, "units", j), u.Price, u.OriginalPrice,
				p.PricingPer == payload.PerUnit && !p.NoFixedPrice, "a unit of a product priced per UNIT")
		}
	}
	for i, e := range p.Extras {
		c.chargedAmount([]any{"extras", i, "price"}, e.Price)
	}
}

func (c *productChecker) checkPrice(at []any, price, original catalog.Decimal, isNeeded bool, owner string) {
	switch {
	case isNeeded && price == "":
		if c.root.At(at...).Get("price") == nil {
			c.errorAt(at, "an impossible price: %s needs a price", owner)
		}
		return
	case !isNeeded && price != "":
		c.errorAt(childPath(at, "price"), "no price belongs here: the product is priced per %s%s", c.product.PricingPer,
			map[bool]string{true: " and has no fixed price"}[c.product.NoFixedPrice])
		return
	}
	now, ok := c.chargedAmount(childPath(at, "price"), price)
	before, hasBefore := c.parseAmount(childPath(at, "originalPrice"), original)
	if ok && hasBefore && before <= now {
		c.errorAt(childPath(at, "originalPrice"),
			"an impossible price: the original price %s is not above the price %s",
			original, price)
	}
}

// chargedAmount is amount for a price that buyers pay. It warns of one that card networks do not take.
func (c *productChecker) chargedAmount(at []any, d catalog.Decimal) (int64, bool) {
	n, ok := c.parseAmount(at, d)
	if step := money.Step(c.product.Currency); n%step != 0 {
		place := c.root.At(at...)
		c.report(place.Line, place.Col, true, "no card can be charged %s %s: write a multiple of %s", d,
			c.product.Currency,
			money.Format(step, c.product.Currency))
	}
	return n, ok
}

func (c *productChecker) parseAmount(at []any, d catalog.Decimal) (int64, bool) {
	if d == "" {
		return 0, false
	}
	n, err := money.Parse(string(d), c.product.Currency)
	if err != nil {
		c.errorAt(at, "an impossible price: %v", err)
		return 0, false
	}
	if n > maxPrice {
		c.errorAt(at, "an impossible price: %s is more than %s, which is the most", d,
			money.Format(maxPrice, c.product.Currency))
		return 0, false
	}
	return n, true
}

func (c *productChecker) checkSchedules() {
	if c.product.AvailabilityType == "" {
		return
	}
	missing := false
	for i, o := range c.product.Options {
		if o.Schedule != nil {
			checkSchedule(c.file, []any{"options", i, "schedule"}, o.Schedule, c.product.AvailabilityType)
		} else if c.product.Schedule == nil && !missing {
			missing = true
			c.errorAt([]any{"options", i}, "an impossible schedule: neither the product nor this option has one")
		}
	}
	if c.product.Schedule != nil {
		checkSchedule(c.file, []any{"schedule"}, c.product.Schedule, c.product.AvailabilityType)
	}
}
