package booking

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/money"
)

// Checkout is what a visitor asks for when he orders.
type Checkout struct {
	Key      string // names the attempt: the same key makes no second order
	Cart     string
	Buyer    Buyer
	Method   Method
	Total    int64  // what he was shown
	Currency string // that the total is in; empty is whatever the cart is in
	From     Origin
	Begin    func() error // refuses what would begin too often; not called for a repeated key; may be nil
	ReturnTo string       // the address of the shop that the payment page comes back to, "https://www.wayfare.example"

	request string // a hash of what is asked, as it was typed
}

var errCartEmpty = fault.New(fault.CartEmpty, "There is nothing in the cart.")

// Checkout holds every seat of the cart in one transaction and makes the order. An order to be paid by card is given with
// where to pay, unless the provider does not answer in time: then it is given without, and Settle goes on trying.
func (s *Service) Checkout(ctx context.Context, d Deployment, in Checkout) (Order, error) {
	in.request = in.hash()
	if order, done, err := s.repeated(ctx, d, &in); done {
		return order, err
	}
	cart, err := cartOr(s.store.Read().Cart(ctx, in.Cart))(d, in.Cart)
	if err != nil {
		return Order{}, err
	}
	checked, err := s.check(ctx, d, cart)
	if err != nil {
		return Order{}, err
	}
	if err := s.allowed(d, checked, &in); err != nil {
		return Order{}, err
	}
	if err := begun(in.Begin); err != nil {
		return Order{}, err
	}
	order := s.orderOf(d, checked, &in)
	if err := s.hold(ctx, &order, cart, checked, in.From); err != nil {
		return Order{}, err
	}
	if order.Method == PayLater || order.Total == 0 {
		return order, nil
	}
	started, err := s.startPayment(ctx, order)
	if err != nil {
		s.log.WarnContext(ctx, "the payment page is not there yet", "order", order.ID, "reference", order.Reference, "error", err)
		return order, nil
	}
	return started, nil
}

// repeated gives the order that the same key has made before.
func (s *Service) repeated(ctx context.Context, d Deployment, in *Checkout) (order Order, done bool, err error) {
	order, err = s.store.Read().OrderByKey(ctx, in.Cart, in.Key)
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && order.Deployment != d.ID:
		return Order{}, false, nil
	case err != nil:
		return Order{}, true, err
	case order.Request != in.request:
		return Order{}, true, fault.New(fault.KeyReused, "The key was used for another checkout.")
	case order.awaitsPage() && s.now().Before(order.CreatedAt.Add(s.terms.Start)):
		return Order{}, true, errInFlight
	}
	return order, true, nil
}

var errInFlight = fault.New(fault.InFlight, "The checkout is under way.")

// hash tells whether two requests ask for the same.
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

// allowed says whether the cart can be ordered as it is asked.
func (s *Service) allowed(d Deployment, c *CheckedCart, in *Checkout) error {
	if len(c.Items) == 0 {
		return errCartEmpty
	}
	var w form.Wrongs
	in.Buyer.check(&w)
	if c.Guest != nil {
		c.Guest.check(&w)
	}
	for _, item := range c.Checked {
		if item.Offer == nil {
			continue
		}
		item.Offer.noteMissing("items."+item.ID+".", &w)
	}
	if err := w.Err("Something is missing or cannot be taken as it stands."); err != nil {
		return err
	}
	switch {
	case !d.takes(in.Method):
		return fault.New(fault.MethodUnavailable, "Payment method not accepted.")
	case c.Outcome != AllAvailable && c.Outcome != PricesChanged, c.Total != in.Total,
		in.Currency != "" && in.Currency != c.Currency, c.Promo != nil && c.Promo.Problem != nil,
		in.Method == PayLater && c.Total > 0 && !c.PayLater.Offered:
		return fault.New(fault.CartChanged, "The cart is not what was shown.")
	}
	return nil
}

// hold writes the order with its seats, all of them or nothing, and takes those of the cart's order before it.
func (s *Service) hold(ctx context.Context, order *Order, cart Cart, checked *CheckedCart, from Origin) error {
	return s.store.Do(ctx, func(tx Tx) error {
		now, err := tx.Cart(ctx, cart.ID)
		if err != nil {
			return err
		}
		if !now.UpdatedAt.Equal(cart.UpdatedAt) || now.Order != cart.Order {
			if _, err := tx.OrderByKey(ctx, cart.ID, order.Key); err == nil {
				return errInFlight
			}
			return fault.New(fault.CartChanged, "The cart was changed meanwhile.")
		}
		before, err := s.supersede(ctx, tx, now.Order)
		if err != nil {
			return err
		}
		holders, err := s.mayHold(ctx, tx, order, from)
		if err != nil {
			return err
		}
		if err := exchangeSeats(ctx, tx, before.seats, order.seatsIn(OnHold, Pending, Confirmed)); err != nil {
			return err
		}
		if err := exchangePromo(ctx, tx, before, order, checked.Promo); err != nil {
			return err
		}
		if err := s.exchangeAgreed(ctx, tx, before.agreed, order, checked.answered()); err != nil {
			return err
		}
		order.Told = nil // of a run of this work that was not kept
		if err := s.tell(ctx, tx, order); err != nil {
			return err
		}
		if err := tx.InsertOrder(ctx, *order); err != nil {
			return err
		}
		if err := tx.InsertUnpaid(ctx, order, holders); err != nil {
			return err
		}
		now.Order = order.ID
		if order.Bookings[0].Status != OnHold {
			now.drop(order)
		}
		if err := tx.SaveCart(ctx, now); err != nil {
			return err
		}
		if !order.Open {
			return nil
		}
		return tx.SettleLater(ctx, order.ID, s.nextLook(order, s.now()))
	})
}

// drop takes what was ordered out of the cart, and the promo code with it.
func (c *Cart) drop(order *Order) {
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

func (s *Service) orderOf(d Deployment, c *CheckedCart, in *Checkout) Order {
	now := s.now()
	o := Order{
		ID: newID(), Reference: newReference(), Deployment: d.ID, Seller: d.Name, Contact: d.Contact, Cart: in.Cart,
		Key: in.Key, Request: in.request, Language: d.Language, Prefix: d.Prefix, Buyer: in.Buyer, Guest: c.Guest, Currency: c.Currency, Exponent: c.Exponent,
		Original: c.Original, Total: c.Total, Shown: d.shown(c.Total, c.Currency), Method: in.Method, CreatedAt: now, Open: true,
		Payment: Payment{Status: PaymentNone, ReturnTo: in.ReturnTo},
	}
	if c.Promo != nil {
		o.PromoCode, o.PromoBuyer, o.PromoUsed = c.Promo.Code, form.Mailbox(o.Buyer.Email), true
	}
	for i, item := range c.Checked {
		o.Bookings = append(o.Bookings, bookingOf(i, item, d.Exchange))
	}
	switch {
	case o.Total == 0:
		// Whatever was chosen, nobody has to be called about a payment.
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
		o.HoldUntil = now.Add(s.terms.Hold)
	}
	o.Open = !s.nextLook(&o, now).IsZero()
	return o
}

func bookingOf(line int, item CheckedItem, e money.Exchange) Booking {
	f := item.Offer
	b := Booking{
		ID: newID(), Line: line, ItemID: item.ID, Status: OnHold, Wish: f.Choice, Seats: f.demands, StartsAt: f.startsAt,
		Amount: f.price.Total - item.promo, Detail: f.detail(),
	}
	b.Detail.Exchanged = f.exchanged(e)
	if !f.product.OnRequest() {
		b.Decision = Accepted
	}
	return b
}
