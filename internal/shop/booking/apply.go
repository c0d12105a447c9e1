package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/payment"
)

// applySnapshot changes an order by the state of its payment and the time.
func (s *Service) applySnapshot(ctx context.Context, tx Tx, o *Order, snapshot paymentSnapshot) error {
	if o.Resale != nil {
		return s.applyResale(ctx, tx, o)
	}
	if o.isSettledOutsideProvider() || o.Total == 0 && snapshot.state == nil {
		// The payment page is closed, and money reserved on it is released.
		o.Payment.SessionEnded = o.Payment.SessionEnded || snapshot.state != nil &&
			(snapshot.state.Status == payment.Failed || snapshot.state.Status == payment.Voided)
		return s.applyRecords(ctx, tx, o)
	}
	if o.Method == PayLater {
		if snapshot.state == nil || !snapshot.isPaid() || o.Payment.SessionEnded {
			o.Payment.SessionEnded = o.Payment.SessionEnded || snapshot.state != nil &&
				snapshot.state.Status == payment.Failed
			return s.expireUnpaid(ctx, tx, o)
		}
		o.convertToCardOrder()
	}
	if snapshot.state == nil {
		return s.expireHold(ctx, tx, o)
	}
	o.applyMoney(snapshot)
	switch snapshot.state.Status {
	case payment.Processing:
		now := s.now()
		ends := o.HoldUntil.Before(now.Add(s.durations.Recheck))
		if o.count(OnHold) > 0 && ends && now.Before(o.CreatedAt.Add(maxProcessing)) {
			o.HoldUntil = now.Add(s.durations.Hold)
		}
		return s.expireHold(ctx, tx, o)
	case payment.Open:
		return s.expireHold(ctx, tx, o)
	case payment.Failed, payment.Voided:
		if o.revertToReservation() {
			return s.expireUnpaid(ctx, tx, o)
		}
		return s.applyFailure(ctx, tx, o, snapshot.state.Status)
	case payment.Authorised:
		return s.applyAuthorised(ctx, tx, o, snapshot.captureRefused)
	case payment.Captured:
		s.applyCaptured(o)
		return nil
	}
	return fmt.Errorf("order %s: unknown payment status %q", o.ID, snapshot.state.Status)
}

// applyMoney copies the provider's amounts.
func (o *Order) applyMoney(snapshot paymentSnapshot) {
	o.PaymentAttempted = o.PaymentAttempted || snapshot.wasAttempted()
	p := &o.Payment
	more, _ := p.topUpSums()
	if amount, _ := o.captureAmount(); p.Captured == 0 && snapshot.state.Captured > 0 &&
		amount == snapshot.state.Captured {
		o.waiveReleased()
	}
	p.Authorised, p.Captured = snapshot.state.Authorised, snapshot.state.Captured+more
	p.LapsesAt = snapshot.state.LapsesAt
	p.applyRefunds(snapshot)
}

// waiveReleased notes that what was taken off the bookings before the capture was released on the card: no later refund
// is theirs.
func (o *Order) waiveReleased() {
	for i := range o.Bookings {
		b := &o.Bookings[i]
		b.Waived = b.Refunded
	}
}

// waiveRetained takes off what was to be charged for cancelled bookings, since the reserved amount cannot be charged.
func (o *Order) waiveRetained() {
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.Status == Cancelled {
			b.Refunded, b.Waived = b.Amount, b.Amount
		}
	}
}

// maxProcessing bounds how long seats are held for a payment that the provider is still processing.
const maxProcessing = 2 * time.Hour

// expireHold releases the seats once the hold has ended.
func (s *Service) expireHold(ctx context.Context, tx Tx, o *Order) error {
	if o.count(OnHold) == 0 || s.now().Before(o.HoldUntil) {
		return nil
	}
	o.Payment.Status = PaymentFailed
	return s.expireBookings(ctx, tx, o, OnHold)
}

// expireUnpaid releases the seats of a reservation that was not paid by its deadline; of one that is paid at its start,
// those that the supplier has not confirmed by then.
func (s *Service) expireUnpaid(ctx context.Context, tx Tx, o *Order) error {
	if !s.now().Before(o.Payment.PayBy) && !o.awaitsChoice() {
		err := s.releaseBookings(ctx, tx, o, func(b *Booking) bool {
			return b.Status == Pending && (!o.Payment.AtStart || b.Decision == Undecided)
		}, Expired)
		if err != nil {
			return err
		}
	}
	switch {
	case o.owedToBuyer() > 0: // a part was paid, and the rest was not
		s.applyCaptured(o)
	case o.Payment.Status == PaymentDue && o.Payment.TotalReceived() == 0 && o.count(Pending, Confirmed, Redeemed) == 0:
		o.Payment.Status = PaymentFailed
	}
	return nil
}

