package account

import (
	"context"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/shop/limit"
)

// Config is what a Service is put together from.
type Config struct {
	Store     Store
	Limits    *limit.Limiter
	Log       *slog.Logger
	Now       func() time.Time // time.Now where nil
	Passwords Passwords        // Argon2id where nil
}

// How long what is mailed or remembered counts.
const (
	OpeningFor = 24 * time.Hour
	ResetFor   = time.Hour
	DeviceFor  = 365 * 24 * time.Hour
	// mailedWithin is how long a sign-up waits for its mail to go out; notices are tried for three days.
	mailedWithin = 4 * 24 * time.Hour
)

// Service lets people in.
type Service struct{ Config }

// New makes a Service.
func New(c Config) *Service {
	c.Now = clock.Of(c.Now)
	if c.Passwords == nil {
		c.Passwords = NewArgon2id()
	}
	return &Service{c}
}

// Client is the browser of a request.
type Client struct {
	Network string // that it comes from
	Device  string // the secret that it was given when somebody signed in with it; empty where nobody has
}

// Entry is a user who was signed in, and the secret that identifies their browser from then on.
type Entry struct {
	User   User
	Device string
}

var errSignedOut = fault.New(fault.SignedOut, "Nobody is signed in.")

// SignedIn gives the user of a session. It returns fault.SignedOut where the session has ended: its user is gone, has a
// new password since, or is another deployment's.
func (s *Service) SignedIn(ctx context.Context, deployment, id string, epoch int) (User, error) {
	user, err := s.Store.User(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && (user.Deployment != deployment || user.Epoch != epoch) {
		return User{}, errSignedOut
	}
	return user, err
}

// newID is not to be guessed.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// wrongs collects the mistakes in a person's details.
type wrongs struct{ form.Wrongs }

func (w *wrongs) err() error { return w.Err("Something is missing or cannot be taken as it stands.") }

// name reads a required name. Operators type names too, which no contract bounds.
func (w *wrongs) name(field string, value *string) {
	if w.Text(field, value) && utf8.RuneCountInString(*value) > LongestName {
		w.Note(field, fault.Max)
	}
}

// address reads an e-mail address as accounts are known by it.
func (w *wrongs) address(value string) string {
	w.Email("email", &value)
	return strings.ToLower(value)
}
