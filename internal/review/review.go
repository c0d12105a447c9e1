// Package review takes what buyers write about what they booked. The operator approves it before anybody else reads it.
package review

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"storefront/internal/fault"
	"storefront/internal/form"
)

// Review is one buyer's word on one product.
type Review struct {
	ID         string
	Deployment string
	Product    string // its slug
	User       string // the id of the account that wrote it
	Author     string // the name that readers see
	Rating     int    // 1 to 5
	Title      string
	Text       string
	Language   string
	Status     Status
	CreatedAt  time.Time
	DecidedAt  time.Time
}

// Status is what the operator says of a review.
type Status string

const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
)

// Filter chooses reviews; what is zero does not restrict.
type Filter struct {
	Deployment string
	Product    string
	Status     Status
	Limit      int // 0 is 100
}

// Store keeps reviews. Implementations have to pass storetest.
type Store interface {
	// InsertReview adds a review. It returns fault.NotPossible where the account has written of the product before.
	InsertReview(ctx context.Context, r Review) error
	// Review finds one by its id, or by the beginning of it where no other begins so; fault.NotFound otherwise.
	Review(ctx context.Context, id string) (Review, error)
	// Reviews lists, latest first.
	Reviews(ctx context.Context, f Filter) ([]Review, error)
	// DecideReview sets what the operator says. It returns fault.NotFound for an id that there is not.
	DecideReview(ctx context.Context, id string, status Status, at time.Time) error
}

// Config is what a Service is put together from.
type Config struct {
	Store Store
	Now   func() time.Time // time.Now where nil
}

// Service takes and decides reviews.
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
	longestTitle  = 120
	longestText   = 4000
	shortestText  = 10
	longestAuthor = 100
)

// Write takes a review, which waits for the operator then. Whoever calls has seen that the account bought the product. Of r
// it needs all but id, status and times.
func (s *Service) Write(ctx context.Context, r Review) (Review, error) {
	r.Author, r.Title, r.Text = plain(r.Author, false), plain(r.Title, false), plain(r.Text, true)
	var w form.Wrongs
	if r.Rating < 1 {
		w.Note("rating", fault.Required)
	} else if r.Rating > 5 {
		w.Note("rating", fault.Max)
	}
	w.Text("author", &r.Author, longestAuthor)
	if utf8.RuneCountInString(r.Title) > longestTitle {
		w.Note("title", fault.Max)
	}
	if w.Text("text", &r.Text, longestText) && utf8.RuneCountInString(r.Text) < shortestText {
		w.Note("text", fault.Min)
	}
	if err := w.Err("The review cannot be taken as it stands."); err != nil {
		return Review{}, err
	}
	r.ID, r.Status, r.CreatedAt, r.DecidedAt = uuid.NewString(), Pending, s.now(), time.Time{}
	return r, s.store.InsertReview(ctx, r)
}

// Decide approves or rejects a review; a decision can be changed.
func (s *Service) Decide(ctx context.Context, id string, approve bool) (Review, error) {
	r, err := s.store.Review(ctx, id)
	if err != nil {
		return Review{}, err
	}
	r.Status, r.DecidedAt = Rejected, s.now()
	if approve {
		r.Status = Approved
	}
	return r, s.store.DecideReview(ctx, r.ID, r.Status, r.DecidedAt)
}

// List lists reviews, latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Review, error) {
	return s.store.Reviews(ctx, f)
}

// plain keeps what can be read, which is shown as text and never as markup: no control characters, and none that turn the
// direction of what stands around them. Line breaks stay where lines are meant.
func plain(text string, lines bool) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && lines:
			return r
		case r == '\n' || r == '\t':
			return ' '
		case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	return strings.TrimSpace(text)
}
