package mail

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
	"storefront/internal/shop/document/typeset"
)

// letter is what is written to somebody, before it is HTML or plain text.
type letter struct {
	shop  shop
	words *words
	of    notice.Notice
	now   time.Time // when it is written

	Language, Direction               string
	Seller, Home                      string
	Subject                           string
	Stamp                             string // what has become of it, in a word
	Tone                              tone
	Heading                           string
	Greeting                          string
	Lead                              []string
	Reference                         string // of the order
	Facts                             []fact
	Items                             []item
	Sums                              []document.Sum
	Outcome                           string
	Quote, QuoteBy                    string
	Next                              []string
	Action                            *action
	Help                              []fact // how to reach the shop
	Reason                            string // why this mail was sent
	ReplyTo                           string
	NextTitle, HelpTitle              string
	ItemsTitle, MoneyTitle            string
	ReferenceLabel, CancellationLabel string
	LinkHint                          string
	Attachments                       []Attachment

	Phone string        // where whom it is written to is called, "+971501234567"; empty where that is not known
	page  string        // where the action leads who is not known to be whom it is written to; empty for where it leads all
	order *MessageOrder // that it speaks of

	ticketsOf *booking.Order                  // whose tickets come with it; nil where none do
	secret    func(ctx context.Context) error // makes its secret and writes it, once somebody takes the mail over; nil where it has none
	commands  []string                        // what the shop types to answer
	try       string                          // tells mails of one notice apart that have different secrets

	values []string // what the words are filled with: a name and its value, in turns
}

// tone is a colour.
type tone string

const (
	plainTone tone = "plain"
	goodTone  tone = "good"
	waitTone  tone = "wait"
	badTone   tone = "bad"
)

// fact is something with its name, and where it leads. Where Code is set it is written from left to right.
type fact struct {
	Label, Text, Link string
	Code              bool
}

// item is one booking.
type item struct {
	Title, Option string
	When, Clock   string
	Facts         []fact
	Cancellation  []string
	Amount        string
	Status        string
	Tone          tone
}

// action is the one thing to do from here.
type action struct{ Label, URL string }

// Attachment is a file that comes with a mail.
type Attachment struct {
	Name, Type string
	Content    []byte
}

func newLetter(s shop, n notice.Notice, now time.Time) *letter {
	w := wordsIn(n.Language)
	l := &letter{
		now:  now,
		shop: s, words: w, of: n, Language: w.code, Direction: "ltr", Seller: s.name, Home: s.at("/"), Tone: plainTone,
		NextTitle: w.next, HelpTitle: w.help, ItemsTitle: w.items, MoneyTitle: w.money, LinkHint: w.linkHint,
		ReferenceLabel: w.reference, CancellationLabel: w.cancellation,
	}
	if w.rtl {
		l.Direction = "rtl"
	}
	l.with("seller", s.name, "email", n.To)
	l.help(n.Language)
	return l
}

// help is how the shop is reached.
func (l *letter) help(language string) {
	c, w := &l.shop.Contact, l.words
	add := func(label, text, link string, code bool) {
		if text != "" {
			l.Help = append(l.Help, fact{label, text, link, code})
		}
	}
	add(w.email, c.Email, "mailto:"+c.Email, true)
	add(w.phone, c.Phone, "tel:"+strings.Join(strings.FieldsFunc(c.Phone, func(r rune) bool {
		return r != '+' && !unicode.IsDigit(r)
	}), ""), true)
	if c.ChatURL != "" {
		add(w.chat, w.chatText, c.ChatURL, false)
	}
	add(w.address, c.Address[language], "", false)
}

// with names values for the words. What people have written must not turn the words around it.
func (l *letter) with(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		l.values = append(l.values, "{"+pairs[i]+"}", typeset.Isolate(pairs[i+1]))
	}
}

// withSaid names values that are isolated as far as is needed already.
func (l *letter) withSaid(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		l.values = append(l.values, "{"+pairs[i]+"}", pairs[i+1])
	}
}

func (l *letter) fill(text string) string { return strings.NewReplacer(l.values...).Replace(text) }

func (l *letter) fillAll(texts []string) (filled []string) {
	for _, t := range texts {
		filled = append(filled, l.fill(t))
	}
	return filled
}

// write takes the words of a letter; values are to be named before.
func (l *letter) write(name string) {
	t := l.words.letters[name]
	// A subject is shown in lists among others, and searched for: it has no invisible letters.
	l.Subject = header(l.fill(t.subject))
	l.Stamp, l.Heading = t.stamp, l.fill(t.heading)
	l.Lead, l.Next = append(l.Lead, l.fillAll(t.lead)...), append(append(l.Next, l.fillAll(t.next)...), l.commands...)
	l.Reason = l.fill(t.reason)
	if t.reason == "" {
		l.Reason = l.fill(l.words.reason)
	}
	if l.Action != nil {
		l.Action.Label = t.action
	}
}

func (l *letter) lead(text string) { l.Lead = append(l.Lead, l.fill(text)) }

// greet greets a reader by a name that was typed into a form. What is no name is left out: it may be a message to somebody whose
// address a stranger has given.
func (l *letter) greet(name string) {
	if name = strings.TrimSpace(name); isName(name) {
		l.with("name", name)
		l.Greeting = l.fill(l.words.greeting)
	}
}

const (
	longestGreeted = 30 // characters
	mostNames      = 4  // words
)

// isName reports whether a text has nothing but what a first name has: a few words of letters, and no address of a site.
func isName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > mostNames || utf8.RuneCountInString(text) > longestGreeted {
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

// count says a number with its noun, in the form that the number takes.
func (w *words) count(forms map[plural.Form]string, n int) string {
	text, has := forms[plural.Cardinal.MatchPlural(w.tag, n, 0, 0, 0, 0)]
	if !has {
		text = forms[plural.Other]
	}
	return strings.ReplaceAll(text, "{n}", strconv.Itoa(n))
}
