package booking

import (
	"slices"

	"storefront/internal/core/payload"
)

// unaccompanied returns the ids of the chosen units that cannot be booked alone: those without any of the units in
// their accompaniedBy, and all units of a free choice if the option has a price. An order is therefore free only if the
// whole option is, or by a promo code or a negotiated price.
func (p *Product) unaccompanied(o *payload.Option, chosen []Quantity) (ids []string) {
	free := len(chosen) > 0 && !p.NoFixedPrice && !p.isFree(o)
	for _, q := range chosen {
		u := unitOf(o, q.ID)
		accompanies := func(other Quantity) bool { return slices.Contains(u.AccompaniedBy, other.ID) }
		if len(u.AccompaniedBy) > 0 && !slices.ContainsFunc(chosen, accompanies) {
			ids = append(ids, q.ID)
		}
		free = free && u.Price == 0 && p.PricingPer != payload.PerBooking
	}
	if free && len(ids) == 0 {
		for _, q := range chosen {
			ids = append(ids, q.ID)
		}
	}
	return ids
}

// isFree reports whether an option costs nothing for all travellers.
func (p *Product) isFree(o *payload.Option) bool {
	if p.PricingPer == payload.PerBooking {
		return o.Price != nil && o.Price.Amount == 0
	}
	return !slices.ContainsFunc(o.Units, func(u payload.Unit) bool { return u.Price > 0 })
}
