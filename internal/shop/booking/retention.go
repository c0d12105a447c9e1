package booking

import (
	"context"
	"fmt"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
)

// Removal is which personal data of an order was removed, at the end of its retention or at its buyer's request.
type Removal string

const (
	NothingRemoved Removal = ""
	NotesRemoved   Removal = "notes" // the lead traveller, the guests' notes, and the addresses of pickup and drop-off
	BuyerRemoved   Removal = "buyer" // these, and who has bought; what was bought, paid and refunded stays for ever
)

// AtRestBefore reports whether nothing of an order has to be followed, refunded or disputed any more, and its last
// activity ended before an instant.
func (o *Order) AtRestBefore(t time.Time) bool {
	p := &o.Payment
	return !o.Open && o.RefundDue() == 0 && p.Refunding == (Refunding{}) &&
		(p.Dispute.Status == "" || p.Dispute.Closed()) && o.endedAt().Before(t)
}

// endedAt returns about when the last booking ends, cancelled ones included; the order's creation if it has none later.
func (o *Order) endedAt() time.Time {
	last := o.CreatedAt
	for i := range o.Bookings {
		if end := o.Bookings[i].endsAt(); end.After(last) {
			last = end
		}
	}
	return last
}

// Erase removes all personal data of an order before its retention ends, as RemoveBuyer does. It returns NotPossible
// for an order that CheckErasable refuses.
func (s *Service) Erase(ctx context.Context, orderID string) (o Order, err error) {
	err = s.store.Do(ctx, func(tx Tx) error {
		if o, err = tx.Order(ctx, orderID); err != nil {
			return err
		}
		if err := o.CheckErasable(s.now()); err != nil {
			return err
		}
		return tx.EraseOrder(ctx, &o)
	})
	if err == nil {
		s.log.InfoContext(trail.WithOrder(ctx, o.Deployment, o.Reference), "order erased")
	}
	return o, err
}

// CheckErasable returns why the personal data of an order is still needed. It returns nil once nothing has to be
// followed, paid, refunded or disputed, and the activities have taken place or never will.
func (o *Order) CheckErasable(now time.Time) error {
	refuse := func(why string) error { return fault.New(fault.NotPossible, why) }
	p := &o.Payment
	switch {
	case o.Removed == BuyerRemoved:
		return refuse("Its personal data was removed already.")
	case o.RefundDue() > 0 || p.Refunding != (Refunding{}):
		return refuse("A refund of the order is to be made.")
	case o.Due() > 0:
		return refuse("Something is still to be paid for the order.")
	case p.Dispute.Status != "" && !p.Dispute.Closed():
		return refuse("A payment of the order is disputed.")
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if b.Status != Cancelled && b.Status != Rejected && b.Status != Expired && b.endsAt().After(now) {
			return refuse(fmt.Sprintf("%s has not taken place.", o.Name(b)))
		}
	}
	if o.Open {
		return refuse("The order is not settled yet: a payment, a refund or an answer is awaited.")
	}
	return nil
}

// RemoveNotes removes what only the activity needed: the lead traveller, the guests' notes, and the addresses of pickup
// and drop-off.
func (o *Order) RemoveNotes() {
	o.Guest = nil
	for i := range o.Bookings {
		b := &o.Bookings[i]
		b.Choice.removeAddresses()
		b.Detail.Pickup, b.Detail.DropOff = b.Detail.Pickup.withoutAddress(), b.Detail.DropOff.withoutAddress()
		for j := range b.Former {
			f := &b.Former[j]
			f.Guest = nil
			f.Choice.removeAddresses()
			f.Detail.Pickup, f.Detail.DropOff = f.Detail.Pickup.withoutAddress(), f.Detail.DropOff.withoutAddress()
		}
	}
	if s := o.Supplement; s != nil {
		s.Guest = nil
		s.Before.removeAddresses()
	}
	if r := o.Resale; r != nil {
		r.Notes, r.Contact.Notes = "", ""
		for i := range r.Units {
			r.Units[i].Contact = ResaleContact{}
		}
	}
	o.Removed = NotesRemoved
}

// RemoveBuyer removes all personal data. Amounts, references, the payment provider's identifiers and what was booked
// stay, so that the books add up. An account keeps the orders that were made in it. It returns the buyer whose use of
// the promo code was counted, and is not any more; empty for none.
func (o *Order) RemoveBuyer() (promoBuyer string) {
	if o.PromoUsed {
		promoBuyer = o.promoBuyer()
	}
	o.RemoveNotes()
	o.Buyer, o.PromoBuyer, o.PromoUsed, o.RequestHash = Buyer{}, "", false, ""
	o.FormerEmails = make([]string, len(o.FormerEmails)) // their number stays: links to them open nothing
	for i := range o.Bookings {
		o.Bookings[i].Notes = nil
	}
	if r := o.Resale; r != nil {
		r.Contact, r.Reason = ResaleContact{}, ""
	}
	o.Removed = BuyerRemoved
	return promoBuyer
}

func (c *Choice) removeAddresses() { c.Pickup.Address, c.DropOff.Address = "", "" }

// withoutAddress returns a place without the address that the traveller gave; nil if nothing else is known of it.
func (p *DetailPlace) withoutAddress() *DetailPlace {
	if p == nil || p.Address == "" {
		return p
	}
	left := *p
	if left.Address = ""; left == (DetailPlace{}) {
		return nil
	}
	return &left
}
