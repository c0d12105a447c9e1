package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
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

// ConfirmBy returns until when suppliers confirm what is only reserved on the buyer's card: what they have not confirmed by
// then is released. It is zero where nothing waits for them.
func (s *Service) ConfirmBy(o *Order) time.Time {
	if o.Payment.Status != PaymentAuthorised || o.Result() != ResultOnHold {
		return time.Time{}
	}
	return s.decideBy(o)
}

// Decide tells what the supplier says of a booking that waits for him. What is accepted is captured once all of the order
// is decided. It returns NotPossible for a booking that does not wait.
func (s *Service) Decide(ctx context.Context, orderID, bookingID string, accept bool) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) (err error) {
		if !Waits(order, b) {
			return fault.New(fault.NotPossible, "The booking does not wait for a decision.")
		}
		switch {
		case !accept:
			b.Decision = Declined
			err = s.release(ctx, tx, order, func(other *Booking) bool { return other == b }, Rejected)
		case order.Method == PayLater || order.Total == 0:
			b.Decision, b.Status = Accepted, Confirmed
		default:
			b.Decision = Accepted
		}
		if err != nil {
			return err
		}
		return s.keep(ctx, tx, order)
	})
}
