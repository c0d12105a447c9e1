package mail

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"storefront/internal/shop/contact"
)

// words are the mails' in one language. In braces stand the names of what they are filled with. The site says the same
// things in the same words.
type words struct {
	code  string
	rtl   bool
	tag   language.Tag
	comma string

	greeting, next, help, helpOrder, items, money, linkHint, reason string
	reference, email, phone, chat, chatText, address                string
	open, travellers, extras, lasts, pickup, dropOff                string
	meeting, onMap, newTicket                                       string
	arriveMeeting, arrivePickup, arriveBoth                         string // when to be where
	cancellation, reserved                                          string
	activity, option, day, price, validUntil, neverExpires, utc     string
	from, sent, request, starts, offer, topic                       string

	owedByShop, cancelByShop                                                         string // the shop gives money back itself
	refundFailed, refundByHand, disputed, givenBackElsewhere                         string // what the shop has to know of an order's money
	nothingCharged, refundComes, released, nothingOwed                               string // what happens to the money of an order that failed
	cancelRefund, cancelNothing, cancelReleased, cancelKept, cancelFree              string // and of a booking that was cancelled
	restStands                                                                       string
	bookings, supplier, leadTraveller, orderedBy, answerBy, shopReleased, shopRefund string // to the shop
	confirmBy                                                                        string // by when a buyer hears whose order is on hold

	topics map[contact.Topic]string

	hours, attached map[plural.Form]string

	letters map[string]text // by the kind of the notice, and what is special
}

// text is one kind of letter.
type text struct {
	subject, stamp, heading string
	lead                    []string // what has happened
	next                    []string // what comes now
	action                  string   // what the button does
	reason                  string   // why the mail was sent, where that is not the ordinary reason
}

// wordsIn are those of a language. Languages that have none are told in English.
func wordsIn(code string) *words {
	if code == arabic.code {
		return &arabic
	}
	return &english
}
