package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// CancellationQuote has the amounts of a cancellation.
type CancellationQuote struct {
	Percent   int   // of the booking's amount, including earlier refunds
	Refund    int64 // the part of the amount that is not charged after it, on top of earlier refunds
	Payout    int64 // the part of Refund that the buyer gets back: less than Refund if not all was paid
	Due       int64 // the amount still to be paid for the booking
	Applied   int64 // the amount paid for the booking that pays for others of the order afterwards
	FreeUntil FreeUntil
}

// QuoteCancellation returns what cancelling a booking now refunds. It returns NotPossible if the booking can no longer
// be cancelled.
func (s *Service) QuoteCancellation(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (CancellationQuote, Order, error) {
	order, b, err := s.visitorBooking(ctx, d, visitor, orderID, bookingID)
	if err != nil {
		return CancellationQuote{}, Order{}, err
	}
	quote, err := order.quoteCancellation(b, s.now())
	return quote, order, err
}

// Cancellable reports whether the buyer can cancel a booking.
func (o *Order) Cancellable(b *Booking, now time.Time) bool {
	_, err := o.quoteCancellation(b, now)
	return err == nil
}

func (o *Order) quoteCancellation(b *Booking, now time.Time) (CancellationQuote, error) {
	if !b.isComing() || !now.Before(b.StartsAt) || o.Supplement != nil {
		return CancellationQuote{}, fault.New(fault.NotPossible, "The booking can no longer be cancelled.")
	}
	return o.policyQuote(b, now), nil
}

// policyQuote returns what the booking's tiers refund now, on top of earlier refunds. It refunds nothing for a booking
// that is not charged yet: cancelling it is free.
func (o *Order) policyQuote(b *Booking, now time.Time) CancellationQuote {
	if free := o.freeUntil(b); free != NoFreePeriod {
		return CancellationQuote{Percent: 100, FreeUntil: free}
	}
	terms := CancellationTerms{Steps: b.refundSteps(now)}
	steps := terms.withAmounts(b.Amount, b.Refunded, o.Currency).Steps
	if len(steps) == 0 {
		return o.withPayments(b, CancellationQuote{})
	}
	return o.withPayments(b, CancellationQuote{Percent: steps[0].Percent, Refund: steps[0].Refund})
}

// withPayments returns a quote with the amounts that follow from the order's payments.
func (o *Order) withPayments(b *Booking, q CancellationQuote) CancellationQuote {
	q.Payout = q.Refund
	if o.Method != PayLater && o.Payment.ChargedBack() == 0 {
		return q
	}
	after := *o
	after.Bookings = slices.Clone(o.Bookings)
	ended := after.booking(b.ID)
	ended.Status, ended.Refunded = Cancelled, b.Refunded+q.Refund
	q.Payout = after.RefundDue() - o.RefundDue()
	if o.Method != PayLater {
		return q // the bank has given back the rest
	}
	q.Due = after.DueFor(b.ID)
	q.Applied = max(q.Refund-q.Payout-(o.DueFor(b.ID)-q.Due), 0)
	return q
}

// FullRefund returns what the end of a booking refunds if nothing of its price is kept.
func (o *Order) FullRefund(b *Booking) CancellationQuote {
	return o.withPayments(b, CancellationQuote{Percent: 100, Refund: b.unrefunded()})
}

// reduceCharge reduces what is charged for a booking.
func (o *Order) reduceCharge(b *Booking, sum int64) {
	quote := o.withPayments(b, CancellationQuote{Refund: sum})
	if o.Method == PayLater {
		b.Waived += sum - quote.Payout
	}
	b.Applied += quote.Applied
	b.Refunded += sum
}

// endCharge reduces what is charged for a booking that is cancelled.
func (o *Order) endCharge(b *Booking, sum int64) {
	b.RefundedBefore = b.Refunded - b.Waived
	o.reduceCharge(b, sum)
}

// CancelAsShown ends a booking by its policy. It returns PriceChanged if the amounts differ from shown.
func (s *Service) CancelAsShown(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, shown CancellationQuote,
) (Order, error) {
	return s.cancelIf(ctx, d, visitor, orderID, bookingID, func(q CancellationQuote) bool { return q == shown })
}

// Cancel ends a booking as CancelAsShown does, but compares only the refund that was shown: quotes that differ in
// another part count as equal.
func (s *Service) Cancel(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, shown int64,
) (Order, error) {
	return s.cancelIf(ctx, d, visitor, orderID, bookingID,
		func(q CancellationQuote) bool { return q.Refund == shown })
}

func (s *Service) cancelIf(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, isShown func(CancellationQuote) bool,
) (Order, error) {
	if _, err := s.visitorOrder(ctx, d, visitor, orderID); err != nil {
		return Order{}, err
	}
	return s.cancel(ctx, orderID, bookingID, func(o *Order, b *Booking) (CancellationQuote, error) {
		quote, err := o.quoteCancellation(b, s.now())
		if err == nil && !isShown(quote) {
			err = errRefundChanged
		}
		return quote, err
	})
}

var errRefundChanged = fault.New(fault.PriceChanged, "The refund is not what was shown.")

// cancel ends a booking with the refund that agree returns for its stored state.
func (s *Service) cancel(
	ctx context.Context, orderID, bookingID string, agree func(*Order, *Booking) (CancellationQuote, error),
) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		quote, err := agree(order, b)
		if err != nil {
			return err
		}
		off := quote.Refund
		if order.freeUntil(b) != NoFreePeriod {
			off = b.unrefunded()
		}
		hadChoice := b.awaitsChoice()
		order.endCharge(b, off)
		if err := s.releaseBookings(ctx, tx, order, func(other *Booking) bool { return other == b },
			Cancelled); err != nil {
			return err
		}
		if hadChoice {
			order.extendPayBy(s.now())
		}
		return s.saveOpen(ctx, tx, order)
	})
}
