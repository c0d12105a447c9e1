package api

import (
	"context"
	"errors"
	"fmt"
	"io"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
	"storefront/internal/shop/payment"
)

// ReceivePaymentEvent settles the order that a payment provider's event is about.
func (s *server) ReceivePaymentEvent(ctx context.Context,
	r ReceivePaymentEventRequestObject) (ReceivePaymentEventResponseObject, error) {
	provider := s.Providers[r.Provider]
	if provider == nil {
		return nil, fault.New(fault.NotFound, "There is no such payment provider.")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, unreadable(err)
	}
	ctx = trail.As(ctx, trail.Provider(r.Provider))
	session, err := provider.Event(ctx, visitOf(ctx).r.Header, body, s.Booking.Now())
	if errors.Is(err, payment.ErrForged) {
		return nil, fault.New(fault.Forbidden, "The event has no valid signature.")
	}
	if err == nil && session != "" {
		err = s.Booking.PaymentEvent(ctx, r.Provider, session)
	}
	if errors.Is(err, payment.ErrUnavailable) {
		err = fmt.Errorf("%w: %w", fault.New(fault.Unavailable, "The payment provider does not respond."),
			err)
	}
	return ReceivePaymentEvent204Response{}, err
}
