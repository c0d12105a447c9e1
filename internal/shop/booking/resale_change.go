package booking

import (
	"context"
	"reflect"
	"slices"
	"time"
)

// ResaleChange changes a reseller's booking. Nil fields leave it as it is.
type ResaleChange struct {
	Before    Choice  // of the booking when Choice and Units were made from it
	Choice    *Choice // product, option, day and places; its units are those of Units, or those of the booking
	Units     []ResaleUnit
	Contact   *ResaleContact
	Notes     *string
	Reference *string
	Confirm   bool          // ends the hold, and charges the reseller's account
	Hold      time.Duration // prolongs a hold; zero: no change
}

// ResaleChangeable reports whether a reseller can change or cancel a booking: it is on hold, or cancelling it still
// refunds something.
func (o *Order) ResaleChangeable(now time.Time) bool {
	b := &o.Bookings[0]
	if b.Status == OnHold {
		return now.Before(o.HoldUntil)
	}
	quote, err := o.quoteCancellation(b, now)
	return err == nil && (quote.Percent > 0 || b.Amount == 0)
}

// ChangeResale changes a reseller's order, or confirms it, in one transaction: seats are exchanged, and the account is
// charged with the difference. Confirming a confirmed order changes nothing; it returns ErrAlreadyConfirmed for other
// details than the order has. It returns ErrHoldEnded for a hold that has ended, ErrNotChangeable for a booking that
// can no longer be changed, ErrPolicyBypassed for a change that would escape its cancellation policy, ErrNotOnHold for
// a hold to prolong that there is not, ErrNoPriceInCurrency for a hold in another currency than the account has now,
// ErrBookingChanged for a change of a choice that the booking no longer has, ErrTransfersFixed for a pickup after its
// deadline, and otherwise what Reserve returns.
func (s *Service) ChangeResale(
	ctx context.Context, d Deployment, reseller, key string, change ResaleChange,
) (Order, error) {
	order, err := s.Resale(ctx, d, reseller, key)
	if err != nil {
		return Order{}, err
	}
	if change.Confirm && order.isSold() {
		return order, change.checkRepeated(&order)
	}
	if err := s.checkResaleChange(&order, &change); err != nil {
		return Order{}, err
	}
	if change.Confirm && order.Currency != d.Currency {
		return Order{}, ErrNoPriceInCurrency
	}
	var q *Quote
	changesBooked := change.Choice != nil || change.Units != nil
	if changesBooked {
		if q, err = s.quoteResaleChange(ctx, d, &order, &change); err != nil {
			return Order{}, err
		}
	}
	return s.changeOrder(ctx, order.ID, func(tx Tx, o *Order) error {
		if change.Confirm && o.isSold() {
			return change.checkRepeated(o)
		}
		if changesBooked && !reflect.DeepEqual(o.Bookings[0].Choice, change.Before) {
			return ErrBookingChanged
		}
		if err := s.checkResaleChange(o, &change); err != nil {
			return err
		}
		if err := s.rebook(ctx, tx, d, o, q); err != nil {
			return err
		}
		s.applyResaleChange(o, &change)
		if err := tx.SaveSearchWords(ctx, *o); err != nil {
			return err
		}
		return s.saveResale(ctx, tx, o)
	})
}

// checkRepeated returns nil for a repeated confirmation, whose details the order has, and ErrAlreadyConfirmed for
// other details.
func (c *ResaleChange) checkRepeated(o *Order) error {
	r, before := o.Resale, &o.Bookings[0].Choice
	same := (c.Choice == nil || c.Choice.sameSlot(before) && c.Choice.Pickup == before.Pickup) &&
		(c.Contact == nil || reflect.DeepEqual(*c.Contact, r.Contact)) &&
		(c.Units == nil || reflect.DeepEqual(withoutIDs(c.Units), withoutIDs(r.Units))) &&
		(c.Notes == nil || *c.Notes == r.Notes) && (c.Reference == nil || *c.Reference == r.Reference)
	if !same {
		return ErrAlreadyConfirmed
	}
	return nil
}

// isSold reports whether a reseller's booking was confirmed, or awaits its supplier.
func (o *Order) isSold() bool { return o.count(Pending, Confirmed, Redeemed) > 0 }

// checkResaleChange returns why an order cannot be changed; nil if it can.
func (s *Service) checkResaleChange(o *Order, change *ResaleChange) error {
	b := &o.Bookings[0]
	switch ended := b.Status == Expired || b.Status == OnHold && !s.now().Before(o.HoldUntil); {
	case ended && (change.Confirm || change.Hold > 0):
		return ErrHoldEnded
	case change.Hold > 0 && b.Status != OnHold:
		return ErrNotOnHold
	case !o.ResaleChangeable(s.now()):
		return ErrNotChangeable
	}
	return nil
}

