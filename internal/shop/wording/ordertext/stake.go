package ordertext

import (
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Stake is the state of a buyer's money for a booking.
type Stake int

const (
	Unpaid  Stake = iota
	OnCard        // reserved on a card and not charged
	Paid          // all of it, or a part
	Counted       // likewise, and if it ends, some of that counts for the rest of its order
)

// StakeOf returns the state of the buyer's money for one booking of an order.
func StakeOf(o *booking.Order, b *booking.Booking) Stake {
	p := &o.Payment
	switch {
	case p.TotalReceived() > 0 && o.DueFor(b.ID) < b.Amount-b.Refunded:
		if o.FullRefund(b).Applied > 0 {
			return Counted
		}
		return Paid
	case p.TotalReceived() == 0 && p.Status == booking.PaymentAuthorised && b.Amount > 0:
		return OnCard
	}
	return Unpaid
}

// IfCancelled returns the sentence on what the buyer has given for a booking, if it is cancelled because the shop has
// cancelled or moved its departure; empty if all of it comes back, or nothing was given.
func IfCancelled(o *booking.Order, b *booking.Booking) string {
	w := &wording.In(o.Language).Mail
	switch StakeOf(o, b) {
	case OnCard:
		return w.ReleasedIfCancelled
	case Counted:
		q, text := o.FullRefund(b), w.AppliedIfCancelled
		if q.Payout > 0 {
			text = w.PartAppliedIfCancelled
		}
		return wording.Fill(text, "applied", Money(o, q.Applied), "back", Money(o, q.Payout))
	}
	return ""
}
