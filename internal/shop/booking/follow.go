package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/payment"
)

// follow has the order follow its payment and the clock.
func (s *Service) follow(ctx context.Context, tx Tx, o *Order, seen sight) error {
	if o.Method == PayLater && o.Payment.recorded(RecordedPayment) > 0 {
		// It was paid in another way: its payment page is closed, and what was reserved on it released.
		o.Payment.Ended = o.Payment.Ended || seen.state != nil && (seen.state.Status == payment.Failed || seen.state.Status == payment.Voided)
		return s.followRecords(ctx, tx, o)
	}
	if o.Method == PayLater {
		if seen.state == nil || !seen.paid() {
			o.Payment.Ended = o.Payment.Ended || seen.state != nil && seen.state.Status == payment.Failed
			return s.followDeadline(ctx, tx, o)
		}
		o.payByCard()
	}
	if seen.state == nil {
		return s.followHold(ctx, tx, o)
	}
	o.Tried = o.Tried || seen.tried()
	p := &o.Payment
	p.Authorised, p.Captured, p.LapsesAt = seen.state.Authorised, seen.state.Captured, seen.state.LapsesAt
	p.followRefunds(seen)
	switch seen.state.Status {
	case payment.Processing:
		if now := s.now(); o.count(OnHold) > 0 && o.HoldUntil.Before(now.Add(s.terms.Look)) && now.Before(o.CreatedAt.Add(longestProcessing)) {
			o.HoldUntil = now.Add(s.terms.Hold)
		}
		return s.followHold(ctx, tx, o)
	case payment.Open:
		return s.followHold(ctx, tx, o)
	case payment.Failed, payment.Voided:
		return s.followFailure(ctx, tx, o, seen.state.Status)
	case payment.Authorised:
		return s.followAuthorised(ctx, tx, o, seen.refused)
	case payment.Captured:
		s.followCaptured(o)
		return nil
	}
	return fmt.Errorf("order %s: the provider tells of the status %q", o.ID, seen.state.Status)
}

// longestProcessing bounds how long seats are kept for a payment whose outcome the provider does not know yet.
const longestProcessing = 2 * time.Hour

// followHold gives the seats up once the hold has ended.
func (s *Service) followHold(ctx context.Context, tx Tx, o *Order) error {
	if o.count(OnHold) == 0 || s.now().Before(o.HoldUntil) {
		return nil
	}
	o.Payment.Status = PaymentFailed
	return s.expire(ctx, tx, o, OnHold)
}

// followDeadline gives the seats up that were not paid in time.
func (s *Service) followDeadline(ctx context.Context, tx Tx, o *Order) error {
	if !s.now().Before(o.Payment.PayBy) && !o.Payment.AtStart {
		if err := s.expire(ctx, tx, o, Pending); err != nil {
			return err
		}
	}
	switch {
	case o.owed() > 0: // a part was paid, and the rest was not
		s.followCaptured(o)
	case o.Payment.Status == PaymentDue && o.Payment.Taken() == 0 && o.count(Pending, Confirmed, Redeemed) == 0:
		o.Payment.Status = PaymentFailed
	}
	return nil
}

// followFailure lets the visitor try again for a while where he has not paid; a reserved amount that is gone ends what
// was not confirmed.
func (s *Service) followFailure(ctx context.Context, tx Tx, o *Order, status payment.Status) error {
	o.Payment.Ended = true
	if o.count(OnHold) > 0 {
		if o.Payment.Status != PaymentFailed {
			o.HoldUntil = minTime(o.HoldUntil, s.now().Add(s.terms.RetryDeclined))
		}
		o.Payment.Status = PaymentFailed
		return s.followHold(ctx, tx, o)
	}
	o.Payment.Status = PaymentFailed
	if status == payment.Voided && o.Payment.Authorised > 0 {
		o.Payment.Status = PaymentVoided
	}
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.Status == Pending && b.Decision == Accepted && b.Amount == 0 {
			b.Status = Confirmed // a promo code had paid all of it
		}
	}
	return s.expire(ctx, tx, o, Pending)
}

// followAuthorised books what is paid for: instant suppliers accept at once, the others are asked.
func (s *Service) followAuthorised(ctx context.Context, tx Tx, o *Order, refused bool) error {
	if o.Payment.Status == PaymentNone || o.Payment.Status == PaymentFailed {
		if err := s.revive(ctx, tx, o); err != nil {
			return err
		}
		o.Payment.Status = PaymentAuthorised
		o.HoldUntil = time.Time{}
		for i := range o.Bookings {
			if b := &o.Bookings[i]; b.Status == OnHold {
				b.Status = Pending
			}
		}
	}
	if refused {
		return s.release(ctx, tx, o, func(b *Booking) bool { return b.Status == Pending }, Rejected)
	}
	if s.now().Before(s.decideBy(o)) {
		return nil
	}
	return s.release(ctx, tx, o, func(b *Booking) bool { return b.Status == Pending && b.Decision == Undecided }, Expired)
}

