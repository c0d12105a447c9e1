package api

import (
	"context"

	"storefront/internal/shop/booking"
)

// GetCart returns the visitor's cart, checked.
func (s *server) GetCart(ctx context.Context, _ GetCartRequestObject) (GetCartResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	cart, err := s.Booking.Cart(ctx, d, visitor.Cart)
	return GetCart200JSONResponse{cartTo(cart)}, err
}

// AddCartItem puts a choice into the cart.
func (s *server) AddCartItem(ctx context.Context, r AddCartItemRequestObject) (AddCartItemResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.AddItem(ctx, d, visitor.Cart, choiceFrom(r.Body))
	})
	return AddCartItem200JSONResponse{cartTo(cart)}, err
}

// ChangeCartItem replaces the choice of an item.
func (s *server) ChangeCartItem(ctx context.Context,
	r ChangeCartItemRequestObject) (ChangeCartItemResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.ChangeItem(ctx, d, visitor.Cart, r.ItemId, choiceFrom(r.Body))
	})
	return ChangeCartItem200JSONResponse{cartTo(cart)}, err
}

// RemoveCartItem removes an item from the cart.
func (s *server) RemoveCartItem(ctx context.Context,
	r RemoveCartItemRequestObject) (RemoveCartItemResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.RemoveItem(ctx, d, visitor.Cart, r.ItemId)
	})
	return RemoveCartItem200JSONResponse{cartTo(cart)}, err
}

// SetCartGuest stores the lead traveller of a cart.
func (s *server) SetCartGuest(ctx context.Context, r SetCartGuestRequestObject) (SetCartGuestResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.SetGuest(ctx, d, visitor.Cart, guestFrom(*r.Body))
	})
	return SetCartGuest200JSONResponse{cartTo(cart)}, err
}

// ApplyPromoCode adds a promo code to the cart.
func (s *server) ApplyPromoCode(ctx context.Context,
	r ApplyPromoCodeRequestObject) (ApplyPromoCodeResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.ApplyPromo(ctx, d, visitor.Cart, r.Body.Code)
	})
	return ApplyPromoCode200JSONResponse{cartTo(cart)}, err
}

// DropPromoCode removes the promo code from the cart.
func (s *server) DropPromoCode(ctx context.Context, _ DropPromoCodeRequestObject) (DropPromoCodeResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.RemovePromo(ctx, d, visitor.Cart)
	})
	return DropPromoCode200JSONResponse{cartTo(cart)}, err
}

// CheckCart accepts the result of the cart's check.
func (s *server) CheckCart(ctx context.Context, r CheckCartRequestObject) (CheckCartResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.AcceptCheck(ctx, d, visitor.Cart, r.Body.DropUnavailable)
	})
	return CheckCart200JSONResponse{cartTo(cart)}, err
}

// cartTo converts a cart; a nil cart to an empty one.
func cartTo(c *booking.CheckedCart) CartJSONResponse {
	if c == nil {
		return CartJSONResponse{}
	}
	out := Cart{
		Outcome: c.Outcome, Currency: c.Currency, Exponent: c.Exponent, Items: []CartItem{}, Count: len(c.Items),
		Original: c.Original, Discount: c.Original - c.Total, Total: c.Total, Card: c.Card,
		PayLater: c.PayLater.Offered, PayBy: c.PayLater.PayBy.UTC(), PayAtStart: c.PayLater.AtStart,
		PayWhere: c.PayLater.Where, TooNear: c.PayLater.TooNear,
	}
	out.Cards, out.HoldMinutes = c.Cards, int(c.HoldFor.Minutes())
	if !c.HeldUntil.IsZero() {
		out.HeldUntil = c.HeldUntil.UTC()
	}
	for i := range c.Checked {
		out.Items = append(out.Items, itemTo(&c.Checked[i], c.CheckedAt))
	}
	if c.Guest != nil {
		out.Guest = guestTo(*c.Guest)
	}
	if c.Promo != nil {
		out.PromoCode = AppliedPromoCode{Code: c.Promo.Code, Discount: c.Promo.Discount}
		out.PromoDiscount = c.Promo.Discount
		if c.Promo.Problem != nil {
			out.PromoCode.Problem = c.Promo.Problem.Code
		}
	}
	return CartJSONResponse(out)
}
