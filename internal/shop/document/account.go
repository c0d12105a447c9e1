package document

import "storefront/internal/shop/booking"

// account is an order's money as its invoice tells it.
type account struct {
	discount, promo                                         int64 // what took how much off the original price
	dropped                                                 int64 // of what was never charged
	total                                                   int64 // of what is left
	captured, authorised, refunded, goesBack, due, arranged int64
}

func accountOf(o *booking.Order) account {
	a := account{
		promo: max(o.PromoDiscount(), 0), dropped: o.Dropped(), captured: o.Payment.Taken(), refunded: o.Payment.Returned(), goesBack: o.RefundDue(),
	}
	a.discount = max(o.Original-o.Total-a.promo, 0)
	for _, b := range o.Bookings {
		switch b.Status {
		case booking.Confirmed, booking.Redeemed:
			a.arranged += b.Amount
		case booking.Pending, booking.OnHold:
			a.due += b.Amount
		}
	}
	a.total = o.Total - a.dropped
	if o.Payment.Status == booking.PaymentAuthorised {
		a.authorised = max(o.Payment.Authorised-a.captured, 0)
	}
	if a.captured > 0 || a.authorised > 0 {
		a.due = o.Due()
	}
	// What is confirmed before it was paid is paid as the shop and its buyer have agreed.
	if o.Method != booking.PayLater || a.captured > 0 {
		a.arranged = 0
	}
	return a
}

// isBill says that something is, was or may be to be paid.
func (a *account) isBill(o *booking.Order) bool {
	return o.Total == 0 || a.total > 0 || a.captured > 0 || a.authorised > 0
}
