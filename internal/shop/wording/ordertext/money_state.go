package ordertext

import (
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// MoneyState is the state of a buyer's money for a booking.
type MoneyState int

const (
	Unpaid         MoneyState = iota
	OnCard                    // reserved on a card and not charged
	Paid                      // all of it, or a part
	PaidAndApplied            // likewise, and if it ends, some of that counts for the rest of its order
)

// MoneyStateOf returns the state of the buyer's money for one booking of an order.
func MoneyStateOf(o *booking.Order, b *booking.Booking) MoneyState {
	p := &o.Payment
	switch {
	case p.TotalReceived() > 0 && o.DueFor(b.ID) < b.Amount-b.Refunded:
		if o.FullRefund(b).Applied > 0 {
			return PaidAndApplied
		}
		return Paid
	case p.TotalReceived() == 0 && p.Status == booking.PaymentAuthorised && b.Amount > 0:
		return OnCard
	}
	return Unpaid
}

// IfCancelledText returns the sentence on what the buyer has paid or reserved for a booking, if it is cancelled because
// the shop has cancelled or moved its departure; empty if all of it comes back, or nothing was paid.
func IfCancelledText(o *booking.Order, b *booking.Booking) string {
	w := &wording.In(o.Language).Mail
	switch MoneyStateOf(o, b) {
	case OnCard:
		return w.ReleasedIfCancelled
	case PaidAndApplied:
		q, text := o.FullRefund(b), w.AppliedIfCancelled
		if q.Payout > 0 {
			text = w.PartAppliedIfCancelled
		}
		return wording.Fill(text, "applied", Money(o, q.Applied), "back", Money(o, q.Payout))
	}
	return ""
}
