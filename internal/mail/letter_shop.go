package mail

import (
	"context"
	"fmt"
	"strings"

	"storefront/internal/booking"
	"storefront/internal/locale"
	"storefront/internal/notice"
	"storefront/internal/ticket"
	"storefront/internal/ticket/typeset"
)

// waitingLetter tells the shop what of an order waits for its word, and how it is given; nil where nothing does any more.
func waitingLetter(l *letter, o *booking.Order) (*letter, error) {
	name := "order_waiting"
	if o.Method == booking.PayLater {
		name = "order_waiting later"
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !booking.Waits(o, b) {
			continue
		}
		it, err := l.item(o, b)
		if err != nil {
			return nil, err
		}
		l.Items = append(l.Items, it)
		line := fmt.Sprintf("%s/%d", o.Reference, b.Line+1)
		l.command("api bookings confirm " + line)
		l.command("api bookings reject " + line)
	}
	if len(l.Items) == 0 {
		return nil, nil
	}
	if err := l.deadline(o); err != nil {
		return nil, err
	}
	l.withSaid("reference", o.Reference)
	l.Reference, l.Tone = o.Reference, waitTone
	l.asker(o.Buyer.FirstName+" "+o.Buyer.LastName, o.Buyer.Email, booking.Dialled(o.Buyer.Phone, o.Buyer.PhoneCountry))
	l.write(name)
	return l, nil
}

// attentionLetter names what of an order's money an operator has to see to; nil where nothing is left of it.
func attentionLetter(l *letter, o *booking.Order) (*letter, error) {
	p, w := &o.Payment, l.words
	l.withSaid("reference", o.Reference, "owed", ticket.SayMoney(o, o.RefundDue()), "problem", typeset.Isolate(p.RefundProblem),
		"disputed", ticket.SayMoney(o, p.Dispute.Amount), "status", typeset.IsolateLTR(p.Dispute.Status),
		"elsewhere", ticket.SayMoney(o, o.GivenBackElsewhere()))
	var lines []string
	switch {
	case o.RefundByHand() && p.RefundProblem != "":
		lines = append(lines, w.refundFailed)
		l.command("api refunds retry " + o.Reference)
	case o.RefundByHand():
		lines = append(lines, w.refundByHand)
	}
	if o.RefundByHand() {
		l.command("api refunds record " + o.Reference + " --by cash|transfer|terminal")
		l.command("api refunds write-off " + o.Reference + " --reason REASON")
	}
	if p.Dispute.Status != "" {
		lines = append(lines, w.disputed)
	}
	if o.GivenBackElsewhere() > 0 {
		lines = append(lines, w.givenBackElsewhere)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	l.command("api orders show " + o.Reference)
	l.Reference, l.Tone = o.Reference, badTone
	l.asker(o.Buyer.FirstName+" "+o.Buyer.LastName, o.Buyer.Email, booking.Dialled(o.Buyer.Phone, o.Buyer.PhoneCountry))
	l.write("payment_attention")
	for _, line := range lines {
		l.lead(line)
	}
	return l, nil
}

// askedLetter tells the shop who asks for what price, and how it is answered; nil where it has answered.
func (m *Mailer) askedLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	g, err := m.Negotiations.NegotiationByReference(ctx, n.Deployment, n.Subject)
	if err != nil || g.Status != booking.NegotiationOpen {
		return nil, err
	}
	w := l.words
	var travellers []string
	for _, q := range g.Wish.Units {
		travellers = append(travellers, fmt.Sprintf("%d %s", q.Quantity, q.ID))
	}
	offer := ""
	if g.Offer > 0 {
		offer = ticket.SayMoney(&booking.Order{Language: w.code, Currency: g.Currency, Exponent: g.Exponent}, g.Offer)
	}
	l.with("product", g.ProductTitle, "reference", g.Reference)
	l.Facts = facts(
		fact{Label: w.request, Text: g.Reference, Code: true},
		fact{Label: w.activity, Text: typeset.Isolate(g.ProductTitle)}, fact{Label: w.option, Text: typeset.Isolate(g.OptionTitle)},
		fact{Label: w.day, Text: locale.FormatDay(w.code, g.Wish.Day)}, fact{Label: w.starts, Text: g.Wish.StartTime, Code: true},
		fact{Label: w.travellers, Text: strings.Join(travellers, ", "), Code: true}, fact{Label: w.offer, Text: offer},
	)
	l.asker(g.Name, g.Email, g.Phone)
	if g.Message != "" {
		l.quote(g.Message, g.Name)
	}
	l.command("api negotiations answer " + g.Reference + " --price AMOUNT --until DAY")
	l.command("api negotiations answer " + g.Reference + " --decline")
	l.Tone = waitTone
	l.write("negotiation_asked")
	return l, nil
}

// asker is who waits: an answer to the mail goes to him.
func (l *letter) asker(name, email, phone string) {
	l.Help, l.ReplyTo = nil, email
	l.Facts = append(l.Facts, facts(
		fact{Label: l.words.from, Text: typeset.Clean(strings.TrimSpace(name))},
		fact{Label: l.words.email, Text: email, Link: "mailto:" + email, Code: true},
		fact{Label: l.words.phone, Text: typeset.Clean(phone), Code: true},
	)...)
}

// command is what is typed to answer, after what the words say.
func (l *letter) command(text string) { l.commands = append(l.commands, typeset.IsolateLTR(text)) }
