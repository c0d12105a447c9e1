// Package mail writes to people: what the rules ask to be told becomes a mail in the reader's language, as HTML and as
// plain text of the same facts, and goes to an SMTP server or into a folder. The same words, shorter, go to the operator's
// messaging webhook.
//
// A mail is composed when it is sent, of what is known then. Whoever calls Tell tries again after an error; a mail that was
// sent twice because nobody could know has the same Message-ID twice.
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
	"storefront/internal/core/locale"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document"
)

// Orders finds what a notice about an order speaks of.
type Orders interface {
	Order(ctx context.Context, id string) (booking.Order, error)
}

// Negotiations finds what a notice about a negotiated price speaks of.
type Negotiations interface {
	NegotiationByReference(ctx context.Context, deployment, reference string) (booking.Negotiation, error)
}

// Messages finds what a visitor has written to the shop.
type Messages interface {
	Message(ctx context.Context, id string) (contact.Message, error)
}

// Users finds who has an account, or returns fault.NotFound.
type Users interface {
	UserByEmail(ctx context.Context, deployment, email string) (account.User, error)
}

// Accounts makes the secrets of links that open and recover accounts.
type Accounts interface {
	OpeningLink(ctx context.Context, deployment, email string) (account.OpeningMail, error)
	ResetLink(ctx context.Context, deployment, email string) (token string, known bool, err error)
}

// Transport takes a mail over. It has it written only once somebody listens: a secret that is made replaces the one before
// it, and tickets are work. It returns ErrRefused where the recipient's address is refused for good.
type Transport interface {
	Send(ctx context.Context, write func() (*Mail, error)) error
}

// ErrRefused says that an address is not to be written to.
var ErrRefused = errors.New("the address is refused for good")

// Config is what a Mailer is put together from.
type Config struct {
	Orders       Orders
	Negotiations Negotiations
	Messages     Messages
	Users        Users
	Accounts     Accounts
	// Deployments are those of the live build.
	Deployments func() []payload.Deployment
	// OrderLink makes the token that lets whoever has it see an order.
	OrderLink func(order *booking.Order) string
	// ConfirmBy returns until when suppliers confirm an order that is on hold; zero where nothing waits for them.
	ConfirmBy func(order *booking.Order) time.Time
	// DecideBy returns until when the shop answers what waits for it; zero where there is no deadline.
	DecideBy func(order *booking.Order) time.Time
	// OrderIn and NegotiationIn return what they are given in another language.
	OrderIn       func(o booking.Order, language string) booking.Order
	NegotiationIn func(n booking.Negotiation, language string) booking.Negotiation
	// Tickets signs the codes of tickets.
	Tickets document.Key
	// Origin is where links lead, with {deployment} for the deployment's id: "http://{deployment}.localhost:8080". Where it
	// is empty they lead to each deployment's own address. What a request claims its host to be never counts.
	Origin string
	// From is the address that mails come from, with {deployment} for the deployment's id; the deployment's own where it is
	// empty. The sender's name is always the deployment's.
	From      string
	Transport Transport
	// Record keeps what became of an attempt to send a mail; nil where nobody wants to know.
	Record func(ctx context.Context, attempt notice.Delivery) error
	Log    *slog.Logger
	Now    func() time.Time // time.Now where nil
}

// Mailer tells by mail.
type Mailer struct{ Config }

// New makes a Mailer.
func New(c Config) *Mailer {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Mailer{c}
}

