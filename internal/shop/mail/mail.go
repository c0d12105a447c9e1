// Package mail sends notices as mails: HTML and plain text of the same facts in the reader's language, to an SMTP
// server or into a folder. The operator's messaging webhook gets the same news in short.
//
// A mail is composed when it is sent, from the data of that moment. After an error the caller of Send tries again. A
// mail that was sent twice, because the connection broke, has the same Message-ID twice.
package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document/ticket"
)

// Orders returns the orders of notices.
type Orders interface {
	Order(ctx context.Context, id string) (booking.Order, error)
}

// Negotiations returns the negotiations of notices.
type Negotiations interface {
	NegotiationByReference(ctx context.Context, deployment, reference string) (booking.Negotiation, error)
}

// Messages returns visitors' messages to the shop.
type Messages interface {
	Message(ctx context.Context, id string) (contact.Message, error)
}

// Users returns the account of an address, or fault.NotFound.
type Users interface {
	UserByEmail(ctx context.Context, deployment, email string) (account.User, error)
}

// Accounts creates the secrets of links that open and recover accounts.
type Accounts interface {
	OpeningLink(ctx context.Context, deployment, email string) (account.OpeningMail, error)
	ResetLink(ctx context.Context, deployment, email string) (token string, known bool, err error)
}

// Transport sends mails. It calls write only once a server accepts the mail, since a new secret invalidates the one
// before and tickets take time. It returns ErrRefused if the recipient is rejected for good.
type Transport interface {
	Send(ctx context.Context, write func() (*Mail, error)) error
}

// ErrRefused reports that a server rejects an address for good.
var ErrRefused = errors.New("the address is rejected for good")

// Config holds the dependencies and settings of a Mailer.
type Config struct {
	Orders       Orders
	Negotiations Negotiations
	Messages     Messages
	Users        Users
	Accounts     Accounts
	// Deployments returns the deployments of the live build.
	Deployments func() []payload.Deployment
	// OrderLink returns a token that opens an order.
	OrderLink func(order *booking.Order) string
	// ConfirmBy returns the deadline of suppliers to confirm an order on hold; zero if none has to.
	ConfirmBy func(order *booking.Order) time.Time
	// DecideBy returns the deadline of the shop's decision on an order; zero if there is none.
	DecideBy func(order *booking.Order) time.Time
	// Retryable reports whether the buyer can pay an order by card, on the page that its mails lead to.
	Retryable func(order *booking.Order) bool
	// OrderIn and NegotiationIn translate an order and a negotiation.
	OrderIn       func(o booking.Order, language string) booking.Order
	NegotiationIn func(n booking.Negotiation, language string) booking.Negotiation
	// TripInfo returns the information for travellers before the trip.
	TripInfo func(o *booking.Order, b *booking.Booking) booking.TripInfo
	// Suppliers has the data for mails to suppliers.
	Departures   Departures
	WaitingLists WaitingLists
	Suppliers    Suppliers
	// Tickets signs the codes of tickets.
	Tickets ticket.Key
	// Origin is the address that links begin with, with {deployment} for the deployment's id:
	// "http://{deployment}.localhost:8080". If it is empty, links begin with the deployment's own address. The Host
	// of a request is never used.
	Origin string
	// From is the sender's address, with {deployment} for the deployment's id; empty: the deployment's own. The
	// sender's name is always the deployment's.
	From      string
	Transport Transport
	// Record stores the result of an attempt; nil: results are not stored.
	Record func(ctx context.Context, attempt notice.Delivery) error
	Log    *slog.Logger
	Now    func() time.Time // nil: time.Now
}

// Mailer sends notices by mail.
type Mailer struct{ Config }

// New returns a Mailer.
func New(c Config) *Mailer {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Mailer{c}
}

// Send sends the mail of a notice. Outdated news and recipients that are rejected for good are no errors, since
// another try would not help. A rejected address of the shop is one, since visitors' messages must not be lost: the
// address can be corrected before the next try.
func (m *Mailer) Send(ctx context.Context, n notice.Notice) error {
	log := m.Log.With("notice", n.ID, "kind", n.Kind)
	letter, err := m.compose(ctx, n)
	if fault.Is(err, fault.NotFound) {
		log.ErrorContext(ctx, "the subject of a notice does not exist", "subject", n.Subject)
		return nil
	}
	attempt := notice.Delivery{Notice: n, State: notice.Needless}
	if err == nil && letter != nil {
		attempt.Notice = letter.notice
		attempt.MessageID, err = m.transmit(ctx, letter)
		if attempt.State = notice.Sent; errors.Is(err, errNeedless) {
			attempt.State, err = notice.Needless, nil
		}
	}
	switch {
	case errors.Is(err, ErrRefused):
		attempt.State, attempt.Error = notice.Refused, err.Error()
	case err != nil:
		attempt.State, attempt.Error = notice.Unsent, err.Error()
	case attempt.State == notice.Sent:
		attempt.SentAt = m.Now()
	}
	m.record(ctx, log, attempt)
	if attempt.State == notice.Refused && !n.Kind.IsToShop() && !n.Kind.IsToSupplier() {
		log.ErrorContext(ctx, "a mail is rejected for good", "error", err)
		return nil
	}
	return err
}

