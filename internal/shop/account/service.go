package account

import (
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

// Config configures a Service.
type Config struct {
	Store     Store
	Limits    *limit.Limiter
	Log       *slog.Logger
	Now       func() time.Time // nil: time.Now
	Passwords Passwords        // nil: Argon2id
}

// Lifetimes of links and browsers.
const (
	OpeningLifetime = 24 * time.Hour
	ResetLifetime   = time.Hour
	DeviceLifetime  = 365 * 24 * time.Hour
	// signUpLifetime is how long a sign-up waits until its mail is sent; notices are retried for three days.
	signUpLifetime = 4 * 24 * time.Hour
)

// Service implements the rules of accounts.
type Service struct{ Config }

// New returns a Service.
func New(c Config) *Service {
	c.Now = clock.New(c.Now)
	if c.Passwords == nil {
		c.Passwords = NewArgon2id()
	}
	return &Service{c}
}

// Client is the browser of a request.
type Client struct {
	Network string // its IP address or prefix
	Device  string // the secret that it got when an account was signed in to; empty if none was
}

// SignInResult is a user who has signed in, and the new secret of their browser.
type SignInResult struct {
	User   User
	Device string
}

// newID returns an id that cannot be guessed.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// wrongs collects the mistakes in a person's details.
type wrongs struct{ form.FieldErrors }

func (w *wrongs) err() error { return w.Err("The account details are not valid.") }

// name reads a required name. Operators type names too, which no contract bounds.
func (w *wrongs) name(field string, value *string) {
	if w.RequireText(field, value) && utf8.RuneCountInString(*value) > MaxNameLength {
		w.Add(field, fault.Max)
	}
}

// address validates and normalises an e-mail address.
func (w *wrongs) address(value string) string {
	w.RequireEmail("email", &value)
	return strings.ToLower(value)
}
