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

// Filling describes how a form was filled in, to detect robots.
type Filling struct {
	Hidden string        // the value of a field that people do not see
	Took   time.Duration // since the form was shown
}

// soonest is the least time that a person needs for a name, an address and a sentence, even when pasting.
const soonest = 3 * time.Second

// byRobot reports whether a robot probably filled in the form. It can be wrong about people whose browsers fill in all
// fields, so suspect messages are stored, too.
func (f Filling) byRobot() bool { return f.Hidden != "" || f.Took < soonest }

// Store stores messages. Implementations must pass storetest.
type Store interface {
	// InsertMessage adds a message and queues the notices, in one transaction.
	InsertMessage(ctx context.Context, m Message, notices ...notice.Notice) error
	// Message returns a message by its id, or fault.NotFound.
	Message(ctx context.Context, id string) (Message, error)
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
func (s *Service) Send(ctx context.Context, m Message, how Filling, shop, network string) error {
	if err := m.tidy(); err != nil {
		return err
	}
	mayReply, err := s.config.Limits.MayMail(ctx, notice.ContactReceived, m.Deployment, m.Email, network)
	if err != nil {
		return err
	}
	m.ID, m.CreatedAt, m.Suspect = uuid.NewString(), clock.Stored(time.Now()), how.byRobot()
	if m.Suspect {
		return s.config.Store.InsertMessage(ctx, m)
	}
	about := notice.Notice{Deployment: m.Deployment, Language: m.Language, Subject: m.ID}
	received, message := about, about
	received.Kind, received.To = notice.ContactReceived, m.Email
	message.Kind, message.To = notice.ContactMessage, shop
	notices := []notice.Notice{message}
	if mayReply {
		notices = append(notices, received)
	}
	return s.config.Store.InsertMessage(ctx, m, notices...)
}

// tidy trims the fields, and returns their mistakes.
func (m *Message) tidy() error {
	var w form.Wrongs
	w.Text("name", &m.Name)
	w.Email("email", &m.Email)
	w.Text("text", &m.Text)
	m.Order = plaintext.Lines(m.Order)
	if !slices.Contains(topics, m.Topic) {
		w.Note("topic", fault.Unknown)
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
