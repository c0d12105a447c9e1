package booking

// RefundShare is a part of the refunds that were made, and the booking that it was for. Orders store it: its JSON must
// not change.
type RefundShare struct {
	Booking string `json:"booking"`
	Amount  int64  `json:"amount"`
}

// RefundsFor returns the refunds of a booking that are made or on their way. It excludes reserved amounts that were
// released, and refunds that an operator has yet to make.
func (o *Order) RefundsFor(b *Booking) int64 {
	sum := refundShareOf(o.refundShares(), b)
	if !o.NeedsManualRefund() {
		sum += o.RefundDueFor(b)
	}
	return sum
}

// RefundOfCancellation returns the part of RefundsFor that a booking's cancellation has added.
func (o *Order) RefundOfCancellation(b *Booking) int64 {
	return max(o.RefundsFor(b)-b.RefundedBefore, 0)
}

// RefundDueFor returns the part of RefundDue that is for one booking. Bookings are refunded in the order of their
// lines.
func (o *Order) RefundDueFor(b *Booking) int64 {
	shares, left := o.refundShares(), o.RefundDue()
	for i := range o.Bookings {
		other := &o.Bookings[i]
		due := max(min(other.Refunded-other.Waived-refundShareOf(shares, other), left), 0)
		if left -= due; other.ID == b.ID {
			return due
		}
	}
	return 0
}

// refundShares returns the refunds that were made, by booking, in the order in which they were made. It keeps the
// stored shares, except the latest that have since failed, and assigns the rest to bookings in the order of their
// lines, up to what each is owed.
func (o *Order) refundShares() (shares []RefundShare) {
	left := o.refundedForBookings()
	for _, r := range o.Payment.RefundShares {
		if r.Amount = min(r.Amount, left); r.Amount > 0 {
			shares = append(shares, r)
			left -= r.Amount
		}
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if part := min(b.Refunded-b.Waived-refundShareOf(shares, b), left); part > 0 {
			shares = append(shares, RefundShare{b.ID, part})
			left -= part
		}
	}
	return shares
}

// refundedForBookings returns the sum of the refunds that were made for bookings. It excludes refunds of a lower price
// after a move, and of bookings that were rejected or expired.
func (o *Order) refundedForBookings() (sum int64) {
	for _, b := range o.Bookings {
		sum += b.Refunded - b.Waived
	}
	return max(min(sum-o.RefundDue()-o.Payment.WrittenOff(), o.Payment.TotalRefunded()), 0)
}

func refundShareOf(shares []RefundShare, b *Booking) (sum int64) {
	for _, r := range shares {
		if r.Booking == b.ID {
			sum += r.Amount
		}
	}
	return sum
}
