package booking

import (
	"context"
	"time"

	"storefront/internal/shop/limit"
)

// Rates limit the carts and checkouts of a network in an hour. A rate of 0 is no limit.
type Rates struct {
	Carts     int
	Checkouts int // and further payment pages of their orders and of moves
}

// networkPerVisitor is the limit of a network's checkouts divided by that of one cart, of one order that is paid again,
// or of the moves of one booking.
const networkPerVisitor = 10

// countNewCart counts a new cart.
func (s *Service) countNewCart(ctx context.Context, network string) error {
	if s.rates.Carts == 0 {
		return nil
	}
	return s.limits.Allow(ctx, limit.Limit{Max: s.rates.Carts, Window: time.Hour}.Of("cart", network))
}

// countCheckout counts a checkout of a cart, another payment page of an order, or one of a booking's move.
func (s *Service) countCheckout(ctx context.Context, id, network string) error {
	if s.rates.Checkouts == 0 {
		return nil
	}
	return s.limits.Allow(ctx,
		limit.Limit{Max: max(1, s.rates.Checkouts/networkPerVisitor), Window: time.Hour}.Of("checkout of", id),
		limit.Limit{Max: s.rates.Checkouts, Window: time.Hour}.Of("checkout", network))
}
