package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/departure"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// Departure is a start of an option as operators see it: as the build has it, with their override and its bookings. A
// stay has one for each day.
type Departure struct {
	Slot
	Product  *Product        // nil if no deployment sells it
	Option   *payload.Option // nil if the product no longer has it
	StartsAt time.Time       // zero if its product is not known
	Override
	Capacity int // with the override's limit; 0 if its option is not known
	Taken    int // seats held and sold
	Status   AvailabilityStatus
	DecideBy time.Time // when it is decided whether it takes place; zero without a minimum
	Minimum  MinimumState
	Conflict Conflict
}

// MinimumState is whether a departure has the minimum of participants of its option.
type MinimumState string

const (
	NoMinimum        MinimumState = ""
	MinimumReached   MinimumState = "reached"
	MinimumWaived    MinimumState = "runs"      // below the minimum; an operator has decided that it takes place
	MinimumUndecided MinimumState = "undecided" // below the minimum; the decision time is ahead
	BelowMinimum     MinimumState = "below"     // below the minimum, and the decision time has passed
)

// Conflict is the reason why the live build contradicts a booked departure.
type Conflict = departure.Conflict

const (
	NoConflict     = departure.NoConflict
	ProductMissing = departure.ProductMissing
	ProductClosed  = departure.ProductClosed
	OptionMissing  = departure.OptionMissing
	StartMissing   = departure.StartMissing
	OverCapacity   = departure.OverCapacity
)

// String returns the departure's name in commands, "dunes/shared/2026-12-05/15:30"; without a start time for a day of
// opening hours or of a stay.
func (s Slot) String() string {
	return departure.Name(s.Product, s.Option, s.Date, s.StartTime)
}

// ParseSlot parses a departure's name. Without option and start, as in "dunes/2026-12-05", they are empty in the result
// and whole is true: all departures of the product on that day are meant.
func ParseSlot(name string) (slot Slot, whole bool, err error) {
	parts := strings.Split(name, "/")
	switch {
	case len(parts) == 2 && isDate(parts[1]):
		return Slot{Product: parts[0], Date: parts[1]}, true, nil
	case len(parts) == 3 && isDate(parts[2]):
		return Slot{Product: parts[0], Option: parts[1], Date: parts[2]}, false, nil
	case len(parts) == 4 && isDate(parts[2]) && isClockTime(parts[3]):
		return Slot{parts[0], parts[1], parts[2], parts[3]}, false, nil
	}
	return Slot{}, false, fault.New(fault.Invalid,
		fmt.Sprintf("%q is not a departure such as dunes/shared/2026-12-05/15:30, or a day, dunes/2026-12-05.", name))
}

func isClockTime(text string) bool {
	at, err := time.Parse(timeLayout, text)
	return err == nil && at.Format(timeLayout) == text
}

// Departures returns the departures of products from a day to another, both included, by day and local start time.
// Each product is that of the first deployment that sells it. Without slugs, the products are those with seats taken or
// overrides.
func (s *Service) Departures(
	ctx context.Context, deployments []Deployment, slugs []string, first, last string,
) ([]Departure, error) {
	use, err := s.store.Read().TakenOn(ctx, first, last)
	if err != nil {
		return nil, err
	}
	if slugs == nil {
		slugs = use.products()
	}
	var all []Departure
	for _, slug := range slugs {
		p, err := s.productOfAny(deployments, slug)
		if err != nil {
			return nil, err
		}
		all = append(all, s.departuresOf(p, slug, &use, first, last)...)
	}
	slices.SortFunc(all, func(a, b Departure) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.StartTime, b.StartTime), a.Slot.compare(b.Slot))
	})
	return all, nil
}

// products returns the products with seats taken or overrides, sorted.
func (u *SlotUse) products() (slugs []string) {
	seen := map[string]bool{}
	for slot := range u.Seats {
		seen[slot.Product] = true
	}
	for slot := range u.Overrides {
		seen[slot.Product] = true
	}
	for slug := range seen {
		slugs = append(slugs, slug)
	}
	slices.Sort(slugs)
	return slugs
}

