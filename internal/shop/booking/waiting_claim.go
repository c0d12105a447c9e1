package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// AddOffered adds the choice of an offer of seats to the cart, unless it is there already. The seats stay held until
// the offer's deadline, or until its order is over. It returns fault.LinkExpired for an offer that was used or has
// lapsed.
func (s *Service) AddOffered(ctx context.Context, d Deployment, cartID, id string) (*CheckedCart, error) {
	w, err := s.store.Read().Waiting(ctx, id)
	if err == nil && w.Deployment != d.ID {
		err = errNoWaiting
	}
	if err != nil {
		return nil, err
	}
	cart, err := readCart(ctx, s.store.Read(), d, cartID)
	if err != nil {
		return nil, err
	}
	hasOffer := func(i CartItem) bool { return i.Choice.Offer == id }
	if slices.ContainsFunc(cart.Items, hasOffer) {
		return s.checkCart(ctx, d, cart)
	}
	if !w.HoldsSeats(s.now()) {
		return nil, fault.New(fault.LinkExpired, "The offer has ended.")
	}
	choice := w.Choice
	choice.Offer = id
	return s.addItem(ctx, d, cartID, choice, "", nil, func(cart *Cart, _ *CartItem, _ *Quote) bool {
		return !slices.ContainsFunc(cart.Items, hasOffer) // the link may be opened twice at once
	})
}

// offeredSeats returns the seats that are held for the offer of a choice, and until when; none if it has no offer or
// another slot.
func (s *Service) offeredSeats(ctx context.Context, c *Choice) (seats []Demand, until time.Time, err error) {
	if c.Offer == "" {
		return nil, time.Time{}, nil
	}
	w, err := s.store.Read().Waiting(ctx, c.Offer)
	if fault.Is(err, fault.NotFound) || err == nil && (!w.HoldsSeats(s.now()) || !w.covers(c)) {
		return nil, time.Time{}, nil
	}
	return []Demand{{Slot: w.Slot(), Seats: w.Seats}}, w.Until, err
}

// offeredSeatsOf returns the seats that are held for the offers of a cart's items.
func (s *Service) offeredSeatsOf(ctx context.Context, cart *Cart) (seats []Demand, err error) {
	known := map[string]bool{}
	for i := range cart.Items {
		c := &cart.Items[i].Choice
		if known[c.Offer] {
			continue // the seats are held once
		}
		known[c.Offer] = true
		held, _, err := s.offeredSeats(ctx, c)
		if err != nil {
			return nil, err
		}
		seats = append(seats, held...)
	}
	return seats, nil
}

// covers reports whether a choice is of the departure that was waited for.
func (w *Waiting) covers(c *Choice) bool {
	return w.Slot() == w.slotOf(c)
}

// claimOffers marks the offers of an order's bookings as used, and returns their seats, which are free for the order.
// The order before is one of the same cart that it replaces. All slots of the transaction are locked first, in their
// order.
func (s *Service) claimOffers(
	ctx context.Context, tx Tx, order *Order, before string, released []Demand,
) ([]Demand, error) {
	var offers []*Booking
	slots := slices.Clone(released)
	for i := range order.Bookings {
		b := &order.Bookings[i]
		slots = append(slots, b.Seats...)
		if b.Choice.Offer != "" {
			offers = append(offers, b)
		}
	}
	if len(offers) == 0 {
		return nil, nil
	}
	for _, d := range MergeDemands(slots) {
		if _, _, err := tx.Departure(ctx, d.Slot); err != nil {
			return nil, err
		}
	}
	var free []Demand
	for _, b := range offers {
		w, err := tx.Waiting(ctx, b.Choice.Offer)
		if fault.Is(err, fault.NotFound) || err == nil && !w.covers(&b.Choice) {
			continue
		}
		if err != nil {
			return nil, err
		}
		switch {
		case w.HoldsSeats(s.now()):
			free = append(free, Demand{Slot: w.Slot(), Seats: w.Seats, Capacity: b.Seats[0].Capacity})
		case w.State != WaitingOrdered || w.Order != before || before == "":
			continue
		}
		w.State, w.Order, w.EndedAt = WaitingOrdered, order.ID, w.Until
		if err := tx.SaveWaiting(ctx, w); err != nil {
			return nil, err
		}
	}
	return free, nil
}
