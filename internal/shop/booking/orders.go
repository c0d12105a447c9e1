package booking

import (
	"context"
	"errors"
	"fmt"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
	"storefront/internal/shop/payment"
)

var errNoOrder = fault.New(fault.NotFound, "There is no such order.")

// Order returns an order to its owner, and NotFound to any other visitor. It settles an open order first, unless it did
// so within pollInterval.
func (s *Service) Order(ctx context.Context, d Deployment, visitor Visitor, id string) (Order, error) {
	order, err := s.visitorOrder(ctx, d, visitor, id)
	if err == nil {
		order, err = s.settleMoves(ctx, order)
	}
	if err != nil {
		return Order{}, err
	}
	if order.Open && s.pollTimes.due(id, s.now()) {
		order = s.settleNow(ctx, order)
	}
	return s.withTopUpRefunds(ctx, order)
}

// Booking returns a booking with its order, as Order does.
func (s *Service) Booking(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (Order, *Booking, error) {
	order, err := s.Order(ctx, d, visitor, orderID)
	if err != nil {
		return Order{}, nil, err
	}
	return withBooking(order, bookingID)
}

func withBooking(order Order, bookingID string) (Order, *Booking, error) {
	b := order.booking(bookingID)
	if b == nil {
		return Order{}, nil, errNoBooking
	}
	return order, b, nil
}

// visitorBooking returns a visitor's booking with its order as stored.
func (s *Service) visitorBooking(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (Order, *Booking, error) {
	order, err := s.visitorOrder(ctx, d, visitor, orderID)
	if err != nil {
		return Order{}, nil, err
	}
	return withBooking(order, bookingID)
}

// withProviderTimeout bounds calls of the provider while a visitor waits. The job settles what the provider does not
// answer in time.
func (s *Service) withProviderTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.durations.ProviderTimeout)
}

// settleNow settles an order and returns it. If the provider does not answer in time, the order is returned as stored.
func (s *Service) settleNow(ctx context.Context, order Order) Order {
	providerCtx, cancel := s.withProviderTimeout(ctx)
	defer cancel()
	return s.settleWithin(ctx, providerCtx, order)
}

// settleWithin settles an order and returns it; as stored if the provider does not answer before providerCtx ends.
func (s *Service) settleWithin(ctx, providerCtx context.Context, order Order) Order {
	if !order.Open {
		return order
	}
	result, err := s.settleOrder(providerCtx, order)
	if err == nil {
		return result
	}
	s.warn(ctx, "order not settled yet", &order, err)
	if stored, err := s.store.Read().Order(ctx, order.ID); err == nil {
		return stored
	}
	return order
}

func (s *Service) warn(ctx context.Context, message string, o *Order, err error) {
	s.log.WarnContext(ctx, message, "order", o.ID, "reference", o.Reference, "error", err)
}

// visitorOrder returns a visitor's order as stored. An order that pays for a move is seen as a part of the moved one
// only: it cannot be cancelled or changed by itself.
func (s *Service) visitorOrder(ctx context.Context, d Deployment, visitor Visitor, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err != nil {
		return Order{}, err
	}
	if order.Deployment != d.ID || !visitor.owns(&order) || order.Supplement != nil {
		return Order{}, errNoOrder
	}
	return order, nil
}

// Retry puts the bookings that failed back into the cart, if they are still on sale and not in it.
func (s *Service) Retry(ctx context.Context, d Deployment, visitor Visitor, id string) (*CheckedCart, error) {
	order, err := s.visitorOrder(ctx, d, visitor, id)
	if err != nil {
		return nil, err
	}
	return s.changeCart(ctx, d, visitor.Cart, func(cart *Cart) error {
		for _, b := range order.Bookings {
			if b.Status != Expired && b.Status != Rejected || cart.index(b.ItemID) >= 0 || len(cart.Items) >= maxItems {
				continue
			}
			if _, _, err := s.findOption(d, b.Choice.Product, b.Choice.Option); err != nil {
				continue
			}
			cart.Items = append(cart.Items, CartItem{
				ID: b.ItemID, Choice: b.Choice, Quoted: b.Detail.totalInOwnCurrency(), Currency: order.ownCurrency(&b),
				ProductTitle: b.Detail.ProductTitle, OptionTitle: b.Detail.OptionTitle,
			})
		}
		return nil
	})
}

// ReceivePaymentEvent passes the session that a provider's event is about to PaymentEvent. It returns fault.NotFound
// for an unknown provider, fault.Forbidden for an event that is not the provider's, and fault.Unavailable if the
// provider does not answer.
func (s *Service) ReceivePaymentEvent(
	ctx context.Context, name string, header map[string][]string, body []byte,
) error {
	provider := s.providers[name]
	if provider == nil {
		return fault.New(fault.NotFound, "There is no such payment provider.")
	}
	ctx = trail.WithActor(ctx, trail.Provider(name))
	session, err := provider.ParseEvent(ctx, header, body, s.now())
	if err == nil && session != "" {
		err = s.PaymentEvent(ctx, name, session)
	}
	switch {
	case errors.Is(err, payment.ErrForged):
		return fault.New(fault.Forbidden, "The event has no valid signature.")
	case errors.Is(err, payment.ErrUnavailable):
		return fmt.Errorf("%w: %w",
			fault.New(fault.Unavailable, "The payment provider does not respond."), err)
	}
	return err
}

// PaymentEvent settles the order of a session that the provider has sent an event about, whether or not the order is
// open. The content of the event is not used.
func (s *Service) PaymentEvent(ctx context.Context, provider, session string) error {
	order, err := s.store.Read().OrderBySession(ctx, provider, session)
	if fault.Is(err, fault.NotFound) {
		return nil // of another shop, or of a replaced page
	}
	if err != nil {
		return err
	}
	_, err = s.settleOrder(ctx, order)
	return err
}

// Resume settles all open card orders, which a crash may have interrupted, without waiting for their jobs.
func (s *Service) Resume(ctx context.Context) error {
	var failures []error
	err := s.eachOrder(ctx, OrderFilter{Open: true}, func(o *Order) {
		if o.Method == Card {
			_, err := s.settleIfOpen(ctx, o.ID)
			failures = append(failures, err)
		}
	})
	return errors.Join(append(failures, err)...)
}

// ordersPerQuery bounds the orders of one query of eachOrder.
const ordersPerQuery = 1_000

// eachOrder calls visit for every order of a filter, the newest first.
func (s *Service) eachOrder(ctx context.Context, filter OrderFilter, visit func(*Order)) error {
	for filter.Limit = ordersPerQuery; ; {
		orders, err := s.store.Read().Orders(ctx, filter)
		if err != nil {
			return err
		}
		for i := range orders {
			visit(&orders[i])
		}
		if len(orders) < filter.Limit {
			return nil
		}
		last := &orders[len(orders)-1]
		filter.Before, filter.BeforeID = last.CreatedAt, last.ID
	}
}
