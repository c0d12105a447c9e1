// Package linkpage serves the pages behind signed links in mails, which need no account: pages on which suppliers
// answer requests and record payments, and the calendars of their bookings.
//
// A GET changes nothing, since mail programs open links on their own: the buttons of a page send a POST. Pages work
// without script.
package linkpage

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/buylink"
	"storefront/internal/shop/orderlink"
)

// Path is where the server mounts the Handler.
const Path = "/api/v1/links/"

const (
	answerPath   = Path + "answer/"
	paidPath     = Path + "paid/"
	calendarPath = Path + "calendar/"
	choicePath   = Path + "choice/"
	waitingPath  = Path + "waiting/"
)

// Links makes the addresses of pages.
type Links struct {
	Key orderlink.Key
	// AnswerBy returns when the link to answer a request expires.
	AnswerBy func(o *booking.Order, b *booking.Booking) time.Time
}

// AnswerURL returns the address at which a supplier accepts or declines a booking, on the site at origin.
func (l Links) AnswerURL(origin string, o *booking.Order, b *booking.Booking) string {
	return origin + answerPath + l.Key.SignAs(orderlink.SupplierAnswer, subjectOf(o, b), l.AnswerBy(o, b))
}

// PaidURL returns the address at which a supplier records that a booking was paid.
func (l Links) PaidURL(origin string, o *booking.Order, b *booking.Booking) string {
	return origin + paidPath + l.Key.SignAs(orderlink.SupplierPaid, subjectOf(o, b),
		b.StartsAt.Add(booking.PaidLinkValidity))
}

// ChoiceURL returns the address at which a buyer chooses another start or their money, on the site at origin.
func (l Links) ChoiceURL(origin string, o *booking.Order, b *booking.Booking) string {
	return origin + choicePath + l.Key.SignAs(orderlink.BuyerChoice, choiceSubject(o, b), b.Disruption.Until)
}

// WaitingURL returns the address at which a party on a waiting list sees its place or its offer, on the site at origin.
func (l Links) WaitingURL(origin string, w *booking.Waiting) string {
	expires := w.StartsAt
	if w.Choice.StartTime == "" { // a list of opening hours ends at closing, which is within a day
		expires = expires.Add(24 * time.Hour)
	}
	return origin + waitingPath + l.Key.SignAs(orderlink.WaitingPlace, w.ID, expires)
}

// offerPath returns the path, without a language, that puts the seats of an offer into the visitor's cart.
func (l Links) offerPath(w *booking.Waiting) string {
	return buylink.OfferPath(w.Choice.Product, l.Key.SignAs(orderlink.WaitingOffer, w.ID, w.Until))
}

// feedExpiresAt is far away, since a new version of the address invalidates a feed, not time.
var feedExpiresAt = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// CalendarURL returns the secret address of the calendar of a supplier's bookings.
func (l Links) CalendarURL(origin, supplier string, version int) string {
	token := l.Key.SignAs(orderlink.SupplierFeed, strconv.Itoa(version)+" "+supplier, feedExpiresAt)
	return origin + calendarPath + token + ".ics"
}

// subjectOf returns the subject of a booking's links: the ids of the order and the booking, and the number of the
// booking's changes, if there are any. Using a link from before a change does not use up those from after it.
func subjectOf(o *booking.Order, b *booking.Booking) string {
	if b.Detail.Changes == 0 {
		return o.ID + " " + b.ID
	}
	return o.ID + " " + b.ID + " " + strconv.Itoa(b.Detail.Changes)
}

// choiceSubject returns the subject of the link for a buyer's choice: that of the booking's links and, once the buyer's
// address was corrected, also that of the order's, so that links to the former address are of no use.
func choiceSubject(o *booking.Order, b *booking.Booking) string {
	if len(o.FormerEmails) == 0 {
		return subjectOf(o, b)
	}
	return subjectOf(o, b) + choiceSeparator + o.LinkSubject()
}

const choiceSeparator = ";"

// openChoice returns the booking of a token and the subject of the order's links when it was made.
func (l Links) openChoice(token string, now time.Time) (by booking.LinkAction, orderSubject string, err error) {
	subject, err := l.Key.OpenAs(orderlink.BuyerChoice, token, now)
	if err != nil {
		return by, "", err
	}
	subject, orderSubject, corrected := strings.Cut(subject, choiceSeparator)
	if by, err = parseBooking(subject, token); !corrected {
		orderSubject = by.Order
	}
	return by, orderSubject, err
}

// openBooking returns the booking of a token and the id of the link.
func (l Links) openBooking(purpose orderlink.Purpose, token string, now time.Time) (by booking.LinkAction, err error) {
	subject, err := l.Key.OpenAs(purpose, token, now)
	if err != nil {
		return by, err
	}
	return parseBooking(subject, token)
}

// parseBooking returns the booking of a subject that subjectOf made, and the id of its token's link.
func parseBooking(subject, token string) (by booking.LinkAction, err error) {
	order, b, ok := strings.Cut(subject, " ")
	if !ok {
		return by, errLinkExpired
	}
	b, number, changed := strings.Cut(b, " ") // the number of changes makes links different
	if changed {
		if by.Changes, err = strconv.Atoi(number); err != nil {
			return by, errLinkExpired
		}
	}
	sum := sha256.Sum256([]byte(token))
	by.Order, by.Booking, by.Link = order, b, hex.EncodeToString(sum[:8])
	return by, nil
}

// openCalendar returns the supplier of a calendar's token and the version of the address.
func (l Links) openCalendar(token string, now time.Time) (supplier string, version int, err error) {
	subject, err := l.Key.OpenAs(orderlink.SupplierFeed, token, now)
	if err != nil {
		return "", 0, err
	}
	number, supplier, _ := strings.Cut(subject, " ")
	if version, err = strconv.Atoi(number); err != nil {
		return "", 0, errLinkExpired
	}
	return supplier, version, nil
}

var errLinkExpired = fault.New(fault.LinkExpired, "The link has expired or is not valid.")
