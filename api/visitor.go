package api

import (
	"context"

	"storefront/internal/core/secret"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
)

// asked is whom a request's visitor buys from, and who he is.
func (s *server) asked(ctx context.Context) (booking.Deployment, booking.Visitor, error) {
	d, who, _, err := s.askedBy(ctx)
	return d, who, err
}

// askedBy is asked with the visitor's account; nil where nobody is signed in.
func (s *server) askedBy(ctx context.Context) (booking.Deployment, booking.Visitor, *account.User, error) {
	d, err := s.deployment(ctx)
	if err != nil {
		return booking.Deployment{}, booking.Visitor{}, nil, err
	}
	if ctx, err = s.withSession(ctx, d.ID); err != nil {
		return booking.Deployment{}, booking.Visitor{}, nil, err
	}
	who := booking.Visitor{Cart: visitOf(ctx).cartID()}
	live, err := s.inSession(ctx, d.ID)
	if err != nil || !live {
		return d, who, nil, err
	}
	who.Orders = s.opened(ctx)
	user, err := s.signedIn(ctx, d.ID)
	if err == nil && user != nil {
		who.Cart, who.BrowserCart, who.Email = user.CartID(), who.Cart, user.Email
	}
	return d, who, user, err
}

// withCart runs what changes a cart. A guest without one gets one, whose secret goes out with the answer if that succeeds. So
// does who comes with a cart of another deployment, as after its host has become this one's.
func withCart[T any](
	ctx context.Context, s *server, act func(booking.Deployment, booking.Visitor) (T, error),
) (answer T, err error) {
	d, who, err := s.asked(ctx)
	if err != nil {
		return answer, err
	}
	standing := booking.CartUnknown
	if who.Cart != "" {
		if standing, err = s.booking.CartStanding(ctx, d, who.Cart); err != nil {
			return answer, err
		}
	}
	if standing != booking.CartKept {
		if err := s.mayBegin(ctx); err != nil {
			return answer, err
		}
	}
	fresh := ""
	if who.Cart == "" || standing == booking.CartElsewhere {
		fresh = secret.New()
		who.Cart = secret.HashOf(fresh)
	}
	answer, err = act(d, who)
	if err == nil && fresh != "" {
		visitOf(ctx).keepCart(fresh)
	}
	return answer, err
}
