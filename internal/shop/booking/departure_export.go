package booking

import (
	"context"
	"maps"
	"slices"

	"storefront/internal/core/departure"
)

// ExportDepartures returns the departures that have not begun and are booked, from a day to another, one line for each
// deployment with bookings. Seats that are held without an order are left out.
func (s *Service) ExportDepartures(
	ctx context.Context, deployments []Deployment, first, last string,
) ([]departure.Line, error) {
	all, err := s.Departures(ctx, deployments, nil, first, last)
	if err != nil {
		return nil, err
	}
	now := s.now()
	lines := []departure.Line{}
	for i := range all {
		d := &all[i]
		if d.Taken == 0 || !d.StartsAt.IsZero() && !now.Before(d.StartsAt) {
			continue
		}
		orders, err := s.BookedOn(ctx, d.Slot)
		if err != nil {
			return nil, err
		}
		seats := bookedSeats(orders, d.Slot)
		for _, id := range slices.Sorted(maps.Keys(seats)) {
			lines = append(lines, departure.Line{
				Deployment: id, Product: d.Slot.Product, Option: d.Slot.Option, Date: d.Date, StartTime: d.StartTime,
				Seats: seats[id], Override: d.State, Limit: d.Limit,
			})
		}
	}
	return lines, nil
}

// bookedSeats returns the seats of a slot that are booked, by deployment.
func bookedSeats(orders []Order, slot Slot) map[string]int {
	seats := map[string]int{}
	for i := range orders {
		for _, taken := range orders[i].seatsIn(Pending, Confirmed, Redeemed) {
			if taken.Slot == slot {
				seats[orders[i].Deployment] += taken.Seats
			}
		}
	}
	return seats
}
