package ordertext

import "storefront/internal/shop/booking"

// Stake is what a buyer has given for a booking so far.
type Stake int

const (
	Unpaid Stake = iota
	OnCard       // reserved on a card and not charged
	Paid         // all of it, or a part
)

// StakeOf returns what the buyer of an order has given for one of its bookings.
func StakeOf(o *booking.Order, b *booking.Booking) Stake {
	p := &o.Payment
	switch {
	case p.Taken() > 0 && o.DueFor(b.ID) < b.Amount-b.Refunded:
		return Paid
	case p.Taken() == 0 && p.Status == booking.PaymentAuthorised && b.Amount > 0:
		return OnCard
	}
	return Unpaid
}
