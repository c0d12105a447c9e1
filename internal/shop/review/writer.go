package review

import (
	"context"
	"time"
)

// Writer is a user who may review a product.
type Writer struct {
	Deployment string
	Product    string // its slug
	User       string // the id of their account
	Author     string // the name to sign the review with
	// Since is when the writer's booking started, or its ticket was redeemed; zero if the writer has not booked the
	// product.
	Since time.Time
}

// Eligibility is whether a user may review a product, or why not.
type Eligibility string

const (
	MayReview       Eligibility = "may_write"
	NotBooked       Eligibility = "not_booked"
	NotStarted      Eligibility = "not_yet" // the booking has not begun
	AlreadyReviewed Eligibility = "written"
)

// Eligibility reports whether a writer may review, and returns the review that they have written.
func (s *Service) Eligibility(ctx context.Context, w Writer) (Eligibility, *Review, error) {
	if w.Product == "" {
		return NotBooked, nil, nil // a Filter without a product would find their reviews of all
	}
	own, err := s.store.Reviews(ctx, Filter{Deployment: w.Deployment, Product: w.Product, User: w.User, Limit: 1})
	switch {
	case err != nil:
		return "", nil, err
	case len(own) > 0:
		return AlreadyReviewed, &own[0], nil
	case w.Since.IsZero():
		return NotBooked, nil, nil
	case s.now().Before(w.Since):
		return NotStarted, nil, nil
	}
	return MayReview, nil, nil
}
