package booking

import (
	"context"
	"reflect"
	"slices"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/secret"
)

const maxItems = 20

// Cart returns a visitor's cart, checked. An unknown cart is empty.
func (s *Service) Cart(ctx context.Context, d Deployment, id string) (*CheckedCart, error) {
	cart, err := readCart(ctx, s.store.Read(), d, id)
	if err != nil {
		return nil, err
	}
	return s.checkCart(ctx, d, cart)
}

// readCart returns a cart; an empty one if it does not exist or belongs to another deployment.
func readCart(ctx context.Context, r Reader, d Deployment, id string) (Cart, error) {
	cart, err := r.Cart(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && cart.Deployment != d.ID {
		return Cart{ID: id, Deployment: d.ID}, nil
	}
	return cart, err
}

// errNoCart refuses a change of another deployment's cart.
var errNoCart = fault.New(fault.NotFound, "There is no such cart.")

// CartToChange returns the id of the cart that a visitor's changes go to: their own, or a new one, with its secret, if
// they have none or theirs belongs to another deployment. A cart that is not stored yet counts for the network.
func (s *Service) CartToChange(
	ctx context.Context, d Deployment, id, network string,
) (own, newSecret string, err error) {
	if id != "" {
		cart, err := s.store.Read().Cart(ctx, id)
		switch {
		case err == nil && cart.Deployment == d.ID:
			return id, "", nil
		case err == nil:
			id = ""
		case !fault.Is(err, fault.NotFound):
			return "", "", err
		}
	}
	if err := s.countNewCart(ctx, network); err != nil || id != "" {
		return id, "", err
	}
	newSecret = secret.New()
	return secret.Hash(newSecret), newSecret, nil
}

// changeCart applies an edit to a cart, saves it, and returns it checked. An edit that fails leaves the cart unchanged.
func (s *Service) changeCart(
	ctx context.Context, d Deployment, id string, edit func(*Cart) error,
) (*CheckedCart, error) {
	var cart Cart
	err := s.store.Do(ctx, func(tx Tx) error {
		var err error
		cart, err = tx.Cart(ctx, id)
		switch {
		case fault.Is(err, fault.NotFound):
			cart = Cart{ID: id, Deployment: d.ID}
		case err != nil:
			return err
		case cart.Deployment != d.ID:
			return errNoCart
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
	return s.checkCart(ctx, d, cart)
}

// newItem returns a choice as a cart item, with its quote. Seats in held, of the order with the given id, count as
// free.
func (s *Service) newItem(
	ctx context.Context, d Deployment, c Choice, order string, held []Demand,
) (CartItem, *Quote, error) {
	p, err := s.Product(d, c.Product)
	if err != nil {
		return CartItem{}, nil, err
	}
	q, err := s.agreedQuote(ctx, d, p, c, order)
	if err != nil {
		return CartItem{}, nil, err
	}
	q.closesAtStart = d.AtDesk
	item := CartItem{
		ID: newID(), Choice: q.Choice, Quoted: q.unconvertedTotal, Currency: q.product.inOwnCurrency().Currency,
		ProductTitle: q.product.Title, OptionTitle: q.Option.Title,
	}
	item.Choice.Negotiation = c.Negotiation // its price may become usable again
	return item, q, s.checkAvailability(ctx, []*Quote{q}, held)
}

// AddItem adds a choice to the cart.
func (s *Service) AddItem(ctx context.Context, d Deployment, cartID string, c Choice) (*CheckedCart, error) {
	return s.addItem(ctx, d, cartID, c, "", nil, func(*Cart, *CartItem, *Quote) bool { return true })
}

// AddItemFromLink adds the choice of a link to the cart, unless the cart has it: a link may be opened again. quoted is
// the total that the link was made with, in a currency; if the total is another by now, the cart says so.
func (s *Service) AddItemFromLink(
	ctx context.Context, d Deployment, cartID string, c Choice, quoted int64, currency string,
) (*CheckedCart, error) {
	return s.addItem(ctx, d, cartID, c, "", nil, func(cart *Cart, item *CartItem, q *Quote) bool {
		if quoted > 0 && currency == q.product.inOwnCurrency().Currency {
			item.Quoted = quoted
		}
		sameChoice := func(i CartItem) bool { return i.Choice.equalExceptPlaces(item.Choice) }
		return !slices.ContainsFunc(cart.Items, sameChoice)
	})
}

// addItem adds a choice to the cart if accepts, which may change the item, returns true. Seats in held, of the order
// with the given id, count as free.
func (s *Service) addItem(
	ctx context.Context, d Deployment, cartID string, c Choice, order string, held []Demand,
	accepts func(*Cart, *CartItem, *Quote) bool,
) (*CheckedCart, error) {
	offered, _, err := s.offeredSeats(ctx, &c)
	if err != nil {
		return nil, err
	}
	item, q, err := s.newItem(ctx, d, c, order, slices.Concat(offered, held))
	if err == nil {
		err = q.unavailable()
	}
	if err != nil {
		return nil, err
	}
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		if !accepts(cart, &item, q) {
			return nil
		}
		if len(cart.Items) >= maxItems {
			return fault.New(fault.CartFull, "The cart is full.")
		}
		if err := s.checkCurrency(d, cart, q.product.Currency); err != nil {
			return err
		}
		cart.Items = append(cart.Items, item)
		return nil
	})
}

// checkCurrency returns CurrencyMismatch if the cart has prices in another currency: a cart becomes one order with one
// payment.
func (s *Service) checkCurrency(d Deployment, cart *Cart, currency string) error {
	for _, item := range cart.Items {
		p, err := s.Product(d, item.Choice.Product)
		if err == nil && p.Currency != currency {
			return fault.New(fault.CurrencyMismatch, "The cart has prices in another currency.")
		}
	}
	return nil
}

// ChangeItem replaces the choice of an item. Pickup and drop-off can be changed even if the item is no longer
// available.
func (s *Service) ChangeItem(ctx context.Context, d Deployment, cartID, itemID string, c Choice) (*CheckedCart, error) {
	before, err := readCart(ctx, s.store.Read(), d, cartID)
	if err != nil {
		return nil, err
	}
	i := before.index(itemID)
	if i < 0 {
		return nil, errNoItem
	}
	held, _, err := s.heldSeats(ctx, before)
	if err != nil {
		return nil, err
	}
	c.Negotiation, c.Offer = before.Items[i].Choice.Negotiation, before.Items[i].Choice.Offer
	item, q, err := s.newItem(ctx, d, c, before.Order, held)
	if err != nil {
		return nil, err
	}
	if why := q.unavailable(); why != nil && !before.Items[i].Choice.equalExceptPlaces(item.Choice) {
		return nil, why
	}
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		i := cart.index(itemID)
		if i < 0 {
			return errNoItem
		}
		item.ID = itemID
		if cart.Items[i].Choice.equalExceptPlaces(item.Choice) {
			// the last price that the visitor saw
			item.Quoted, item.Currency = cart.Items[i].Quoted, cart.Items[i].Currency
		}
		cart.Items[i] = item
		return nil
	})
}

