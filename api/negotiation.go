package api

import (
	"context"

	"storefront/internal/shop/booking"
)

// AskForPrice stores a request for a price.
func (s *server) AskForPrice(ctx context.Context, r AskForPriceRequestObject) (AskForPriceResponseObject, error) {
	d := visitOf(ctx).deployment
	n, err := s.Booking.RequestPrice(ctx, d, booking.Negotiation{
		Choice: choiceFrom(&r.Body.Choice), Offer: r.Body.Offer, Name: r.Body.Name, Email: r.Body.Email,
		Phone:   r.Body.Phone,
		Message: r.Body.Message,
	}, s.client(ctx).Network)
	if err != nil {
		return nil, err
	}
	return AskForPrice200JSONResponse{Reference: n.Reference}, nil
}

// AcceptNegotiation adds the negotiated choice to the cart.
func (s *server) AcceptNegotiation(ctx context.Context,
	r AcceptNegotiationRequestObject) (AcceptNegotiationResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.AddNegotiated(ctx, d, visitor.Cart, r.Body.Token)
	})
	if err != nil {
		return nil, err
	}
	return AcceptNegotiation200JSONResponse{cartTo(cart)}, nil
}
