package mail

import (
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// reminder writes about a booking that begins soon: where to be, what to bring and whom to call. It returns nil if the
// booking has ended or begun.
func (m *Mailer) reminder(l *letter, o *booking.Order, id string) (*letter, error) {
	b, err := l.addOnly(o, id)
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
	it.Facts = append(it.Facts, facts(
		fact{Label: l.Words.Mail.Bring, Text: l.Words.List(isolated(info.Bring)...)},
		fact{Label: l.Words.Mail.ToPay, Text: due},
	)...)
	l.set("arrive", l.arrive(withOnly(o, b)), "phone", wording.IsolateLTR(l.shop.Contact.Phone))
	l.Tone = waitTone
	if b.HasTicket() {
		l.Tone = goodTone
		l.attachTicket(o, b)
	}
	l.write(string(notice.TripReminder))
	if l.shop.Contact.Phone != "" {
		l.Next = append(l.Next, l.fill(l.Words.Mail.OnTheDay))
	}
	l.Next = append(l.Next, isolated(info.Know)...)
	return l, nil
}

func isolated(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = wording.Isolate(text)
	}
	return out
}

// withOnly returns an order with one of its bookings.
func withOnly(o *booking.Order, b *booking.Booking) *booking.Order {
	only := *o
	only.Bookings = []booking.Booking{*b}
	return &only
}

// reviewRequest asks a buyer for a review of a booking. It returns nil if the booking was cancelled.
func (l *letter) reviewRequest(o *booking.Order, id string) (*letter, error) {
	b, err := l.addOnly(o, id)
	if err != nil || !b.HasTicket() {
		return nil, err
	}
	l.Facts = facts(fact{Label: l.Words.Mail.Activity, Text: l.Items[0].Title},
		fact{Label: l.Words.Mail.Date, Text: l.Items[0].When})
	l.Items = nil
	address := l.shop.url(b.Detail.ProductPath) + "#reviews"
	l.publicURL, l.Action = address, &action{URL: address}
	l.write(string(notice.ReviewRequest))
	return l, nil
}
