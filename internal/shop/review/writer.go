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

// Standing is whether a user may review a product, and why not.
type Standing string

const (
	MayWrite  Standing = "may_write"
	NotBooked Standing = "not_booked"
	NotYet    Standing = "not_yet" // the booking has not begun
	Written   Standing = "written"
)

// Standing reports whether a writer may review, and returns the review that they have written.
func (s *Service) Standing(ctx context.Context, w Writer) (Standing, *Review, error) {
	if w.Product == "" {
		return NotBooked, nil, nil // a Filter without a product would find their reviews of all
	}
	own, err := s.store.Reviews(ctx, Filter{Deployment: w.Deployment, Product: w.Product, User: w.User, Limit: 1})
	switch {
	case err != nil:
		return "", nil, err
	case len(own) > 0:
		return Written, &own[0], nil
	case w.Since.IsZero():
		return NotBooked, nil, nil
	case s.now().Before(w.Since):
		return NotYet, nil, nil
	}
	return MayWrite, nil, nil
}
