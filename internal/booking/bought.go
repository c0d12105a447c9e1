package booking

import "context"

// mostLookedThrough bounds in how many orders of one buyer a product is looked for, the latest first.
const mostLookedThrough = 500

// Bought gives as whom somebody who is signed in has a confirmed booking of a product, used or not; nil where he has none.
func (s *Service) Bought(ctx context.Context, shop Shop, visitor Visitor, product string) (*Buyer, error) {
	orders, _, err := s.Invoices(ctx, shop, visitor, "", mostLookedThrough)
	for i := range orders {
		for j := range orders[i].Bookings {
			if b := &orders[i].Bookings[j]; b.Wish.Product == product && (b.Status == Confirmed || b.Status == Redeemed) {
				return &orders[i].Buyer, nil
			}
		}
	}
	return nil, err
}
