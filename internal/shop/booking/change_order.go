package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// changeBooking changes one booking of an order in a transaction, and then settles the order.
func (s *Service) changeBooking(
	ctx context.Context, orderID, bookingID string, act func(Tx, *Order, *Booking) error,
) (Order, error) {
	return s.changeOrder(ctx, orderID, func(tx Tx, order *Order) error {
		b := order.booking(bookingID)
		if b == nil {
			return errNoBooking
		}
		return act(tx, order, b)
	})
}

// changeOrder changes an order in a transaction, and then settles it.
func (s *Service) changeOrder(ctx context.Context, orderID string, act func(Tx, *Order) error) (Order, error) {
	var order Order
	err := s.store.Do(ctx, func(tx Tx) (err error) {
		if order, err = tx.Order(ctx, orderID); err != nil {
			return err
		}
		return act(tx, &order)
	})
	if err != nil {
		return Order{}, err
	}
	return s.settleNow(ctx, order), nil
}

// saveOpen saves an order as open and schedules the job that settles it.
func (s *Service) saveOpen(ctx context.Context, tx Tx, order *Order) error {
	order.Open = true
	if err := s.save(ctx, tx, order); err != nil {
		return err
	}
	return tx.SettleLater(ctx, order.ID, s.now().Add(s.durations.Recheck))
}

var errNoBooking = fault.New(fault.NotFound, "The order has no such booking.")

func (o *Order) booking(id string) *Booking {
	return find(o.Bookings, func(b *Booking) bool { return b.ID == id })
}
