package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

// otherStartsDaysBefore is how many days before a booking its other starts begin.
const otherStartsDaysBefore = 3

// OtherStarts returns up to limit bookable starts of a booking's option with enough seats for its party, from
// otherStartsDaysBefore on. The start of the booking itself is left out.
func (s *Service) OtherStarts(ctx context.Context, o *Order, b *Booking, limit int) (found []Start, err error) {
	d := Deployment{ID: o.Deployment, Language: o.Language, Currency: o.Currency, Exchange: exchangeOf(o, b)}
	p, option, err := s.findOption(d, b.Choice.Product, b.Choice.Option)
	if fault.Is(err, fault.NotFound) {
		return nil, nil // the build no longer sells it
	}
	if err != nil {
		return nil, err
	}
	q, err := p.quote(b.Choice)
	if err != nil {
		return nil, nil // a unit, an extra or the pickup that was booked is no longer sold
	}
	now, length := s.now(), max(b.Choice.Length, 1)
	first := max(today(now, p.TimeZone), addDays(b.Choice.Date, -otherStartsDaysBefore))
	use, err := s.store.Read().Taken(ctx, p.Slug, option.ID, first, addDays(first, searchAheadDays+length))
	if err != nil {
		return nil, err
	}
	view := p.view(option, length, &use, now)
	needed := q.demands[0].Seats
	for offset := 0; offset < searchAheadDays && len(found) < limit; offset++ {
		day := addDays(first, offset)
		for _, a := range view.slotsOn(day) {
			own := day == b.Choice.Date && a.StartTime == b.Choice.StartTime
			fits := a.Status.Bookable() && a.Vacancies >= needed && q.hasPickupFor(day, a, now)
			if !own && fits && len(found) < limit {
				found = append(found, Start{day, a.StartTime, a.OpeningHours, a.StartsAt, a.Status, a.Vacancies})
			}
		}
	}
	return found, nil
}

// hasPickupFor reports whether the travellers of a quote can be collected as they chose for another start.
func (q *Quote) hasPickupFor(day string, a Availability, now time.Time) bool {
	other := *q
	other.Date, other.StartTime, other.Hours, other.now = day, a.StartTime, a.OpeningHours, now
	var w form.FieldErrors
	other.reportMissing("", &w)
	return len(w) == 0
}
