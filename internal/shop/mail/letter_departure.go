package mail

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// Departures has the data for mails about departures.
type Departures struct {
	// Report returns the outcome for the bookings of a departure that the shop has cancelled or moved.
	Report func(ctx context.Context, change string) (booking.DepartureReport, error)
	// At returns a departure as a deployment sells it.
	At func(ctx context.Context, d booking.Deployment, slot booking.Slot) (booking.Departure, error)
	// ChoiceURL returns the address at which a buyer chooses another start or their money, on the site at origin.
	ChoiceURL func(origin string, o *booking.Order, b *booking.Booking) string
}

// disruptionReason returns the sentence on why a departure does not take place; empty without a reason.
func (l *letter) disruptionReason(b *booking.Booking) string {
	if b.Disruption == nil {
		return ""
	}
	return l.Words.Mail.Because[string(b.Disruption.BuyerReason)]
}

// writeDisrupted writes about a booking whose departure does not take place, or was moved by the shop: its buyer can
// choose. It returns nil once they have.
func (m *Mailer) writeDisrupted(l *letter, o *booking.Order, n notice.Notice) (*letter, error) {
	b, err := l.addBooking(o, n.Booking)
	if err != nil || toneOf(b.Status) == badTone || b.Disruption == nil {
		return nil, err
	}
	if b.Disruption.Moved {
		return l, m.writeMovedByShop(l, o, b)
	}
	if !b.CanChoose(m.Now()) {
		return nil, nil
	}
	if err := l.setTime("until", b, b.Disruption.Until); err != nil {
		return nil, err
	}
	l.Items[0].Cancellation = nil // nothing is charged for it if it is cancelled, whatever the terms
	name := string(n.Kind)
	if ordertext.MoneyStateOf(o, b) != ordertext.Paid {
		name += " unpaid"
	}
	l.publicURL = ""
	l.Action = &action{URL: m.Departures.ChoiceURL(l.shop.origin, o, b)}
	l.Tone = badTone
	l.writeTexts(name)
	l.Lead = append(l.Lead, nonEmpty(l.disruptionReason(b), ordertext.IfCancelledText(o, b))...)
	return l, nil
}

// writeMovedByShop writes about a booking that the shop has moved with its departure.
func (m *Mailer) writeMovedByShop(l *letter, o *booking.Order, b *booking.Booking) error {
	l.Tone = l.Items[0].Tone
	l.attachTicket(o, b)
	l.writeTexts(string(notice.BookingDisrupted) + " moved")
	l.Lead = append(l.Lead, nonEmpty(l.disruptionReason(b))...)
	if b.HasTicket() {
		l.Next = append([]string{l.Words.Mail.NewTicket}, l.Next...)
	}
	if !b.CanChoose(m.Now()) {
		return nil
	}
	if err := l.setTime("until", b, b.Disruption.Until); err != nil {
		return err
	}
	w := &l.Words.Mail
	choice, text := string(notice.BookingDisrupted), w.OrAnother
	if ordertext.MoneyStateOf(o, b) != ordertext.Paid {
		choice, text = choice+" unpaid", w.OrAnotherUnpaid
	}
	l.Second = &action{w.Letters[choice].Heading, m.Departures.ChoiceURL(l.shop.origin, o, b)}
	l.Next = append(l.Next, nonEmpty(l.fillValues(text), ordertext.IfCancelledText(o, b))...)
	return nil
}

