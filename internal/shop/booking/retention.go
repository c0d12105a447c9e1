package booking

import "time"

// Removal is which personal data of an order was removed at the end of its retention.
type Removal string

const (
	NothingRemoved Removal = ""
	NotesRemoved   Removal = "notes" // the lead traveller, the guests' notes, and the addresses of pickup and drop-off
	BuyerRemoved   Removal = "buyer" // these, and who has bought; what was bought, paid and refunded stays for ever
)

// AtRestBefore reports whether nothing of an order is to be followed, refunded or disputed any more, and its last
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

// RemoveNotes removes what only the activity needed: the lead traveller, the guests' notes, and the addresses of pickup
// and drop-off.
func (o *Order) RemoveNotes() {
	o.Guest = nil
	for i := range o.Bookings {
		b := &o.Bookings[i]
		b.Choice.removeAddresses()
		b.Detail.Pickup, b.Detail.DropOff = b.Detail.Pickup.withoutAddress(), b.Detail.DropOff.withoutAddress()
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
	o.Buyer, o.PromoBuyer, o.PromoUsed, o.Request = Buyer{}, "", false, ""
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
