package booking

import (
	"slices"
	"strconv"
	"time"
)

// FormerBooking is a booking as it was with a supplier who was notified of it, before it moved to another supplier.
type FormerBooking struct {
	Choice   Choice    `json:"choice"`
	StartsAt time.Time `json:"startsAt"`
	Amount   int64     `json:"amount"`
	Detail   Detail    `json:"detail"`
	Guest    *Guest    `json:"guest,omitempty"` // the order's lead traveller at that time; nil: its buyer
}

// keepSupplier keeps the supplier and the time zone of a booking that stays at its start.
func (d *Detail) keepSupplier(booked *Detail) {
	if booked.Supplier.ID != "" {
		d.Supplier, d.OnRequest, d.TimeZone = booked.Supplier, booked.OnRequest, booked.TimeZone
	}
}

// addFormer keeps how a booking was before a change, if that gave it another supplier and the former one was notified
// of it. It must be called before the order gets another lead traveller.
func (o *Order) addFormer(b, before *Booking) {
	if b.Detail.Supplier.ID == before.Detail.Supplier.ID || !o.supplierNotified(before) {
		return
	}
	b.Former = append(slices.Clip(b.Former), FormerBooking{Choice: before.Choice, StartsAt: before.StartsAt,
		Amount: before.Amount, Detail: before.Detail, Guest: o.Guest})
}

// supplierNotified reports whether the present supplier of a booking was asked for it, or notified that it is confirmed
// or reserved.
func (o *Order) supplierNotified(b *Booking) bool {
	confirmed, request := b.firstNotices()
	return o.notified(confirmed.key()) || o.notified(request.key())
}

// supplierRound distinguishes the notices to a later supplier of a booking from those to its first one.
func (b *Booking) supplierRound() string {
	if len(b.Former) == 0 {
		return ""
	}
	return "supplier:" + strconv.Itoa(len(b.Former)+1)
}

// FormerAt returns how a booking was with a former supplier, by the number of notice.Notice; nil for the present one.
func (b *Booking) FormerAt(number int) *FormerBooking {
	if number < 1 || number > len(b.Former) {
		return nil
	}
	return &b.Former[number-1]
}

// SupplierID returns the id of a booking's former or present supplier, by the number of notice.Notice.
func (b *Booking) SupplierID(number int) string {
	if f := b.FormerAt(number); f != nil {
		return f.Detail.Supplier.ID
	}
	return b.Detail.Supplier.ID
}

// FormerOf returns how a booking was with the supplier who had it after a number of changes. It returns nil if that is
// the present supplier, also if the booking has come back to them.
func (b *Booking) FormerOf(changes int) *FormerBooking {
	former := find(b.Former, func(f *FormerBooking) bool { return changes <= f.Detail.Changes })
	if former == nil || former.Detail.Supplier.ID == b.Detail.Supplier.ID {
		return nil
	}
	return former
}

// HasReturned reports whether a booking is again with its former supplier at the same start.
func (b *Booking) HasReturned(f *FormerBooking) bool {
	return b.Detail.Supplier.ID == f.Detail.Supplier.ID && b.Choice.Product == f.Choice.Product &&
		sameStart(b.Choice, f.Choice)
}

// AtFormer returns an order with a booking as it was with a former supplier.
func (o Order) AtFormer(bookingID string, f *FormerBooking) Order {
	o.Guest, o.Bookings = f.Guest, slices.Clone(o.Bookings)
	if b := o.booking(bookingID); b != nil {
		b.Choice, b.StartsAt, b.Amount, b.Detail = f.Choice, f.StartsAt, f.Amount, f.Detail
	}
	return o
}
