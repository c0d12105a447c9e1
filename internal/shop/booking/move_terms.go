package booking

import (
	"context"
	"math/bits"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// MoveEnded returns until when the buyer could move a booking that has not begun. It is zero if they still can, or
// never could.
func (o *Order) MoveEnded(b *Booking, now time.Time) (ended time.Time) {
	if b.Status != Confirmed && b.Status != Pending || !now.Before(b.StartsAt) || o.decided(b) ||
		!o.MovableUntil(b, now).IsZero() {
		return time.Time{}
	}
	for _, tier := range b.Detail.Cancellation {
		until := b.StartsAt.Add(-time.Duration(tier.Before) * time.Minute)
		if tier.Refund >= 100 && until.After(ended) && until.After(o.CreatedAt) {
			ended = until
		}
	}
	return ended
}

// amountAfter returns what a booking costs with another price: less the discount of its promo code, which shrinks with
// the price and never grows.
func (o *Order) amountAfter(b *Booking, total int64) int64 {
	before := b.Detail.Price.Total
	discount := before - b.Amount
	if discount <= 0 || before <= 0 || total >= before {
		return max(total-max(discount, 0), 0)
	}
	// The product may exceed 64 bits; the quotient is at most the discount.
	high, low := bits.Mul64(uint64(discount), uint64(total))
	part, _ := bits.Div64(high, low, uint64(before))
	step := money.Step(o.Currency)
	return total - int64(part)/step*step
}

// exchangeOf returns the rate of a booking, so that a move costs nothing but the difference between two prices.
func exchangeOf(o *Order, b *Booking) money.Exchange {
	e := b.Detail.Exchanged
	if e == nil {
		return money.Exchange{}
	}
	return money.Exchange{Own: e.Currency, Rates: map[string]money.Rate{o.Currency: e.Rate}}
}

// MoveOptions are what a booking can be moved to: the options of its product as they are now.
type MoveOptions struct {
	Choice  Choice // as booked
	Guest   *Guest
	Until   time.Time
	Options []payload.Option
}

// MoveOptions returns what a visitor's booking can be moved to. It returns NotPossible if it cannot be moved.
func (s *Service) MoveOptions(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (MoveOptions, error) {
	order, b, err := s.visitorBooking(ctx, d, visitor, orderID, bookingID)
	if err != nil {
		return MoveOptions{}, err
	}
	until := order.MovableUntil(b, s.now())
	p, err := s.catalog.Product(d.ID, d.Language, b.Choice.Product)
	if until.IsZero() || err != nil {
		return MoveOptions{}, errNotMovable
	}
	return MoveOptions{b.Choice, order.Guest, until, p.Options}, nil
}
