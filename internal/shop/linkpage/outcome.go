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

// hasOtherUndecided reports whether another booking of the order waits for an answer.
func (l *linkedBooking) hasOtherUndecided() bool {
	return slices.ContainsFunc(l.order.Bookings, func(b booking.Booking) bool {
		return b.ID != l.booking.ID && booking.AwaitsDecision(&l.order, &b)
	})
}

// mailText returns the sentence on the mail to the buyer after an answer; empty if they get none.
func (l *linkedBooking) mailText() string {
	switch {
	case !l.mailsBuyer():
		return ""
	case l.hasOtherUndecided():
		return l.mailLaterText()
	}
	return l.view.Mailed
}

func (l *linkedBooking) mailLaterText() string {
	return wording.In(l.view.Language).Mail.BuyerMailedLater
}

// mailsBuyer reports whether the buyer is mailed at all. A booking at a desk may have no address, and a reseller
// informs its own guests.
func (l *linkedBooking) mailsBuyer() bool { return l.order.Buyer.Email != "" && l.order.Resale == nil }

// acceptMoneyText returns the sentence on the money of a booking that is accepted; empty if no card is charged.
func (l *linkedBooking) acceptMoneyText() string {
	switch {
	case ordertext.MoneyStateOf(&l.order, l.booking) != ordertext.OnCard:
		return ""
	case l.hasOtherUndecided():
		return l.view.ChargedLater
	}
	return l.view.Charged
}

// declineMoneyText returns the sentence on the money of a booking that is declined; empty if its buyer has paid and
// reserved nothing.
func (l *linkedBooking) declineMoneyText() string {
	switch ordertext.MoneyStateOf(&l.order, l.booking) {
	case ordertext.OnCard:
		return l.view.NotCharged
	case ordertext.Paid:
		return l.view.GivenBack
	case ordertext.PaidAndApplied:
		return l.view.Counted
	}
	return ""
}

// paymentMailText returns the sentence on the mail to the buyer once a payment is recorded. Only the buyer of a
// confirmed order is mailed at once.
func (l *linkedBooking) paymentMailText() string {
	confirmed := slices.ContainsFunc(l.order.Notified, func(key string) bool {
		return key == string(notice.OrderConfirmed) || key == string(notice.OrderPartlyConfirmed)
	})
	switch {
	case !l.mailsBuyer():
		return ""
	case confirmed:
		return l.view.Mailed
	}
	return l.mailLaterText()
}
