package booking

import (
	"context"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

// mostItems bounds a cart.
const mostItems = 20

// Cart gives a visitor's cart, checked. A cart that is not known is empty.
func (s *Service) Cart(ctx context.Context, d Deployment, id string) (*CheckedCart, error) {
	cart, err := cartOr(s.store.Read().Cart(ctx, id))(d, id)
	if err != nil {
		return nil, err
	}
	return s.check(ctx, d, cart)
}

// cartOr makes an empty cart of one that is not there, and of one that is another deployment's.
func cartOr(cart Cart, err error) func(d Deployment, id string) (Cart, error) {
	return func(d Deployment, id string) (Cart, error) {
		if fault.Is(err, fault.NotFound) || err == nil && cart.Deployment != d.ID {
			return Cart{ID: id, Deployment: d.ID}, nil
		}
		return cart, err
	}
}

// errNoCart is what somebody is told who changes another deployment's cart: in its place his own would be kept.
var errNoCart = fault.New(fault.NotFound, "There is no such cart.")

// CartStanding is how a cart stands with a deployment.
type CartStanding int

const (
	CartUnknown   CartStanding = iota // nobody's yet
	CartKept                          // the deployment's
	CartElsewhere                     // another deployment's
)

// CartStanding returns how a cart stands with a deployment.
func (s *Service) CartStanding(ctx context.Context, d Deployment, id string) (CartStanding, error) {
	cart, err := s.store.Read().Cart(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return CartUnknown, nil
	case err == nil && cart.Deployment != d.ID:
		return CartElsewhere, nil
	}
	return CartKept, err
}

// change has edit work on the cart, keeps it, and gives it checked. An edit that fails leaves the cart as it was.
func (s *Service) change(ctx context.Context, d Deployment, id string, edit func(*Cart) error) (*CheckedCart, error) {
	var cart Cart
	err := s.store.Do(ctx, func(tx Tx) error {
		kept, err := tx.Cart(ctx, id)
		if err == nil && kept.Deployment != d.ID {
			return errNoCart
		}
		if cart, err = cartOr(kept, err)(d, id); err != nil {
			return err
		}
		if err := edit(&cart); err != nil {
			return err
		}
		cart.UpdatedAt = s.now()
		return tx.SaveCart(ctx, cart)
	})
	if err != nil {
		return nil, err
	}
	return s.check(ctx, d, cart)
}

// wanted is a choice as an item of a cart, beside what the catalogue and the seats say of it. What is held for the visitor
// already, by the order that is named, counts as free for him.
func (s *Service) wanted(ctx context.Context, d Deployment, c Choice, order string, held []Demand) (CartItem, *Quote, error) {
	f, err := s.agreedOffer(ctx, d, c, order)
	if err != nil {
		return CartItem{}, nil, err
	}
	item := CartItem{
		ID: newID(), Choice: f.Choice, Quoted: f.quote, ProductTitle: f.product.Title, OptionTitle: f.option.Title,
	}
	item.Choice.Negotiation = c.Negotiation // its price may be had again
	return item, f, s.lookAt(ctx, []*Quote{f}, held)
}

// AddItem puts a choice into the cart.
func (s *Service) AddItem(ctx context.Context, d Deployment, cartID string, c Choice) (*CheckedCart, error) {
	item, f, err := s.wanted(ctx, d, c, "", nil)
	if err == nil {
		err = f.why()
	}
	if err != nil {
		return nil, err
	}
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		if len(cart.Items) >= mostItems {
			return fault.New(fault.CartFull, "The cart is full.")
		}
		if err := s.sameCurrency(d, cart, f.product.Currency); err != nil {
			return err
		}
		cart.Items = append(cart.Items, item)
		return nil
	})
}

// sameCurrency holds a cart to one currency: it becomes one order with one payment.
func (s *Service) sameCurrency(d Deployment, cart *Cart, currency string) error {
	for _, item := range cart.Items {
		p, _, err := s.product(d, item.Choice.Product)
		if err == nil && p.Currency != currency {
			return fault.New(fault.CurrencyMismatch, "The cart has prices in another currency.")
		}
	}
	return nil
}

