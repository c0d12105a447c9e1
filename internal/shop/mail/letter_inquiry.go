package mail

import (
	"cmp"
	"context"
	"strings"

	"storefront/internal/core/clock"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// negotiationLetter has the shop's answer to a visitor's request for a price.
func (m *Mailer) negotiationLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	g, err := m.Negotiations.NegotiationByReference(ctx, n.Deployment, n.Subject)
	if err != nil {
		return nil, err
	}
	w := &l.Words.Mail
	l.greet(g.Name)
	l.Phone = booking.PhoneE164(g.Phone, "")
	l.setValues("product", wording.Isolate(g.ProductTitle), "reference", wording.Isolate(g.Reference))
	l.Facts = nonEmptyFacts(
		fact{Label: w.Activity, Text: wording.Isolate(g.ProductTitle)},
		fact{Label: w.Option, Text: wording.Isolate(wording.OptionTitle(g.OptionTitle, g.ProductTitle))},
		fact{Label: w.Date, Text: l.Words.Day(g.Choice.Date)},
		fact{Label: w.RequestReference, Text: g.Reference, Code: true},
	)
	l.addQuote(g.Answer, l.shop.name)
	if g.Status != booking.NegotiationAnswered {
		l.Tone = badTone
		l.Action = &action{URL: l.shop.url("/")}
		l.writeTexts("negotiation_answered declined")
		return l, nil
	}
	price := l.Words.Money(g.Price, g.Currency, g.Exponent)
	until, err := validUntil(l.Words, &g)
	if err != nil {
		return nil, err
	}
	l.setValues("price", price)
	l.Facts = append(l.Facts, fact{Label: w.Price, Text: price}, fact{Label: w.ValidUntil, Text: until})
	l.Tone = goodTone
	l.Action = &action{URL: l.shop.url("/cart", "negotiation", g.ID)}
	l.writeTexts("negotiation_answered")
	return l, nil
}

// validUntil returns the end of an offer by the clock of its city. Old requests have no time zone and get UTC.
func validUntil(w *wording.Dictionary, g *booking.Negotiation) (string, error) {
	switch {
	case g.ExpiresAt.IsZero():
		return w.Mail.NeverExpires, nil
	case g.TimeZone == "":
		return w.Until(g.ExpiresAt.UTC()) + " " + w.Mail.UTC, nil
	}
	zone, err := clock.Zone(g.TimeZone)
	if err != nil {
		return "", err
	}
	return w.Until(g.ExpiresAt.In(zone)) + " (" + wording.Isolate(cmp.Or(g.City, g.TimeZone)) + ")", nil
}

// contactLetter acknowledges a message to its visitor, or forwards it to the shop. The acknowledgement has none of the
// visitor's own words, since a stranger could use it to write to somebody else's address.
func (m *Mailer) contactLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	c, err := m.Messages.Message(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	w := &l.Words.Mail
	topic := fact{Label: w.Topic, Text: w.Topics[string(c.Topic)]}
	sent := fact{Label: w.Sent, Text: l.Words.DateTime(c.CreatedAt.UTC()) + " " + w.UTC}
	if n.Kind == notice.ContactReceived {
		l.Facts = nonEmptyFacts(topic, sent)
		l.writeTexts("contact_received")
		return l, nil
	}
	l.addQuote(c.Text, c.Name)
	l.setValues("name", wording.Isolate(c.Name))
	l.Help, l.ReplyTo = nil, c.Email
	l.Facts = nonEmptyFacts(
		fact{Label: w.Sender, Text: wording.Clean(c.Name)},
		fact{Label: w.Email, Text: c.Email, Link: "mailto:" + c.Email, Code: true},
		topic, fact{Label: l.Words.Labels.Reference, Text: wording.Clean(c.Order), Code: true}, sent,
	)
	l.writeTexts("contact_message")
	return l, nil
}

// addQuote adds somebody's own words, line by line.
func (l *letter) addQuote(text, by string) {
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = wording.Clean(line)
	}
	l.Quote, l.QuoteBy = strings.Join(lines, "\n"), wording.Clean(by)
}
