package booking

import (
	"context"
	"errors"
	"time"

	"storefront/internal/core/notice"
)

// WatchDepartures notifies the shops of booked departures that need a decision, once for each departure and problem:
// those that the live build contradicts, and those below their minimum at their decision time. A start that the build
// no longer has is not sold any more, but its bookings stay.
func (s *Service) WatchDepartures(ctx context.Context, deployments []Deployment) error {
	now := s.now()
	first, last := now.AddDate(0, 0, -1).Format(time.DateOnly), now.Add(horizon).Format(time.DateOnly)
	use, err := s.store.Read().TakenOn(ctx, first, last)
	if err != nil {
		return err
	}
	var failures []error
	for _, slug := range use.products() {
		for _, d := range deployments {
			p, err := s.productOfAny([]Deployment{d}, slug)
			if err != nil {
				failures = append(failures, err)
				continue
			}
			for _, found := range s.bookedDepartures(p, slug, &use) {
				if kind, about := found.problem(now); kind != "" {
					failures = append(failures, s.notifyProblem(ctx, d, &found, kind, about))
				}
			}
		}
	}
	return errors.Join(failures...)
}

// bookedDepartures returns the departures of a product with seats taken. The product may be nil.
func (s *Service) bookedDepartures(p *Product, slug string, use *SlotUse) (list []Departure) {
	days := map[string]bool{}
	for slot := range use.Seats {
		if slot.Product == slug && !days[slot.Date] {
			days[slot.Date] = true
			for _, d := range s.departuresOf(p, slug, use.onDay(slot.Date), slot.Date, slot.Date) {
				if d.Taken > 0 {
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// onDay returns the use of the slots of one day.
func (u *SlotUse) onDay(day string) *SlotUse {
	out := &SlotUse{map[Slot]int{}, map[Slot]Override{}}
	for slot, n := range u.Seats {
		if slot.Date == day {
			out.Seats[slot] = n
		}
	}
	for slot, o := range u.Overrides {
		if slot.Date == day {
			out.Overrides[slot] = o
		}
	}
	return out
}

// problem returns the notice that a departure needs, and what it is about; empty if it needs none.
func (d *Departure) problem(now time.Time) (kind notice.Kind, about string) {
	past := !d.StartsAt.IsZero() && !now.Before(d.StartsAt)
	switch {
	case past || d.State == DepartureCancelled || d.State == DepartureMoved:
	case d.Conflict != NoConflict:
		return notice.DepartureConflict, string(d.Conflict)
	case d.Minimum == BelowMinimum:
		return notice.DepartureBelowMinimum, "minimum"
	}
	return "", ""
}

// notifyProblem notifies a deployment's shop, if it has bookings of the departure and was not notified before.
func (s *Service) notifyProblem(
	ctx context.Context, d Deployment, found *Departure, kind notice.Kind, about string,
) error {
	orders, err := s.BookedOn(ctx, found.Slot)
	if err != nil {
		return err
	}
	own := 0
	for i := range orders {
		if orders[i].Deployment == d.ID {
			own += len(orders[i].Bookings)
		}
	}
	if own == 0 {
		return nil
	}
	name := found.Slot.String()
	return s.store.Do(ctx, func(tx Tx) error {
		first, err := tx.ClaimOnce(ctx, "departure "+d.ID+" "+name+" "+about)
		if err != nil || !first {
			return err
		}
		if kind == notice.DepartureConflict {
			s.log.WarnContext(ctx, "the build contradicts bookings", "deployment", d.ID, "departure", name,
				"conflict", about, "bookings", own)
		}
		return tx.NotifyLater(ctx, notice.Notice{Kind: kind, Deployment: d.ID, Subject: name})
	})
}