// ChangeItem replaces what an item wants. Where it is to be collected can be changed whatever the seats.
func (s *Service) ChangeItem(ctx context.Context, d Deployment, cartID, itemID string, c Choice) (*CheckedCart, error) {
	before, err := cartOr(s.store.Read().Cart(ctx, cartID))(d, cartID)
	if err != nil {
		return nil, err
	}
	i := before.index(itemID)
	if i < 0 {
		return nil, errNoItem
	}
	held, _, err := s.heldFor(ctx, before)
	if err != nil {
		return nil, err
	}
	c.Negotiation = before.Items[i].Choice.Negotiation
	item, f, err := s.wanted(ctx, d, c, before.Order, held)
	if err != nil {
		return nil, err
	}
	if why := f.why(); why != nil && !before.Items[i].Choice.sameBut(item.Choice) {
		return nil, why
	}
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		i := cart.index(itemID)
		if i < 0 {
			return errNoItem
		}
		item.ID = itemID
		if cart.Items[i].Choice.sameBut(item.Choice) {
			item.Quoted = cart.Items[i].Quoted // the visitor has seen no other price
		}
		cart.Items[i] = item
		return nil
	})
}

var errNoItem = fault.New(fault.NotFound, "The cart has no such item.")

func (c *Cart) index(itemID string) int {
	return slices.IndexFunc(c.Items, func(i CartItem) bool { return i.ID == itemID })
}

// RemoveItem takes an item out of the cart.
func (s *Service) RemoveItem(ctx context.Context, d Deployment, cartID, itemID string) (*CheckedCart, error) {
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		i := cart.index(itemID)
		if i < 0 {
			return errNoItem
		}
		cart.Items = slices.Delete(cart.Items, i, i+1)
		return nil
	})
}

// SetGuest says who travels.
func (s *Service) SetGuest(ctx context.Context, d Deployment, cartID string, g Guest) (*CheckedCart, error) {
	var w form.Wrongs
	g.check(&w)
	if err := w.Err("The guest's details cannot be taken as they stand."); err != nil {
		return nil, err
	}
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		cart.Guest = &g
		if g == (Guest{}) {
			cart.Guest = nil
		}
		return nil
	})
}

// ApplyPromo puts a promo code on the cart. It fails with what keeps the code from applying, and then changes nothing.
func (s *Service) ApplyPromo(ctx context.Context, d Deployment, cartID, code string) (*CheckedCart, error) {
	if code = strings.ToUpper(strings.TrimSpace(code)); code == "" {
		return nil, fault.New(fault.Invalid, "A code is missing.", fault.Field{Name: "code", Code: fault.Required})
	}
	cart, err := cartOr(s.store.Read().Cart(ctx, cartID))(d, cartID)
	if err != nil {
		return nil, err
	}
	if len(cart.Items) == 0 {
		return nil, errCartEmpty
	}
	cart.PromoCode = code
	checked, err := s.check(ctx, d, cart)
	if err != nil {
		return nil, err
	}
	if checked.Promo.Problem != nil {
		return nil, checked.Promo.Problem
	}
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		cart.PromoCode = code
		return nil
	})
}

// DropPromo takes the promo code off the cart.
func (s *Service) DropPromo(ctx context.Context, d Deployment, cartID string) (*CheckedCart, error) {
	return s.change(ctx, d, cartID, func(cart *Cart) error {
		cart.PromoCode = ""
		return nil
	})
}

// AcceptCheck has the prices of this moment be those that later checks compare with, and takes out what cannot be booked
// where that is wished. The cart that it gives tells the outcome of before.
func (s *Service) AcceptCheck(ctx context.Context, d Deployment, cartID string, dropUnavailable bool) (*CheckedCart, error) {
	before, err := s.Cart(ctx, d, cartID)
	if err != nil {
		return nil, err
	}
	after, err := s.change(ctx, d, cartID, func(cart *Cart) error {
		for _, seen := range before.Checked {
			i := cart.index(seen.ID)
			switch {
			case i < 0:
			case !seen.Available && dropUnavailable:
				cart.Items = slices.Delete(cart.Items, i, i+1)
			case seen.Offer != nil:
				cart.Items[i].Quoted = seen.Offer.quote
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	after.Outcome = before.Outcome
	return after, nil
}
