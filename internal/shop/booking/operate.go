package booking

import (
	"context"
	"fmt"
	"time"

	"storefront/internal/core/fault"
)

// What operators do to orders beside what visitors can. Who is an operator is not decided here.

// QuoteFor tells what cancelling a booking gives back: what its policy says, or where give is set that amount. Unlike
// visitors, operators cancel what has begun too. It returns NotPossible for what cannot be cancelled, or of which that
// amount was not taken or was given back already.
func (s *Service) QuoteFor(o *Order, b *Booking, give *int64) (CancellationQuote, error) {
	if b.Status != Confirmed && b.Status != Pending {
		return CancellationQuote{}, fault.New(fault.NotPossible, fmt.Sprintf("The booking is %s, and cannot be cancelled.", b.Status))
	}
	free := o.freeUntil(b) != NoFreePeriod
	switch {
	case free && (give == nil || *give == b.Amount):
		return CancellationQuote{Percent: 100}, nil
	case free:
		return CancellationQuote{}, fault.New(fault.NotPossible, "Nothing was taken for the booking yet: all of it is let go.")
	case give == nil:
		return o.policy(b, s.now()), nil
	case *give < 0 || *give > b.kept():
		return CancellationQuote{}, errTooMuch
	}
	return CancellationQuote{Percent: int((b.Refunded + *give) * 100 / max(b.Amount, 1)), Refund: *give}, nil
}

var errTooMuch = fault.New(fault.NotPossible, "The refund is more than was taken for the booking and not given back yet.")

// CancelFor ends a booking for what QuoteFor has told. It returns PriceChanged where it tells something else now.
func (s *Service) CancelFor(ctx context.Context, orderID, bookingID string, give *int64, shown CancellationQuote) (Order, error) {
	return s.cancel(ctx, orderID, bookingID, func(o *Order, b *Booking) (CancellationQuote, error) {
		quote, err := s.QuoteFor(o, b, give)
		if err == nil && quote != shown {
			err = errOtherRefund
		}
		return quote, err
	})
}

// Refundable is what of a booking's money could still be given back.
func (o *Order) Refundable(b *Booking) int64 {
	switch b.Status {
	case Confirmed, Redeemed, Cancelled:
		if o.Payment.Taken() > 0 {
			return b.kept()
		}
	}
	return 0
}

// Refund gives a part of a booking's money back, beside what its policy has given and without ending it. known is what had
// been given back of it when that was decided. It returns PriceChanged where that is not so any more, which keeps a refund
// that is asked for twice from being made twice, and NotPossible for more than is refundable.
func (s *Service) Refund(ctx context.Context, orderID, bookingID string, amount, known int64) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		switch {
		case b.Refunded != known:
			return errOtherRefund
		case amount <= 0 || amount > o.Refundable(b):
			return errTooMuch
		}
		b.Refunded += amount
		return s.keep(ctx, tx, o)
	})
}

// Redeem lets the travellers of a confirmed booking in, once. It returns NotPossible for any other booking.
func (s *Service) Redeem(ctx context.Context, orderID, bookingID string) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		switch b.Status {
		case Redeemed:
			return fault.New(fault.NotPossible, "The ticket was redeemed already, at "+b.RedeemedAt.Format(time.RFC3339)+".")
		case Confirmed:
			b.Status, b.RedeemedAt = Redeemed, s.now()
			return s.save(ctx, tx, o)
		}
		return fault.New(fault.NotPossible, fmt.Sprintf("The booking is %s: nobody is let in with it.", b.Status))
	})
}