// quoteResaleChange returns the quote of a booking as it will be, in the language and currency of its order; nil if
// nothing that is booked changes. Places alone need no availability.
func (s *Service) quoteResaleChange(ctx context.Context, d Deployment, o *Order, change *ResaleChange) (*Quote, error) {
	d.Language, d.Currency = o.Language, o.Currency
	b := &o.Bookings[0]
	choice := b.Choice
	if change.Choice != nil {
		choice = *change.Choice
	}
	if choice.sameSlot(&b.Choice) {
		choice.Length = b.Choice.Length
	}
	choice.Units = b.Choice.Units
	if units := QuantitiesOf(change.Units); change.Units != nil && !sameQuantities(units, b.Choice.Units) {
		choice.Units = units
	}
	switch {
	case reflect.DeepEqual(choice, b.Choice):
		return nil, nil
	case choice.equalExceptPlaces(b.Choice):
		q, err := s.quoteChoice(d, choice)
		if err == nil {
			q.StartsAt, q.Hours = b.StartsAt, b.Detail.Hours
		}
		return q, err
	}
	return s.resaleQuote(ctx, d, choice, o)
}

// sameQuantities reports whether two lists have the same quantities in any order.
func sameQuantities(a, b []Quantity) bool {
	return len(a) == len(b) &&
		!slices.ContainsFunc(a, func(q Quantity) bool { return !slices.Contains(b, q) })
}

// checkCancellationPolicy returns ErrPolicyBypassed for a change of a sold booking that would give back more than
// cancelling it does. Unless cancelling refunds all of it, the booking keeps its start and at least its price, and its
// supplier is not asked again: until they accept, cancelling would be free.
func (o *Order) checkCancellationPolicy(b, next *Booking, now time.Time) error {
	if !o.isSold() || b.Amount == 0 || o.policyQuote(b, now).Percent == 100 && o.retainedOfAccepted(b, now) == 0 {
		return nil
	}
	needsNewDecision := b.Decision == Accepted && next.Decision != Accepted
	if !b.Choice.sameSlot(&next.Choice) || next.Amount < b.Amount || needsNewDecision {
		return ErrPolicyBypassed
	}
	return nil
}

// retainedOfAccepted returns what cancelling a booking retains while its supplier has to decide again: by its policy,
// the part of what they had accepted.
func (o *Order) retainedOfAccepted(b *Booking, now time.Time) int64 {
	accepted := min(o.Resale.Accepted, b.Amount)
	if accepted == 0 || b.Decision == Accepted {
		return 0
	}
	terms := CancellationTerms{Steps: b.refundSteps(now)}
	steps := terms.withAmounts(accepted, 0, o.Currency).Steps
	if len(steps) == 0 {
		return accepted
	}
	return accepted - steps[0].Refund
}

// rebook exchanges the seats of a booking for those of a quote, at its price. If only the places differ, all else stays
// as it was booked. A nil quote changes nothing.
func (s *Service) rebook(ctx context.Context, tx Tx, d Deployment, o *Order, q *Quote) error {
	if q == nil {
		return nil
	}
	b := &o.Bookings[0]
	if b.Choice.equalExceptPlaces(q.Choice) {
		return s.changeResalePlaces(o, q)
	}
	next := newBooking(0, CheckedItem{CartItem: CartItem{ID: b.ItemID}, Quote: q}, d.Exchange)
	if o.Resale.Test {
		next.Seats = nil
	}
	if o.isSold() && b.Choice.sameSlot(&next.Choice) && b.Choice.Length == next.Choice.Length {
		b.keepTerms(&next)
	}
	if b.Decision == Accepted && b.Choice.sameSlot(&next.Choice) && next.Detail.Travellers <= b.Detail.Travellers {
		next.Decision = Accepted // the supplier has accepted this start for a party of that size
	}
	if err := o.checkCancellationPolicy(b, &next, s.now()); err != nil {
		return err
	}
	release, take := netSeats(b.Seats, next.Seats)
	if err := exchangeSeats(ctx, tx, release, take); err != nil {
		return err
	}
	next.ID, next.Status, next.Refunded, next.Detail.Changes = b.ID, b.Status, b.Refunded, b.Detail.Changes+1
	next.Notes, next.Disruption, next.Former = b.Notes, b.Disruption, b.Former
	if next.AskedAt = b.AskedAt; next.Decision != Accepted {
		next.AskedAt = s.now()
	}
	switch {
	case next.Status == Confirmed && next.Decision != Accepted:
		next.Status, o.Resale.Accepted = Pending, b.Amount
	case next.Status == Pending && next.Decision == Accepted:
		next.Status = Confirmed
	}
	if !b.Choice.sameSlot(&next.Choice) {
		o.Resale.Accepted, next.Disruption = 0, b.Disruption.afterChoice()
	}
	o.addFormer(&next, b)
	*b = next
	o.Total, o.Original = next.Amount, next.Detail.Price.Original
	return nil
}

