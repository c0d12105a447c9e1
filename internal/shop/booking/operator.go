package booking

import (
	"context"
	"fmt"
	"time"

	"storefront/internal/core/fault"
)

// The methods of this file are for operators. Callers authorise them.

// QuoteOperatorCancellation returns what cancelling a booking refunds: by its policy, or the amount give if that is
// set. Unlike visitors, operators can cancel a booking that has begun. It returns NotPossible if the booking cannot be
// cancelled, or if give is more than was taken for it and not yet refunded, and Invalid for a part of it that cards do
// not take.
func (s *Service) QuoteOperatorCancellation(o *Order, b *Booking, give *int64) (CancellationQuote, error) {
	if o.Supplement != nil {
		return CancellationQuote{}, errSupplement
	}
	if !b.isComing() {
		return CancellationQuote{},
			fault.New(fault.NotPossible, fmt.Sprintf("The booking is %s and cannot be cancelled.", b.Status))
	}
	until := o.freeUntil(b)
	free := until != NoFreePeriod
	switch {
	case free && (give == nil || *give == b.Amount):
		return CancellationQuote{Percent: 100, FreeUntil: until}, nil
	case free:
		return CancellationQuote{},
			fault.New(fault.NotPossible, "The booking is not charged yet: all of it will be released.")
	case give == nil:
		return o.policyQuote(b, s.now()), nil
	case *give < 0 || *give > b.unrefunded():
		return CancellationQuote{}, errRefundTooLarge
	}
	if err := checkRefund(*give, b.unrefunded(), o.Currency); err != nil {
		return CancellationQuote{}, err
	}
	percent := int((b.Refunded + *give) * 100 / max(b.Amount, 1))
	return o.withPayments(b, CancellationQuote{Percent: percent, Refund: *give}), nil
}

var errSupplement = fault.New(fault.NotPossible, "The order pays for a move of another's booking: act on that one.")

var errRefundTooLarge = fault.New(fault.NotPossible,
	"The refund is more than was taken for the booking and not yet refunded.")

// checkRefund returns an error for a part of what is left that cards take no refund of.
func checkRefund(amount, left int64, currency string) error {
	if amount == left {
		return nil
	}
	return checkCardAmount("refund", amount, currency)
}

// CancelByOperator ends a booking with the refund of QuoteOperatorCancellation. It returns PriceChanged if that differs
// from shown.
func (s *Service) CancelByOperator(
	ctx context.Context, orderID, bookingID string, give *int64, shown CancellationQuote,
) (Order, error) {
	return s.cancel(ctx, orderID, bookingID, func(o *Order, b *Booking) (CancellationQuote, error) {
		quote, err := s.QuoteOperatorCancellation(o, b, give)
		if err == nil && quote != shown {
			err = errRefundChanged
		}
		return quote, err
	})
}

// Refundable returns how much of a booking's money can still be refunded: nothing while something is due for the order.
func (o *Order) Refundable(b *Booking) int64 {
	if o.Supplement != nil || o.Due() > 0 {
		return 0
	}
	switch b.Status {
	case Confirmed, Redeemed, Cancelled:
		if o.Payment.TotalReceived() > 0 {
			return b.unrefunded()
		}
	}
	return 0
}

// Refund refunds a part of a booking without ending it, on top of its policy. known is Booking.Refunded when the
// operator decided. It returns PriceChanged if that has changed, so that a repeated request refunds once,
// NotPossible for more than is refundable or while something is due for the order, and Invalid for a part of it that
// cards do not take.
func (s *Service) Refund(ctx context.Context, orderID, bookingID string, amount, known int64) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		switch {
		case o.Supplement != nil:
			return errSupplement
		case b.Refunded != known:
			return errRefundChanged
		case o.Due() > 0:
			return errPaymentDue
		case amount <= 0 || amount > o.Refundable(b):
			return errRefundTooLarge
		}
		if err := checkRefund(amount, o.Refundable(b), o.Currency); err != nil {
			return err
		}
		b.Refunded += amount
		return s.saveOpen(ctx, tx, o)
	})
}

var errPaymentDue = fault.New(fault.NotPossible,
	"Nothing can be refunded while something is due for the order.")

// CanOweLess reports whether LowerDue is possible for a booking of its status.
func (b *Booking) CanOweLess() bool {
	return b.Status == Confirmed || b.Status == Redeemed || b.Status == Cancelled
}

// LowerDue lowers what is still due for a booking, on top of its policy, and gives nothing back. known is
// Booking.Refunded when the operator decided. It returns PriceChanged if that has changed, and NotPossible for more
// than is due for the booking, and for a booking that is neither confirmed, redeemed nor cancelled.
func (s *Service) LowerDue(ctx context.Context, orderID, bookingID string, amount, known int64) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		switch {
		case b.Refunded != known:
			return errRefundChanged
		case !b.CanOweLess():
			return fault.New(fault.NotPossible, fmt.Sprintf("The booking is %s.", b.Status))
		case amount <= 0 || amount > o.DueFor(b.ID):
			return fault.New(fault.NotPossible, "The amount is more than what is due for the booking.")
		}
		o.reduceCharge(b, amount)
		return s.saveOpen(ctx, tx, o)
	})
}

// Redeem admits the travellers of a confirmed booking, once. It returns NotPossible for any other booking.
func (s *Service) Redeem(ctx context.Context, orderID, bookingID string) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		if o.IsTest() {
			return fault.New(fault.NotPossible, "The booking is a test of a reseller and admits no travellers.")
		}
		if o.Supplement != nil {
			return errSupplement
		}
		switch b.Status {
		case Redeemed:
			return fault.New(fault.NotPossible,
				"The ticket was already redeemed, at "+b.RedeemedAt.Format(time.RFC3339)+".")
		case Confirmed:
			b.Status, b.RedeemedAt = Redeemed, s.now()
			return s.save(ctx, tx, o)
		}
		return fault.New(fault.NotPossible, fmt.Sprintf("The booking is %s and admits no travellers.", b.Status))
	})
}