var errNoItem = fault.New(fault.NotFound, "The cart has no such item.")

func (c *Cart) index(itemID string) int {
	return slices.IndexFunc(c.Items, func(i CartItem) bool { return i.ID == itemID })
}

// RemoveItem removes an item from the cart.
func (s *Service) RemoveItem(ctx context.Context, d Deployment, cartID, itemID string) (*CheckedCart, error) {
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		i := cart.index(itemID)
		if i < 0 {
			return errNoItem
		}
		cart.Items = slices.Delete(cart.Items, i, i+1)
		return nil
	})
}

// SetGuest sets the lead traveller, or removes them if g is zero.
func (s *Service) SetGuest(ctx context.Context, d Deployment, cartID string, g Guest) (*CheckedCart, error) {
	var w form.FieldErrors
	g.check(&w)
	if err := w.Err("The guest's details are not valid."); err != nil {
		return nil, err
	}
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		cart.Guest = &g
		if g == (Guest{}) {
			cart.Guest = nil
		}
		return nil
	})
}

// ApplyPromo sets the cart's promo code. If the code does not apply, it returns the problem and changes nothing.
func (s *Service) ApplyPromo(ctx context.Context, d Deployment, cartID, code string) (*CheckedCart, error) {
	if code = CanonicalCode(code); code == "" {
		return nil, fault.New(fault.Invalid, "Promo code missing.", fault.Field{Name: "code", Code: fault.Required})
	}
	cart, err := readCart(ctx, s.store.Read(), d, cartID)
	if err != nil {
		return nil, err
	}
	if len(cart.Items) == 0 {
		return nil, errCartEmpty
	}
	cart.PromoCode = code
	checked, err := s.checkCart(ctx, d, cart)
	if err != nil {
		return nil, err
	}
	if checked.Promo.Problem != nil {
		return nil, checked.Promo.Problem
	}
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		cart.PromoCode = code
		return nil
	})
}

// RemovePromo removes the promo code from the cart.
func (s *Service) RemovePromo(ctx context.Context, d Deployment, cartID string) (*CheckedCart, error) {
	return s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		cart.PromoCode = ""
		return nil
	})
}

// AcceptCheck makes the current prices those that later checks compare with, and removes unavailable items if
// dropUnavailable is set. The cart that it returns has the outcome from before.
func (s *Service) AcceptCheck(
	ctx context.Context, d Deployment, cartID string, dropUnavailable bool,
) (*CheckedCart, error) {
	before, err := s.Cart(ctx, d, cartID)
	if err != nil {
		return nil, err
	}
	after, err := s.changeCart(ctx, d, cartID, func(cart *Cart) error {
		for _, item := range before.Checked {
			i := cart.index(item.ID)
			switch {
			case i < 0 || !reflect.DeepEqual(cart.Items[i].Choice, item.Choice): // changed after it was checked
			case !item.Available && dropUnavailable:
				cart.Items = slices.Delete(cart.Items, i, i+1)
			case item.Quote != nil:
				cart.Items[i].Quoted = item.Quote.unconvertedTotal
				cart.Items[i].Currency = item.Quote.product.inOwnCurrency().Currency
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
