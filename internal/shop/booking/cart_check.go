package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
)

// CartOutcome is the result of checking a cart.
type CartOutcome string

const (
	CartEmpty                   CartOutcome = "empty"
	AllAvailable                CartOutcome = "all_available"
	SomeUnavailable             CartOutcome = "some_unavailable"
	PricesChanged               CartOutcome = "prices_changed"
	UnavailableAndPricesChanged CartOutcome = "unavailable_and_prices_changed"
	NoneAvailable               CartOutcome = "none_available"
)

// CheckedCart is a cart with current prices and availability.
type CheckedCart struct {
	Cart
	CheckedAt time.Time
	Outcome   CartOutcome
	Currency  string
	Exponent  int
	Checked   []CheckedItem
	Promo     *AppliedPromo
	Original  int64 // of the available items, before any discount
	Subtotal  int64 // of the available items, before the promo code
	Total     int64 // of the available items, to be paid
	Card      bool  // the deployment accepts cards
	Cards     []string
	PayLater  PayLaterOffer
	HoldFor   time.Duration // how long a checkout holds the seats
	HeldUntil time.Time     // when the hold of the cart's unpaid order ends; zero without one
}

// CheckedItem is a cart item with its current quote. Quote is nil if the product or option is no longer on sale, or the
// choice is no longer valid.
type CheckedItem struct {
	CartItem
	Product      *Product // nil if it is no longer on sale
	Quote        *Quote
	Available    bool
	PriceChanged bool
	SeenTotal    int64 // the quoted total in the currency of the cart
	promo        int64 // its part of the promo code's discount
}

// checkCart returns a cart with current prices and availability.
func (s *Service) checkCart(ctx context.Context, d Deployment, cart Cart) (*CheckedCart, error) {
	c := &CheckedCart{
		Cart: cart, CheckedAt: s.now(), Currency: d.Currency, Card: d.Card, Cards: d.Cards, HoldFor: s.durations.Hold,
	}
	c.Exponent, _ = money.Exponent(d.Currency)
	agreed := map[string]bool{}
	for _, item := range cart.Items {
		choice := item.Choice
		if agreed[choice.Negotiation] {
			choice.Negotiation = "" // its price is for one booking
		}
		agreed[choice.Negotiation] = choice.Negotiation != ""
		checked, err := s.checkItem(ctx, d, item, choice, cart.Order)
		if err != nil {
			return nil, err
		}
		c.Checked = append(c.Checked, checked)
	}
	held, until, err := s.heldSeats(ctx, cart)
	if err != nil {
		return nil, err
	}
	if until.After(c.CheckedAt) {
		c.HeldUntil = until
	}
	if err := s.checkAvailability(ctx, c.dropOtherCurrencies(), held); err != nil {
		return nil, err
	}
	for i := range c.Checked {
		item := &c.Checked[i]
		if item.Quote == nil {
			continue
		}
		item.Available = item.Quote.bookable()
		item.SeenTotal, item.PriceChanged = item.Quote.compareQuoted(&item.CartItem, d.Exchange)
		if item.Available {
			c.Original += item.Quote.Price.Original
			c.Subtotal += item.Quote.Price.Total
		}
	}
	c.Total = c.Subtotal
	c.PayLater = s.payLaterOffer(d, c)
	c.setOutcome()
	if cart.PromoCode != "" {
		return c, s.applyPromo(ctx, d, c)
	}
	return c, nil
}

// dropOtherCurrencies removes the quotes in another currency than the cart's from their items, and returns the rest:
// amounts of two currencies cannot be added. If no quote is in the currency that is paid in, because a rate is missing,
// the first quote decides.
func (c *CheckedCart) dropOtherCurrencies() (quotes []*Quote) {
	for _, item := range c.Checked {
		if item.Quote != nil {
			quotes = append(quotes, item.Quote)
		}
	}
	inOtherCurrency := func(q *Quote) bool { return q != nil && q.product.Currency != c.Currency }
	if len(quotes) > 0 && len(slices.DeleteFunc(slices.Clone(quotes), inOtherCurrency)) == 0 {
		c.Currency, c.Exponent = quotes[0].product.Currency, quotes[0].product.Exponent
	}
	for i := range c.Checked {
		if inOtherCurrency(c.Checked[i].Quote) {
			c.Checked[i].Quote = nil
		}
	}
	return slices.DeleteFunc(quotes, inOtherCurrency)
}

// checkItem returns an item with its product and the quote of a choice, without its availability.
func (s *Service) checkItem(
	ctx context.Context, d Deployment, item CartItem, c Choice, order string,
) (CheckedItem, error) {
	checked := CheckedItem{CartItem: item, SeenTotal: item.Quoted}
	p, err := s.Product(d, c.Product)
	if fault.Is(err, fault.NotFound) {
		return checked, nil
	}
	if err != nil {
		return checked, err
	}
	checked.Product = p
	checked.Quote, err = s.agreedQuote(ctx, d, p, c, order)
	if err == nil {
		checked.Quote.closesAtStart = d.AtDesk
	}
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Invalid) {
		return checked, nil
	}
	return checked, err
}

// heldSeats returns the seats that the cart's unpaid order and the offers of its items hold, and until when the order
// does.
func (s *Service) heldSeats(ctx context.Context, cart Cart) (seats []Demand, until time.Time, err error) {
	if seats, err = s.offeredSeatsOf(ctx, &cart); err != nil || cart.Order == "" {
		return seats, time.Time{}, err
	}
	order, err := s.store.Read().Order(ctx, cart.Order)
	if fault.Is(err, fault.NotFound) {
		return seats, time.Time{}, nil
	}
	return append(seats, order.seatsIn(OnHold)...), order.HoldUntil, err
}

// negotiatedPrices returns the cart's negotiated prices by the id of the negotiation.
func (c *CheckedCart) negotiatedPrices() map[string]int64 {
	out := map[string]int64{}
	for _, item := range c.Checked {
		if item.Quote != nil && item.Quote.Agreed {
			out[item.Quote.Negotiation] = item.Quote.negotiatedPrice
		}
	}
	return out
}

// setOutcome sets Outcome.
func (c *CheckedCart) setOutcome() {
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
