package mail

import (
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// writeTripReminder writes about a booking that begins soon: where to be, what to bring and whom to call. It returns
// nil if the booking has ended or begun.
func (m *Mailer) writeTripReminder(l *letter, o *booking.Order, id string) (*letter, error) {
	b, err := l.addBooking(o, id)
	if err != nil || toneOf(b.Status) == badTone || !l.now.Before(b.StartsAt) {
		return nil, err
	}
	info := m.TripInfo(o, b)
	it := &l.Items[0]
	it.Cancellation = nil
	due := ""
	if sum := o.DueFor(b.ID); sum > 0 {
		due = ordertext.Money(o, sum)
	}
	it.Facts = append(it.Facts, nonEmptyFacts(
		fact{Label: l.Words.Mail.Bring, Text: l.Words.List(isolateAll(info.Bring)...)},
		fact{Label: l.Words.Mail.ToPay, Text: due},
	)...)
	l.setValues("arrive", l.arrivalHint(withOneBooking(o, b)), "phone", wording.IsolateLTR(l.shop.Contact.Phone))
	l.Tone = waitTone
	if b.HasTicket() {
		l.Tone = goodTone
		l.attachTicket(o, b)
	}
	l.writeTexts(string(notice.TripReminder))
	if l.shop.Contact.Phone != "" {
		l.Next = append(l.Next, l.fillValues(l.Words.Mail.OnTheDay))
	}
	l.Next = append(l.Next, isolateAll(info.Know)...)
	return l, nil
}

func isolateAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = wording.Isolate(text)
	}
	return out
}

// withOneBooking returns an order with one of its bookings.
func withOneBooking(o *booking.Order, b *booking.Booking) *booking.Order {
	only := *o
	only.Bookings = []booking.Booking{*b}
	return &only
}

// writeReviewRequest asks a buyer for a review of a booking. It returns nil if the booking was cancelled.
func (l *letter) writeReviewRequest(o *booking.Order, id string) (*letter, error) {
	b, err := l.addBooking(o, id)
	if err != nil || !b.HasTicket() {
		return nil, err
	}
	l.Facts = nonEmptyFacts(fact{Label: l.Words.Mail.Activity, Text: l.Items[0].Title},
		fact{Label: l.Words.Mail.Date, Text: l.Items[0].When})
	l.Items = nil
	address := l.shop.url(b.Detail.ProductPath) + "#reviews"
	l.publicURL, l.Action = address, &action{URL: address}
	l.writeTexts(string(notice.ReviewRequest))
	return l, nil
}
