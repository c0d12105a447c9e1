// Package review takes what buyers write about what they booked. The operator approves it before anybody else reads it.
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

// Status is the operator's decision on a review.
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
	User       string
	Status     Status
	Limit      int // 0 is 100
}

// NoLimit is the Limit that returns all reviews.
const NoLimit = math.MaxInt32

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
	return &Service{c.Store, clock.Of(c.Now)}
}

// shortestText is in characters, without those that readers cannot see.
const shortestText = 10

// Write stores a review, which then waits for the operator. Of r it needs the stars, the words and their language. It
// returns fault.Forbidden for a user who has not booked the product, and fault.NotPossible before the start of the
// booking and for a user who has reviewed the product already.
func (s *Service) Write(ctx context.Context, w Writer, r Review) (Review, error) {
	if w.Since.IsZero() {
		return Review{}, fault.New(fault.Forbidden, "The product was not booked by this account.")
	}
	if s.now().Before(w.Since) {
		return Review{}, fault.New(fault.NotPossible, "What was booked has not started yet.")
	}
	r.Deployment, r.Product, r.User = w.Deployment, w.Product, w.User
	r.Author, r.Title, r.Text = plaintext.Line(w.Author), plaintext.Line(r.Title), plaintext.Lines(r.Text)
	var wrong form.Wrongs
	wrong.Text("author", &r.Author)
	if wrong.Text("text", &r.Text) && utf8.RuneCountInString(r.Text) < shortestText {
		wrong.Note("text", fault.Min)
	}
	if err := wrong.Err("The review cannot be taken as it stands."); err != nil {
		return Review{}, err
	}
	r.ID, r.Status, r.CreatedAt, r.DecidedAt = uuid.NewString(), Pending, s.now(), time.Time{}
	return r, s.store.InsertReview(ctx, r)
}

// Find gives a review by its id, or by the beginning of one.
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

// Shown lists what visitors see of a product's reviews, latest first.
func (s *Service) Shown(ctx context.Context, deployment, product string) ([]Review, error) {
	if product == "" {
		return nil, nil // a Filter without one would find those of all
	}
	return s.store.Reviews(ctx, Filter{Deployment: deployment, Product: product, Status: Approved})
}

// List lists reviews, latest first.
func (s *Service) List(ctx context.Context, f Filter) ([]Review, error) {
	return s.store.Reviews(ctx, f)
}