// Tell sends what a notice asks for. What there is nothing to tell of any more, and what is refused for good, is logged and
// is no error: trying again would not help. The shop's own address is another matter: what visitors write to it is not to be
// lost, and once the address is put right it is tried again.
func (m *Mailer) Tell(ctx context.Context, n notice.Notice) error {
	log := m.Log.With("notice", n.ID, "kind", n.Kind)
	letter, err := m.compose(ctx, n)
	if fault.Is(err, fault.NotFound) {
		log.ErrorContext(ctx, "a notice speaks of something that there is not", "subject", n.Subject)
		return nil
	}
	attempt := notice.Delivery{Notice: n, State: notice.Needless}
	if err == nil && letter != nil {
		attempt.Notice = letter.of
		attempt.MessageID, err = m.send(ctx, letter)
		if attempt.State = notice.Sent; errors.Is(err, errNothingToSay) {
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
	if attempt.State == notice.Refused && !n.Kind.ToShop() {
		log.ErrorContext(ctx, "a mail is refused for good", "error", err)
		return nil
	}
	return err
}

// send hands a letter to the transport and returns its Message-ID.
func (m *Mailer) send(ctx context.Context, l *letter) (id string, err error) {
	err = m.Transport.Send(ctx, func() (*Mail, error) {
		if err := m.finish(ctx, l); err != nil {
			return nil, err
		}
		mail, err := m.mailOf(l)
		if err == nil {
			id = strings.Trim(mail.msg.GetMessageID(), "<>")
		}
		return mail, err
	})
	return id, err
}

// record keeps what became of an attempt. That it cannot be kept is logged alone: the mail must not be sent again for it.
func (m *Mailer) record(ctx context.Context, log *slog.Logger, attempt notice.Delivery) {
	if attempt.Resent && attempt.State == notice.Sent {
		log.InfoContext(ctx, "a mail was sent again", "subject", attempt.Subject, "to", attempt.To, "message", attempt.MessageID)
	}
	if m.Record == nil {
		return
	}
	if err := m.Record(context.WithoutCancel(ctx), attempt); err != nil {
		log.ErrorContext(ctx, "what became of a mail cannot be kept", "state", attempt.State, "message", attempt.MessageID, "error", err)
	}
}

// compose writes a letter; nil where there is nothing to say.
func (m *Mailer) compose(ctx context.Context, n notice.Notice) (*letter, error) {
	if n.To == "" && !n.Kind.ToShop() {
		return nil, nil
	}
	shop, err := m.shopOf(n)
	if err != nil {
		return nil, err
	}
	if n.Kind.ToShop() {
		n.Language = shop.language
		if !n.Resent {
			n.To = shop.Contact.Email // as it is now: it may have been put right
		}
		if n.To == "" {
			return nil, fmt.Errorf("the deployment %q has no address to be written to", n.Deployment)
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
		return m.askedLetter(ctx, l, n)
	case notice.ContactReceived, notice.ContactMessage:
		return m.contactLetter(ctx, l, n)
	}
	order, err := m.Orders.Order(ctx, n.Subject)
	if err != nil {
		return nil, err
	}
	if n.Kind.ToShop() {
		order = m.OrderIn(order, l.Language)
		if n.Kind == notice.PaymentAttention {
			return attentionLetter(l, &order)
		}
		return m.shopLetter(l, n, &order)
	}
	return m.orderLetter(l, n, &order)
}

// shop is whom a mail comes from.
type shop struct {
	payload.Deployment
	language string // of the mail: the shop's own where it is to the shop
	name     string // in that language
	origin   string // what links begin with
	prefix   string // of the paths in that language
}

func (m *Mailer) shopOf(n notice.Notice) (shop, error) {
	for _, d := range m.Deployments() {
		if d.ID != n.Deployment {
			continue
		}
		s := shop{Deployment: d, language: n.Language, origin: d.BaseURL}
		if n.Kind.ToShop() {
			s.language = d.StaffLanguage()
		}
		s.name, s.prefix = d.Name[s.language], locale.Prefix(s.language, d.Languages[0])
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

// at is an address of the shop's site in the mail's language.
func (s *shop) at(path string, query ...string) string {
	address := s.origin + locale.Join(s.prefix, path)
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	if len(values) > 0 {
		address += "?" + values.Encode()
	}
	return address
}
