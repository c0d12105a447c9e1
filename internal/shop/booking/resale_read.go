package booking

import (
	"cmp"
	"context"
	"slices"

	"storefront/internal/core/fault"
)

// resaleByKey returns a reseller's order by the key of its cart, settled if its hold has ended.
func (s *Service) resaleByKey(ctx context.Context, d Deployment, cart, key string) (Order, error) {
	order, err := s.store.Read().OrderByKey(ctx, cart, key)
	if err != nil {
		return Order{}, err
	}
	if order.Resale == nil || order.Deployment != d.ID {
		return Order{}, errNoOrder
	}
	return s.settleDueResale(ctx, order), nil
}

func (s *Service) settleDueResale(ctx context.Context, order Order) Order {
	if at := s.nextCheck(&order, s.now()); order.Open && !at.IsZero() && !s.now().Before(at) {
		return s.settleNow(ctx, order)
	}
	return order
}

// Resale returns an order that a reseller has made, by its key. It returns fault.NotFound for any other order.
func (s *Service) Resale(ctx context.Context, d Deployment, reseller, key string) (Order, error) {
	return s.resaleByKey(ctx, d, resaleCart(reseller, d.ID), key)
}

// ResaleFilter selects orders of a reseller. Empty fields do not restrict.
type ResaleFilter struct {
	Reference         string // the order's
	ResellerReference string
	FirstDay, LastDay string
	Product, Option   string
	Limit             int // that a list has; 0: 1,000
}

func (f *ResaleFilter) matches(o *Order) bool {
	c := &o.Bookings[0].Choice
	return (f.ResellerReference == "" || f.ResellerReference == o.Resale.Reference) &&
		f.FirstDay <= c.Date && (f.LastDay == "" || c.Date <= f.LastDay) &&
		(f.Product == "" || f.Product == c.Product) && (f.Option == "" || f.Option == c.Option)
}

// maxResales bounds a list of a reseller's orders.
const maxResales = 1000

// Resales returns the orders that a reseller has made in a deployment, latest first. It returns ErrTooManyBookings
// instead of a part of them.
func (s *Service) Resales(ctx context.Context, d Deployment, reseller string, f ResaleFilter) ([]Order, error) {
	cart := resaleCart(reseller, d.ID)
	if f.Reference != "" {
		order, err := s.store.Read().OrderByReference(ctx, d.ID, f.Reference)
		if fault.Is(err, fault.NotFound) || err == nil && (order.Resale == nil || order.Cart != cart ||
			!f.matches(&order)) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return []Order{s.settleDueResale(ctx, order)}, nil
	}
	limit := cmp.Or(f.Limit, maxResales)
	orders, err := s.store.Read().Orders(ctx, OrderFilter{
		Deployment: d.ID, Carts: []string{cart}, ResellerReference: f.ResellerReference, FirstDay: f.FirstDay,
		LastDay: f.LastDay, Product: f.Product, Limit: limit + 1,
	})
	if err == nil && len(orders) > limit {
		return nil, ErrTooManyBookings
	}
	orders = slices.DeleteFunc(orders, func(o Order) bool { return !f.matches(&o) })
	for i := range orders {
		orders[i] = s.settleDueResale(ctx, orders[i])
	}
	return orders, err
}

// ResaleByID returns an order that a reseller has made in a deployment, by its id, as stored. It returns fault.NotFound
// for any other order.
func (s *Service) ResaleByID(ctx context.Context, reseller, deployment, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err == nil && (order.Resale == nil || order.Cart != resaleCart(reseller, deployment)) {
		err = errNoOrder
	}
	return order, err
}

// ResaleWithTicket returns an order that a reseller has made in a deployment, by its id, if its booking has a ticket.
func (s *Service) ResaleWithTicket(ctx context.Context, deployment, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err == nil && (order.Resale == nil || order.Resale.Test || order.Deployment != deployment ||
		!order.Bookings[0].HasTicket()) {
		err = errNoOrder
	}
	return order, err
}