// revive takes the seats of a payment that came after its hold had ended, as far as they are still there.
func (s *Service) revive(ctx context.Context, tx Tx, o *Order) error {
	if o.Superseded || o.count(OnHold) > 0 || o.PromoCode != "" {
		return nil // a code's use was given back, and may be somebody else's now
	}
	for _, b := range o.bySlot() {
		if b.Status != Expired || !s.now().Before(b.StartsAt) || b.Wish.Negotiation != "" {
			continue // so was the use of an agreed price
		}
		err := tx.TakeSeats(ctx, Gather(b.Seats))
		if fault.Is(err, fault.SoldOut) {
			continue
		}
		if err != nil {
			return err
		}
		b.Status = Pending
	}
	return nil
}

// bySlot are an order's bookings in the order in which all transactions take seats. The days of a stay follow one another: no
// slot that a booking adds is before one of an earlier booking.
func (o *Order) bySlot() []*Booking {
	sorted := make([]*Booking, len(o.Bookings))
	for i := range o.Bookings {
		sorted[i] = &o.Bookings[i]
	}
	slices.SortStableFunc(sorted, func(a, b *Booking) int {
		return slices.CompareFunc(a.Seats, b.Seats, func(x, y Demand) int { return x.compare(y.Slot) })
	})
	return sorted
}

// followRefunds takes over what the provider says of refunds and disputes.
func (p *Payment) followRefunds(seen sight) {
	if seen.state.RefundFailed > p.RefundFailed {
		p.RefundProblem = "it failed after it was made, and the money came back"
	}
	if seen.problem != "" {
		p.RefundProblem = seen.problem
	}
	p.Refunded, p.RefundFailed, p.Dispute = seen.state.Refunded, seen.state.RefundFailed, seen.state.Dispute
}

// followCaptured confirms what was paid for, and sees whether something is to be given back.
func (s *Service) followCaptured(o *Order) {
	for i := range o.Bookings {
		if b := &o.Bookings[i]; b.Status == Pending && b.Decision == Accepted {
			b.Status = Confirmed
		}
	}
	owed := o.owed()
	if owed <= 0 {
		o.Payment.RefundProblem = ""
	}
	switch {
	case owed > 0 && o.Payment.RefundProblem != "":
		o.Payment.Status = PaymentRefundFailed
	case owed > 0:
		o.Payment.Status = PaymentRefundPending
	case o.Payment.Returned() > 0 && o.Payment.Returned() == o.Payment.Taken():
		o.Payment.Status = PaymentRefunded
	default:
		o.Payment.Status = PaymentCaptured
	}
}

// owed returns what was received beyond what the bookings cost, and was neither given back nor written off: it goes back to
// the buyer. It is negative where something is still to be paid, or more was given back than the bookings say.
func (o *Order) owed() int64 {
	due := int64(0)
	for _, b := range o.Bookings {
		if o.costs(&b) {
			due += b.kept()
		}
	}
	p := &o.Payment
	return p.Taken() - p.Returned() - p.WrittenOff() - due
}

// costs reports whether a booking is paid for, or is to be.
func (o *Order) costs(b *Booking) bool {
	return b.Status == Confirmed || b.Status == Redeemed || b.Status == Cancelled || b.Status == Pending && o.Method == PayLater
}

// expire ends the bookings in one state.
func (s *Service) expire(ctx context.Context, tx Tx, o *Order, from BookingStatus) error {
	return s.release(ctx, tx, o, func(b *Booking) bool { return b.Status == from }, Expired)
}

// release ends some bookings: their seats are free again, and so is the promo code once nothing of the order is left.
func (s *Service) release(ctx context.Context, tx Tx, o *Order, which func(*Booking) bool, to BookingStatus) error {
	return giveBack(ctx, tx, o.Deployment, o.giveUp(which, to))
}

// giveBack lets others have what an order of a deployment has given up.
func giveBack(ctx context.Context, tx Tx, deployment string, free freed) error {
	if len(free.seats) > 0 {
		if err := tx.ReleaseSeats(ctx, free.seats); err != nil {
			return err
		}
	}
	if free.code != "" {
		if err := tx.ReturnPromoCode(ctx, deployment, free.code, free.email); err != nil {
			return err
		}
	}
	return returnAgreed(ctx, tx, free.agreed)
}

// freed is what an order has no use for any more.
type freed struct {
	seats  []Demand // gathered
	code   string   // empty where the promo code is still used
	email  string   // whose use it was
	agreed []string // the negotiations whose prices can be used again
}

// giveUp ends some bookings and tells what is to be given back.
func (o *Order) giveUp(which func(*Booking) bool, to BookingStatus) freed {
	var seats []Demand
	var agreed []string
	for i := range o.Bookings {
		if b := &o.Bookings[i]; which(b) {
			b.Status = to
			seats = append(seats, b.Seats...)
			if b.Wish.Negotiation != "" && to != Cancelled {
				agreed = append(agreed, b.Wish.Negotiation)
			}
		}
	}
	if o.count(OnHold) == 0 {
		o.HoldUntil = time.Time{}
	}
	free := freed{seats: Gather(seats), email: o.promoBuyer(), agreed: agreed}
	if o.PromoUsed && o.count(OnHold, Pending, Confirmed, Redeemed, Cancelled) == 0 {
		o.PromoUsed, free.code = false, o.PromoCode
	}
	return free
}
