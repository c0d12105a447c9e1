package mail

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// letter is a mail before it is HTML and plain text. The templates read its exported fields.
type letter struct {
	shop   shop
	notice notice.Notice
	now    time.Time // when it is written

	Words                 *wording.Dictionary
	Seller, Home          string
	Subject               string
	Stamp                 string // the state of the order, in a word
	Tone                  tone
	Heading               string
	Greeting              string
	Lead                  []string
	Reference             string // of the order
	Facts                 []fact
	Items                 []item
	Sums                  []ordertext.Sum
	Outcome               string // the notes on the sums
	Quote, QuoteBy        string
	Next                  []string
	Action, Second        *action // a second choice is beside the first
	Help                  []fact  // how to reach the shop
	Reason                string  // why this mail was sent
	ItemsTitle, HelpTitle string

	ReplyTo     string
	Attachments []Attachment
	Phone       string // the recipient's number, E.164; empty if it is not known
	// publicURL is the action's link without its secret, for channels that do not authenticate the reader; empty: same
	// as Action.URL.
	publicURL string
	order     *MessageOrder // for the webhook

	ticketOrder   *booking.Order // the order whose tickets are attached; nil: none
	ticketBooking string         // the id of the only booking whose ticket is attached; empty: all of the order
	// the cancelled booking whose calendar file is attached, so that calendars drop it, and its order; nil: none
	calendarBooking *booking.Booking
	calendarOrder   *booking.Order
	// addSecret creates the secret of the link and writes the texts, when the mail is sent; nil: no secret.
	addSecret func(ctx context.Context) error
	attempt   string   // distinguishes mails of one notice that have different secrets
	commands  []string // the operator's commands, after the next steps

	placeholders []string // pairs of a placeholder of the texts and its value
}

// tone selects colours.
type tone string

const (
	plainTone tone = "plain"
	goodTone  tone = "good"
	waitTone  tone = "wait"
	badTone   tone = "bad"
)

// fact is a labelled text, with a link or without. A code is written from left to right.
type fact struct {
	Label, Text, Link string
	Code              bool
}

// item is a booking.
type item struct {
	Title, Option string
	When, Clock   string
	Facts         []fact
	Cancellation  []string
	Amount        string
	Status        string
	Tone          tone
}

// action is the mail's button.
type action struct{ Label, URL string }

// Attachment is a file of a mail.
type Attachment struct {
	Name, Type string
	Content    []byte
}

func newLetter(s shop, n notice.Notice, now time.Time) *letter {
	w := wording.In(n.Language)
	l := &letter{
		shop: s, notice: n, now: now, Words: w, Seller: s.name, Home: s.url("/"), Tone: plainTone,
		ItemsTitle: w.Mail.Activities, HelpTitle: w.Mail.Help,
	}
	l.setValues("seller", wording.Isolate(s.name), "email", wording.Isolate(n.To))
	l.addHelp(n.Language)
	return l
}

// addHelp adds the shop's contact.
func (l *letter) addHelp(language string) {
	c, w := &l.shop.Contact, &l.Words.Mail
	l.Help = nonEmptyFacts(fact{w.Email, c.Email, "mailto:" + c.Email, true}, l.phoneFact(c.Phone))
	if c.ChatURL != "" {
		l.Help = append(l.Help, fact{w.Chat, w.ChatText, c.ChatURL, false})
	}
	l.Help = append(l.Help, nonEmptyFacts(fact{Label: w.Address, Text: c.Address[language]})...)
}

// phoneFact returns a number that can be dialled.
func (l *letter) phoneFact(number string) fact {
	number = wording.Clean(number)
	dialled := strings.Map(func(r rune) rune {
		if r == '+' || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number)
	return fact{Label: l.Words.Mail.Phone, Text: number, Link: "tel:" + dialled, Code: true}
}

// setValues sets the values of placeholders, given as pairs. Values that people typed must be isolated.
func (l *letter) setValues(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		l.placeholders = append(l.placeholders, "{"+pairs[i]+"}", pairs[i+1])
	}
}

func (l *letter) fillValues(text string) string {
	return strings.NewReplacer(l.placeholders...).Replace(text)
}

func (l *letter) fillAllValues(texts []string) (filled []string) {
	for _, t := range texts {
		filled = append(filled, l.fillValues(t))
	}
	return filled
}

// writeTexts adds the texts of a kind of letter, with its placeholders replaced: their values must be set before.
func (l *letter) writeTexts(name string) {
	t := l.Words.Mail.Letters[name]
	// A subject is listed and searched, so it has no invisible characters.
	l.Subject = singleLine(l.fillValues(t.Subject))
	l.Stamp, l.Heading = t.Stamp, l.fillValues(t.Heading)
	l.Lead = append(l.Lead, l.fillAllValues(t.Lead)...)
	l.Next = append(append(l.Next, l.fillAllValues(t.Next)...), l.commands...)
	reason := l.Words.Mail.Reason
	switch {
	case t.Reason != "":
		reason = t.Reason
	case l.notice.Kind.IsToShop():
		reason = l.Words.Mail.ShopReason
	case l.notice.Kind.IsToSupplier():
		reason = l.Words.Mail.SupplierReason
	}
	l.Reason = l.fillValues(reason)
	if l.Action != nil {
		l.Action.Label = t.Action
	}
}

func (l *letter) addLead(text string) { l.Lead = append(l.Lead, l.fillValues(text)) }

// greet greets the reader by a name that was typed into a form. A text that does not look like a name is left out,
// since a stranger could use it to write to somebody else's address.
func (l *letter) greet(name string) {
	if name = strings.TrimSpace(name); isName(name) {
		l.setValues("name", wording.Isolate(name))
		l.Greeting = l.fillValues(l.Words.Mail.Greeting)
	}
}

const (
	maxNameLength = 30 // characters
	maxNameWords  = 4
)

// isName reports whether a text looks like a first name: a few words of letters, and no address of a site.
func isName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > maxNameWords || utf8.RuneCountInString(text) > maxNameLength {
		return false
	}
	for _, word := range words {
		word = strings.TrimSuffix(word, ".") // of an initial
		if word == "" || strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’‘\u200c", r)
		}) {
			return false
		}
	}
	return true
}

// nonEmptyFacts returns the facts that have a text.
func nonEmptyFacts(all ...fact) (list []fact) {
	for _, f := range all {
		if f.Text != "" {
			list = append(list, f)
		}
	}
	return list
}
