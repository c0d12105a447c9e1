package booking

import (
	"context"
	"time"

	"storefront/internal/fault"
)

// Waits says that a booking waits for what its supplier, or whoever arranges a later payment, says.
func Waits(o *Order, b *Booking) bool {
	return b.Status == Pending && (b.Decision == Undecided || o.Method == PayLater)
}

// DecideBy is when that ends by itself.
func (s *Service) DecideBy(o *Order) time.Time {
	if o.Method == PayLater {
		return o.Payment.PayBy
	}
	return s.decideBy(o)
}

// Decide tells what the supplier says of a booking that waits for him. What is accepted is captured once all of the order
// is decided. It returns NotPossible for a booking that does not wait.
func (s *Service) Decide(ctx context.Context, orderID, bookingID string, accept bool) (Order, error) {
	var order Order
	err := s.store.Do(ctx, func(tx Tx) error {
		var err error
		if order, err = tx.Order(ctx, orderID); err != nil {
			return err
		}
		b := order.booking(bookingID)
		if b == nil {
			return errNoBooking
		}
		if !Waits(&order, b) {
			return fault.New(fault.NotPossible, "The booking does not wait for a decision.")
		}
		switch {
		case !accept:
			b.Decision = Declined
			err = s.release(ctx, tx, &order, func(other *Booking) bool { return other == b }, Rejected)
		case order.Method == PayLater || order.Total == 0:
			b.Decision, b.Status = Accepted, Confirmed
		default:
			b.Decision = Accepted
		}
		if err != nil {
			return err
		}
		return s.keep(ctx, tx, &order)
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
		s.log.WarnContext(ctx, "an order cannot be settled now", "order", order.ID, "error", err)
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
