package api

import (
	"cmp"
	"context"
	"time"

	"storefront/internal/fault"
	"storefront/internal/review"
)

// ListReviews tells the reviews that the operator has approved.
func (s *server) ListReviews(ctx context.Context, r ListReviewsRequestObject) (ListReviewsResponseObject, error) {
	shop, err := s.shop(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.reviews.List(ctx, review.Filter{Deployment: shop.Deployment, Product: r.Params.Product, Status: review.Approved})
	if err != nil {
		return nil, err
	}
	out := ListReviews200JSONResponse{Reviews: []Review{}}
	for _, r := range all {
		out.Reviews = append(out.Reviews, Review{
			Id: r.ID, Author: r.Author, Rating: r.Rating, Date: r.CreatedAt.Format(time.DateOnly), Language: r.Language, Title: r.Title,
			Text: r.Text,
		})
	}
	return out, nil
}

// WriteReview takes a review of who has booked the product.
func (s *server) WriteReview(ctx context.Context, r WriteReviewRequestObject) (WriteReviewResponseObject, error) {
	shop, who, err := s.asked(ctx)
	if err != nil {
		return nil, err
	}
	user, err := s.signedIn(ctx, shop.Deployment)
	if err != nil {
		return nil, err
	}
	if user == nil {
		return nil, fault.New(fault.SignedOut, "Sign in to write a review.")
	}
	buyer, err := s.booking.Bought(ctx, shop, who, r.Body.Product)
	if err != nil {
		return nil, err
	}
	if buyer == nil {
		return nil, fault.New(fault.Forbidden, "The product was not booked by this account.")
	}
	author := cmp.Or(user.FirstName, buyer.FirstName)
	_, err = s.reviews.Write(ctx, review.Review{
		Deployment: shop.Deployment, Product: r.Body.Product, User: user.ID, Author: author, Rating: r.Body.Rating,
		Title: r.Body.Title, Text: r.Body.Text, Language: shop.Language,
	})
	if err != nil {
		return nil, err
	}
	return WriteReview202Response{}, nil
}
