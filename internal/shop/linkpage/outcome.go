package linkpage

import (
	"slices"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// The sentences about the consequences of a supplier's answer. A card is charged, and the buyer is mailed, once every
// supplier of the order has answered.

// othersUndecided reports whether another booking of the order waits for an answer.
func (l *linkedBooking) othersUndecided() bool {
	return slices.ContainsFunc(l.order.Bookings, func(b booking.Booking) bool {
		return b.ID != l.booking.ID && booking.AwaitsDecision(&l.order, &b)
	})
}

// mailed returns the sentence on the mail to the buyer; empty if they get none.
func (l *linkedBooking) mailed() string {
	switch {
	case !l.mailsBuyer():
		return ""
	case l.othersUndecided():
		return l.mailedLater()
	}
	return l.view.Mailed
}

func (l *linkedBooking) mailedLater() string {
	return wording.In(l.view.Language).Mail.BuyerMailedLater
}

// mailsBuyer reports whether the buyer is mailed at all: bookings of desks may have no address, and a reseller informs
// its own guests.
func (l *linkedBooking) mailsBuyer() bool { return l.order.Buyer.Email != "" && l.order.Resale == nil }

// charged returns the sentence on the money of a booking that is accepted; empty if no card is charged.
func (l *linkedBooking) charged() string {
	switch {
	case ordertext.StakeOf(&l.order, l.booking) != ordertext.OnCard:
		return ""
	case l.othersUndecided():
		return l.view.ChargedLater
	}
	return l.view.Charged
}

// given returns the sentence on the money of a booking that is declined; empty if its buyer has given none.
func (l *linkedBooking) given() string {
	switch ordertext.StakeOf(&l.order, l.booking) {
	case ordertext.OnCard:
		return l.view.NotCharged
	case ordertext.Paid:
		return l.view.GivenBack
	case ordertext.Counted:
		return l.view.Counted
	}
	return ""
}

// paidMailed returns the sentence on the mail about a recorded payment: there is one for an order that is confirmed.
func (l *linkedBooking) paidMailed() string {
	confirmed := slices.ContainsFunc(l.order.Notified, func(key string) bool {
		return key == string(notice.OrderConfirmed) || key == string(notice.OrderPartly)
	})
	switch {
	case !l.mailsBuyer():
		return ""
	case confirmed:
		return l.view.Mailed
	}
	return l.mailedLater()
}
