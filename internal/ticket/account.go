package ticket

import "storefront/internal/booking"

// account is an order's money as its invoice tells it.
type account struct {
	subtotal, discount, promo                               int64 // before the promo code, and what took off how much
	captured, authorised, refunded, goesBack, due, arranged int64
}

func accountOf(o *booking.Order) account {
	a := account{captured: o.Payment.Captured, refunded: o.Payment.Refunded}
	kept := int64(0) // what is the seller's of what was taken
	for _, b := range o.Bookings {
		a.subtotal += b.Detail.Price.Total
		switch b.Status {
		case booking.Confirmed, booking.Redeemed:
			kept += b.Amount - b.Refunded
			a.arranged += b.Amount
		case booking.Cancelled:
			kept += b.Amount - b.Refunded
		case booking.Pending, booking.OnHold:
			a.due += b.Amount
		}
	}
	a.discount, a.promo = max(o.Original-a.subtotal, 0), max(a.subtotal-o.Total, 0)
	switch o.Payment.Status {
	case booking.PaymentAuthorised:
		a.authorised = max(o.Payment.Authorised-a.captured, 0)
	case booking.PaymentRefundPending:
		a.goesBack = max(a.captured-a.refunded-kept, 0)
	}
	if a.captured > 0 || a.authorised > 0 {
		a.due = 0
	}
	// Who pays later pays to the provider himself; that a booking is confirmed is all that the shop knows of it.
	if o.Method != booking.PayLater {
		a.arranged = 0
	}
	return a
}
