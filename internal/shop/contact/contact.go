// Package contact stores the messages of visitors to a deployment and forwards them to the shop.
package contact

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
	"storefront/internal/core/plaintext"
	"storefront/internal/shop/limit"
)

// Message is a visitor's message.
type Message struct {
	ID         string
	Deployment string
	Language   string
	Name       string
	Email      string
	Topic      Topic
	Order      string // the reference of the order that it is about; empty if none
	Text       string
	Suspect    bool // probably written by a robot
	CreatedAt  time.Time
}

// Topic is the topic of a message; empty if the visitor chose none.
type Topic string

const (
	BeforeBooking Topic = "before"
	OnBooking     Topic = "booking"
	OnPayment     Topic = "payment"
	ForGroup      Topic = "group"
	OnOther       Topic = "other"
)

var topics = []Topic{"", BeforeBooking, OnBooking, OnPayment, ForGroup, OnOther}

// BotSignals describes how a form was filled in, to detect robots.
type BotSignals struct {
	HiddenField string        // the value of a field that people do not see
	FillTime    time.Duration // since the form was shown
}

// minFillTime is the least time that a person needs for a name, an address and a sentence, even when pasting.
const minFillTime = 3 * time.Second

// isBot reports whether a robot probably filled in the form. It can be wrong about people whose browsers fill in all
// fields, so suspect messages are stored, too.
func (f BotSignals) isBot() bool { return f.HiddenField != "" || f.FillTime < minFillTime }

// Store stores messages. Implementations must pass storetest.
type Store interface {
	// InsertMessage adds a message and queues the notices, in one transaction.
	InsertMessage(ctx context.Context, m Message, notices ...notice.Notice) error
	// Message returns a message by its id, or fault.NotFound.
	Message(ctx context.Context, id string) (Message, error)
	// DeleteMessage removes a message and the jobs of its notices. It returns fault.NotFound for an unknown one.
	DeleteMessage(ctx context.Context, m Message) error
	// Messages returns messages, the latest first.
	Messages(ctx context.Context, f Filter) ([]Message, error)
}

// Filter selects messages. Zero fields do not restrict, except Suspect: suspect messages are listed separately.
type Filter struct {
	Deployment string
	Suspect    bool
	Limit      int // 0 means 100
}

// Config configures a Service.
type Config struct {
	Store  Store
	Limits *limit.Limiter // on mails of one network and to one address
}

// Service receives messages.
type Service struct{ config Config }

// New returns a Service.
func New(c Config) *Service {
	return &Service{c}
}

// Send stores a message from a network and notifies the shop at its address. It also notifies the visitor, unless too
// many mails were sent to their address lately. It returns fault.Invalid with the wrong fields, and fault.TooManyTries
// if the network has sent too many messages. A robot's message is stored as suspect without notices; the robot gets the
// same response.
func (s *Service) Send(ctx context.Context, m Message, signals BotSignals, shop, network string) error {
	if err := m.validate(); err != nil {
		return err
	}
	mayReply, err := s.config.Limits.CountMail(ctx, notice.ContactReceived, m.Deployment, m.Email, network)
	if err != nil {
		return err
	}
	m.ID, m.CreatedAt, m.Suspect = uuid.NewString(), clock.Normalize(time.Now()), signals.isBot()
	if m.Suspect {
		return s.config.Store.InsertMessage(ctx, m)
	}
	base := notice.Notice{Deployment: m.Deployment, Language: m.Language, Subject: m.ID}
	forVisitor, forShop := base, base
	forVisitor.Kind, forVisitor.To = notice.ContactReceived, m.Email
	forShop.Kind, forShop.To = notice.ContactMessage, shop
	notices := []notice.Notice{forShop}
	if mayReply {
		notices = append(notices, forVisitor)
	}
	return s.config.Store.InsertMessage(ctx, m, notices...)
}

// validate trims the fields. It returns fault.Invalid with the wrong ones.
func (m *Message) validate() error {
	var w form.FieldErrors
	w.RequireText("name", &m.Name)
	w.RequireEmail("email", &m.Email)
	w.RequireText("text", &m.Text)
	m.Order = plaintext.CleanLines(m.Order)
	if !slices.Contains(topics, m.Topic) {
		w.Add("topic", fault.Unknown)
	}
	return w.Err("The message is not valid.")
}

// List returns messages, the latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Message, error) {
	return s.config.Store.Messages(ctx, f)
}

// Message returns a message by its id.
func (s *Service) Message(ctx context.Context, id string) (Message, error) {
	return s.config.Store.Message(ctx, id)
}

// Delete removes a message for good, as its sender can ask for.
func (s *Service) Delete(ctx context.Context, m Message) error {
	return s.config.Store.DeleteMessage(ctx, m)
}
