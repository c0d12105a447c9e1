package mail

import (
	"context"
	"errors"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording/ordertext"
)

// writeChanged writes about the new pickup and drop-off of a booking, or its new start and party. It returns nil if the
// booking has ended since.
func (l *letter) writeChanged(o *booking.Order, n notice.Notice) (*letter, error) {
	b, err := l.addBooking(o, n.Booking)
	if err != nil || toneOf(b.Status) == badTone {
		return nil, err
	}
	l.Tone = l.Items[0].Tone
	l.attachTicket(o, b)
	if n.Kind == notice.BookingMoved {
		l.addSums(o)
	}
	l.writeTexts(string(n.Kind))
	if b.HasTicket() {
		l.Next = append([]string{l.Words.Mail.NewTicket}, l.Next...)
	}
	return l, nil
}

// errPageNotOpen delays a mail until the payment page is open: only then it is known until when the seats are held.
var errPageNotOpen = errors.New("the payment page of the move is not open yet")

// writeMovePayment writes about a move that an operator makes once its difference is paid. It returns nil once it is,
// or no longer can be.
func (m *Mailer) writeMovePayment(ctx context.Context, l *letter, o *booking.Order, id string) (*letter, error) {
	b, err := l.addBooking(o, id)
	if err != nil || b.PendingMove == "" {
		return nil, err
	}
	extra, err := m.Orders.Order(ctx, b.PendingMove)
	if err != nil {
		return nil, err
	}
	to := &extra.Bookings[0]
	switch {
	case to.Status != booking.OnHold:
		return nil, nil
	case extra.Payment.SessionID == "":
		return nil, errPageNotOpen
	}
	moved, err := ordertext.OfBooking(&extra, to)
	if err != nil {
		return nil, err
	}
	if err := l.setTime("until", b, extra.HoldUntil); err != nil {
		return nil, err
	}
	l.Tone = waitTone
	l.setValues("to", moved.When, "difference", ordertext.Money(&extra, extra.Total),
		"travellers", l.Words.Count(l.Words.Mail.CountedTravellers, to.Detail.Travellers))
	l.writeTexts(string(notice.MovePayment))
	return l, nil
}
