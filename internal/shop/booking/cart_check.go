package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
)

// CartOutcome is what a check of a cart found.
type CartOutcome string

const (
	CartEmpty                   CartOutcome = "empty"
	AllAvailable                CartOutcome = "all_available"
	SomeUnavailable             CartOutcome = "some_unavailable"
	PricesChanged               CartOutcome = "prices_changed"
	UnavailableAndPricesChanged CartOutcome = "unavailable_and_prices_changed"
	NoneAvailable               CartOutcome = "none_available"
)

// CheckedCart is a cart beside what the catalogue and the seats say of it now.
type CheckedCart struct {
	Cart
	CheckedAt time.Time
	Outcome   CartOutcome
	Currency  string
	Exponent  int
	Checked   []CheckedItem
	Promo     *AppliedPromo
	Original  int64 // of the items that can be booked, before any discount
	Subtotal  int64 // of the same, before the promo code
	Total     int64 // what is to be paid for them
	Card      bool  // it can be paid by card
	Cards     []string
	PayLater  Later
	HoldFor   time.Duration // how long its seats are held once it is ordered
	HeldUntil time.Time     // of those that its unpaid order holds; zero where it has none
}

// CheckedItem is an item of a cart as it stands now. Offer is absent where its product, its option or its numbers are no
// more what is on sale.
type CheckedItem struct {
	CartItem
	Product      *Product // nil where it is no more on sale
	Offer        *Quote
	Available    bool
	PriceChanged bool
	Seen         int64 // the quoted total in the currency of the cart
	promo        int64 // its part of the promo code's discount
}

func (s *Service) check(ctx context.Context, d Deployment, cart Cart) (*CheckedCart, error) {
	c := &CheckedCart{Cart: cart, CheckedAt: s.now(), Currency: d.Currency, Card: d.Card, Cards: d.Cards, Outcome: CartEmpty, HoldFor: s.terms.Hold}
	c.Exponent, _ = money.Exponent(d.Currency)
	agreed := map[string]bool{}
	for _, item := range cart.Items {
		choice := item.Choice
		if agreed[choice.Negotiation] {
			choice.Negotiation = "" // its price is for one booking
		}
		agreed[choice.Negotiation] = choice.Negotiation != ""
		f, err := s.agreedOffer(ctx, d, choice, cart.Order)
		if err != nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Invalid) {
			return nil, err
		}
		checked := CheckedItem{CartItem: item, Seen: item.Quoted}
		if checked.Product, err = onSale(s.product(d, item.Choice.Product)); err != nil {
			return nil, err
		}
		checked.Offer = f
		c.Checked = append(c.Checked, checked)
	}
	held, until, err := s.heldFor(ctx, cart)
	if err != nil {
		return nil, err
	}
	if until.After(c.CheckedAt) {
		c.HeldUntil = until
	}
	if err := s.lookAt(ctx, c.inOneCurrency(), held); err != nil {
		return nil, err
	}
	for i := range c.Checked {
		item := &c.Checked[i]
		if item.Offer == nil {
			continue
		}
		item.Available = item.Offer.fits()
		item.Seen = item.Offer.seen(item.Quoted, d.Exchange)
		item.PriceChanged = item.Offer.quote != item.Quoted
		if item.Available {
			c.Original += item.Offer.price.Original
			c.Subtotal += item.Offer.price.Total
		}
	}
	c.Total = c.Subtotal
	c.PayLater = s.laterOf(d, c)
	c.judge()
	if cart.PromoCode != "" {
		return c, s.applyPromo(ctx, d, c)
	}
	return c, nil
}

// inOneCurrency keeps the cart to what it is paid in, or where a rate is gone and nothing can be, to what its first item is
// priced in: amounts of two currencies add up to nothing. What is priced in another is no offer, until its rate is back.
func (c *CheckedCart) inOneCurrency() (offers []*Quote) {
	for _, item := range c.Checked {
		if item.Offer != nil {
			offers = append(offers, item.Offer)
		}
	}
	foreign := func(f *Quote) bool { return f != nil && f.product.Currency != c.Currency }
	if len(offers) > 0 && len(slices.DeleteFunc(slices.Clone(offers), foreign)) == 0 {
		c.Currency, c.Exponent = offers[0].product.Currency, offers[0].product.Exponent
	}
	for i := range c.Checked {
		if foreign(c.Checked[i].Offer) {
			c.Checked[i].Offer = nil
		}
	}
	return slices.DeleteFunc(offers, foreign)
}

// onSale makes no product of one that is not there.
func onSale(p, _ *Product, err error) (*Product, error) {
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return p, err
}

// heldFor are the seats that the cart's unpaid order holds, and until when.
func (s *Service) heldFor(ctx context.Context, cart Cart) (seats []Demand, until time.Time, err error) {
	if cart.Order == "" {
		return nil, time.Time{}, nil
	}
	order, err := s.store.Read().Order(ctx, cart.Order)
	if fault.Is(err, fault.NotFound) {
		return nil, time.Time{}, nil
	}
	return order.seatsIn(OnHold), order.HoldUntil, err
}

// answered are the agreed prices that a cart has, by the id of what was negotiated.
func (c *CheckedCart) answered() map[string]int64 {
	out := map[string]int64{}
	for _, item := range c.Checked {
		if item.Offer != nil && item.Offer.agreed {
			out[item.Offer.Negotiation] = item.Offer.answered
		}
	}
	return out
}

func (c *CheckedCart) judge() {
	available := len(slices.DeleteFunc(slices.Clone(c.Checked), func(i CheckedItem) bool { return !i.Available }))
	changed := slices.ContainsFunc(c.Checked, func(i CheckedItem) bool { return i.Available && i.PriceChanged })
	switch {
	case len(c.Checked) == 0:
		c.Outcome = CartEmpty
	case available == 0:
		c.Outcome = NoneAvailable
	case available < len(c.Checked) && changed:
		c.Outcome = UnavailableAndPricesChanged
	case available < len(c.Checked):
		c.Outcome = SomeUnavailable
	case changed:
		c.Outcome = PricesChanged
	default:
		c.Outcome = AllAvailable
	}
}
