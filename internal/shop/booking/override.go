package booking

import (
	"slices"
	"time"

	"storefront/internal/core/departure"
)

// Override has the operators' decisions about a departure. It takes precedence over the build.
type Override struct {
	State            DepartureState
	Limit            int  // the number of seats instead of the option's capacity; 0: the capacity
	RunsBelowMinimum bool // it takes place with fewer travellers than the option's minimum
}

// DepartureState is an operator's decision whether a departure is sold.
type DepartureState = departure.State

const (
	DepartureOpen      = departure.Open
	DepartureClosed    = departure.Closed
	DepartureCancelled = departure.Cancelled
	DepartureMoved     = departure.Moved
)

// endsSale reports whether an override ends the sale.
func (o Override) endsSale() bool { return o.State.EndsSale() }

// capacity returns the number of seats, given the option's capacity.
func (o Override) capacity(built int) int {
	if o.Limit > 0 {
		return o.Limit
	}
	return built
}

// SlotUse is the state of slots in the database: the seats taken, and the overrides of operators. Slots without either
// are left out.
type SlotUse struct {
	Seats     map[Slot]int
	Overrides map[Slot]Override
}

// openedOn returns the start times of an option on a day that operators have opened.
func (u *SlotUse) openedOn(product, option, day string) (starts []string) {
	for slot, o := range u.Overrides {
		if o.State == DepartureOpen && slot.Product == product && slot.Option == option && slot.Date == day {
			starts = append(starts, slot.StartTime)
		}
	}
	slices.Sort(starts)
	return starts
}

// addOpened adds the starts of a day that operators have opened to those of the build. A whole day that is opened has
// the starts or hours of its season, even if the build has closed it.
func (v *optionView) addOpened(day string) {
	opened := v.use.openedOn(v.product.Slug, v.option.ID, day)
	lead := time.Duration(v.option.Schedule.LeadMinutes) * time.Minute
	for _, start := range opened {
		if start == "" && len(v.slots) == 0 {
			season := v.option.Schedule
			season.ClosedDays = nil
			v.slots = startsOn(v.slots, &season, day, &v.clocks)
			continue
		}
		if start == "" || slices.ContainsFunc(v.slots, func(a Availability) bool { return a.StartTime == start }) {
			continue
		}
		at := v.clocks.instant(dateOf(day), start)
		v.slots = append(v.slots, Availability{StartTime: start, StartsAt: at, ClosesAt: at.Add(-lead)})
	}
	if len(opened) > 0 {
		slices.SortStableFunc(v.slots, func(a, b Availability) int { return a.StartsAt.Compare(b.StartsAt) })
	}
}
