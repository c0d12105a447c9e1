package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
)

// CancellationQuote is what cancelling gives back.
type CancellationQuote struct {
	Percent int   // of the booking's amount; what was given back before is a part of it
	Refund  int64 // beside what was given back before
}

// QuoteCancellation tells what cancelling a booking now would give back. It returns NotPossible where it cannot be
// cancelled any more.
func (s *Service) QuoteCancellation(ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string) (CancellationQuote, Order, error) {
	order, err := s.own(ctx, d, visitor, orderID)
	if err != nil {
		return CancellationQuote{}, Order{}, err
	}
	b := order.booking(bookingID)
	if b == nil {
		return CancellationQuote{}, Order{}, errNoBooking
	}
	quote, err := order.quote(b, s.now())
	return quote, order, err
}

// Cancellable says that a booking can be cancelled.
func (o *Order) Cancellable(b *Booking, now time.Time) bool {
	_, err := o.quote(b, now)
	return err == nil
}

func (o *Order) quote(b *Booking, now time.Time) (CancellationQuote, error) {
	if b.Status != Confirmed && b.Status != Pending || !now.Before(b.StartsAt) {
		return CancellationQuote{}, fault.New(fault.NotPossible, "The booking cannot be cancelled any more.")
	}
	return o.policy(b, now), nil
}

// policy returns what the booking's tiers give back now, beside what was given back before. Nothing is given back of a
// booking for which nothing is charged yet: cancelling it costs nothing.
func (o *Order) policy(b *Booking, now time.Time) CancellationQuote {
	if o.freeUntil(b) != NoFreePeriod {
		return CancellationQuote{Percent: 100}
	}
	steps := priced(refundSteps(b.Detail.Cancellation, b.StartsAt, now), b.Amount, b.Refunded, o.Currency)
	if len(steps) == 0 {
		return CancellationQuote{}
	}
	return CancellationQuote{Percent: steps[0].Percent, Refund: steps[0].Refund}
}

// Cancel ends a booking and gives back what its policy says. It returns PriceChanged where that is not what the visitor
// was shown.
func (s *Service) Cancel(ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, shown int64) (Order, error) {
	if _, err := s.own(ctx, d, visitor, orderID); err != nil {
		return Order{}, err
	}
	return s.cancel(ctx, orderID, bookingID, func(o *Order, b *Booking) (CancellationQuote, error) {
		quote, err := o.quote(b, s.now())
		if err == nil && quote.Refund != shown {
			err = errOtherRefund
		}
		return quote, err
	})
}

var errOtherRefund = fault.New(fault.PriceChanged, "The refund is not what was shown.")

// cancel ends a booking for what agree says of it as it is stored.
func (s *Service) cancel(ctx context.Context, orderID, bookingID string, agree func(*Order, *Booking) (CancellationQuote, error)) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		quote, err := agree(order, b)
		if err != nil {
			return err
		}
		if order.freeUntil(b) != NoFreePeriod {
			b.Refunded = b.Amount
		} else {
			b.Refunded += quote.Refund
		}
		if err := s.release(ctx, tx, order, func(other *Booking) bool { return other == b }, Cancelled); err != nil {
			return err
		}
		return s.keep(ctx, tx, order)
	})
}
