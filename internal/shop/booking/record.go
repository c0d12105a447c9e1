package booking

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// Record is an operator's record of money that moved outside the payment provider.
type Record struct {
	Kind    RecordKind `json:"kind"`
	By      Means      `json:"by,omitempty"` // empty for write-offs
	Amount  int64      `json:"amount"`
	Booking string     `json:"booking,omitempty"` // the id of the booking that it pays for
	At      time.Time  `json:"at"`
	Actor   string     `json:"actor,omitempty"` // the operator
	Note    string     `json:"note,omitempty"`
}

// RecordKind is the kind of a recorded movement of money.
type RecordKind string

const (
	RecordedPayment RecordKind = "paid"
	RecordedRefund  RecordKind = "refunded"
	WrittenOff      RecordKind = "written_off" // owed to the buyer, and not refunded
)

// Means is how money moved outside the payment provider.
type Means string

const (
	InCash     Means = "cash"
	ByTransfer Means = "transfer"
	AtTerminal Means = "terminal" // the shop's own card terminal
)

// AllMeans lists the means.
var AllMeans = []Means{InCash, ByTransfer, AtTerminal}

func (m Means) check() error {
	if !slices.Contains(AllMeans, m) {
		return fault.New(fault.Invalid, fmt.Sprintf("%q is not a known means of payment.", m))
	}
	return nil
}

// recordedSum returns the sum of the records of one kind.
func (p *Payment) recordedSum(kind RecordKind) (sum int64) {
	for _, r := range p.Records {
		if r.Kind == kind {
			sum += r.Amount
		}
	}
	return sum
}

// RecordedPaymentsFor returns the sum of the payments that were recorded for a booking.
func (p *Payment) RecordedPaymentsFor(id string) (sum int64) {
	for _, r := range p.Records {
		if r.Kind == RecordedPayment && r.Booking == id {
			sum += r.Amount
		}
	}
	return sum
}

// TotalReceived returns the money received: by the provider, and as recorded.
func (p *Payment) TotalReceived() int64 { return p.Captured + p.recordedSum(RecordedPayment) }

// TotalRefunded returns the money refunded: by the provider, as recorded, and by the buyer's bank.
func (p *Payment) TotalRefunded() int64 { return p.Refunded + p.RefundedByShop() + p.ChargedBack() }

// ChargedBack returns what the buyer's bank has given back from the payment because the shop has lost a dispute.
func (p *Payment) ChargedBack() int64 {
	if !p.Dispute.Lost() {
		return 0
	}
	return max(min(p.Dispute.Amount, p.Captured-p.Refunded), 0)
}

// RefundedByShop returns the refunds that the shop has made itself, as recorded.
func (p *Payment) RefundedByShop() int64 { return p.recordedSum(RecordedRefund) }

// WrittenOff returns what was owed to the buyer and will not be refunded.
func (p *Payment) WrittenOff() int64 { return p.recordedSum(WrittenOff) }

// Due returns what is still to be paid of a pay-later order: for its bookings, and for what cancellations have kept.
func (o *Order) Due() int64 {
	if o.Method != PayLater {
		return 0
	}
	return max(-o.owedToBuyer(), 0)
}

// DueFor returns the part of Due that is for one booking. A recorded payment counts for its own booking first, and the
// rest of it for the others, in their order.
func (o *Order) DueFor(id string) int64 {
	left := o.Due()
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !o.isCharged(b) {
			continue
		}
		due := min(max(b.unrefunded()-o.Payment.RecordedPaymentsFor(b.ID), 0), left)
		if left -= due; b.ID == id {
			return due
		}
	}
	return 0
}

// RefundedElsewhere returns the refunds beyond those of the bookings: made at the provider, by others than this
// program. It excludes what a bank has given back.
func (o *Order) RefundedElsewhere() int64 {
	if o.Payment.Captured == 0 {
		return 0
	}
	return max(-o.owedToBuyer()-o.Payment.ChargedBack(), 0)
}

// RecordPayment records a payment for one booking of a reservation. known is the sum of the recorded payments before
// it, which prevents recording it twice. Once nothing is due, the accepted bookings are confirmed. It returns
// NotPossible for more than is due, and PriceChanged if known has changed.
func (s *Service) RecordPayment(ctx context.Context, orderID, bookingID string, r Record, known int64) (Order, error) {
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		if o.Payment.recordedSum(RecordedPayment) != known {
			return fault.New(fault.PriceChanged, "Another payment of the order was recorded in the meantime.")
		}
		return s.recordPayment(ctx, tx, o, b, r)
	})
}

