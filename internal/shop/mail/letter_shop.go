package mail

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/core/locale"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
	"storefront/internal/shop/document/typeset"
)

// shopLetter writes to the shop about an order; nil where that is no news any more. The order is in the shop's language.
func (m *Mailer) shopLetter(l *letter, n notice.Notice, o *booking.Order) (*letter, error) {
	l.withSaid("reference", o.Reference)
	l.Reference, l.ItemsTitle = o.Reference, l.words.bookings
	var of []*booking.Booking
	for i := range o.Bookings {
		switch b := &o.Bookings[i]; {
		case n.Kind == notice.ShopBookingCancelled && b.ID != n.Booking, n.Kind == notice.OrderWaiting && !booking.Waits(o, b):
		default:
			of = append(of, b)
		}
	}
	if n.Kind == notice.ShopOrderConfirmed && !slices.ContainsFunc(of, (*booking.Booking).HasTicket) || len(of) == 0 {
		return nil, nil
	}
	for _, b := range of {
		it, err := l.item(o, b)
		if err != nil {
			return nil, err
		}
		it.Cancellation = nil // those are the buyer's terms
		it.Facts = append(facts(fact{Label: l.words.supplier, Text: typeset.Isolate(b.Detail.Supplier.Name)}), it.Facts...)
		l.Items = append(l.Items, it)
	}
	what := l.Items[0].Title + l.words.comma + " " + l.Items[0].When
	if more := len(l.Items) - 1; more > 0 {
		what += fmt.Sprintf(" (+%d)", more)
	}
	l.withSaid("what", what)
	l.Sums, l.Outcome = document.SayTotals(o)
	switch n.Kind {
	case notice.OrderWaiting:
		if err := m.waiting(l, o, of); err != nil {
			return nil, err
		}
	case notice.ShopOrderConfirmed:
		l.people(o)
		l.Tone = goodTone
		l.write(string(n.Kind))
	case notice.ShopBookingCancelled:
		l.withSaid("refund", document.SayMoney(o, o.GivenBack(of[0])))
		l.people(o)
		l.Tone = badTone
		l.write(string(n.Kind))
		if o.GivenBack(of[0]) > 0 {
			l.lead(l.words.shopRefund)
		}
	}
	return l, nil
}

// waiting asks the shop for its answer: until when, and by which commands.
func (m *Mailer) waiting(l *letter, o *booking.Order, of []*booking.Booking) error {
	by := m.DecideBy(o)
	if err := l.moment("deadline", o, by); err != nil {
		return err
	}
	if !by.IsZero() {
		l.Facts = append(l.Facts, fact{Label: l.words.answerBy, Text: l.fill("{deadline} ({place})")})
	}
	l.people(o)
	for _, b := range of {
		line := fmt.Sprintf("%s/%d", o.Reference, b.Line+1)
		if o.Method == booking.PayLater {
			l.command("api bookings paid " + line + " --by cash|transfer|terminal")
		}
		l.command("api bookings confirm " + line)
		l.command("api bookings reject " + line)
	}
	l.Tone = waitTone
	if o.Method != booking.PayLater {
		l.write(string(notice.OrderWaiting))
		return nil
	}
	l.write("order_waiting later")
	if !o.Payment.AtStart {
		l.Next = append(l.Next, l.fill(l.words.shopReleased))
	}
	return nil
}

// people are who travels, with their note, and who has ordered, where that is somebody else. An answer goes to who has
// ordered.
func (l *letter) people(o *booking.Order) {
	w, b := l.words, &o.Buyer
	l.Help, l.ReplyTo = nil, b.Email
	name, phone := strings.TrimSpace(b.FirstName+" "+b.LastName), cmp.Or(booking.Dialled(b.Phone, b.PhoneCountry), b.Phone)
	label := w.leadTraveller
	if g := o.Guest; g != nil && g.Name != "" {
		l.person(label, g.Name, g.Email, g.Phone)
		label = w.orderedBy
	}
	l.person(label, name, b.Email, phone)
	if o.Guest != nil && o.Guest.Info != "" {
		l.quote(o.Guest.Info, cmp.Or(o.Guest.Name, name))
	}
}

// person is somebody with how to reach them.
func (l *letter) person(label, name, email, phone string) {
	l.Facts = append(l.Facts, facts(
		fact{Label: label, Text: typeset.Clean(strings.TrimSpace(name))},
		fact{Label: l.words.phone, Text: typeset.Clean(phone), Code: true},
		fact{Label: l.words.email, Text: email, Link: "mailto:" + email, Code: true},
	)...)
}

// attentionLetter names what of an order's money an operator has to see to; nil where nothing is left of it.
func attentionLetter(l *letter, o *booking.Order) (*letter, error) {
	p, w := &o.Payment, l.words
	l.withSaid("reference", o.Reference, "owed", document.SayMoney(o, o.RefundDue()), "problem", typeset.Isolate(p.RefundProblem),
		"disputed", document.SayMoney(o, p.Dispute.Amount), "status", typeset.IsolateLTR(p.Dispute.Status),
		"elsewhere", document.SayMoney(o, o.GivenBackElsewhere()))
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
	g = m.NegotiationIn(g, l.Language)
	w := l.words
	var travellers []string
	for _, q := range g.Wish.Units {
		travellers = append(travellers, fmt.Sprintf("%d %s", q.Quantity, q.ID))
	}
	offer := ""
	if g.Offer > 0 {
		offer = document.SayMoney(&booking.Order{Language: w.code, Currency: g.Currency, Exponent: g.Exponent}, g.Offer)
	}
	l.with("product", g.ProductTitle, "reference", g.Reference)
	l.Facts = facts(
		fact{Label: w.request, Text: g.Reference, Code: true},
		fact{Label: w.activity, Text: typeset.Isolate(g.ProductTitle)}, fact{Label: w.option, Text: typeset.Isolate(g.OptionTitle)},
		fact{Label: w.day, Text: locale.FormatDay(w.code, g.Wish.Date)}, fact{Label: w.starts, Text: g.Wish.StartTime, Code: true},
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

// asker is who waits: an answer to the mail goes to them.
func (l *letter) asker(name, email, phone string) {
	l.Help, l.ReplyTo = nil, email
	l.person(l.words.from, name, email, phone)
}

// command is what is typed to answer, after what the words say.
func (l *letter) command(text string) { l.commands = append(l.commands, typeset.IsolateLTR(text)) }
