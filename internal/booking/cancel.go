package booking

import (
	"context"
	"time"

	"storefront/internal/fault"
	"storefront/internal/money"
)

// Quote is what cancelling gives back.
type Quote struct {
	Percent int   // of the booking's amount; what was given back before is a part of it
	Refund  int64 // beside what was given back before
}

// QuoteCancellation tells what cancelling a booking now would give back. It returns NotPossible where it cannot be
// cancelled any more.
func (s *Service) QuoteCancellation(ctx context.Context, shop Shop, visitor Visitor, orderID, bookingID string) (Quote, Order, error) {
	order, err := s.own(ctx, shop, visitor, orderID)
	if err != nil {
		return Quote{}, Order{}, err
	}
	b := order.booking(bookingID)
	if b == nil {
		return Quote{}, Order{}, errNoBooking
	}
	quote, err := order.quote(b, s.now())
	return quote, order, err
}

// Cancellable says that a booking can be cancelled.
func (o *Order) Cancellable(b *Booking, now time.Time) bool {
	_, err := o.quote(b, now)
	return err == nil
}

func (o *Order) quote(b *Booking, now time.Time) (Quote, error) {
	if b.Status != Confirmed && b.Status != Pending || !now.Before(b.StartsAt) {
		return Quote{}, fault.New(fault.NotPossible, "The booking cannot be cancelled any more.")
	}
	if o.Payment.Captured == 0 {
		return Quote{Percent: 100}, nil // nothing was taken for it
	}
	return b.policy(now, o.Currency), nil
}

// policy is what the booking's tiers give back, as far as that was not given back before.
func (b *Booking) policy(now time.Time, currency string) Quote {
	percent := 0
	for _, tier := range b.Detail.Cancellation {
		if now.Add(time.Duration(tier.Before) * time.Minute).After(b.StartsAt) {
			continue
		}
		percent = max(percent, tier.Refund)
	}
	return Quote{Percent: percent, Refund: max(money.Percent(b.Amount, percent, currency)-b.Refunded, 0)}
}

// Cancel ends a booking and gives back what its policy says. It returns PriceChanged where that is not what the visitor
// was shown.
func (s *Service) Cancel(ctx context.Context, shop Shop, visitor Visitor, orderID, bookingID string, shown int64) (Order, error) {
	if _, err := s.own(ctx, shop, visitor, orderID); err != nil {
		return Order{}, err
	}
	return s.cancel(ctx, orderID, bookingID, func(o *Order, b *Booking) (Quote, error) {
		quote, err := o.quote(b, s.now())
		if err == nil && quote.Refund != shown {
			err = errOtherRefund
		}
		return quote, err
	})
}

var errOtherRefund = fault.New(fault.PriceChanged, "The refund is not what was shown.")

// cancel ends a booking for what agree says of it as it is stored.
func (s *Service) cancel(ctx context.Context, orderID, bookingID string, agree func(*Order, *Booking) (Quote, error)) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		quote, err := agree(order, b)
		if err != nil {
			return err
		}
		b.Refunded += quote.Refund
		if order.Payment.Captured == 0 {
			b.Refunded = b.Amount
		}
		if err := s.release(ctx, tx, order, func(other *Booking) bool { return other == b }, Cancelled); err != nil {
			return err
		}
		return s.keep(ctx, tx, order)
	})
}
