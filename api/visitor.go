package api

import (
	"context"

	"storefront/internal/booking"
)

// asked is whom a request's visitor buys from, and who he is.
func (s *server) asked(ctx context.Context) (booking.Shop, booking.Visitor, error) {
	shop, err := s.shop(ctx)
	if err != nil {
		return booking.Shop{}, booking.Visitor{}, err
	}
	if ctx, err = s.withSession(ctx); err != nil {
		return booking.Shop{}, booking.Visitor{}, err
	}
	who := booking.Visitor{Cart: visitOf(ctx).cartID()}
	live, err := s.inSession(ctx, shop.Deployment)
	if err != nil || !live {
		return shop, who, err
	}
	who.Orders = s.opened(ctx)
	user, err := s.signedIn(ctx, shop.Deployment)
	if err == nil && user != nil {
		who.Cart, who.Guest, who.Email = user.CartID(), who.Cart, user.Email
	}
	return shop, who, err
}

// askedWithCart is asked for what changes a cart: a guest without one gets one, whose secret goes out with the answer.
func (s *server) askedWithCart(ctx context.Context) (booking.Shop, booking.Visitor, error) {
	shop, who, err := s.asked(ctx)
	if err == nil && who.Cart == "" {
		who.Cart = visitOf(ctx).newCartID()
	}
	return shop, who, err
}
