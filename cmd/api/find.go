package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// findOrder returns the order of a name, with or without a line.
func (o *operator) findOrder(ctx context.Context, b *backend, name string) (booking.Order, error) {
	order, _, err := o.findOrderLine(ctx, b, name)
	return order, err
}

// findOrderLine returns the order with a name: a reference, REFERENCE/LINE, the number of an invoice, or an id from the
// log or a job. The booking is nil unless the name has a line.
func (o *operator) findOrderLine(ctx context.Context, b *backend, name string) (booking.Order, *booking.Booking,
	error) {
	orderName, line, hasLine := strings.Cut(plaintext.CleanLine(name), "/")
	order, err := o.findOrderByName(ctx, b, orderName)
	if err != nil || !hasLine {
		return order, nil, err
	}
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 || n > len(order.Bookings) {
		return booking.Order{}, nil, noSuchLine(&order, name)
	}
	return order, &order.Bookings[n-1], nil
}

// findOrderByName returns the order with a name without a line.
func (o *operator) findOrderByName(ctx context.Context, b *backend, name string) (booking.Order, error) {
	if id, err := uuid.Parse(name); err == nil {
		return o.orderByID(ctx, b, id.String())
	}
	return byReference(ctx, o, b, "an order", booking.ParseReference(name), b.store.Read().OrderByReference)
}

func (o *operator) orderByID(ctx context.Context, b *backend, id string) (booking.Order, error) {
	order, err := b.store.Read().Order(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && o.deployment != "" && order.Deployment != o.deployment {
		return booking.Order{}, fmt.Errorf("there is no order with the id %s%s", id, ofDeployment(o.deployment))
	}
	return order, err
}

// ofDeployment returns " of <deployment>", or "" without one, for messages.
func ofDeployment(deployment string) string {
	if deployment == "" {
		return ""
	}
	return " of " + deployment
}

// findBooking returns the booking with a name. The order's name is enough if it has one booking.
func (o *operator) findBooking(ctx context.Context, b *backend, name string) (booking.Order, *booking.Booking, error) {
	order, k, err := o.findOrderLine(ctx, b, name)
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
