package booking

import (
	"slices"

	"storefront/internal/core/payload"
)

// unaccompanied returns the ids of the chosen units that cannot be booked by themselves: those with none of the units in
// their accompaniedBy beside them, and all of a choice that costs nothing of an option that has a price. So an order costs
// nothing only where the whole option does, or a promo code or an agreed price says so.
func (p *Product) unaccompanied(o *payload.Option, chosen []Quantity) (ids []string) {
	free := len(chosen) > 0 && !p.NoFixedPrice && !p.isFree(o)
	for _, q := range chosen {
		u := unitOf(o, q.ID)
		named := func(other Quantity) bool { return slices.Contains(u.AccompaniedBy, other.ID) }
		if len(u.AccompaniedBy) > 0 && !slices.ContainsFunc(chosen, named) {
			ids = append(ids, q.ID)
		}
		free = free && u.Price == 0 && p.PricingPer != "BOOKING"
	}
	if free && len(ids) == 0 {
		for _, q := range chosen {
			ids = append(ids, q.ID)
		}
	}
	return ids
}

// isFree reports whether an option costs nothing, whoever travels.
func (p *Product) isFree(o *payload.Option) bool {
	if p.PricingPer == "BOOKING" {
		return o.Price != nil && o.Price.Amount == 0
	}
	return !slices.ContainsFunc(o.Units, func(u payload.Unit) bool { return u.Price > 0 })
}
