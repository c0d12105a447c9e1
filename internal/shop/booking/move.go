package booking

import (
	"context"
	"slices"

	"storefront/internal/core/fault"
)

// MoveCart has what is in a guest's cart become a user's, when he signs in: the items, and the promo code and the guest's
// details where the user's cart has none. What the user's cart has no room for, or has in another currency, stays. Moving
// again moves nothing twice.
//
// An order that is under way goes with its items, and where it is paid, they leave the user's cart.
func (s *Service) MoveCart(ctx context.Context, d Deployment, from, to string) error {
	if from == to {
		return nil
	}
	return s.store.Do(ctx, func(tx Tx) error {
		guest, err := tx.Cart(ctx, from)
		if fault.Is(err, fault.NotFound) || err == nil && guest.Deployment != d.ID {
			return nil
		}
		if err != nil {
			return err
		}
		user, err := cartOr(tx.Cart(ctx, to))(d, to)
		if err != nil {
			return err
		}
		if !s.move(d, &guest, &user) {
			return nil
		}
		if err := s.moveOrder(ctx, tx, &guest, &user); err != nil {
			return err
		}
		guest.UpdatedAt, user.UpdatedAt = s.now(), s.now()
		if err := tx.SaveCart(ctx, guest); err != nil {
			return err
		}
		return tx.SaveCart(ctx, user)
	})
}

// move tells whether anything has changed.
func (s *Service) move(d Deployment, from, to *Cart) bool {
	if len(from.Items) == 0 && from.Guest == nil && from.PromoCode == "" && from.Order == "" {
		return false
	}
	var stay []CartItem
	for _, item := range from.Items {
		switch {
		case to.index(item.ID) >= 0:
		case len(to.Items) < mostItems && s.fitsCurrency(d, to, item):
			to.Items = append(to.Items, item)
		default:
			stay = append(stay, item)
		}
	}
	from.Items = stay
	if to.PromoCode == "" {
		to.PromoCode, from.PromoCode = from.PromoCode, ""
	}
	if to.Guest == nil {
		to.Guest, from.Guest = from.Guest, nil
	}
	return true
}

// moveOrder has the user go on with the guest's order: its seats count as free for him, and he gives them up when he orders
// anew. Where he has one of his own under way, the guest's is given up instead, since a cart has one.
func (s *Service) moveOrder(ctx context.Context, tx Tx, from, to *Cart) error {
	if from.Order == "" {
		return nil
	}
	own, err := underWay(ctx, tx, to.Order)
	if err != nil {
		return err
	}
	guests := from.Order
	from.Order = ""
	if own != nil {
		free, err := s.supersede(ctx, tx, guests)
		if err != nil {
			return err
		}
		return giveBack(ctx, tx, from.Deployment, free)
	}
	to.Order = guests
	order, err := underWay(ctx, tx, guests)
	if err != nil || order == nil {
		return err
	}
	order.MovedTo = to.ID
	return s.save(ctx, tx, order)
}

// fitsCurrency says that an item can be in a cart. One that is no more on sale can: the check of the cart tells.
func (s *Service) fitsCurrency(d Deployment, cart *Cart, item CartItem) bool {
	p, _, err := s.product(d, item.Choice.Product)
	return err != nil || s.sameCurrency(d, cart, p.Currency) == nil
}

// cartsOf are the cart that an order was made from, and the one that its items were moved to.
func cartsOf(ctx context.Context, tx Tx, order *Order) (carts []Cart, err error) {
	for _, id := range []string{order.Cart, order.MovedTo} {
		if id == "" {
			continue
		}
		cart, err := tx.Cart(ctx, id)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		carts = append(carts, cart)
	}
	return carts, nil
}

// dropOrdered takes what was ordered out of the carts that have any of it.
func (s *Service) dropOrdered(ctx context.Context, tx Tx, carts []Cart, order *Order) error {
	for _, cart := range carts {
		if !slices.ContainsFunc(order.Bookings, func(b Booking) bool { return cart.index(b.ItemID) >= 0 }) {
			continue
		}
		cart.drop(order)
		cart.UpdatedAt = s.now()
		if err := tx.SaveCart(ctx, cart); err != nil {
			return err
		}
	}
	return nil
}
