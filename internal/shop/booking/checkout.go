package booking

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/money"
	"storefront/internal/core/trail"
)

// Checkout is a request to order a cart.
type Checkout struct {
	Key      string // the idempotency key: the same key makes no second order
	Cart     string
	Buyer    Buyer
	Method   Method
	Total    int64  // as the visitor saw it
	Currency string // of Total; empty: the currency of the cart
	From     Origin

	desk        *DeskBooking // nil for a visitor's checkout
	requestHash string       // a hash of the request, which detects a reused key
}

var errCartEmpty = fault.New(fault.CartEmpty, "The cart is empty.")

// Checkout places an order that holds every seat of the cart, in one transaction. A card order is returned with its
// payment page; if the provider does not answer in time, it is returned without one, and Settle opens the page later.
func (s *Service) Checkout(ctx context.Context, d Deployment, in Checkout) (Order, error) {
	in.requestHash = in.hash()
	if order, done, err := s.repeatedOrder(ctx, d, &in); done {
		return order, err
	}
	cart, err := readCart(ctx, s.store.Read(), d, in.Cart)
	if err != nil {
		return Order{}, err
	}
	checked, err := s.checkCart(ctx, d, cart)
	if err != nil {
		return Order{}, err
	}
	if in.desk != nil {
		checked.PayLater = deskPayLaterOffer(checked, in.desk)
	}
	if err := s.validate(d, checked, &in); err != nil {
		return Order{}, err
	}
	if err := s.countCheckout(ctx, in.Cart, in.From.Network); err != nil {
		return Order{}, err
	}
	order := s.newOrder(d, checked, &in)
	if in.desk != nil {
		s.payAtDesk(&order, in.desk)
		order.Open = !s.nextCheck(&order, order.CreatedAt).IsZero()
		in.From.desk = true
	}
	if err := s.placeHold(ctx, &order, cart, checked, in.From); err != nil {
		return Order{}, err
	}
	if order.Method == PayLater || order.Total == 0 {
		return order, nil
	}
	providerCtx, cancel := s.withProviderTimeout(ctx)
	defer cancel()
	return s.openPaymentPage(ctx, providerCtx, order), nil
}

// repeatedOrder returns the order that an earlier checkout with the same key made. done is false if there is none.
func (s *Service) repeatedOrder(ctx context.Context, d Deployment, in *Checkout) (order Order, done bool, err error) {
	order, err = s.store.Read().OrderByKey(ctx, in.Cart, in.Key)
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && order.Deployment != d.ID:
		return Order{}, false, nil
	case err != nil:
		return Order{}, true, err
	case order.RequestHash != in.requestHash:
		return Order{}, true, fault.New(fault.KeyReused, "The key was used for another checkout.")
	case order.awaitsPage() && s.now().Before(order.CreatedAt.Add(s.durations.ProviderTimeout)):
		return Order{}, true, errInFlight
	}
	return order, true, nil
}

var errInFlight = fault.New(fault.InFlight, "The checkout is in progress.")

