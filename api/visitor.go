package api

import (
	"context"

	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
)

// identify resolves the deployment of a request and its visitor.
func (s *server) identify(ctx context.Context) (booking.Deployment, booking.Visitor, error) {
	d, visitor, _, err := s.identifyUser(ctx)
	return d, visitor, err
}

// identifyUser is identify with the visitor's account; nil if nobody is signed in.
func (s *server) identifyUser(ctx context.Context) (booking.Deployment, booking.Visitor, *account.User, error) {
	d := visitOf(ctx).deployment
	current, err := s.useSession(ctx, d.ID)
	if err != nil {
		return booking.Deployment{}, booking.Visitor{}, nil, err
	}
	visitor := booking.Visitor{Cart: visitOf(ctx).cartID(), Orders: current.Orders}
	user, err := s.Accounts.UserOf(ctx, current.Session)
	if err == nil && user != nil {
		visitor.Cart, visitor.BrowserCart, visitor.Email = user.CartID(), visitor.Cart, user.Email
	}
	return d, visitor, user, err
}

// originOf returns the origin of a checkout or a move for the limits on unpaid seats.
func (s *server) originOf(ctx context.Context, visitor booking.Visitor) booking.Origin {
	network, wide := networksOf(visitOf(ctx).r, s.TrustedProxies)
	return booking.Origin{Network: network, WideNetwork: wide, Account: visitor.Email}
}

// withCart runs act, which changes a cart. A visitor without a cart gets a new one, whose cookie is set if act
// succeeds. So does a visitor whose cart is of another deployment, which had this host before.
func withCart[T any](
	ctx context.Context, s *server, act func(booking.Deployment, booking.Visitor) (T, error),
) (answer T, err error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return answer, err
	}
	cartID, newSecret, err := s.Booking.CartToChange(ctx, d, visitor.Cart, s.client(ctx).Network)
	if err != nil {
		return answer, err
	}
	visitor.Cart = cartID
	answer, err = act(d, visitor)
	if err == nil && newSecret != "" {
		visitOf(ctx).setCartCookie(newSecret)
	}
	return answer, err
}
