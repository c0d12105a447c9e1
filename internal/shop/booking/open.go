package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// OpenOn reports, in their order, which products have something left to book on a day at their destination. What the shop
// does not sell has nothing.
func (s *Service) OpenOn(ctx context.Context, d Deployment, day string, slugs []string) ([]bool, error) {
	return s.anySlotOn(ctx, d, day, slugs, func(*payload.Option, Availability, time.Time) bool { return true })
}

// FreeOn reports, in their order, which products have something left to book on a day that can still be cancelled for
// nothing.
func (s *Service) FreeOn(ctx context.Context, d Deployment, day string, slugs []string) ([]bool, error) {
	return s.anySlotOn(ctx, d, day, slugs, cancelsFree)
}

// cancelsFree reports whether a slot that is booked at now can be cancelled for nothing.
func cancelsFree(o *payload.Option, a Availability, now time.Time) bool {
	steps := refundSteps(tiersOf(o), a.StartsAt, now)
	return len(steps) > 0 && steps[0].Percent == 100 && now.Before(a.StartsAt)
}

// freeDays is how far ahead FreeNext looks for a product's earliest start: today and a month.
const freeDays = 31

// FreeNext reports, in their order, which products can be cancelled for nothing if their earliest start is booked now.
// It is false of what has no start within freeDays.
func (s *Service) FreeNext(ctx context.Context, d Deployment, slugs []string) ([]bool, error) {
	products, now := make([]*Product, len(slugs)), s.now()
	first, last := "", ""
	for i, slug := range slugs {
		p, err := s.sold(ctx, d, slug)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		products[i] = p
		begins := today(now, p.TimeZone)
		ends := addDays(begins, freeDays-1+p.longestLeast()-1)
		if first == "" || begins < first {
			first = begins
		}
		last = max(last, ends)
	}
	free := make([]bool, len(slugs))
	if first == "" {
		return free, nil
	}
	taken, err := s.store.Read().TakenOn(ctx, first, last)
	if err != nil {
		return nil, err
	}
	for i, p := range products {
		free[i] = p != nil && p.cancelsFreeNext(taken, now)
	}
	return free, nil
}

// cancelsFreeNext reports whether the earliest start that can be booked can be cancelled for nothing.
func (p *Product) cancelsFreeNext(taken map[Slot]int, now time.Time) bool {
	begins := today(now, p.TimeZone)
	for later := range freeDays {
		var earliest time.Time
		free := false
		for i := range p.Options {
			o := &p.Options[i]
			for _, a := range p.view(o, p.least(o), taken, now).on(addDays(begins, later)) {
				if !a.Status.Bookable() || !earliest.IsZero() && a.StartsAt.After(earliest) {
					continue
				}
				same := free && a.StartsAt.Equal(earliest) // another option of the same start is free
				earliest, free = a.StartsAt, same || cancelsFree(o, a, now)
			}
		}
		if !earliest.IsZero() {
			return free
		}
	}
	return false
}

func (s *Service) anySlotOn(
	ctx context.Context, d Deployment, day string, slugs []string, wanted func(*payload.Option, Availability, time.Time) bool,
) ([]bool, error) {
	if !isDay(day) {
		return nil, errNoDate
	}
	products, longest := make([]*Product, len(slugs)), 1
	for i, slug := range slugs {
		p, err := s.sold(ctx, d, slug)
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
		open[i] = p != nil && p.openOn(day, taken, now, wanted)
	}
	return open, nil
}

// sold is one of several products that are asked for at once; nil where the shop does not sell it.
func (s *Service) sold(ctx context.Context, d Deployment, slug string) (*Product, error) {
	p, err := s.catalog.Product(d.ID, d.Language, slug)
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
func (p *Product) least(o *payload.Option) int {
	length, _ := p.stay(o, 0) // never fails
	return length
}

// openOn reports whether some option has a wanted slot on a day that can be booked for the shortest stay.
func (p *Product) openOn(day string, taken map[Slot]int, now time.Time, wanted func(*payload.Option, Availability, time.Time) bool) bool {
	for i := range p.Options {
		o := &p.Options[i]
		fits := func(a Availability) bool { return a.Status.Bookable() && wanted(o, a, now) }
		if slices.ContainsFunc(p.view(o, p.least(o), taken, now).on(day), fits) {
			return true
		}
	}
	return false
}
