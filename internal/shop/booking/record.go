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

// Record is an operator's note about money of an order that the payment provider knows nothing of.
type Record struct {
	Kind    RecordKind `json:"kind"`
	By      Means      `json:"by,omitempty"` // empty of what was written off
	Amount  int64      `json:"amount"`
	Booking string     `json:"booking,omitempty"` // the id of the booking that was paid for
	At      time.Time  `json:"at"`
	Actor   string     `json:"actor,omitempty"` // who recorded it
	Note    string     `json:"note,omitempty"`
}

// RecordKind says which way the money went.
type RecordKind string

const (
	RecordedPayment RecordKind = "paid"
	RecordedRefund  RecordKind = "refunded"
	WrittenOff      RecordKind = "written_off" // owed to the buyer, and not given back
)

// Means is how money moved that the payment provider knows nothing of.
type Means string

const (
	InCash     Means = "cash"
	ByTransfer Means = "transfer"
	AtTerminal Means = "terminal" // a card terminal of the shop's own
)

// AllMeans lists the means.
var AllMeans = []Means{InCash, ByTransfer, AtTerminal}

// recorded adds up the records of one kind.
func (p *Payment) recorded(kind RecordKind) (sum int64) {
	for _, r := range p.Records {
		if r.Kind == kind {
			sum += r.Amount
		}
	}
	return sum
}

// Taken returns what was received: by the provider, and in other ways as recorded.
func (p *Payment) Taken() int64 { return p.Captured + p.recorded(RecordedPayment) }

// Returned returns what was given back: by the provider, and in other ways as recorded.
func (p *Payment) Returned() int64 { return p.Refunded + p.recorded(RecordedRefund) }

// WrittenOff returns what was owed to the buyer and will not be given back.
func (p *Payment) WrittenOff() int64 { return p.recorded(WrittenOff) }

// Due returns what is still to be paid of an order that is paid later: of what stands, and of what cancelling has kept.
func (o *Order) Due() int64 {
	if o.Method != PayLater {
		return 0
	}
	return max(-o.owed(), 0)
}

// DueFor returns the part of Due that is still to be paid for a booking. What was recorded for a booking counts for it first, and
// what it has over for the others, in their order.
func (o *Order) DueFor(id string) int64 {
	left := o.Due()
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !o.costs(b) {
			continue
		}
		due := b.kept()
		for _, r := range o.Payment.Records {
			if r.Kind == RecordedPayment && r.Booking == b.ID {
				due -= r.Amount
			}
		}
		due = min(max(due, 0), left)
		if left -= due; b.ID == id {
			return due
		}
	}
	return 0
}

// GivenBackElsewhere returns what was given back beyond what the bookings say: a refund that was made at the provider, by
// somebody else than this program.
func (o *Order) GivenBackElsewhere() int64 {
	if o.Payment.Captured == 0 {
		return 0
	}
	return max(-o.owed(), 0)
}

// RecordPayment records that a part of what is due of a reservation was paid for one of its bookings. known is what had been
// paid of the order before, which keeps a payment from being recorded twice. Once nothing is due any more, the bookings of
// instant suppliers are confirmed. It returns NotPossible for more than is due, and PriceChanged where known is not so.
func (s *Service) RecordPayment(ctx context.Context, orderID, bookingID string, r Record, known int64) (Order, error) {
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, o *Order, b *Booking) error {
		due := o.Due()
		switch {
		case o.Payment.recorded(RecordedPayment) != known:
			return fault.New(fault.PriceChanged, "Another payment of the order was recorded meanwhile.")
		case o.Method != PayLater:
			return fault.New(fault.NotPossible, "The order was not to be paid later.")
		case b.Status != Pending && b.Status != Confirmed && b.Status != Redeemed && b.Status != Cancelled || due == 0:
			return fault.New(fault.NotPossible, fmt.Sprintf("Nothing is to be paid for the booking, which is %s.", b.Status))
		case r.Amount <= 0 || r.Amount > due:
			return fault.New(fault.NotPossible, "The amount is more than what is still to be paid.")
		}
		r.Kind, r.Booking = RecordedPayment, bookingID
		if err := s.enter(o, r); err != nil {
			return err
		}
		if err := s.announcePayment(ctx, tx, o); err != nil {
			return err
		}
		return s.keep(ctx, tx, o)
	})
}

// announcePayment has a buyer whose order is confirmed already told of a payment. Any other is told by the confirmation.
func (s *Service) announcePayment(ctx context.Context, tx Tx, o *Order) error {
	if !slices.Contains(o.Told, string(notice.OrderConfirmed)) && !slices.Contains(o.Told, string(notice.OrderPartly)) {
		return nil
	}
	return tx.TellLater(ctx, notice.Notice{
		Kind: notice.PaymentReceived, Deployment: o.Deployment, Language: o.Language, To: o.Buyer.Email, Subject: o.ID,
	})
}

// RecordRefund records that a part of what is owed to a buyer was given back in another way than by the provider.
func (s *Service) RecordRefund(ctx context.Context, orderID string, r Record) (Order, error) {
	r.Kind = RecordedRefund
	return s.settleDebt(ctx, orderID, r)
}

// WriteOff records that a part of what is owed to a buyer will not be given back, and why.
func (s *Service) WriteOff(ctx context.Context, orderID string, r Record) (Order, error) {
	if r.Kind = WrittenOff; strings.TrimSpace(r.Note) == "" {
		return Order{}, fault.New(fault.Invalid, "Say why it is written off.")
	}
	return s.settleDebt(ctx, orderID, r)
}

// settleDebt enters a record against what is owed to a buyer. A refund that is on its way by the provider is not recorded
// beside it: only one that failed or was refused, or money that the provider never had.
func (s *Service) settleDebt(ctx context.Context, orderID string, r Record) (Order, error) {
	return s.onOrder(ctx, orderID, func(tx Tx, o *Order) error {
		switch {
		case o.owed() <= 0:
			return fault.New(fault.NotPossible, "Nothing is owed to the buyer.")
		case o.Payment.Captured > 0 && o.Payment.RefundProblem == "":
			return fault.New(fault.NotPossible, "The payment provider is giving the money back.")
		case r.Amount <= 0 || r.Amount > o.owed():
			return fault.New(fault.NotPossible, "The amount is more than what is owed to the buyer.")
		}
		if err := s.enter(o, r); err != nil {
			return err
		}
		return s.keep(ctx, tx, o)
	})
}

// RetryRefund asks the provider once more for a refund that failed or was refused.
func (s *Service) RetryRefund(ctx context.Context, orderID string) (Order, error) {
	return s.onOrder(ctx, orderID, func(tx Tx, o *Order) error {
		if o.Payment.RefundProblem == "" || o.owed() <= 0 {
			return fault.New(fault.NotPossible, "No refund of the order has failed.")
		}
		o.Payment.RefundProblem = ""
		o.Payment.RefundTry++
		return s.keep(ctx, tx, o)
	})
}

func (s *Service) enter(o *Order, r Record) error {
	if r.Kind != WrittenOff && !slices.Contains(AllMeans, r.By) {
		return fault.New(fault.Invalid, fmt.Sprintf("%q is none of the means.", r.By))
	}
	r.At = s.now()
	o.Payment.Records = append(slices.Clip(o.Payment.Records), r)
	return nil
}

// followRecords has a reservation follow what was recorded as paid: it stands as soon as nothing is due any more.
func (s *Service) followRecords(ctx context.Context, tx Tx, o *Order) error {
	if o.Due() > 0 {
		return s.followDeadline(ctx, tx, o)
	}
	s.followCaptured(o)
	return nil
}
