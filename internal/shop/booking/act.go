package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// actOn changes one booking of an order in a transaction, and settles what is to be settled then.
func (s *Service) actOn(ctx context.Context, orderID, bookingID string, act func(Tx, *Order, *Booking) error) (Order, error) {
	return s.onOrder(ctx, orderID, func(tx Tx, order *Order) error {
		b := order.booking(bookingID)
		if b == nil {
			return errNoBooking
		}
		return act(tx, order, b)
	})
}

// onOrder changes an order in a transaction, and settles what is to be settled then.
func (s *Service) onOrder(ctx context.Context, orderID string, act func(Tx, *Order) error) (Order, error) {
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
	return s.settleNow(ctx, order)
}

// keep writes an order down and has it settled, now or by the job.
func (s *Service) keep(ctx context.Context, tx Tx, order *Order) error {
	order.Open = true
	if err := s.save(ctx, tx, order); err != nil {
		return err
	}
	return tx.SettleLater(ctx, order.ID, s.now().Add(s.terms.Look))
}

// settleNow settles an order of which the decisive part is written already: a provider that does not answer is the job's.
func (s *Service) settleNow(ctx context.Context, order Order) (Order, error) {
	waits, cancel := s.waiting(ctx)
	defer cancel()
	settled, err := s.settle(waits, order.ID)
	if err != nil {
		s.log.WarnContext(ctx, "an order cannot be settled now", "order", order.ID, "reference", order.Reference, "error", err)
		return order, nil
	}
	return settled, nil
}

var errNoBooking = fault.New(fault.NotFound, "The order has no such booking.")

func (o *Order) booking(id string) *Booking {
	for i := range o.Bookings {
		if o.Bookings[i].ID == id {
			return &o.Bookings[i]
		}
	}
	return nil
}