func (s *Service) recordPayment(ctx context.Context, tx Tx, o *Order, b *Booking, r Record) error {
	due := o.Due()
	switch {
	case o.Method != PayLater:
		return fault.New(fault.NotPossible, "The order is not a reservation to be paid later.")
	case b.Status != Pending && b.Status != Confirmed && b.Status != Redeemed && b.Status != Cancelled || due == 0:
		return fault.New(fault.NotPossible, fmt.Sprintf("Nothing is due for the booking, which is %s.", b.Status))
	case r.Amount <= 0 || r.Amount > due:
		return fault.New(fault.NotPossible, "The amount is more than what is due.")
	}
	r.Kind, r.Booking = RecordedPayment, b.ID
	if err := s.addRecord(o, r); err != nil {
		return err
	}
	if err := s.announcePayment(ctx, tx, o); err != nil {
		return err
	}
	return s.saveOpen(ctx, tx, o)
}

// announcePayment notifies the buyer of a payment if the order was confirmed before; otherwise its confirmation does.
func (s *Service) announcePayment(ctx context.Context, tx Tx, o *Order) error {
	if !o.wasConfirmed() {
		return nil
	}
	return tx.NotifyLater(ctx, o.notice(notice.PaymentReceived, ""))
}

// RecordRefund records a refund to the buyer outside the provider. known is what was owed when the operator decided,
// which prevents recording a refund twice. It returns PriceChanged if that has changed, and NotPossible for more than
// is owed.
func (s *Service) RecordRefund(ctx context.Context, orderID string, r Record, known int64) (Order, error) {
	r.Kind = RecordedRefund
	return s.settleDebt(ctx, orderID, r, known)
}

// WriteOff records that a part of what is owed to a buyer will not be refunded, and why. known is that of RecordRefund.
func (s *Service) WriteOff(ctx context.Context, orderID string, r Record, known int64) (Order, error) {
	if r.Kind = WrittenOff; strings.TrimSpace(r.Note) == "" {
		return Order{}, fault.New(fault.Invalid, "A write-off needs a note.")
	}
	return s.settleDebt(ctx, orderID, r, known)
}

// settleDebt adds a record against what is owed to a buyer. It refuses while the provider is refunding: only a failed
// refund, or money that the provider never had, can be settled otherwise.
func (s *Service) settleDebt(ctx context.Context, orderID string, r Record, known int64) (Order, error) {
	return s.changeOrder(ctx, orderID, func(tx Tx, o *Order) error {
		switch {
		case o.owedToBuyer() <= 0:
			return fault.New(fault.NotPossible, "Nothing is owed to the buyer.")
		case o.RefundDue() != known:
			return fault.New(fault.PriceChanged, "What is owed to the buyer has changed in the meantime.")
		case o.Payment.Captured > 0 && o.Payment.RefundProblem == "" || o.Payment.Refunding.Key != "":
			return fault.New(fault.NotPossible, "The payment provider is refunding it.")
		case r.Amount <= 0 || r.Amount > o.owedToBuyer():
			return fault.New(fault.NotPossible, "The amount is more than what is owed to the buyer.")
		}
		if err := s.addRecord(o, r); err != nil {
			return err
		}
		return s.saveOpen(ctx, tx, o)
	})
}

// RetryRefund lets the provider retry a refund that failed or was refused.
func (s *Service) RetryRefund(ctx context.Context, orderID string) (Order, error) {
	return s.changeOrder(ctx, orderID, func(tx Tx, o *Order) error {
		if o.Payment.RefundProblem == "" || o.owedToBuyer() <= 0 {
			return fault.New(fault.NotPossible, "No refund of the order has failed.")
		}
		o.Payment.RefundProblem = ""
		o.Payment.RefundAttempt++
		return s.saveOpen(ctx, tx, o)
	})
}

func (s *Service) addRecord(o *Order, r Record) error {
	if r.Kind != WrittenOff {
		if err := r.By.check(); err != nil {
			return err
		}
	}
	r.At = s.now()
	o.Payment.Records = append(slices.Clip(o.Payment.Records), r)
	return nil
}

// applyRecords confirms what suppliers have accepted once nothing is due any more.
func (s *Service) applyRecords(ctx context.Context, tx Tx, o *Order) error {
	if o.Due() > 0 {
		return s.expireUnpaid(ctx, tx, o)
	}
	if err := s.expireUndecided(ctx, tx, o); err != nil {
		return err
	}
	s.applyCaptured(o)
	return nil
}
