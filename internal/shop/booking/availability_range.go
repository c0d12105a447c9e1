package booking

import (
	"context"

	"storefront/internal/core/payload"
)

// Range has the slots of an option on some days, for the minimum stay.
type Range struct {
	Product *Product
	Option  *payload.Option
	Days    []RangeDay // every day, in order
}

// RangeDay is a day with its slots; none if the option does not run.
type RangeDay struct {
	Date  string
	Slots []Availability
}

// longestRange bounds the number of days of a Range: a year, the first and the last day included.
const longestRange = 367

// SlotsBetween returns the slots of all days from first to last, both included. It returns fault.Invalid for dates that
// are not valid, or too many.
func (s *Service) SlotsBetween(ctx context.Context, d Deployment, product, option, first, last string) (Range, error) {
	p, o, length, err := s.findStay(d, product, option, 0)
	if err != nil {
		return Range{}, err
	}
	if !isDate(first) || !isDate(last) || last < first || addDays(first, longestRange) <= last {
		return Range{}, errNoDate
	}
	use, err := s.store.Read().Taken(ctx, p.Slug, o.ID, first, addDays(last, length-1))
	if err != nil {
		return Range{}, err
	}
	r := Range{Product: p, Option: o}
	view := p.view(o, length, &use, s.now())
	for day := first; day <= last; day = addDays(day, 1) {
		slots := view.slotsOn(day)
		r.Days = append(r.Days, RangeDay{Date: day, Slots: append([]Availability(nil), slots...)})
	}
	return r, nil
}

// Product returns a product that a deployment sells, with its prices in the currency of d. It returns ErrNoFixed for a
// product whose price is negotiated, and ErrNoCurrency if its prices cannot be converted.
func (s *Service) Product(d Deployment, slug string) (*Product, error) {
	p, err := s.pricedProduct(d, slug)
	switch {
	case err != nil:
		return nil, err
	case p.NoFixedPrice:
		return nil, ErrNoFixed
	case p.Currency != d.Currency:
		return nil, ErrNoCurrency
	}
	return p, nil
}

// PriceOf returns the price of units of an option for the minimum stay, without extras.
func (p *Product) PriceOf(o *payload.Option, units []Quantity) PriceDetails {
	return p.price(o, &Choice{Units: units, Length: p.minimumStay(o)})
}

// MinimumStay returns the days or nights that the prices of an option depend on at least; 1 if they depend on none.
func (p *Product) MinimumStay(o *payload.Option) int { return p.minimumStay(o) }

// Seats returns the number of seats that units of an option take.
func (p *Product) Seats(o *payload.Option, units []Quantity) int { return p.seats(o, units) }
