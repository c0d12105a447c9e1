// Package contact takes what visitors write to a deployment.
package contact

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/internal/fault"
	"storefront/internal/form"
	"storefront/internal/notice"
)

// Message is what a visitor has written.
type Message struct {
	ID         string
	Deployment string
	Language   string
	Name       string
	Email      string
	Order      string // the reference of the order it is about; empty where it is about none
	Text       string
	CreatedAt  time.Time
}

// Store keeps messages. Implementations have to pass storetest.
type Store interface {
	// InsertMessage adds a message and has the notices sent, in one transaction.
	InsertMessage(ctx context.Context, m Message, tell ...notice.Notice) error
	// Message finds one by its id, or returns fault.NotFound.
	Message(ctx context.Context, id string) (Message, error)
	// Messages lists them, the latest first.
	Messages(ctx context.Context, f Filter) ([]Message, error)
}

// Filter chooses messages; what is zero does not restrict.
type Filter struct {
	Deployment string
	Limit      int // 0 is 100
}

// Config is what a Service is put together from.
type Config struct {
	Store Store
	Now   func() time.Time // time.Now where nil
}

// Service takes messages.
type Service struct {
	store Store
	now   func() time.Time
}

// New makes a Service.
func New(c Config) *Service {
	clock := c.Now
	if clock == nil {
		clock = time.Now
	}
	return &Service{c.Store, func() time.Time { return clock().UTC().Truncate(time.Microsecond) }}
}

// The longest texts, in characters.
const (
	longestName  = 200
	longestText  = 4000
	longestOrder = 20
)

// Send takes a message, tells the shop at its address what it says, and the visitor that it has arrived, if mayTell has him be
// told. That is asked only of what can be taken, and its error refuses the message.
func (s *Service) Send(ctx context.Context, m Message, shop string, mayTell func(email string) (bool, error)) error {
	var w form.Wrongs
	w.Text("name", &m.Name, longestName)
	w.Email("email", &m.Email)
	w.Text("text", &m.Text, longestText)
	if m.Order = strings.TrimSpace(m.Order); len(m.Order) > longestOrder {
		w.Note("order", fault.Max)
	}
	if err := w.Err("The message cannot be taken as it stands."); err != nil {
		return err
	}
	may, err := mayTell(m.Email)
	if err != nil {
		return err
	}
	m.ID, m.CreatedAt = uuid.NewString(), s.now()
	about := notice.Notice{Deployment: m.Deployment, Language: m.Language, Subject: m.ID}
	received, message := about, about
	received.Kind, received.To = notice.ContactReceived, m.Email
	message.Kind, message.To = notice.ContactMessage, shop
	tell := []notice.Notice{message}
	if may {
		tell = append(tell, received)
	}
	return s.store.InsertMessage(ctx, m, tell...)
}

// List gives messages, the latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Message, error) {
	return s.store.Messages(ctx, f)
}

// Message finds one by its id.
func (s *Service) Message(ctx context.Context, id string) (Message, error) {
	return s.store.Message(ctx, id)
}
