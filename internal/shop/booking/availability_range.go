package booking

import (
	"context"
	"time"

	"storefront/internal/core/payload"
)

// Range has the slots of an option on some days, for the minimum stay.
type Range struct {
	Product     *Product
	Option      *payload.Option
	first, last string
	length      int
	use         SlotUse
	version     string // of use
	now         time.Time
}

// RangeDay is a day with its slots; none if the option does not run.
type RangeDay struct {
	Date  string
	Slots []Availability
}

// maxRangeDays bounds the number of days of a Range: a year, the first and the last day included.
const maxRangeDays = 367

// SlotsBetween returns the slots of all days from first to last, both included. It returns fault.Invalid for dates that
// are not valid, or too many. earlier is a result that may be the same, or nil.
func (s *Service) SlotsBetween(
	ctx context.Context, d Deployment, product, option, first, last string, earlier *Range,
) (*Range, error) {
	p, o, length, err := s.findStay(d, product, option, 0)
	if err != nil {
		return nil, err
	}
	if !isDate(first) || !isDate(last) || last < first || addDays(first, maxRangeDays) <= last {
		return nil, errInvalidDate
	}
	r := &Range{Product: p, Option: o, first: first, last: last, length: length, now: s.now()}
	known := ""
	if earlier != nil && r.hasSameBounds(earlier) {
		known = earlier.version
	}
	r.use, r.version, err = s.store.Read().TakenIfChanged(ctx, p.Slug, o.ID, first, addDays(last, length-1), known)
	if err == nil && r.version == known {
		r.use = earlier.use
	}
	return r, err
}

// hasSameBounds reports whether a range has the same option, days and length as another; the seats taken may differ.
func (r *Range) hasSameBounds(other *Range) bool {
	return r.Product == other.Product && r.Option == other.Option && r.first == other.first && r.last == other.last &&
		r.length == other.length
}

// Days returns every day with its slots, in order, and the instant until which they depend only on the catalogue and
// what is taken.
func (r *Range) Days() (days []RangeDay, until time.Time) {
	view := r.Product.view(r.Option, r.length, &r.use, r.now)
	for day := r.first; day <= r.last; day = addDays(day, 1) {
		days = append(days, RangeDay{Date: day, Slots: append([]Availability(nil), view.slotsOn(day)...)})
	}
	return days, view.until
}

// SameAs reports whether the slots are those of an earlier range, whose Days hold until an instant. Ranges with
// converted prices are never the same, since rates may have changed.
func (r *Range) SameAs(earlier *Range, until time.Time) bool {
	return r.hasSameBounds(earlier) && r.Product.unconverted == nil && r.version == earlier.version &&
		!r.now.Before(earlier.now) && r.now.Before(until)
}

// PriceOf returns the price of units of an option for the minimum stay, without extras.
func (p *Product) PriceOf(o *payload.Option, units []Quantity) PriceDetails {
	return p.price(o, &Choice{Units: units, Length: p.minimumStay(o)})
}

// Seats returns the number of seats that units of an option take.
func (p *Product) Seats(o *payload.Option, units []Quantity) int { return p.seats(o, units) }