// transmit hands a letter to the transport and returns its Message-ID.
func (m *Mailer) transmit(ctx context.Context, l *letter) (id string, err error) {
	err = m.Transport.Send(ctx, func() (*Mail, error) {
		if err := m.finish(ctx, l); err != nil {
			return nil, err
		}
		mail, err := m.newMail(l)
		if err == nil {
			id = strings.Trim(mail.msg.GetMessageID(), "<>")
		}
		return mail, err
	})
	return id, err
}

// record stores the result of an attempt. A failure is only logged, so that the mail is not sent again.
func (m *Mailer) record(ctx context.Context, log *slog.Logger, attempt notice.Delivery) {
	if attempt.Resent && attempt.State == notice.Sent {
		log.InfoContext(ctx, "a mail was sent again",
			"subject", attempt.Subject, "to", attempt.To, "message", attempt.MessageID)
	}
	if m.Record == nil {
		return
	}
	if err := m.Record(context.WithoutCancel(ctx), attempt); err != nil {
		log.ErrorContext(ctx, "the result of a mail cannot be stored",
			"state", attempt.State, "message", attempt.MessageID, "error", err)
	}
}

// compose returns the letter of a notice; nil if its news is outdated.
func (m *Mailer) compose(ctx context.Context, n notice.Notice) (*letter, error) {
	if n.Kind.IsToSupplier() {
		return m.supplierLetter(ctx, n)
	}
	if n.To == "" && !n.Kind.IsToShop() {
		return nil, nil
	}
	shop, err := m.shopFor(n)
	if err != nil {
		return nil, err
	}
	if n.Kind.IsToShop() {
		n.Language = shop.language
		if !n.Resent {
			n.To = shop.Contact.Email // the present one: it may have been corrected
		}
		if n.To == "" {
			return nil, fmt.Errorf("deployment %q has no e-mail address", n.Deployment)
		}
	}
	l := newLetter(shop, n, m.Now())
	switch n.Kind {
	case notice.AccountOpening:
		return m.openingLetter(l, n), nil
	case notice.PasswordReset:
		return m.resetLetter(ctx, l, n)
	case notice.NegotiationAnswered:
		return m.negotiationLetter(ctx, l, n)
	case notice.NegotiationAsked:
		return m.negotiationRequestLetter(ctx, l, n)
	case notice.ContactReceived, notice.ContactMessage:
		return m.contactLetter(ctx, l, n)
	case notice.ShopDeparture, notice.DepartureBelowMinimum, notice.DepartureConflict:
		return m.departureLetter(ctx, l, n)
	case notice.WaitingJoined, notice.WaitingOffer, notice.WaitingWithdrawn, notice.WaitingCancelled:
		return m.waitingLetter(ctx, l, n)
	}
	order, err := m.Orders.Order(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	if n.Kind.IsToShop() {
		order = m.OrderIn(order, l.Words.Code)
		if n.Kind == notice.PaymentAttention {
			return attentionLetter(l, &order)
		}
		return m.shopLetter(l, n, &order)
	}
	if to := order.EmailNow(n.To); to != n.To && !n.Resent {
		n.To = to
		l = newLetter(shop, n, m.Now())
	}
	return m.orderLetter(ctx, l, n, &order)
}

// shop is the sender of a mail.
type shop struct {
	payload.Deployment
	language string // of the mail; the shop's own in mails to it
	name     string // in that language
	origin   string // the address that links begin with
	prefix   string // of paths in that language
}

func (m *Mailer) shopFor(n notice.Notice) (shop, error) {
	for _, d := range m.Deployments() {
		if d.ID != n.Deployment {
			continue
		}
		s := shop{Deployment: d, language: n.Language, origin: d.BaseURL}
		if n.Kind.IsToShop() {
			s.language = d.StaffLanguage()
		}
		s.name, s.prefix = d.Name[s.language], d.PathPrefix(s.language)
		if s.name == "" {
			s.name = d.Name[d.Languages[0]]
		}
		if m.Origin != "" {
			s.origin = strings.ReplaceAll(m.Origin, "{deployment}", d.ID)
		}
		return s, nil
	}
	return shop{}, fmt.Errorf("the live build has no deployment %q", n.Deployment)
}

// url returns an address of the shop's site in the mail's language.
func (s *shop) url(path string, query ...string) string {
	address := s.origin + route.JoinPrefix(s.prefix, path)
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	if len(values) > 0 {
		address += "?" + values.Encode()
	}
	return address
}
