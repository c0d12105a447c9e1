package booking

import (
	"context"
	"slices"

	"storefront/internal/core/fault"
)

// MoveCart moves a browser's cart to the cart of a user who signs in: its items, and its promo code and guest if the
// user's cart has none. Items that do not fit, or are in another currency, stay. A repeated call moves nothing twice.
//
// An unpaid order moves with its items. Once it is paid, they leave the user's cart.
func (s *Service) MoveCart(ctx context.Context, d Deployment, from, to string) error {
	if from == to {
		return nil
	}
	return s.store.Do(ctx, func(tx Tx) error {
		browserCart, err := tx.Cart(ctx, from)
		if fault.Is(err, fault.NotFound) || err == nil && browserCart.Deployment != d.ID {
			return nil
		}
		if err != nil {
			return err
		}
		userCart, err := readCart(ctx, tx, d, to)
		if err != nil {
			return err
		}
		if !s.moveItems(d, &browserCart, &userCart) {
			return nil
		}
		if err := s.moveOrder(ctx, tx, &browserCart, &userCart); err != nil {
			return err
		}
		browserCart.UpdatedAt, userCart.UpdatedAt = s.now(), s.now()
		if err := tx.SaveCart(ctx, browserCart); err != nil {
			return err
		}
		return tx.SaveCart(ctx, userCart)
	})
}

// moveItems moves the items that fit, the promo code and the guest. It reports false for a cart with nothing to move.
func (s *Service) moveItems(d Deployment, from, to *Cart) bool {
	if len(from.Items) == 0 && from.Guest == nil && from.PromoCode == "" && from.Order == "" {
		return false
	}
	var stay []CartItem
	for _, item := range from.Items {
		switch {
		case to.index(item.ID) >= 0 || to.hasAgreed(item.Choice.Negotiation):
		case len(to.Items) < maxItems && s.fitsCurrency(d, to, item):
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

// hasAgreed reports whether the cart has an item with an agreed price: the same mailed link was opened in both carts.
func (c *Cart) hasAgreed(negotiation string) bool {
	return negotiation != "" &&
		slices.ContainsFunc(c.Items, func(i CartItem) bool { return i.Choice.Negotiation == negotiation })
}

// moveOrder moves the unpaid order of the browser's cart: its seats count as free for the user, and a new checkout
// releases them. If the user's cart has an unpaid order, it ends the moved one instead, since a cart has one order.
func (s *Service) moveOrder(ctx context.Context, tx Tx, from, to *Cart) error {
	if from.Order == "" {
		return nil
	}
	own, err := unpaidOrder(ctx, tx, to.Order)
	if err != nil {
		return err
	}
	moved := from.Order
	from.Order = ""
	if own != nil {
		freed, err := s.supersede(ctx, tx, moved)
		if err != nil {
			return err
		}
		return returnResources(ctx, tx, from.Deployment, freed)
	}
	to.Order = moved
	order, err := unpaidOrder(ctx, tx, moved)
	if err != nil || order == nil {
		return err
	}
	order.MovedToCart = to.ID
	return s.save(ctx, tx, order)
}

// fitsCurrency reports whether an item can be added to a cart. So can an item that is no longer on sale: checkCart
// reports it.
func (s *Service) fitsCurrency(d Deployment, cart *Cart, item CartItem) bool {
	p, err := s.Product(d, item.Choice.Product)
	return err != nil || s.checkCurrency(d, cart, p.Currency) == nil
}

// carts returns the ids of the cart that an order was made from, and of the one that its items were moved to.
func (o *Order) carts() []string { return nonEmpty(o.Cart, o.MovedToCart) }

func (o *Order) lockCarts(ctx context.Context, tx Tx) error {
	for _, id := range o.carts() {
		if err := tx.LockCart(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// removeOrderedItems removes the ordered items from the carts that hold them.
func (s *Service) removeOrderedItems(ctx context.Context, tx Tx, order *Order) error {
	for _, id := range order.carts() {
		cart, err := tx.Cart(ctx, id)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(order.Bookings, func(b Booking) bool { return cart.index(b.ItemID) >= 0 }) {
			continue
		}
		cart.removeOrdered(order)
		cart.UpdatedAt = s.now()
		if err := tx.SaveCart(ctx, cart); err != nil {
			return err
		}
	}
	return nil
}
