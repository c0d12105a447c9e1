package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// BookableOn reports for each product, in order, whether it can be booked on a day at its destination. Today includes
// yesterday's opening hours until they end. It is false for products that the deployment does not sell.
func (s *Service) BookableOn(ctx context.Context, d Deployment, day string, slugs []string) ([]bool, error) {
	return s.haveSlotOn(ctx, d, day, slugs, func(*payload.Option, Availability, time.Time) bool { return true })
}

// FreelyCancellableOn reports for each product, in order, whether it can be booked on a day with free cancellation.
func (s *Service) FreelyCancellableOn(ctx context.Context, d Deployment, day string, slugs []string) ([]bool, error) {
	return s.haveSlotOn(ctx, d, day, slugs, isFreelyCancellable)
}

// isFreelyCancellable reports whether a slot that is booked at now can be cancelled for free.
func isFreelyCancellable(o *payload.Option, a Availability, now time.Time) bool {
	steps := refundSteps(o.Cancellation, a.StartsAt, now)
	return len(steps) > 0 && steps[0].Percent == 100 && now.Before(a.StartsAt)
}

// searchAheadDays is how far ahead NextStartFreelyCancellable searches for the earliest start: today and a month.
const searchAheadDays = 31

// NextStartFreelyCancellable reports for each product, in order, whether its earliest start can be cancelled for free
// if it is booked now. It is false for products without a start within searchAheadDays.
func (s *Service) NextStartFreelyCancellable(ctx context.Context, d Deployment, slugs []string) ([]bool, error) {
	products, err := s.soldProducts(ctx, d, slugs)
	if err != nil {
		return nil, err
	}
	now := s.now()
	use, err := s.slotUseAhead(ctx, products, searchAheadDays, now)
	if err != nil {
		return nil, err
	}
	free := make([]bool, len(slugs))
	for i, p := range products {
		free[i] = p != nil && p.isNextStartFreelyCancellable(use, now)
	}
	return free, nil
}

// slotUseAhead returns the use of the slots of products yesterday and on their next days, for stays of the minimum
// length that begin on them. Products may be nil.
func (s *Service) slotUseAhead(ctx context.Context, products []*Product, days int, now time.Time) (*SlotUse, error) {
	first, last := "", ""
	for _, p := range products {
		if p == nil {
			continue
		}
		day := today(now, p.TimeZone)
		if before := addDays(day, -1); first == "" || before < first {
			first = before
		}
		last = max(last, addDays(day, days-1+p.longestMinimumStay()-1))
	}
	if first == "" {
		return nil, nil
	}
	use, err := s.store.Read().TakenOn(ctx, first, last)
	return &use, err
}

// isNextStartFreelyCancellable reports whether the earliest bookable start can be cancelled for free.
func (p *Product) isNextStartFreelyCancellable(use *SlotUse, now time.Time) bool {
	day := today(now, p.TimeZone)
	for offset := p.firstOffset(); offset < searchAheadDays; offset++ {
		var earliest time.Time
		free := false
		for i := range p.Options {
			o := &p.Options[i]
			for _, a := range p.view(o, p.minimumStay(o), use, now).slotsOn(addDays(day, offset)) {
				if !a.Status.Bookable() || !earliest.IsZero() && a.StartsAt.After(earliest) {
					continue
				}
				same := free && a.StartsAt.Equal(earliest) // another option with the same start is free to cancel
				earliest, free = a.StartsAt, same || isFreelyCancellable(o, a, now)
			}
		}
		if !earliest.IsZero() {
			return free
		}
	}
	return false
}

// haveSlotOn reports for each product, in order, whether it has an accepted slot that can be booked on a day.
func (s *Service) haveSlotOn(
	ctx context.Context, d Deployment, day string, slugs []string,
	accepts func(*payload.Option, Availability, time.Time) bool,
) ([]bool, error) {
	if !isDate(day) {
		return nil, errInvalidDate
	}
	products, err := s.soldProducts(ctx, d, slugs)
	if err != nil {
		return nil, err
	}
	longest := 1
	for _, p := range products {
		if p != nil {
			longest = max(longest, p.longestMinimumStay())
		}
	}
	use, err := s.store.Read().TakenOn(ctx, addDays(day, -1), addDays(day, longest-1))
	if err != nil {
		return nil, err
	}
	open, now := make([]bool, len(slugs)), s.now()
	for i, p := range products {
		open[i] = p != nil && (p.hasSlotOn(day, &use, now, accepts) ||
			day == today(now, p.TimeZone) && p.hasSlotOn(addDays(day, -1), &use, now, accepts))
	}
	return open, nil
}

// soldProducts returns products in the order of their slugs; nil for those that the deployment does not sell.
func (s *Service) soldProducts(ctx context.Context, d Deployment, slugs []string) ([]*Product, error) {
	products := make([]*Product, len(slugs))
	for i, slug := range slugs {
		if err := ctx.Err(); err != nil { // after a new build each product is slow to read
			return nil, err
		}
		p, err := s.catalog.Product(d.ID, d.Language, slug)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
		if err == nil {
			products[i] = p
		}
	}
	return products, nil
}

// longestMinimumStay returns the longest of the minimum stays of the options.
func (p *Product) longestMinimumStay() int {
	longest := 1
	for i := range p.Options {
		longest = max(longest, p.minimumStay(&p.Options[i]))
	}
	return longest
}

// minimumStay returns the minimum stay of an option.
func (p *Product) minimumStay(o *payload.Option) int {
	length, _ := p.stayLength(o, 0) // fails only for a length other than 0
	return length
}

// hasSlotOn reports whether an option has an accepted slot on a day that can be booked for its minimum stay.
func (p *Product) hasSlotOn(
	day string, use *SlotUse, now time.Time, accepts func(*payload.Option, Availability, time.Time) bool,
) bool {
	for i := range p.Options {
		o := &p.Options[i]
		fits := func(a Availability) bool { return a.Status.Bookable() && accepts(o, a, now) }
		if slices.ContainsFunc(p.view(o, p.minimumStay(o), use, now).slotsOn(day), fits) {
			return true
		}
	}
	return false
}
