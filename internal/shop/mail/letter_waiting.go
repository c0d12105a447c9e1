package mail

import (
	"context"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// WaitingLists has the data for mails to parties on waiting lists.
type WaitingLists struct {
	// Party returns a party with its place.
	Party func(ctx context.Context, id string) (booking.Waiting, int, error)
	// URL returns the address at which a party sees its place or its offer, on the site at origin.
	URL func(origin string, w *booking.Waiting) string
}

// waitingLetter informs a party on a waiting list. It returns nil if the news is outdated.
func (m *Mailer) waitingLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	party, _, err := m.WaitingLists.Party(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	outdated := n.Kind == notice.WaitingJoined && party.State != booking.WaitingOpen ||
		n.Kind == notice.WaitingOffer && !party.HoldsSeats(l.now) ||
		n.Kind == notice.WaitingWithdrawn && party.State != booking.WaitingOpen ||
		n.Kind == notice.WaitingCancelled && party.State != booking.WaitingCancelled
	if outdated {
		return nil, nil
	}
	text, err := ordertext.OfWaiting(&party)
	if err != nil {
		return nil, err
	}
	w := l.Words
	l.Facts = nonEmptyFacts(
		fact{Label: w.Mail.Activity, Text: text.Activity}, fact{Label: w.Mail.Option, Text: text.Option},
		fact{Label: w.Mail.Start, Text: text.When},
		fact{Label: w.Labels.Travellers, Text: w.List(text.Travellers...)},
	)
	l.setValues("product", text.Activity, "when", text.When, "until", text.Until, "place", wording.Isolate(party.City))
	l.Action = &action{URL: m.WaitingLists.URL(l.shop.origin, &party)}
	switch n.Kind {
	case notice.WaitingOffer:
		l.Tone = goodTone
		l.Facts = append(l.Facts, fact{Label: w.Mail.ValidUntil, Text: text.Until})
	case notice.WaitingCancelled:
		l.Tone = badTone
		l.Action = &action{URL: l.shop.url(party.ProductPath)}
	default:
		l.Tone = waitTone
	}
	l.writeTexts(string(n.Kind))
	return l, nil
}
