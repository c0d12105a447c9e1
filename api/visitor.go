package api

import (
	"context"

	"storefront/internal/account"
	"storefront/internal/booking"
)

// asked is whom a request's visitor buys from, and who he is.
func (s *server) asked(ctx context.Context) (booking.Shop, booking.Visitor, error) {
	shop, who, _, err := s.askedBy(ctx)
	return shop, who, err
}

// askedBy is asked with the visitor's account; nil where nobody is signed in.
func (s *server) askedBy(ctx context.Context) (booking.Shop, booking.Visitor, *account.User, error) {
	shop, err := s.shop(ctx)
	if err != nil {
		return booking.Shop{}, booking.Visitor{}, nil, err
	}
	if ctx, err = s.withSession(ctx, shop.Deployment); err != nil {
		return booking.Shop{}, booking.Visitor{}, nil, err
	}
	who := booking.Visitor{Cart: visitOf(ctx).cartID()}
	live, err := s.inSession(ctx, shop.Deployment)
	if err != nil || !live {
		return shop, who, nil, err
	}
	who.Orders = s.opened(ctx)
	user, err := s.signedIn(ctx, shop.Deployment)
	if err == nil && user != nil {
		who.Cart, who.Guest, who.Email = user.CartID(), who.Cart, user.Email
	}
	return shop, who, user, err
}

// askedWithCart is asked for what changes a cart: a guest without one gets one, whose secret goes out with the answer. So does
// who comes with a cart of another deployment, as after its host has become this one's.
func (s *server) askedWithCart(ctx context.Context) (booking.Shop, booking.Visitor, error) {
	shop, who, err := s.asked(ctx)
	if err != nil {
		return shop, who, err
	}
	has := false
	if who.Cart != "" {
		has, err = s.booking.HasCart(ctx, shop, who.Cart)
	}
	if err == nil && !has {
		who.Cart = visitOf(ctx).newCartID()
	}
	return shop, who, err
}