// applyFailure keeps the seats of an unpaid order for a while, so that the buyer can pay again. If a reserved amount is
// gone, it ends what is not confirmed.
func (s *Service) applyFailure(ctx context.Context, tx Tx, o *Order, status payment.Status) error {
	o.Payment.SessionEnded = true
	if o.count(OnHold) > 0 {
		if o.Payment.Status != PaymentFailed {
			o.HoldUntil = minTime(o.HoldUntil, s.now().Add(s.durations.RetryDeclined))
		}
		o.Payment.Status = PaymentFailed
		return s.expireHold(ctx, tx, o)
	}
	o.Payment.Status = PaymentFailed
	o.waiveRetained()
	if status == payment.Voided && o.Payment.Authorised > 0 {
		o.Payment.Status = PaymentVoided
	}
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.Status == Pending && b.Decision == Accepted && b.Amount == 0 {
			b.Status = Confirmed // a promo code covers all of it
		}
	}
	return s.expireBookings(ctx, tx, o, Pending)
}

// applyAuthorised turns holds into bookings that await their suppliers; instant suppliers have accepted already.
func (s *Service) applyAuthorised(ctx context.Context, tx Tx, o *Order, captureRefused bool) error {
	if o.Payment.Status == PaymentNone || o.Payment.Status == PaymentFailed {
		if err := s.retakeSeats(ctx, tx, o); err != nil {
			return err
		}
		o.Payment.Status = PaymentAuthorised
		o.HoldUntil = time.Time{}
		hasBegun := func(b *Booking) bool { return b.Status == OnHold && !s.now().Before(b.LastEntry()) }
		if err := s.releaseBookings(ctx, tx, o, hasBegun, Expired); err != nil {
			return err
		}
		for i := range o.Bookings {
			if b := &o.Bookings[i]; b.Status == OnHold {
				b.Status = Pending
			}
		}
	}
	if captureRefused {
		if o.revertToReservation() {
			return s.expireUnpaid(ctx, tx, o)
		}
		o.waiveRetained()
		return s.releaseBookings(ctx, tx, o, func(b *Booking) bool { return b.Status == Pending }, Rejected)
	}
	return s.expireUndecided(ctx, tx, o)
}

// expireUndecided ends the bookings that their suppliers have not decided by the deadline.
func (s *Service) expireUndecided(ctx context.Context, tx Tx, o *Order) error {
	if s.now().Before(s.supplierDeadline(o)) {
		return nil
	}
	undecided := func(b *Booking) bool { return b.AwaitsSupplier() && !b.awaitsChoice() }
	return s.releaseBookings(ctx, tx, o, undecided, Expired)
}

// retakeSeats takes the seats for a payment that came after its hold had ended, as far as they are still free by the
// live catalogue, which may have another capacity by now. Orders with a promo code and bookings with a negotiated price
// get none: another order may use these by now. Nor do moves: the booking stays as it was.
func (s *Service) retakeSeats(ctx context.Context, tx Tx, o *Order) error {
	if o.Superseded || o.count(OnHold) > 0 || o.PromoCode != "" || o.Supplement != nil {
		return nil
	}
	for _, b := range o.bookingsBySlot() {
		if b.Status != Expired || !s.now().Before(b.LastEntry()) || b.Choice.Negotiation != "" {
			continue
		}
		seats, err := s.liveDemands(o, b)
		if err == nil {
			err = tx.TakeSeats(ctx, seats)
		}
		if fault.Is(err, fault.SoldOut) || fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		b.Status = Pending
	}
	return nil
}

// liveDemands returns the merged seats of a booking with the capacity of the live catalogue. It returns
// fault.NotFound if the deployment no longer sells the option.
func (s *Service) liveDemands(o *Order, b *Booking) ([]Demand, error) {
	_, option, err := s.findOption(Deployment{ID: o.Deployment, Language: o.Language, Currency: o.Currency},
		b.Choice.Product, b.Choice.Option)
	if err != nil {
		return nil, err
	}
	seats := MergeDemands(b.Seats)
	for i := range seats {
		seats[i].Capacity = option.Capacity
	}
	return seats, nil
}

// bookingsBySlot returns an order's bookings in the order in which all transactions take seats. The days of a stay
// follow one another: no slot that a booking adds is before one of an earlier booking.
func (o *Order) bookingsBySlot() []*Booking {
	sorted := make([]*Booking, len(o.Bookings))
	for i := range o.Bookings {
		sorted[i] = &o.Bookings[i]
	}
	slices.SortStableFunc(sorted, func(a, b *Booking) int {
		return slices.CompareFunc(a.Seats, b.Seats, func(x, y Demand) int { return x.compare(y.Slot) })
	})
	return sorted
}

