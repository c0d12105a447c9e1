package mail

import (
	"cmp"
	"context"
	"strings"
	"time"

	"storefront/internal/core/locale"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
	"storefront/internal/shop/document/typeset"
)

// negotiationLetter has the shop's answer to somebody who has asked for a price.
func (m *Mailer) negotiationLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	g, err := m.Negotiations.NegotiationByReference(ctx, n.Deployment, n.Subject)
	if err != nil {
		return nil, err
	}
	w := l.words
	l.greet(g.Name)
	l.Phone = booking.Dialled(g.Phone, "")
	l.with("product", g.ProductTitle, "reference", g.Reference)
	l.Facts = facts(
		fact{Label: w.activity, Text: typeset.Isolate(g.ProductTitle)}, fact{Label: w.option, Text: typeset.Isolate(g.OptionTitle)},
		fact{Label: w.day, Text: locale.FormatDay(w.code, g.Wish.Date)}, fact{Label: w.request, Text: g.Reference, Code: true},
	)
	l.quote(g.Answer, l.shop.name)
	if g.Status != booking.NegotiationAnswered {
		l.Tone = badTone
		l.Action = &action{URL: l.shop.at("/")}
		l.write("negotiation_answered declined")
		return l, nil
	}
	price := document.SayMoney(&booking.Order{Language: w.code, Currency: g.Currency, Exponent: g.Exponent}, g.Price)
	until, err := w.validUntilOf(&g)
	if err != nil {
		return nil, err
	}
	l.withSaid("price", price)
	l.Facts = append(l.Facts, fact{Label: w.price, Text: price}, fact{Label: w.validUntil, Text: until})
	l.Tone = goodTone
	l.Action = &action{URL: l.shop.at("/cart", "negotiation", g.ID)}
	l.write("negotiation_answered")
	return l, nil
}

// validUntilOf says until when an offer holds, by the clock of its city. Requests from before that was kept are told in UTC.
func (w *words) validUntilOf(g *booking.Negotiation) (string, error) {
	switch {
	case g.ExpiresAt.IsZero():
		return w.neverExpires, nil
	case g.TimeZone == "":
		return document.SayUntil(w.code, g.ExpiresAt.UTC()) + " " + w.utc, nil
	}
	zone, err := time.LoadLocation(g.TimeZone)
	if err != nil {
		return "", err
	}
	return document.SayUntil(w.code, g.ExpiresAt.In(zone)) + " (" + typeset.Isolate(cmp.Or(g.City, g.TimeZone)) + ")", nil
}

// contactLetter confirms a message to the visitor, or passes it on to the shop. Anybody can give anybody's address, so the
// confirmation has none of the visitor's own words.
func (m *Mailer) contactLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	c, err := m.Messages.Message(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	w := l.words
	topic := fact{Label: w.topic, Text: w.topics[c.Topic]}
	sent := fact{Label: w.sent, Text: document.SayMoment(w.code, c.CreatedAt.In(time.UTC)) + " " + w.utc}
	if n.Kind == notice.ContactReceived {
		l.Facts = facts(topic, sent)
		l.write("contact_received")
		return l, nil
	}
	l.quote(c.Text, c.Name)
	l.with("name", c.Name)
	l.Help, l.ReplyTo = nil, c.Email
	l.Facts = facts(
		fact{Label: w.from, Text: typeset.Clean(c.Name)}, fact{Label: w.email, Text: c.Email, Link: "mailto:" + c.Email, Code: true},
		topic, fact{Label: w.reference, Text: typeset.Clean(c.Order), Code: true}, sent,
	)
	l.write("contact_message")
	return l, nil
}

// quote has somebody's own words, line by line.
func (l *letter) quote(text, by string) {
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = typeset.Clean(line)
	}
	l.Quote, l.QuoteBy = strings.Join(lines, "\n"), typeset.Clean(by)
}

// facts are those that say something.
func facts(all ...fact) (list []fact) {
	for _, f := range all {
		if f.Text != "" {
			list = append(list, f)
		}
	}
	return list
}
