package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// find returns the order of a name, with or without a line.
func (o *operator) find(ctx context.Context, b *backend, name string) (booking.Order, error) {
	order, _, err := o.findOrder(ctx, b, name)
	return order, err
}

// findOrder returns the order with a name: a reference, REFERENCE/LINE, the number of an invoice, or an id from the log
// or a job. The booking is nil unless the name has a line.
func (o *operator) findOrder(ctx context.Context, b *backend, name string) (booking.Order, *booking.Booking, error) {
	bare, line, has := strings.Cut(strings.TrimSpace(name), "/")
	order, err := o.findWhole(ctx, b, bare)
	if err != nil || !has {
		return order, nil, err
	}
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 || n > len(order.Bookings) {
		return booking.Order{}, nil, noSuchLine(&order, name)
	}
	return order, &order.Bookings[n-1], nil
}

// findWhole returns the order with a name without a line.
func (o *operator) findWhole(ctx context.Context, b *backend, name string) (booking.Order, error) {
	if id, err := uuid.Parse(name); err == nil {
		return o.byID(ctx, b, id.String())
	}
	return byReference(ctx, o, "an order", booking.ReferenceOf(name), b.store.Read().OrderByReference)
}

func (o *operator) byID(ctx context.Context, b *backend, id string) (booking.Order, error) {
	order, err := b.store.Read().Order(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && o.deployment != "" && order.Deployment != o.deployment {
		return booking.Order{}, fmt.Errorf("there is no order with the id %s%s", id, of(o.deployment))
	}
	return order, err
}

// of returns " of <deployment>", or "" without one, for messages.
func of(deployment string) string {
	if deployment == "" {
		return ""
	}
	return " of " + deployment
}

// findBooking returns the booking with a name. The order's name is enough if it has one booking.
func (o *operator) findBooking(ctx context.Context, b *backend, name string) (booking.Order, *booking.Booking, error) {
	order, k, err := o.findOrder(ctx, b, name)
	switch {
	case err != nil:
		return booking.Order{}, nil, err
	case k == nil && len(order.Bookings) == 1:
		k = &order.Bookings[0]
	case k == nil:
		return booking.Order{}, nil, noSuchLine(&order, name)
	}
	return order, k, nil
}

func noSuchLine(order *booking.Order, name string) error {
	all := order.Reference + "/1"
	if last := len(order.Bookings); last > 1 {
		all += fmt.Sprintf(" to %s/%d", order.Reference, last)
	}
	return cli.Usagef("%q is not a booking; there are %s", name, all)
}
