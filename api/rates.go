package api

import (
	"context"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/limit"
)

// Rates limit the carts and checkouts of a network in an hour. A rate of 0 is no limit.
type Rates struct {
	Carts     int
	Checkouts int // and further payment pages of their orders
}

// perVisitor is the part of a network's checkouts for one cart, or for one order that is paid again.
const perVisitor = 10

// mayBegin counts a new cart.
func (s *server) mayBegin(ctx context.Context) error {
	if s.Rates.Carts == 0 {
		return nil
	}
	network, _ := networksOf(visitOf(ctx).r, s.TrustedProxies)
	return s.Limits.Allow(ctx, limit.Limit{Most: s.Rates.Carts, Window: time.Hour}.Of("cart", network))
}

// mayCheckOut counts a checkout of a cart, or another payment page of an order.
func (s *server) mayCheckOut(ctx context.Context, id string) error {
	if s.Rates.Checkouts == 0 {
		return nil
	}
	network, _ := networksOf(visitOf(ctx).r, s.TrustedProxies)
	return s.Limits.Allow(ctx,
		limit.Limit{Most: max(1, s.Rates.Checkouts/perVisitor), Window: time.Hour}.Of("checkout of", id),
		limit.Limit{Most: s.Rates.Checkouts, Window: time.Hour}.Of("checkout", network))
}

// originOf returns the origin of a checkout for the limits on unpaid seats.
func (s *server) originOf(ctx context.Context, who booking.Visitor) booking.Origin {
	network, wide := networksOf(visitOf(ctx).r, s.TrustedProxies)
	return booking.Origin{Network: network, Wide: wide, Account: who.Email}
}
