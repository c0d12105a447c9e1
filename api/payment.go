package api

import (
	"context"
	"io"
)

// ReceivePaymentEvent settles the order that a payment provider's event is about.
func (s *server) ReceivePaymentEvent(ctx context.Context,
	r ReceivePaymentEventRequestObject) (ReceivePaymentEventResponseObject, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, bodyFault(err)
	}
	return ReceivePaymentEvent204Response{},
		s.Booking.ReceivePaymentEvent(ctx, r.Provider, visitOf(ctx).r.Header, body)
}
