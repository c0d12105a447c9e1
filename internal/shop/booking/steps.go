package booking

import (
	"context"
	"errors"
	"fmt"

	"storefront/internal/shop/payment"
)

// nextStep returns what is to be done next at the provider; nil for nothing.
func (s *Service) nextStep(o *Order, snapshot paymentSnapshot) step {
	provider, err := s.providerOf(o)
	if err != nil || snapshot.state == nil || o.Total == 0 {
		return nil
	}
	session := o.Payment.SessionID
	act := func(call func(context.Context) (payment.State, error)) step {
		return func(ctx context.Context) (paymentSnapshot, error) {
			state, err := call(ctx)
			return paymentSnapshot{session: session, state: &state}, err
		}
	}
	void := act(func(ctx context.Context) (payment.State, error) { return provider.Void(ctx, session, o.ID+":void") })
	elsewhere := o.Method == PayLater && o.Payment.recorded(RecordedPayment) > 0
	switch snapshot.state.Status {
	case payment.Open, payment.Processing:
		if elsewhere && snapshot.state.Status == payment.Open {
			return void
		}
		if o.count(OnHold) > 0 || o.Method == PayLater && o.count(Pending) > 0 ||
			snapshot.state.Status == payment.Processing {
			return nil
		}
		return void
	case payment.Authorised:
		if elsewhere {
			return void
		}
		amount, decided := o.accepted()
		if decided && amount == 0 {
			return void
		}
		if decided {
			return s.capture(o, provider, amount)
		}
	case payment.Captured:
		if owed := o.owed(); owed > 0 && o.Payment.RefundProblem == "" {
			return s.refund(o, provider, owed)
		}
	}
	return nil
}

// accepted returns the amount to capture once every supplier has decided: the price of the accepted bookings, and what
// cancellations have kept.
func (o *Order) accepted() (amount int64, decided bool) {
	for _, b := range o.Bookings {
		if b.Status == Cancelled {
			amount += b.kept()
		}
		if b.Status != Pending {
			continue
		}
		if b.Decision != Accepted {
			return 0, false
		}
		amount += b.Amount
	}
	return amount, true
}

func (s *Service) capture(o *Order, provider payment.Provider, amount int64) step {
	session, key := o.Payment.SessionID, o.ID+":capture"
	return func(ctx context.Context) (paymentSnapshot, error) {
		state, err := provider.Capture(ctx, session, amount, key)
		if !errors.Is(err, payment.ErrRefused) {
			return paymentSnapshot{session: session, state: &state}, err
		}
		state, err = provider.State(ctx, session)
		return paymentSnapshot{session: session, state: &state, refused: true}, err
	}
}

// refund returns a step that refunds what is owed. A refund that the provider refuses is not repeated automatically.
func (s *Service) refund(o *Order, provider payment.Provider, owed int64) step {
	session, key := o.Payment.SessionID, fmt.Sprintf("%s:refund:%d", o.ID, o.Payment.Refunded+owed)
	if o.Payment.RefundTry > 0 {
		key += fmt.Sprintf(":%d", o.Payment.RefundTry)
	}
	return func(ctx context.Context) (paymentSnapshot, error) {
		state, err := provider.Refund(ctx, session, owed, key)
		if !errors.Is(err, payment.ErrRefused) {
			return paymentSnapshot{session: session, state: &state}, err
		}
		problem := err.Error()
		state, err = provider.State(ctx, session)
		return paymentSnapshot{session: session, state: &state, problem: problem}, err
	}
}
