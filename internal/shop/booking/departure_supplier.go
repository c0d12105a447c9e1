package booking

import (
	"context"
	"slices"

	"storefront/internal/core/notice"
)

// OfCancelledDeparture reports whether the shop has cancelled the departure of a booking.
func (b *Booking) OfCancelledDeparture() bool { return b.Disruption != nil && !b.Disruption.Moved }

// awaitsChoice reports whether the buyer still chooses between another start of a cancelled departure and their money,
// or a job is about to cancel the booking.
func (b *Booking) awaitsChoice() bool { return b.isComing() && b.OfCancelledDeparture() }

// awaitsChoice reports whether one of the bookings awaits its buyer's choice.
func (o *Order) awaitsChoice() bool {
	return slices.ContainsFunc(o.Bookings, func(b Booking) bool { return b.awaitsChoice() })
}

// notifySuppliers sends each supplier of a cancelled departure one notice for each deployment, as soon as every booking
// was cancelled or offered a choice.
func (s *Service) notifySuppliers(ctx context.Context, tx Tx, r *DepartureReport) error {
	if s.suppliers == nil || r.Change.Act != ActCancel {
		return nil
	}
	first, err := tx.ClaimOnce(ctx, "departure "+r.Change.ID+" suppliers")
	if err != nil || !first {
		return err
	}
	sent := map[string]bool{}
	for _, d := range r.Deployments {
		for _, id := range d.Suppliers {
			key := d.Deployment + "/" + id // bookings in two currencies are two parts of the report
			if sent[key] || !SupplierWants(s.suppliers, id, notice.SupplierDeparture) {
				continue
			}
			sent[key] = true
			subject := r.Change.ID + "/" + id
			if err := tx.NotifyLater(ctx, notice.Notice{
				Kind: notice.SupplierDeparture, Deployment: d.Deployment, Subject: subject,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// DepartureBookings returns a supplier's bookings of a departure that the shop has cancelled, for one deployment: those
// that are cancelled, and those whose buyers still have a choice.
func (s *Service) DepartureBookings(
	ctx context.Context, deployment, change, supplier string,
) (list []OrderBooking, err error) {
	slot, _, err := s.store.Read().DepartureChange(ctx, change)
	if err != nil {
		return nil, err
	}
	filter := OrderFilter{Deployment: deployment, Product: slot.Product, Supplier: supplier,
		FirstDay: addDays(slot.Date, 1-maxStay), LastDay: addDays(slot.Date, horizonDays)}
	err = s.eachOrder(ctx, filter, func(o *Order) {
		for j := len(o.Bookings) - 1; j >= 0; j-- {
			b := &o.Bookings[j]
			mine := b.Detail.Supplier.ID == supplier && b.OfCancelledDeparture() && b.Disruption.ChangeID == change
			if mine && (b.Status == Cancelled || b.occupies(slot)) {
				list = append(list, OrderBooking{Order: o, Booking: b})
			}
		}
	})
	slices.Reverse(list) // the oldest first
	return list, err
}
