package source

import (
	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

func (c *productCheck) prices() {
	p := c.p
	if p.Currency == "" {
		return
	}
	if _, ok := money.Exponent(p.Currency); !ok {
		c.wrong([]any{"currency"}, "%s", money.Unknown(p.Currency))
		return
	}
	for i, o := range p.Options {
		here := []any{"options", i}
		c.price(here, o.Price, o.OriginalPrice, p.PricingPer == payload.PerBooking && !p.NoFixedPrice,
			"an option of a product priced per BOOKING")
		for j, u := range o.Units {
			c.price(under(here, "units", j), u.Price, u.OriginalPrice,
				p.PricingPer == payload.PerUnit && !p.NoFixedPrice, "a unit of a product priced per UNIT")
		}
	}
	for i, e := range p.Extras {
		c.charged([]any{"extras", i, "price"}, e.Price)
	}
}

func (c *productCheck) price(at []any, price, original catalog.Decimal, wanted bool, what string) {
	switch {
	case wanted && price == "":
		if c.root.At(at...).Get("price") == nil {
			c.wrong(at, "an impossible price: %s needs a price", what)
		}
		return
	case !wanted && price != "":
		c.wrong(under(at, "price"), "no price belongs here: the product is priced per %s%s", c.p.PricingPer,
			map[bool]string{true: " and has no fixed price"}[c.p.NoFixedPrice])
		return
	}
	now, ok := c.charged(under(at, "price"), price)
	before, hasBefore := c.amount(under(at, "originalPrice"), original)
	if ok && hasBefore && before <= now {
		c.wrong(under(at, "originalPrice"), "an impossible price: the original price %s is not above the price %s",
			original, price)
	}
}

// charged is amount for a price that buyers pay. It warns of one that card networks do not take.
func (c *productCheck) charged(at []any, d catalog.Decimal) (int64, bool) {
	n, ok := c.amount(at, d)
	if step := money.Step(c.p.Currency); n%step != 0 {
		place := c.root.At(at...)
		c.at(place.Line, place.Col, true, "no card can be charged %s %s: write a multiple of %s", d, c.p.Currency,
			money.Format(step, c.p.Currency))
	}
	return n, ok
}

func (c *productCheck) amount(at []any, d catalog.Decimal) (int64, bool) {
	if d == "" {
		return 0, false
	}
	n, err := money.Parse(string(d), c.p.Currency)
	if err != nil {
		c.wrong(at, "an impossible price: %v", err)
		return 0, false
	}
	if n > mostPrice {
		c.wrong(at, "an impossible price: %s is more than %s, which is the most", d,
			money.Format(mostPrice, c.p.Currency))
		return 0, false
	}
	return n, true
}

func (c *productCheck) schedules() {
	if c.p.AvailabilityType == "" {
		return
	}
	missing := false
	for i, o := range c.p.Options {
		if o.Schedule != nil {
			checkSchedule(c.file, []any{"options", i, "schedule"}, o.Schedule, c.p.AvailabilityType)
		} else if c.p.Schedule == nil && !missing {
			missing = true
			c.wrong([]any{"options", i}, "an impossible schedule: neither the product nor this option has one")
		}
	}
	if c.p.Schedule != nil {
		checkSchedule(c.file, []any{"schedule"}, c.p.Schedule, c.p.AvailabilityType)
	}
}
