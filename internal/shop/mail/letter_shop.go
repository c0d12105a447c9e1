package mail

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// shopLetter informs the shop about an order, which is in the shop's language. It returns nil if the news is outdated.
func (m *Mailer) shopLetter(l *letter, n notice.Notice, o *booking.Order) (*letter, error) {
	l.setValues("reference", o.Reference)
	l.Reference, l.ItemsTitle = o.Reference, l.Words.Mail.Bookings
	var bookings []*booking.Booking
	for i := range o.Bookings {
		b := &o.Bookings[i]
		other := n.Booking != "" && b.ID != n.Booking
		decided := n.Kind == notice.OrderWaiting && !booking.AwaitsDecision(o, b)
		if !other && !decided {
			bookings = append(bookings, b)
		}
	}
	unconfirmed := n.Kind == notice.ShopOrderConfirmed && !slices.ContainsFunc(bookings, (*booking.Booking).HasTicket)
	if unconfirmed || len(bookings) == 0 {
		return nil, nil
	}
	for _, b := range bookings {
		it, err := l.item(o, b)
		if err != nil {
			return nil, err
		}
		it.Cancellation = nil // the terms are the buyer's
		supplier := fact{Label: l.Words.Mail.Supplier, Text: wording.Isolate(b.Detail.Supplier.Name)}
		it.Facts = append(nonEmptyFacts(supplier), it.Facts...)
		l.Items = append(l.Items, it)
	}
	what := l.Words.List(l.Items[0].Title, l.Items[0].When)
	if more := len(l.Items) - 1; more > 0 {
		what += fmt.Sprintf(" (+%d)", more)
	}
	l.setValues("what", what)
	l.addSums(o)
	if n.Kind == notice.OrderWaiting {
		return l, m.writeAwaitingDecision(l, o, bookings)
	}
	l.addTravellers(o)
	l.writeToShop(o, bookings[0])
	return l, nil
}

// writeToShop writes the outcome of an order or of one of its bookings, and whether its buyer was mailed.
func (l *letter) writeToShop(o *booking.Order, b *booking.Booking) {
	w, kind := &l.Words.Mail, l.notice.Kind
	refund, buyerText := int64(0), w.BuyerMailed
	switch kind {
	case notice.ShopOrderConfirmed:
		l.Tone, buyerText = goodTone, w.BuyerTickets
	case notice.ShopBookingMoved:
		l.Tone = l.Items[0].Tone
	case notice.ShopBookingCancelled:
		l.Tone, refund = badTone, o.RefundOfCancellation(b)
	}
	l.writeTexts(string(kind))
	if o.Buyer.Email == "" {
		l.addLead(w.BuyerUnmailed)
	} else {
		l.addLead(buyerText)
		l.Next = append(l.Next, w.BuyerReply)
	}
	if refund > 0 {
		l.setValues("refund", ordertext.Money(o, refund))
		l.addLead(w.ShopRefund)
	}
}

// writeAwaitingDecision writes about bookings that the shop must confirm or reject, with the deadline and the commands.
func (m *Mailer) writeAwaitingDecision(l *letter, o *booking.Order, bookings []*booking.Booking) error {
	by := m.DecideBy(o)
	if err := l.setOrderTime("deadline", o, by); err != nil {
		return err
	}
	if !by.IsZero() {
		l.Facts = append(l.Facts, fact{Label: l.Words.Mail.AnswerBy, Text: l.fillValues("{deadline} ({place})")})
	}
	l.addTravellers(o)
	later := o.Method == booking.PayLater && (o.Due() > 0 || o.Total == 0)
	for _, b := range bookings {
		line := fmt.Sprintf("%s/%d", o.Reference, b.Line+1)
		if later {
			l.addCommand("api bookings paid " + line + " --by cash|transfer|terminal")
		}
		l.addCommand("api bookings confirm " + line)
		l.addCommand("api bookings reject " + line)
	}
	l.Tone = waitTone
	name := string(notice.OrderWaiting)
	switch {
	case later:
		name += " later"
	case o.Method == booking.PayLater:
		name += " paid"
	}
	l.writeTexts(name)
	buyerText := l.Words.Mail.BuyerMailedLater
	if o.Buyer.Email == "" {
		buyerText = l.Words.Mail.BuyerUnmailed
	}
	l.addLead(buyerText)
	if later && !o.Payment.AtStart {
		l.Next = append(l.Next, l.fillValues(l.Words.Mail.ShopReleased))
	}
	return nil
}

// addTravellers adds the lead traveller with their note, and the buyer if that is another person. A reply goes to the
// buyer.
func (l *letter) addTravellers(o *booking.Order) {
	labels, b := &l.Words.Labels, &o.Buyer
	l.Help, l.ReplyTo = nil, b.Email
	name := strings.TrimSpace(b.FirstName + " " + b.LastName)
	phone := cmp.Or(booking.PhoneE164(b.Phone, b.PhoneCountry), b.Phone)
	label := labels.LeadTraveller
	if g := o.Guest; g != nil && g.Name != "" {
		l.addPerson(label, g.Name, g.Email, g.Phone)
		label = labels.BookedBy
	}
	l.addPerson(label, name, b.Email, phone)
	if o.Guest != nil && o.Guest.Info != "" {
		l.addQuote(o.Guest.Info, cmp.Or(o.Guest.Name, name))
	}
}

