package booking

import (
	"cmp"
	"context"
	"time"
)

// maxOrdersSearched bounds how many of a visitor's latest orders FindPurchase searches.
const maxOrdersSearched = 500

// FindPurchase returns the earliest instant at which a confirmed or redeemed booking of a product by a signed-in
// visitor began, and the buyer's first name; zero values if there is no such booking. It returns fault.SignedOut if
// nobody is signed in.
func (s *Service) FindPurchase(
	ctx context.Context, d Deployment, visitor Visitor, product string,
) (firstName string, since time.Time, err error) {
	orders, _, err := s.Invoices(ctx, d, visitor, "", maxOrdersSearched)
	for i := range orders {
		for j := range orders[i].Bookings {
			b := &orders[i].Bookings[j]
			if b.Choice.Product != product || b.Status != Confirmed && b.Status != Redeemed {
				continue
			}
			if start := b.beganAt(); since.IsZero() || start.Before(since) {
				firstName, since = cmp.Or(orders[i].Buyer.FirstName, firstName), start // an old order may have none
			}
		}
	}
	return firstName, since, err
}

// beganAt returns when the travellers set out: the start, or an earlier admission.
func (b *Booking) beganAt() time.Time {
	if b.Status == Redeemed && !b.RedeemedAt.IsZero() {
		return minTime(b.RedeemedAt, b.StartsAt)
	}
	return b.StartsAt
}
