// Package review stores buyers' reviews of booked products. Each is hidden until the operator approves it.
package review

import (
	"context"
	"math"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/plaintext"
)

// Review is a buyer's review of a product.
type Review struct {
	ID         string
	Deployment string
	Product    string // its slug
	User       string // the id of the author's account
	Author     string // the name that readers see
	Rating     int    // 1 to 5
	Title      string
	Text       string
	Language   string
	Status     Status
	CreatedAt  time.Time
	DecidedAt  time.Time
}

// Status is the operator's decision on a review.
type Status string

const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
)

// Filter selects reviews; zero fields do not restrict.
type Filter struct {
	Deployment string
	Product    string
	User       string
	Status     Status
	Limit      int // 0 means 100
}

// NoLimit is the Limit that returns all reviews.
const NoLimit = math.MaxInt32

// Store stores reviews. Implementations must pass storetest.
type Store interface {
	// InsertReview adds a review. It returns fault.NotPossible if the account has already reviewed the product.
	InsertReview(ctx context.Context, r Review) error
	// Review returns a review by its id or an unambiguous prefix of it, or fault.NotFound.
	Review(ctx context.Context, id string) (Review, error)
	// Reviews returns reviews, the latest first.
	Reviews(ctx context.Context, f Filter) ([]Review, error)
	// DecideReview sets the operator's decision. It returns fault.NotFound for an unknown id.
	DecideReview(ctx context.Context, id string, status Status, at time.Time) error
	// DeleteReview removes a review. It returns fault.NotFound for an unknown id.
	DeleteReview(ctx context.Context, id string) error
}

// Config configures a Service.
type Config struct {
	Store Store
	Now   func() time.Time // nil: time.Now
}

// Service stores and decides reviews.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{c.Store, clock.New(c.Now)}
}

// minTextLength is in characters, without those that readers cannot see.
const minTextLength = 10

// Submit stores a review, which then awaits the operator's decision. r needs the stars, the text and its language.
// It returns fault.Forbidden for a user who has not booked the product, and fault.NotPossible before the start of the
// booking and for a user who has already reviewed the product.
func (s *Service) Submit(ctx context.Context, w Writer, r Review) (Review, error) {
	if w.Since.IsZero() {
		return Review{}, fault.New(fault.Forbidden, "This account has not booked the product.")
	}
	if s.now().Before(w.Since) {
		return Review{}, fault.New(fault.NotPossible, "The booking has not started yet.")
	}
	r.Deployment, r.Product, r.User = w.Deployment, w.Product, w.User
	r.Author, r.Title = plaintext.CleanLine(w.Author), plaintext.CleanLine(r.Title)
	r.Text = plaintext.CleanLines(r.Text)
	var wrong form.FieldErrors
	wrong.RequireText("author", &r.Author)
	if wrong.RequireText("text", &r.Text) && utf8.RuneCountInString(r.Text) < minTextLength {
		wrong.Add("text", fault.Min)
	}
	if err := wrong.Err("The review is not valid."); err != nil {
		return Review{}, err
	}
	r.ID, r.Status, r.CreatedAt, r.DecidedAt = uuid.NewString(), Pending, s.now(), time.Time{}
	return r, s.store.InsertReview(ctx, r)
}

// Find returns a review by its id or a prefix of it.
func (s *Service) Find(ctx context.Context, id string) (Review, error) {
	return s.store.Review(ctx, id)
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

// Delete removes a review for good, as its author can ask for.
func (s *Service) Delete(ctx context.Context, id string) error { return s.store.DeleteReview(ctx, id) }

// Published returns the reviews of a product that visitors see, the latest first.
func (s *Service) Published(ctx context.Context, deployment, product string) ([]Review, error) {
	if product == "" {
		return nil, nil // a Filter without a product would find those of all
	}
	return s.store.Reviews(ctx, Filter{Deployment: deployment, Product: product, Status: Approved})
}

// List returns reviews, the latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Review, error) {
	return s.store.Reviews(ctx, f)
}