// addPerson adds a person's name, phone number and address.
func (l *letter) addPerson(label, name, email, phone string) {
	l.Facts = append(l.Facts, nonEmptyFacts(
		fact{Label: label, Text: wording.Clean(strings.TrimSpace(name))},
		l.phoneFact(phone),
		fact{Label: l.Words.Mail.Email, Text: email, Link: "mailto:" + email, Code: true},
	)...)
}

// attentionLetter lists the problems of an order's payment that an operator has to solve. It returns nil if none is
// left.
func attentionLetter(l *letter, o *booking.Order) (*letter, error) {
	p, w := &o.Payment, &l.Words.Mail
	l.setValues("reference", o.Reference, "owed", ordertext.Money(o, o.RefundDue()),
		"problem", wording.Isolate(p.RefundProblem),
		"disputed", ordertext.Money(o, p.Dispute.Amount), "status", wording.IsolateLTR(p.Dispute.Status),
		"elsewhere", ordertext.Money(o, o.RefundedElsewhere()))
	var lines []string
	switch {
	case o.NeedsManualRefund() && p.RefundProblem != "":
		lines = append(lines, w.RefundFailed)
		l.addCommand("api refunds retry " + o.Reference)
	case o.NeedsManualRefund():
		lines = append(lines, w.RefundByHand)
	}
	if o.NeedsManualRefund() {
		l.addCommand("api refunds record " + o.Reference + " --by cash|transfer|terminal")
		l.addCommand("api refunds write-off " + o.Reference + " --reason REASON")
	}
	if p.Dispute.Status != "" {
		lines = append(lines, w.Disputed)
	}
	if o.RefundedElsewhere() > 0 {
		lines = append(lines, w.GivenBackElsewhere)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	l.addCommand("api orders show " + o.Reference)
	l.Reference, l.Tone = o.Reference, badTone
	b := &o.Buyer
	l.addSender(b.FirstName+" "+b.LastName, b.Email, booking.PhoneE164(b.Phone, b.PhoneCountry))
	l.writeTexts("payment_attention")
	for _, line := range lines {
		l.addLead(line)
	}
	return l, nil
}

// negotiationRequestLetter informs the shop about a request for a price, with the commands to answer it. It returns nil
// once it is answered.
func (m *Mailer) negotiationRequestLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	g, err := m.Negotiations.NegotiationByReference(ctx, n.Deployment, n.Subject)
	if err != nil || g.Status != booking.NegotiationOpen {
		return nil, err
	}
	g = m.NegotiationIn(g, l.Words.Code)
	w := &l.Words.Mail
	var travellers []string
	for _, q := range g.Choice.Units {
		travellers = append(travellers, fmt.Sprintf("%d %s", q.Quantity, q.ID))
	}
	offer := ""
	if g.Offer > 0 {
		offer = l.Words.Money(g.Offer, g.Currency, g.Exponent)
	}
	l.setValues("product", wording.Isolate(g.ProductTitle), "reference", wording.Isolate(g.Reference))
	l.Facts = nonEmptyFacts(
		fact{Label: w.RequestReference, Text: g.Reference, Code: true},
		fact{Label: w.Activity, Text: wording.Isolate(g.ProductTitle)},
		fact{Label: w.Option, Text: wording.Isolate(wording.OptionTitle(g.OptionTitle, g.ProductTitle))},
		fact{Label: w.Date, Text: l.Words.Day(g.Choice.Date)},
		fact{Label: w.Start, Text: g.Choice.StartTime, Code: true},
		fact{Label: l.Words.Labels.Travellers, Text: strings.Join(travellers, ", "), Code: true},
		fact{Label: w.Offer, Text: offer},
	)
	l.addSender(g.Name, g.Email, g.Phone)
	if g.Message != "" {
		l.addQuote(g.Message, g.Name)
	}
	l.addCommand("api negotiations answer " + g.Reference + " --price AMOUNT --until DAY")
	l.addCommand("api negotiations answer " + g.Reference + " --decline")
	l.Tone = waitTone
	l.writeTexts("negotiation_asked")
	return l, nil
}

// addSender adds a visitor, who gets the replies.
func (l *letter) addSender(name, email, phone string) {
	l.Help, l.ReplyTo = nil, email
	l.addPerson(l.Words.Mail.Sender, name, email, phone)
}

// addCommand adds a command that the shop types or copies, after the next steps. It is not isolated, since a shell
// takes an isolate for a letter; on a line of its own it runs left to right by its first letter.
func (l *letter) addCommand(text string) { l.commands = append(l.commands, text) }
