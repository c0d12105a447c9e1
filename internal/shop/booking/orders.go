package booking

import (
	"context"
	"errors"

	"storefront/internal/core/fault"
)

var errNoOrder = fault.New(fault.NotFound, "There is no such order.")

// Order gives an order to who made it, settled as far as that can be while they wait, unless it was looked at a moment ago.
// For anybody else there is no such order.
func (s *Service) Order(ctx context.Context, d Deployment, visitor Visitor, id string) (Order, error) {
	order, err := s.own(ctx, d, visitor, id)
	if err != nil || !order.Open || !s.looks.due(id, s.now()) {
		return order, err
	}
	waits, cancel := s.waiting(ctx)
	defer cancel()
	return s.orderWhile(ctx, waits, d, visitor, id)
}

// Booking gives one of an order's bookings with its order, as Order does.
func (s *Service) Booking(ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string) (Order, *Booking, error) {
	order, err := s.Order(ctx, d, visitor, orderID)
	if err != nil {
		return Order{}, nil, err
	}
	b := order.booking(bookingID)
	if b == nil {
		return Order{}, nil, errNoBooking
	}
	return order, b, nil
}

// waiting bounds what is asked of the provider while a visitor waits. What it does not answer in time is the job's.
func (s *Service) waiting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.terms.Start)
}

func (s *Service) orderWhile(ctx, waits context.Context, d Deployment, visitor Visitor, id string) (Order, error) {
	order, err := s.own(ctx, d, visitor, id)
	if err != nil || !order.Open {
		return order, err
	}
	settled, err := s.settle(waits, id)
	if err != nil {
		// What is stored is true, if not the latest; the job goes on.
		s.log.WarnContext(ctx, "an order cannot be settled now", "order", order.ID, "reference", order.Reference, "error", err)
		return s.own(ctx, d, visitor, id)
	}
	return settled, nil
}

func (s *Service) own(ctx context.Context, d Deployment, visitor Visitor, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err != nil {
		return Order{}, err
	}
	if order.Deployment != d.ID || !visitor.owns(&order) {
		return Order{}, errNoOrder
	}
	return order, nil
}

// Retry puts what was not booked back into the cart, as far as it is still on sale and not in there already.
func (s *Service) Retry(ctx context.Context, d Deployment, visitor Visitor, id string) (*CheckedCart, error) {
	order, err := s.own(ctx, d, visitor, id)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, d, visitor.Cart, func(cart *Cart) error {
		for _, b := range order.Bookings {
			if b.Status != Expired && b.Status != Rejected || cart.index(b.ItemID) >= 0 || len(cart.Items) >= mostItems {
				continue
			}
			if _, _, err := s.find(d, b.Wish.Product, b.Wish.Option); err != nil {
				continue
			}
			cart.Items = append(cart.Items, CartItem{
				ID: b.ItemID, Choice: b.Wish, Quoted: b.Detail.quoted(), ProductTitle: b.Detail.ProductTitle,
				OptionTitle: b.Detail.OptionTitle,
			})
		}
		return nil
	})
}

// PaymentEvent settles the order whose payment a provider speaks of, one that was at rest too: the provider knows of
// something new. The event itself is only a hint.
func (s *Service) PaymentEvent(ctx context.Context, provider, session string) error {
	order, err := s.store.Read().OrderBySession(ctx, provider, session)
	if fault.Is(err, fault.NotFound) {
		return nil // not of this shop, or of a page that was replaced
	}
	if err != nil {
		return err
	}
	_, err = s.bring(ctx, order)
	return err
}

// Resume settles every card order that a crash may have left alone, at once instead of when its job comes round.
func (s *Service) Resume(ctx context.Context) error {
	open, err := s.store.Read().Orders(ctx, OrderFilter{Open: true, Limit: 10_000})
	if err != nil {
		return err
	}
	var failures []error
	for _, o := range open {
		if o.Method == Card {
			_, err := s.settle(ctx, o.ID)
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}
