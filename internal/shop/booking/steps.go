package booking

import (
	"context"
	"errors"
	"fmt"

	"storefront/internal/shop/payment"
)

// nextStep returns the next call of the provider; nil if there is none.
func (s *Service) nextStep(o *Order, snapshot paymentSnapshot) step {
	provider, err := s.providerOf(o)
	if err != nil || snapshot.state == nil {
		return nil
	}
	session := o.Payment.SessionID
	void := func(ctx context.Context) (paymentSnapshot, error) {
		state, err := provider.Void(ctx, session, o.requestKey("void"))
		if errors.Is(err, payment.ErrRefused) { // it was paid or captured meanwhile
			state, err = provider.State(ctx, session)
		}
		return paymentSnapshot{session: session, state: &state}, err
	}
	paidOutside := o.isSettledOutsideProvider() || o.Method == PayLater && o.Payment.SessionEnded
	switch snapshot.state.Status {
	case payment.Open, payment.Processing:
		if paidOutside && snapshot.state.Status == payment.Open {
			return void
		}
		if o.count(OnHold) > 0 || o.Method == PayLater && o.count(Pending) > 0 ||
			snapshot.state.Status == payment.Processing {
			return nil
		}
		return void
	case payment.Authorised:
		if paidOutside {
			return void
		}
		amount, decided := o.captureAmount()
		if decided && amount == 0 {
			return void
		}
		if decided {
			return s.capture(o, provider, amount)
		}
	case payment.Captured:
		if o.Payment.Refunding.Key != "" {
			return refund(o, provider)
		}
	}
	return nil
}

// captureAmount returns the amount to capture once every supplier has decided: what is charged for accepted bookings
// and retained of cancelled ones.
func (o *Order) captureAmount() (amount int64, decided bool) {
	for _, b := range o.Bookings {
		switch b.Status {
		case Pending:
			if b.Decision != Accepted {
				return 0, false
			}
			amount += b.unrefunded()
		case Confirmed, Redeemed, Cancelled:
			amount += b.unrefunded()
		}
	}
	return amount, true
}

func (s *Service) capture(o *Order, provider payment.Provider, amount int64) step {
	session, key := o.Payment.SessionID, o.requestKey("capture")
	return func(ctx context.Context) (paymentSnapshot, error) {
		state, err := provider.Capture(ctx, session, amount, key)
		if !errors.Is(err, payment.ErrRefused) {
			return paymentSnapshot{session: session, state: &state}, err
		}
		state, err = provider.State(ctx, session)
		return paymentSnapshot{session: session, state: &state, captureRefused: true}, err
	}
}

// requestKey returns the idempotency key of a request that is made once for each payment page.
func (o *Order) requestKey(request string) string {
	key := o.ID + ":" + request
	if o.Payment.Attempt > 1 {
		key += fmt.Sprintf(":%d", o.Payment.Attempt)
	}
	return key
}

// beginRefund stores that the provider is to refund what is owed, unless it is refunding or a refund failed: an
// operator deals with that.
func (o *Order) beginRefund() {
	p := &o.Payment
	owed := o.owedToBuyer()
	if p.Refunding.Key != "" || owed <= 0 || p.RefundProblem != "" || p.SessionID == "" {
		return
	}
	p.Refunding = Refunding{Key: fmt.Sprintf("%s:refund:%d", o.ID, p.Refunded+p.RefundFailed+owed), Amount: owed}
	if p.RefundAttempt > 0 {
		p.Refunding.Key += fmt.Sprintf(":%d", p.RefundAttempt)
	}
}

// refund returns a step that has the provider make the stored refund.
func refund(o *Order, provider payment.Provider) step {
	session, requested := o.Payment.SessionID, o.Payment.Refunding
	return func(ctx context.Context) (paymentSnapshot, error) {
		state, err := provider.Refund(ctx, session, requested.Amount, requested.Key)
		if !errors.Is(err, payment.ErrRefused) {
			return paymentSnapshot{session: session, state: &state, refundKey: requested.Key}, err
		}
		problem := err.Error()
		state, err = provider.State(ctx, session)
		return paymentSnapshot{session: session, state: &state, refundKey: requested.Key, refundProblem: problem}, err
	}
}