// hash returns a hash of the request, which is equal for equal requests.
func (c *Checkout) hash() string {
	data, _ := json.Marshal(struct {
		Buyer    Buyer
		Method   Method
		Total    int64
		Currency string `json:",omitempty"`
	}{c.Buyer, c.Method, c.Total, c.Currency}) // plain values cannot fail
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// validate returns why the cart cannot be ordered as requested; nil if it can.
func (s *Service) validate(d Deployment, c *CheckedCart, in *Checkout) error {
	if len(c.Items) == 0 {
		return errCartEmpty
	}
	var w form.FieldErrors
	if in.desk != nil {
		in.Buyer.checkAtDesk(&w)
	} else {
		in.Buyer.check(&w)
	}
	if c.Guest != nil {
		c.Guest.check(&w)
	}
	for _, item := range c.Checked {
		if item.Quote == nil {
			continue
		}
		item.Quote.reportMissing("items."+item.ID+".", &w)
	}
	if err := w.Err("Details of the order are missing or not valid."); err != nil {
		return err
	}
	switch {
	case !d.accepts(in.Method):
		return fault.New(fault.MethodUnavailable, "Payment method not accepted.")
	case c.Outcome != AllAvailable && c.Outcome != PricesChanged, c.Total != in.Total,
		in.Currency != "" && in.Currency != c.Currency, c.Promo != nil && c.Promo.Problem != nil:
		return fault.New(fault.CartChanged, "The cart has changed since it was shown.")
	case in.Method == PayLater && c.Total > 0 && !c.PayLater.Offered:
		return fault.New(fault.PayLaterTooNear, c.PayLater.TooNear+" starts too soon to be paid later.")
	}
	return nil
}

// placeHold inserts the order with its seats, all or nothing. Seats of the cart's previous order are free for it.
func (s *Service) placeHold(ctx context.Context, order *Order, cart Cart, checked *CheckedCart, from Origin) error {
	ctx = trail.WithOrder(ctx, order.Deployment, order.Reference)
	return s.store.Do(ctx, func(tx Tx) error {
		stored, err := unchangedCart(ctx, tx, cart, order.Key)
		if err != nil {
			return err
		}
		freed, err := s.supersede(ctx, tx, stored.Order)
		if err != nil {
			return err
		}
		holders, err := s.checkUnpaidLimits(ctx, tx, order, order.SeatsTaken(), from)
		if err != nil {
			return err
		}
		offered, err := s.claimOffers(ctx, tx, order, stored.Order, freed.seats)
		if err != nil {
			return err
		}
		release := freed.seats
		if len(offered) > 0 {
			release = MergeDemands(slices.Concat(freed.seats, offered))
		}
		if err := exchangeSeats(ctx, tx, release, order.seatsIn(OnHold, Pending, Confirmed)); err != nil {
			return err
		}
		if err := exchangePromo(ctx, tx, freed, order, checked.Promo); err != nil {
			return err
		}
		if err := s.exchangeNegotiations(ctx, tx, freed.negotiations, order, checked.negotiatedPrices()); err != nil {
			return err
		}
		order.Notified = nil // a run that was rolled back may have set this and TripNoticesFor
		for i := range order.Bookings {
			order.Bookings[i].TripNoticesFor = time.Time{}
		}
		if err := s.notify(ctx, tx, order); err != nil {
			return err
		}
		if err := tx.InsertOrder(ctx, *order); err != nil {
			return err
		}
		if err := tx.InsertSeatHolders(ctx, order, holders); err != nil {
			return err
		}
		stored.Order = order.ID
		if order.Bookings[0].Status != OnHold {
			stored.removeOrdered(order)
		}
		if err := tx.SaveCart(ctx, stored); err != nil {
			return err
		}
		if !order.Open {
			return nil
		}
		return tx.SettleLater(ctx, order.ID, s.nextCheck(order, s.now()))
	})
}

// unchangedCart returns the stored cart if it is as it was when the checkout began. Otherwise it returns fault.InFlight
// if an order with the checkout's key has been placed meanwhile, and fault.CartChanged if none has.
func unchangedCart(ctx context.Context, tx Tx, cart Cart, key string) (Cart, error) {
	stored, err := tx.Cart(ctx, cart.ID)
	if err != nil || stored.UpdatedAt.Equal(cart.UpdatedAt) && stored.Order == cart.Order {
		return stored, err
	}
	_, err = tx.OrderByKey(ctx, cart.ID, key)
	switch {
	case err == nil:
		return Cart{}, errInFlight
	case fault.Is(err, fault.NotFound):
		return Cart{}, fault.New(fault.CartChanged, "The cart changed during the checkout.")
	}
	return Cart{}, err
}

// removeOrdered removes the ordered items and the promo code from the cart.
func (c *Cart) removeOrdered(order *Order) {
	for _, b := range order.Bookings {
		if i := c.index(b.ItemID); i >= 0 {
			c.Items = append(c.Items[:i:i], c.Items[i+1:]...)
		}
	}
	if len(c.Items) == 0 {
		c.Guest = nil
	}
	c.PromoCode = ""
}

// newOrder returns the order of a checked cart, with the state that its payment method and total start with.
func (s *Service) newOrder(d Deployment, c *CheckedCart, in *Checkout) Order {
	now := s.now()
	o := Order{
		ID: newID(), Reference: newReference(), Deployment: d.ID, Seller: d.Name, Contact: d.Contact, Cart: in.Cart,
		Key: in.Key, RequestHash: in.requestHash, Language: d.Language, HomeURL: d.HomeURL, Buyer: in.Buyer,
		Guest: c.Guest, Currency: c.Currency, Exponent: c.Exponent, Original: c.Original, Total: c.Total,
		Shown: d.shownTotal(c.Total, c.Currency), Method: in.Method, CreatedAt: now,
		Payment: Payment{Status: PaymentNone},
	}
	if c.Promo != nil {
		o.PromoCode, o.PromoBuyer, o.PromoUsed = c.Promo.Code, form.CanonicalMailbox(o.Buyer.Email), true
	}
	for i, item := range c.Checked {
		o.Bookings = append(o.Bookings, newBooking(i, item, d.Exchange))
	}
	switch {
	case o.Total == 0:
		// Nothing has to be paid, whatever the method.
		o.Method, o.Payment.Status = Card, PaymentCaptured
		for i := range o.Bookings {
			if o.Bookings[i].Status = Pending; o.Bookings[i].Decision == Accepted {
				o.Bookings[i].Status = Confirmed
			}
		}
	case o.Method == PayLater:
		o.Payment.Status = PaymentDue
		o.Payment.PayBy, o.Payment.AtStart, o.Payment.Where = c.PayLater.PayBy, c.PayLater.AtStart, c.PayLater.Where
		o.Payment.ByCard = d.Card
		for i := range o.Bookings {
			o.Bookings[i].Status = Pending
		}
	default:
		o.Payment.Provider, o.Payment.Attempt = s.providerFor(o.Deployment), 1
		o.HoldUntil = now.Add(s.durations.Hold)
	}
	o.Open = !s.nextCheck(&o, now).IsZero()
	return o
}

// newBooking returns the booking of a cart item.
func newBooking(line int, item CheckedItem, e money.Exchange) Booking {
	q := item.Quote
	b := Booking{
		ID: newID(), Line: line, ItemID: item.ID, Status: OnHold, Choice: q.Choice, Seats: q.demands,
		StartsAt: q.StartsAt, Amount: q.Price.Total - item.promo, Detail: q.detail(),
	}
	b.Detail.Unconverted = q.unconvertedPrice(e)
	if !q.product.OnRequest() {
		b.Decision = Accepted
	}
	return b
}
