package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
)

// AwaitsDecision reports whether a booking waits for its supplier, or for the shop to arrange a later payment.
func AwaitsDecision(o *Order, b *Booking) bool {
	return b.AwaitsSupplier() || b.Status == Pending && o.Method == PayLater
}

// AwaitsSupplier reports whether a booking's supplier has still to decide.
func (b *Booking) AwaitsSupplier() bool { return b.Status == Pending && b.Decision == Undecided }

// DecisionDeadline returns when a booking that awaits a decision expires. It is zero while its buyer chooses about a
// cancelled departure.
func (s *Service) DecisionDeadline(o *Order) time.Time {
	if o.Method == PayLater && !o.isSettledOutsideProvider() {
		return o.PaymentDeadline()
	}
	return s.supplierDeadline(o)
}

// ConfirmationDeadline returns the deadline for suppliers to confirm what is reserved on the buyer's card; unconfirmed
// bookings are released then. It is zero if no supplier has to confirm, or while the buyer chooses about a cancelled
// departure.
func (s *Service) ConfirmationDeadline(o *Order) time.Time {
	if o.Payment.Status != PaymentAuthorised || o.Result() != ResultOnHold || o.awaitsChoice() {
		return time.Time{}
	}
	return s.supplierDeadline(o)
}

var errNoDecision = fault.New(fault.NotPossible, "The booking awaits no decision.")

// Decide records the supplier's decision on a booking. Accepted bookings are captured once the whole order is decided.
// A reservation that its supplier has accepted is confirmed once it is paid; accepting it again confirms it unpaid,
// with its payment arranged. Decide returns NotPossible if the booking awaits no decision.
func (s *Service) Decide(ctx context.Context, orderID, bookingID string, accept bool) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) (err error) {
		return s.decide(ctx, tx, order, b, accept)
	})
}

// DecideAsShown is Decide for an operator who has seen the order as it was read. It returns ErrNotAsShown if the
// booking, what is due, or what accepting the booking does has changed since.
func (s *Service) DecideAsShown(ctx context.Context, seen *Order, bookingID string, accept bool) (Order, error) {
	return s.changeBooking(ctx, seen.ID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		was := seen.booking(bookingID)
		if was == nil || order.ShownVersion(b) != seen.ShownVersion(was) || order.Due() != seen.Due() ||
			order.ArrangesPayment(b) != seen.ArrangesPayment(was) {
			return ErrNotAsShown
		}
		return s.decide(ctx, tx, order, b, accept)
	})
}

// ArrangesPayment reports whether accepting a booking confirms it although it is not paid: its supplier has accepted it
// already.
func (o *Order) ArrangesPayment(b *Booking) bool { return o.isReserved(b) && o.Due() > 0 }

func (s *Service) decide(ctx context.Context, tx Tx, order *Order, b *Booking, accept bool) (err error) {
	if !AwaitsDecision(order, b) {
		return errNoDecision
	}
	switch {
	case !accept:
		b.Decision = Declined
		err = s.releaseBookings(ctx, tx, order, func(other *Booking) bool { return other == b }, Rejected)
	case b.Decision == Undecided:
		order.accept(b)
	default:
		b.Status = Confirmed // its payment is arranged
	}
	if err != nil {
		return err
	}
	return s.saveOpen(ctx, tx, order)
}

// accept records that the supplier of an undecided booking accepts it. Until what is due is paid, or the reserved
// amount is captured, it is not confirmed.
func (o *Order) accept(b *Booking) {
	b.Decision = Accepted
	isPaid := o.Method == PayLater && o.Due() == 0
	if isPaid || o.Method == OnAccount || o.Total == 0 {
		b.Status = Confirmed
	}
}

// askSupplier lets the supplier of an undecided booking that was changed decide about it as it is now. Instant
// suppliers accept at once.
func (s *Service) askSupplier(o *Order, b *Booking) {
	if b.Detail.OnRequest {
		b.AskedAt = s.now()
		return
	}
	o.accept(b)
}
