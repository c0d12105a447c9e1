package api

import (
	"cmp"
	"context"

	"storefront/internal/shop/review"
)

// ListReviews returns the reviews that the operator has approved.
func (s *server) ListReviews(ctx context.Context, r ListReviewsRequestObject) (ListReviewsResponseObject, error) {
	d := visitOf(ctx).deployment
	all, err := s.Reviews.Published(ctx, d.ID, r.Params.Product)
	if err != nil {
		return nil, err
	}
	out := ListReviews200JSONResponse{Reviews: []Review{}}
	for i := range all {
		out.Reviews = append(out.Reviews, reviewOf(&all[i]))
	}
	return out, nil
}

// GetReviewStanding reports whether the user may review a product.
func (s *server) GetReviewStanding(ctx context.Context,
	r GetReviewStandingRequestObject) (GetReviewStandingResponseObject, error) {
	w, _, err := s.writer(ctx, r.Params.Product)
	if err != nil {
		return nil, err
	}
	standing, own, err := s.Reviews.Eligibility(ctx, w)
	if err != nil {
		return nil, err
	}
	out := GetReviewStanding200JSONResponse{Standing: ReviewStandingStanding(standing), Author: w.Author}
	switch standing {
	case review.NotStarted:
		out.From = w.Since
	case review.AlreadyReviewed:
		out.Author, out.Review, out.Status = own.Author, reviewOf(own), ReviewStandingStatus(own.Status)
	}
	return out, nil
}

// WriteReview stores a review by a user who has booked the product.
func (s *server) WriteReview(ctx context.Context, r WriteReviewRequestObject) (WriteReviewResponseObject, error) {
	w, language, err := s.writer(ctx, r.Body.Product)
	if err != nil {
		return nil, err
	}
	_, err = s.Reviews.Submit(ctx, w, review.Review{Rating: r.Body.Rating, Title: r.Body.Title, Text: r.Body.Text,
		Language: language})
	if err != nil {
		return nil, err
	}
	return WriteReview202Response{}, nil
}

// writer returns the user as the writer of a review, and the user's language.
func (s *server) writer(ctx context.Context, product string) (w review.Writer, language string, err error) {
	d, visitor, user, err := s.identifyUser(ctx)
	if err != nil {
		return w, "", err
	}
	boughtBy, since, err := s.Booking.FindPurchase(ctx, d, visitor, product)
	if err != nil {
		return w, "", err
	}
	return review.Writer{
		Deployment: d.ID, Product: product, User: user.ID, Author: cmp.Or(user.FirstName, boughtBy), Since: since,
	}, d.Language, nil
}

func reviewOf(r *review.Review) Review {
	return Review{Id: r.ID, Author: r.Author, Rating: r.Rating, Date: r.Date(), Language: r.Language, Title: r.Title,
		Text: r.Text}
}
