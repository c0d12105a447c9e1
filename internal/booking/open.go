package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/fault"
	"storefront/internal/pages"
)

// OpenOn tells, in their order, of which products something can still be had on a day at their destination. Of what the
// shop does not sell there is nothing.
func (s *Service) OpenOn(ctx context.Context, shop Shop, day string, slugs []string) ([]bool, error) {
	if !isDay(day) {
		return nil, errNoDate
	}
	products, longest := make([]*Product, len(slugs)), 1
	for i, slug := range slugs {
		p, err := s.sold(ctx, shop, slug)
		if err != nil {
			return nil, err
		}
		if p != nil {
			products[i], longest = p, max(longest, p.longestLeast())
		}
	}
	taken, err := s.store.Read().TakenOn(ctx, day, addDays(day, longest-1))
	if err != nil {
		return nil, err
	}
	open, now := make([]bool, len(slugs)), s.now()
	for i, p := range products {
		open[i] = p != nil && p.openOn(day, taken, now)
	}
	return open, nil
}

// sold is one of several products that are asked for at once; nil where the shop does not sell it.
func (s *Service) sold(ctx context.Context, shop Shop, slug string) (*Product, error) {
	p, err := s.catalog.Product(shop.Deployment, shop.Language, slug)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err == nil {
		err = ctx.Err() // after a new build each is read anew
	}
	return p, err
}

// longestLeast is the longest of the shortest stays of the options.
func (p *Product) longestLeast() int {
	longest := 1
	for i := range p.Options {
		longest = max(longest, p.least(&p.Options[i]))
	}
	return longest
}

// least is the shortest stay of an option.
func (p *Product) least(o *pages.Option) int {
	length, _ := p.stay(o, 0) // never fails
	return length
}

// openOn says that some option has a slot on a day that can be booked for the shortest stay.
func (p *Product) openOn(day string, taken map[Slot]int, now time.Time) bool {
	for i := range p.Options {
		o := &p.Options[i]
		if slices.ContainsFunc(p.view(o, p.least(o), taken, now).on(day), func(a Availability) bool { return a.Status.Bookable() }) {
			return true
		}
	}
	return false
}