// productOfAny returns the product of the first deployment that sells it; nil if none does.
func (s *Service) productOfAny(deployments []Deployment, slug string) (*Product, error) {
	for _, d := range deployments {
		p, err := s.catalog.Product(d.ID, d.Language, slug)
		if err == nil || !fault.Is(err, fault.NotFound) {
			return p, err
		}
	}
	return nil, nil
}

// departuresOf returns the departures of a product that the build has, and those with seats or overrides that it has
// not. The product may be nil.
func (s *Service) departuresOf(p *Product, slug string, use *SlotUse, first, last string) (list []Departure) {
	now := s.now()
	known := map[Slot]bool{}
	if p != nil {
		for i := range p.Options {
			o := &p.Options[i]
			view := p.view(o, 1, use, now)
			for day := first; day <= last; day = addDays(day, 1) {
				for _, a := range view.slotsOn(day) {
					slot := p.slot(o, day, a.StartTime, 0)
					if known[slot] {
						continue // another start of the same night
					}
					known[slot] = true
					list = append(list, p.departure(o, slot, a, use, now))
				}
			}
		}
	}
	for slot := range use.slotsOf(slug) {
		if !known[slot] {
			list = append(list, p.departureNotInBuild(slot, use))
		}
	}
	return list
}

// slotsOf returns the slots of a product with seats or overrides.
func (u *SlotUse) slotsOf(product string) map[Slot]bool {
	found := map[Slot]bool{}
	for slot := range u.Seats {
		if slot.Product == product {
			found[slot] = true
		}
	}
	for slot := range u.Overrides {
		if slot.Product == product {
			found[slot] = true
		}
	}
	return found
}

// departure returns a departure of the build, or one that operators have opened.
func (p *Product) departure(o *payload.Option, slot Slot, a Availability, use *SlotUse, now time.Time) Departure {
	d := Departure{
		Slot: slot, Product: p, Option: o, StartsAt: a.StartsAt, Override: use.Overrides[slot], Taken: use.Seats[slot],
		Status: a.Status,
	}
	d.Capacity = d.Override.capacity(o.Capacity)
	d.setMinimum(now)
	d.setConflict()
	return d
}

func (d *Departure) setConflict() {
	booked := departure.Booked{
		Date: d.Date, StartTime: d.StartTime, Taken: d.Taken, State: d.State, Limit: d.Limit,
	}
	var status payload.ProductStatus
	if d.Product != nil {
		status = d.Product.Status
	}
	d.Conflict = booked.Conflict(d.Product != nil, status, d.Option)
}

func (d *Departure) setMinimum(now time.Time) {
	minimum := d.Option.MinimumParticipants
	if minimum == 0 {
		return
	}
	d.DecideBy = d.StartsAt.Add(-time.Duration(d.Option.DecideBefore) * time.Minute)
	switch {
	case d.Taken >= minimum:
		d.Minimum = MinimumReached
	case d.RunsBelowMinimum:
		d.Minimum = MinimumWaived
	case now.Before(d.DecideBy):
		d.Minimum = MinimumUndecided
	default:
		d.Minimum = BelowMinimum
	}
}

// departureNotInBuild returns a departure with seats or an override that the build does not have. The product may be
// nil.
func (p *Product) departureNotInBuild(slot Slot, use *SlotUse) Departure {
	d := Departure{Slot: slot, Product: p, Override: use.Overrides[slot], Taken: use.Seats[slot], Status: Closed}
	if p != nil {
		if d.Option = p.Option(slot.Option); d.Option != nil {
			d.Capacity = d.Override.capacity(d.Option.Capacity)
		}
		clock := cmp.Or(slot.StartTime, "00:00")
		d.StartsAt = (&clocks{zone: p.TimeZone}).instant(dateOf(slot.Date), clock)
	}
	d.setConflict()
	return d
}

// DepartureAt returns a departure as one deployment sells it.
func (s *Service) DepartureAt(ctx context.Context, d Deployment, slot Slot) (Departure, error) {
	all, err := s.Departures(ctx, []Deployment{d}, []string{slot.Product}, slot.Date, slot.Date)
	if err != nil {
		return Departure{}, err
	}
	for _, found := range all {
		if found.Slot == slot {
			return found, nil
		}
	}
	return Departure{Slot: slot, Status: Closed}, nil
}
