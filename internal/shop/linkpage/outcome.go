package linkpage

import (
	"slices"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// The sentences on what a supplier's answer leads to. A card is charged, and the buyer is mailed, once every supplier
// of the order has answered.

// othersUndecided reports whether another booking of the order waits for an answer.
func (a *asked) othersUndecided() bool {
	return slices.ContainsFunc(a.order.Bookings, func(b booking.Booking) bool {
		return b.ID != a.booking.ID && booking.AwaitsDecision(&a.order, &b)
	})
}

// mailed returns the sentence on the mail to the buyer; empty if they get none.
func (a *asked) mailed() string {
	switch {
	case !a.mailsBuyer():
		return ""
	case a.othersUndecided():
		return a.mailedLater()
	}
	return a.view.Mailed
}

func (a *asked) mailedLater() string { return wording.In(a.view.Language).Mail.BuyerMailedLater }

// mailsBuyer reports whether the buyer is mailed at all: bookings of desks may have no address, and a reseller informs
// its own guests.
func (a *asked) mailsBuyer() bool { return a.order.Buyer.Email != "" && a.order.Resale == nil }

// charged returns the sentence on the money of a booking that is accepted; empty if no card is charged.
func (a *asked) charged() string {
	switch {
	case ordertext.StakeOf(&a.order, a.booking) != ordertext.OnCard:
		return ""
	case a.othersUndecided():
		return a.view.ChargedLater
	}
	return a.view.Charged
}

// given returns the sentence on the money of a booking that is declined; empty if its buyer has given none.
func (a *asked) given() string {
	switch ordertext.StakeOf(&a.order, a.booking) {
	case ordertext.OnCard:
		return a.view.NotCharged
	case ordertext.Paid:
		return a.view.GivenBack
	}
	return ""
}

// paidMailed returns the sentence on the mail about a recorded payment: there is one for an order that is confirmed.
func (a *asked) paidMailed() string {
	confirmed := slices.ContainsFunc(a.order.Notified, func(key string) bool {
		return key == string(notice.OrderConfirmed) || key == string(notice.OrderPartly)
	})
	switch {
	case !a.mailsBuyer():
		return ""
	case confirmed:
		return a.view.Mailed
	}
	return a.mailedLater()
}
