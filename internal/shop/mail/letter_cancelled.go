package mail

import (
	"slices"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording/ordertext"
)

// writeCancelled writes about a cancelled booking and its refund.
func (l *letter) writeCancelled(o *booking.Order, id string) error {
	b, err := l.addBooking(o, id)
	if err != nil {
		return err
	}
	l.calendarOrder = o
	text, refund := l.refundText(o, b), o.RefundsFor(b)
	if added := o.RefundOfCancellation(b); added > 0 && text == l.Words.Mail.CancelRefund {
		refund = added
	}
	l.setValues("refund", ordertext.Money(o, refund), "owed", ordertext.Money(o, o.RefundDueFor(b)),
		"kept", ordertext.Money(o, b.Amount-b.Refunded), "due", ordertext.Money(o, o.DueFor(b.ID)),
		"applied", ordertext.Money(o, b.Applied))
	l.Tone = badTone
	l.calendarBooking = b
	if b.OfCancelledDeparture() {
		l.writeTexts(string(notice.BookingCancelled) + " departure")
		l.Lead = append(l.Lead, nonEmpty(l.disruptionReason(b))...)
	} else {
		l.writeTexts(string(notice.BookingCancelled))
	}
	counts := ""
	if b.Applied > 0 {
		counts = l.fillValues(l.Words.Mail.CancelApplied)
	}
	l.Lead = append(l.Lead, nonEmpty(counts, l.fillValues(text))...)
	if slices.ContainsFunc(o.Bookings, func(other booking.Booking) bool {
		return other.ID != b.ID && toneOf(other.Status) != badTone
	}) {
		l.Next = append(l.Next, l.Words.Mail.RestStands)
	}
	return nil
}

// refundText returns the sentence on the money of a cancelled booking that does not count for the rest of the order;
// empty if all of it does.
func (l *letter) refundText(o *booking.Order, b *booking.Booking) string {
	w := &l.Words.Mail
	switch {
	case o.Method == booking.PayLater && o.DueFor(b.ID) > 0:
		return w.CancelDue
	case b.Amount == 0:
		return w.CancelFree
	case o.NeedsManualRefund() && o.RefundDueFor(b) > 0:
		return w.CancelByShop
	case b.Applied > 0 && b.Refunded == b.Waived:
		return ""
	case o.RefundsFor(b) > 0 && (o.Payment.Captured == 0 ||
		o.RefundDue() == 0 && o.Payment.RefundedByShop()+o.Payment.ChargedBack() > 0):
		return w.CancelReturned
	case o.RefundOfCancellation(b) > 0 || o.RefundDueFor(b) > 0:
		return w.CancelRefund
	case o.RefundsFor(b) > 0: // all of it was refunded before
		return w.CancelReturned
	case o.Payment.TotalReceived() > 0 && b.Refunded < b.Amount && b.Refunded == b.Waived &&
		(b.Refunded == 0 || o.Method == booking.PayLater):
		return w.CancelNothing
	case o.Payment.Authorised > 0 && b.Refunded < b.Amount:
		return w.CancelKept
	case o.Payment.Authorised > 0:
		return w.CancelReleased
	}
	return w.CancelFree
}