// departureLetter informs the shop about a departure. It returns nil if the news is outdated.
func (m *Mailer) departureLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	if n.Kind == notice.ShopDeparture {
		return m.reportLetter(ctx, l, n)
	}
	slot, _, err := booking.ParseSlot(n.Subject)
	if err != nil {
		return nil, err
	}
	d, err := m.Departures.At(ctx, booking.Deployment{ID: n.Deployment, Language: l.Words.Code}, slot)
	if err != nil {
		return nil, err
	}
	outdated := d.Taken == 0 || n.Kind == notice.DepartureBelowMinimum && d.Minimum != booking.BelowMinimum ||
		n.Kind == notice.DepartureConflict && d.Conflict == booking.NoConflict
	if outdated {
		return nil, nil
	}
	title := slot.Product
	if d.Product != nil {
		title = d.Product.Title
	}
	l.addDeparture(slot, title)
	l.Facts = append(l.Facts, fact{Label: l.Words.Labels.Travellers, Text: strconv.Itoa(d.Taken), Code: true})
	l.Tone = waitTone
	l.addCommand("api departures show " + n.Subject)
	if n.Kind == notice.DepartureBelowMinimum {
		l.setValues("minimum", strconv.Itoa(d.Option.MinimumParticipants))
		l.addCommand("api departures run " + n.Subject)
	}
	l.addCommand("api departures cancel " + n.Subject + " --because weather|minimum|guide|safety|schedule")
	l.writeTexts(string(n.Kind))
	if n.Kind == notice.DepartureConflict {
		l.addLead(l.Words.Mail.Conflicts[string(d.Conflict)])
	}
	return l, nil
}

// productTitle returns the title of a departure's product in the language of a letter; empty if the live build does not
// sell it.
func (m *Mailer) productTitle(ctx context.Context, l *letter, deployment string, slot booking.Slot) (string, error) {
	d, err := m.Departures.At(ctx, booking.Deployment{ID: deployment, Language: l.Words.Code}, slot)
	if err != nil || d.Product == nil {
		return "", err
	}
	return d.Product.Title, nil
}

// addDeparture adds a departure's name and its placeholders.
func (l *letter) addDeparture(slot booking.Slot, title string) {
	w := &l.Words.Mail
	when := l.Words.List(l.Words.Day(slot.Date), wording.IsolateLTR(slot.StartTime))
	if slot.StartTime == "" {
		when = l.Words.Day(slot.Date)
	}
	l.setValues("what", l.Words.List(wording.Isolate(title), when))
	l.Help = nil
	l.Facts = append(l.Facts, nonEmptyFacts(fact{Label: w.Activity, Text: wording.Isolate(title)},
		fact{Label: w.Start, Text: when}, fact{Label: w.Departure, Text: slot.String(), Code: true})...)
}

// reportLetter reports the outcome for a departure's bookings.
func (m *Mailer) reportLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	r, err := m.Departures.Report(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	title, err := m.productTitle(ctx, l, n.Deployment, r.Slot)
	if err != nil {
		return nil, err
	}
	w := &l.Words.Mail
	var unmailed, open []string
	for i := range r.Deployments {
		d := &r.Deployments[i]
		if d.Deployment != n.Deployment {
			continue
		}
		if len(l.Facts) == 0 {
			l.addDeparture(r.Slot, cmp.Or(title, d.Title))
		}
		unmailed, open = append(unmailed, d.WithoutEmail...), append(open, d.Unhandled...)
		returned := ""
		if d.Cancelled > 0 {
			returned = l.Words.Money(d.Refunded, d.Currency, d.Exponent)
		}
		l.Facts = append(l.Facts, nonEmptyFacts(
			countFact(w.CountCancelled, d.Cancelled), fact{Label: w.CountReturned, Text: returned},
			countFact(w.CountMoved, d.Moved), countFact(w.CountChoosing, d.Choosing))...)
	}
	if len(l.Facts) == 0 {
		return nil, nil
	}
	l.Facts = append(l.Facts, nonEmptyFacts(namesFact(w.CountUnmailed, unmailed), namesFact(w.CountOpen, open))...)
	l.Tone = plainTone
	l.addCommand("api departures show " + r.Slot.String())
	all := append(unmailed, open...)
	for _, name := range all[:min(len(all), maxCommands)] {
		l.addCommand(fmt.Sprintf("api bookings show %s", name))
	}
	l.writeTexts(string(n.Kind))
	return l, nil
}

// maxCommands bounds the bookings for which a report has a command. It names all of them.
const maxCommands = 20

// namesFact returns a labelled number of bookings with their names; without a text if there are none.
func namesFact(label string, bookings []string) fact {
	f := countFact(label, len(bookings))
	if f.Text != "" {
		f.Text += ": " + strings.Join(bookings, ", ")
	}
	return f
}

// countFact returns a labelled number; without a text if it is zero.
func countFact(label string, n int) fact {
	if n == 0 {
		return fact{}
	}
	return fact{Label: label, Text: strconv.Itoa(n), Code: true}
}
