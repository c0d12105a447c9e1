// Package contact takes what visitors write to a deployment.
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

// Message is what a visitor has written.
type Message struct {
	ID         string
	Deployment string
	Language   string
	Name       string
	Email      string
	Topic      Topic
	Order      string // the reference of the order it is about; empty where it is about none
	Text       string
	Suspect    bool // no person seems to have written it
	CreatedAt  time.Time
}

// Topic is what a message is about; empty where the visitor has not said.
type Topic string

const (
	BeforeBooking Topic = "before"
	OnBooking     Topic = "booking"
	OnPayment     Topic = "payment"
	ForGroup      Topic = "group"
	OnOther       Topic = "other"
)

var topics = []Topic{"", BeforeBooking, OnBooking, OnPayment, ForGroup, OnOther}

// Filling is how a form was filled in, by which people are told from robots.
type Filling struct {
	Hidden string        // of a field that people do not see
	Took   time.Duration // from when the form was shown
}

// soonest is how long a person takes at least for a name, an address and a sentence, pasted as they may be.
const soonest = 3 * time.Second

// byRobot says that it looks like no person's. A person may be taken for a robot all the same, by a browser that fills
// in what it finds: so nothing that is written is lost for it.
func (f Filling) byRobot() bool { return f.Hidden != "" || f.Took < soonest }

// Store keeps messages. Implementations have to pass storetest.
type Store interface {
	// InsertMessage adds a message and has the notices sent, in one transaction.
	InsertMessage(ctx context.Context, m Message, tell ...notice.Notice) error
	// Message finds one by its id, or returns fault.NotFound.
	Message(ctx context.Context, id string) (Message, error)
	// Messages lists them, the latest first.
	Messages(ctx context.Context, f Filter) ([]Message, error)
}

// Filter chooses messages; what is zero does not restrict, but for Suspect: they are listed apart.
type Filter struct {
	Deployment string
	Suspect    bool
	Limit      int // 0 is 100
}

// Config is what a Service is put together from.
type Config struct {
	Store  Store
	Limits *limit.Limiter   // of what one network and one address may have sent
	Now    func() time.Time // time.Now if nil
}

// Service takes messages.
type Service struct {
	store  Store
	limits *limit.Limiter
	now    func() time.Time
}

// New makes a Service.
func New(c Config) *Service {
	return &Service{c.Store, c.Limits, clock.Of(c.Now)}
}

// Send stores a message from a network and notifies the shop at its address. It notifies the visitor too, unless theirs
// was sent too many mails lately. It returns fault.Invalid with the fields that are wrong, and fault.TooManyTries if
// the network has sent too much. A message that a robot has filled in is stored as suspect and nobody is notified; the
// robot gets the same answer.
func (s *Service) Send(ctx context.Context, m Message, how Filling, shop, network string) error {
	if err := m.tidy(); err != nil {
		return err
	}
	mayReply, err := s.limits.MayMail(ctx, notice.ContactReceived, m.Deployment, m.Email, network)
	if err != nil {
		return err
	}
	m.ID, m.CreatedAt, m.Suspect = uuid.NewString(), s.now(), how.byRobot()
	if m.Suspect {
		return s.store.InsertMessage(ctx, m)
	}
	about := notice.Notice{Deployment: m.Deployment, Language: m.Language, Subject: m.ID}
	received, message := about, about
	received.Kind, received.To = notice.ContactReceived, m.Email
	message.Kind, message.To = notice.ContactMessage, shop
	tell := []notice.Notice{message}
	if mayReply {
		tell = append(tell, received)
	}
	return s.store.InsertMessage(ctx, m, tell...)
}

// tidy trims what was written, and says what of it cannot be taken.
func (m *Message) tidy() error {
	var w form.Wrongs
	w.Text("name", &m.Name)
	w.Email("email", &m.Email)
	w.Text("text", &m.Text)
	m.Order = plaintext.Lines(m.Order)
	if !slices.Contains(topics, m.Topic) {
		w.Note("topic", fault.Unknown)
	}
	return w.Err("The message cannot be taken as it stands.")
}

// List gives messages, the latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Message, error) {
	return s.store.Messages(ctx, f)
}

// Message finds one by its id.
func (s *Service) Message(ctx context.Context, id string) (Message, error) {
	return s.store.Message(ctx, id)
}