// keepTerms gives a sold booking with another party its supplier and its cancellation policy: a larger party must not
// get the terms of a later build for what was sold before.
func (b *Booking) keepTerms(next *Booking) {
	next.Detail.Cancellation = slices.Clone(b.Detail.Cancellation)
	next.Detail.keepSupplier(&b.Detail)
	if next.Decision = Accepted; next.Detail.OnRequest {
		next.Decision = Undecided
	}
}

// changeResalePlaces sets the pickup and drop-off of a booking. Once it is sold they have the deadline of other buyers.
func (s *Service) changeResalePlaces(o *Order, q *Quote) error {
	b := &o.Bookings[0]
	if b.Choice.Pickup == q.Pickup && b.Choice.DropOff == q.DropOff {
		return nil
	}
	if o.isSold() && !b.TransfersChangeable(s.now()) {
		return ErrTransfersFixed
	}
	b.Choice.Pickup, b.Choice.DropOff = q.Pickup, q.DropOff
	d := &b.Detail
	d.Meeting, d.Pickup, d.DropOff = q.places()
	d.Changes++
	return nil
}

// applyResaleChange applies the parts of a change that take no seats.
func (s *Service) applyResaleChange(o *Order, change *ResaleChange) {
	r, now := o.Resale, s.now()
	r.UpdatedAt = now
	r.Changes++
	if change.Units != nil {
		r.Units = slices.Clone(change.Units)
	}
	if change.Contact != nil {
		r.Contact = *change.Contact
	}
	if change.Notes != nil {
		r.Notes = *change.Notes
	}
	if change.Reference != nil {
		r.Reference = *change.Reference
	}
	o.copyTraveller()
	if change.Hold > 0 {
		o.HoldUntil = maxTime(o.HoldUntil,
			minTime(now.Add(grantedHold(change.Hold)), o.CreatedAt.Add(longestExtendedHold)))
	}
	b := &o.Bookings[0]
	if b.Status == OnHold {
		o.HoldUntil = minTime(o.HoldUntil, b.LastEntry())
	}
	if !change.Confirm {
		return
	}
	r.HeldUntil, b.AskedAt = o.HoldUntil, now
	o.HoldUntil, b.Status, o.Payment.Status = time.Time{}, Pending, PaymentOnAccount
	if b.Decision == Accepted {
		b.Status = Confirmed
	}
}

// saveResale saves a reseller's order, and schedules its next check if it has one.
func (s *Service) saveResale(ctx context.Context, tx Tx, o *Order) error {
	next := s.nextResaleCheck(o)
	o.Open = !next.IsZero()
	if err := s.save(ctx, tx, o); err != nil || !o.Open {
		return err
	}
	return tx.SettleLater(ctx, o.ID, next)
}

// CancelResale cancels a reseller's booking, or releases its hold. A cancelled booking stays as it is. It returns
// ErrNotChangeable if nothing would be refunded any more.
func (s *Service) CancelResale(
	ctx context.Context, d Deployment, reseller, key, reason string,
) (Order, error) {
	order, err := s.Resale(ctx, d, reseller, key)
	if err != nil || order.Bookings[0].Status == Cancelled {
		return order, err
	}
	return s.changeOrder(ctx, order.ID, func(tx Tx, o *Order) error {
		b, now := &o.Bookings[0], s.now()
		if b.Status == Cancelled {
			return nil
		}
		if !o.ResaleChangeable(now) {
			return ErrNotChangeable
		}
		if b.Status == OnHold {
			b.Refunded, o.Payment.Status, o.Resale.HeldUntil = b.Amount, PaymentFailed, o.HoldUntil
		} else {
			quote, err := o.quoteCancellation(b, now)
			if err != nil {
				return err
			}
			if b.Refunded += quote.Refund; o.freeUntil(b) != NoFreePeriod {
				b.Refunded = b.Amount - o.retainedOfAccepted(b, now)
			}
		}
		o.Resale.Reason = reason
		if err := s.releaseBookings(ctx, tx, o, func(*Booking) bool { return true }, Cancelled); err != nil {
			return err
		}
		return s.saveResale(ctx, tx, o)
	})
}