// applyRefunds copies the provider's refunds and dispute.
func (p *Payment) applyRefunds(snapshot paymentSnapshot) {
	if snapshot.state.RefundFailed > p.RefundFailed {
		p.RefundProblem = "it failed after it was made, and the money came back"
	}
	if snapshot.refundKey != "" && snapshot.refundKey == p.Refunding.Key {
		p.Refunding = Refunding{}
		if snapshot.refundProblem != "" {
			p.RefundProblem = snapshot.refundProblem
			p.RefundAttempt++
		}
	}
	_, back := p.topUpSums()
	p.Refunded, p.RefundFailed = snapshot.state.Refunded+back, snapshot.state.RefundFailed
	p.Dispute = snapshot.state.Dispute
}

// applyCaptured confirms the accepted bookings, and sets the payment status by what is owed to the buyer.
func (s *Service) applyCaptured(o *Order) {
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.Status == Pending && b.Decision == Accepted {
			b.Status = Confirmed
		}
	}
	owed := o.owedToBuyer()
	if owed <= 0 {
		o.Payment.RefundProblem = ""
	}
	switch {
	case owed > 0 && o.Payment.RefundProblem != "":
		o.Payment.Status = PaymentRefundFailed
	case owed > 0:
		o.Payment.Status = PaymentRefundPending
	case o.Payment.TotalRefunded() > 0 && o.Payment.TotalRefunded() == o.Payment.TotalReceived():
		o.Payment.Status = PaymentRefunded
	default:
		o.Payment.Status = PaymentCaptured
	}
}

// owedToBuyer returns the money received beyond the price of the bookings, less refunds and write-offs: it is owed to
// the buyer. It is negative if something is still to be paid, or if refunds exceed those of the bookings. Nothing is
// owed for a reseller's order: its account is charged and credited.
func (o *Order) owedToBuyer() int64 {
	if o.Resale != nil {
		return 0
	}
	due := int64(0)
	for _, b := range o.Bookings {
		if o.isCharged(&b) {
			due += b.unrefunded()
		}
	}
	p := &o.Payment
	return p.TotalReceived() - p.TotalRefunded() - p.WrittenOff() - due
}

// isCharged reports whether a booking is paid for, or will be.
func (o *Order) isCharged(b *Booking) bool {
	switch b.Status {
	case Confirmed, Redeemed, Cancelled:
		return true
	}
	return b.Status == Pending && o.Method == PayLater
}

// expireBookings ends the bookings in one state.
func (s *Service) expireBookings(ctx context.Context, tx Tx, o *Order, from BookingStatus) error {
	return s.releaseBookings(ctx, tx, o, func(b *Booking) bool { return b.Status == from }, Expired)
}

// releaseBookings ends some bookings and frees their seats, their negotiations, and the promo code if no booking is
// left.
func (s *Service) releaseBookings(
	ctx context.Context, tx Tx, o *Order, matches func(*Booking) bool, to BookingStatus,
) error {
	return returnResources(ctx, tx, o.Deployment, o.endBookings(matches, to))
}

// returnResources makes the seats and codes that an order has freed available to others.
func returnResources(ctx context.Context, tx Tx, deployment string, freed freedResources) error {
	if len(freed.seats) > 0 {
		if err := tx.ReleaseSeats(ctx, freed.seats); err != nil {
			return err
		}
	}
	if err := returnPromoCode(ctx, tx, deployment, freed); err != nil {
		return err
	}
	return returnNegotiations(ctx, tx, freed.negotiations)
}

// freedResources holds the seats, codes and prices that an order no longer needs.
type freedResources struct {
	seats        []Demand // merged by slot
	promoCode    string   // empty if the order still uses its promo code
	promoBuyer   string   // the buyer whose use of the code is counted
	negotiations []string // the ids of negotiations whose prices can be used again
}

// endBookings ends some bookings and returns the freed seats, codes and prices.
func (o *Order) endBookings(matches func(*Booking) bool, to BookingStatus) freedResources {
	var seats []Demand
	var negotiations []string
	for i := range o.Bookings {
		if b := &o.Bookings[i]; matches(b) {
			b.Status = to
			seats = append(seats, b.Seats...)
			if b.Choice.Negotiation != "" && to != Cancelled {
				negotiations = append(negotiations, b.Choice.Negotiation)
			}
		}
	}
	if o.count(OnHold) == 0 {
		o.HoldUntil = time.Time{}
	}
	freed := freedResources{seats: MergeDemands(seats), promoBuyer: o.promoBuyer(), negotiations: negotiations}
	if o.PromoUsed && o.count(OnHold, Pending, Confirmed, Redeemed, Cancelled) == 0 {
		o.PromoUsed, freed.promoCode = false, o.PromoCode
	}
	return freed
}
