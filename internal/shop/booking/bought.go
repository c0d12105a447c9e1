package booking

import (
	"context"
	"time"
)

// mostLookedThrough bounds in how many orders of one buyer a product is looked for, the latest first.
const mostLookedThrough = 500

// Bought gives as whom somebody who is signed in has a confirmed booking of a product, used or not, and when the first of them
// started or its travellers were let in, whichever was earlier; nil where he has none.
func (s *Service) Bought(ctx context.Context, d Deployment, visitor Visitor, product string) (buyer *Buyer, since time.Time, err error) {
	orders, _, err := s.Invoices(ctx, d, visitor, "", mostLookedThrough)
	for i := range orders {
		for j := range orders[i].Bookings {
			b := &orders[i].Bookings[j]
			if b.Wish.Product != product || b.Status != Confirmed && b.Status != Redeemed {
				continue
			}
			if began := b.began(); buyer == nil || began.Before(since) {
				buyer, since = &orders[i].Buyer, began
			}
		}
	}
	return buyer, since, err
}

// began is when a booking's travellers set out. A gate may let them in ahead of time.
func (b *Booking) began() time.Time {
	if b.Status == Redeemed && !b.RedeemedAt.IsZero() {
		return minTime(b.RedeemedAt, b.StartsAt)
	}
	return b.StartsAt
}
