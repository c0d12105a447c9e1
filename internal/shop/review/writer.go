package review

import (
	"context"
	"time"
)

// Writer is somebody with an account who may have something to say of a product.
type Writer struct {
	Deployment string
	Product    string // its slug
	User       string // the id of his account
	Author     string // the name that his review would stand under
	// Since is when what he booked started, or he was let in; zero where he has not booked the product.
	Since time.Time
}

// Standing is whether somebody may write of a product, and why not.
type Standing string

const (
	MayWrite  Standing = "may_write"
	NotBooked Standing = "not_booked"
	NotYet    Standing = "not_yet" // nobody can tell how it was before it has begun
	Written   Standing = "written"
)

// Standing tells where a writer stands, with the review that he has written.
func (s *Service) Standing(ctx context.Context, w Writer) (Standing, *Review, error) {
	if w.Product == "" {
		return NotBooked, nil, nil // a Filter without one would find what he has written of any
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
