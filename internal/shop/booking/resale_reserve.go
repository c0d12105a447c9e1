package booking

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
)

// Reservation is a reseller's request to hold seats.
type Reservation struct {
	Key    string // the idempotency key: the same key makes no second order
	Choice Choice // its units are those of the Resale
	Hold   time.Duration
	Resale Resale
}

// Bounds of a reseller's hold.
const (
	// DefaultResaleHold is how long seats are held for a reseller that asks for no other time.
	DefaultResaleHold = 30 * time.Minute
	// LongestResaleHold is the longest time that a reseller can ask for at once.
	LongestResaleHold = time.Hour
	// longestExtendedHold is how long a hold may last with all its extensions.
	longestExtendedHold = 3 * time.Hour
)

// grantedHold returns the time that is granted to a reseller that asks for a hold; zero means the default.
func grantedHold(requested time.Duration) time.Duration {
	if requested <= 0 {
		return DefaultResaleHold
	}
	return min(requested, LongestResaleHold)
}

// Reserve holds seats for a reseller. A repeated request returns the order of the first. It returns fault.KeyReused if
// the key was used for another request, fault.SoldOut without enough seats, and fault.Invalid or fault.NotFound as
// checking the choice does.
func (s *Service) Reserve(ctx context.Context, d Deployment, r Reservation) (Order, error) {
	r.Choice.Units = QuantitiesOf(r.Resale.Units)
	request := r.hash()
	cart := resaleCart(r.Resale.Reseller, d.ID)
	if order, done, err := s.repeatedReservation(ctx, d, cart, r.Key, request); done {
		return order, err
	}
	q, err := s.resaleQuote(ctx, d, r.Choice, nil)
	if err != nil {
		return Order{}, err
	}
	order := s.newResale(d, q, &r)
	order.Cart, order.RequestHash = cart, request
	ctx = trail.WithOrder(ctx, order.Deployment, order.Reference)
	err = s.store.Do(ctx, func(tx Tx) error {
		if err := tx.TakeSeats(ctx, MergeDemands(order.Bookings[0].Seats)); err != nil {
			return err
		}
		if err := tx.InsertOrder(ctx, order); err != nil {
			return err
		}
		return tx.SettleLater(ctx, order.ID, order.HoldUntil)
	})
	if fault.Is(err, fault.InFlight) { // another request with the key was faster
		if order, done, again := s.repeatedReservation(ctx, d, cart, r.Key, request); done {
			return order, again
		}
	}
	if err != nil {
		return Order{}, err
	}
	return order, nil
}

// repeatedReservation returns the order that an earlier request with the key made. done is false if there is none.
func (s *Service) repeatedReservation(
	ctx context.Context, d Deployment, cart, key, request string,
) (order Order, done bool, err error) {
	order, err = s.resaleByKey(ctx, d, cart, key)
	switch {
	case fault.Is(err, fault.NotFound):
		return Order{}, false, nil
	case err == nil && order.RequestHash != request:
		return Order{}, true, fault.New(fault.KeyReused, "The id was already used for another booking.")
	}
	return order, true, err
}

// hash returns a hash of the request, which is equal for equal requests. The ids of units that the caller has
// generated are not a part of it.
func (r *Reservation) hash() string {
	data, _ := json.Marshal(struct { // plain values cannot fail
		Choice           Choice
		Units            []ResaleUnit
		Contact          ResaleContact
		Reference, Notes string
		Test             bool
	}{r.Choice, withoutIDs(r.Resale.Units), r.Resale.Contact, r.Resale.Reference, r.Resale.Notes, r.Resale.Test})
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// withoutIDs returns units without their ids, which may differ in a repeated request.
func withoutIDs(units []ResaleUnit) []ResaleUnit {
	units = slices.Clone(units)
	for i := range units {
		units[i].ID = ""
	}
	return units
}

// resaleQuote returns the quote of a choice that can be booked now, in the currency of d. o is the order that would
// have it; nil for a new one. Its seats count as free, and it can stay at its start without further seats, also once
// booking has closed.
func (s *Service) resaleQuote(ctx context.Context, d Deployment, c Choice, o *Order) (*Quote, error) {
	p, err := s.Product(d, c.Product)
	if err == nil {
		err = p.CheckFixedPriceIn(d.Currency)
	}
	if err != nil {
		return nil, err
	}
	q, err := p.quote(c)
	if err != nil {
		return nil, err
	}
	var held []Demand
	if o != nil {
		held = o.SeatsTaken()
	}
	if err := s.checkAvailability(ctx, []*Quote{q}, held); err != nil {
		return nil, err
	}
	if o != nil && q.sameSlot(&o.Bookings[0].Choice) && len(seatsToTake(&o.Bookings[0], q)) == 0 {
		q.keepStart(&o.Bookings[0])
		return q, nil
	}
	return q, q.unavailable()
}

// newResale returns the order of a reseller's reservation.
func (s *Service) newResale(d Deployment, q *Quote, r *Reservation) Order {
	now := s.now()
	item := CheckedItem{CartItem: CartItem{ID: newID()}, Quote: q}
	o := Order{
		ID: newID(), Reference: newReference(), Deployment: d.ID, Seller: d.Name, Contact: d.Contact, Key: r.Key,
		Language: d.Language, HomeURL: d.HomeURL, Currency: q.product.Currency, Exponent: q.product.Exponent,
		Original: q.Price.Original, Total: q.Price.Total, Method: OnAccount, CreatedAt: now, Open: true,
		HoldUntil: now.Add(grantedHold(r.Hold)), Payment: Payment{Status: PaymentNone},
		Bookings: []Booking{newBooking(0, item, d.Exchange)},
	}
	resale := r.Resale
	resale.SavedStatus, resale.UpdatedAt = OnHold, now
	o.Resale = &resale
	o.HoldUntil = minTime(o.HoldUntil, o.Bookings[0].LastEntry())
	if resale.Test {
		o.Bookings[0].Seats = nil
	}
	o.copyTraveller()
	return o
}

// copyTraveller copies the traveller's contact to where operators and tickets look for it. The address stays out of
// Buyer: a visitor with it must not come by an order that the reseller sold.
func (o *Order) copyTraveller() {
	c := &o.Resale.Contact
	o.Buyer = Buyer{FirstName: c.FirstName, LastName: c.LastName, Phone: c.Phone}
	if c.FirstName+c.LastName == "" {
		o.Buyer.FirstName = c.FullName
	}
	o.Guest = nil
	if notes := joinLines(o.Resale.Notes, c.Notes); c.Email+notes != "" {
		o.Guest = &Guest{Name: c.Name(), Email: c.Email, Phone: c.Phone, Info: notes}
	}
}

// Name returns the full name.
func (c *ResaleContact) Name() string {
	return cmp.Or(c.FullName, strings.TrimSpace(c.FirstName+" "+c.LastName))
}

func joinLines(a, b string) string {
	if a == "" || b == "" || a == b {
		return max(a, b)
	}
	return a + "\n" + b
}
