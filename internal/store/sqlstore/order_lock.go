package sqlstore

import (
	"context"

	"storefront/internal/shop/booking"
)

// lockedOrder locks and reads an order, and then reads its bookings, in one batch. After a wait for a locked row,
// PostgreSQL reads that row again but not the joined ones; so the bookings are read by a statement after it.
func (t *Tx) lockedOrder(ctx context.Context, lock, where string, args []any) (booking.Order, error) {
	var read lockedRead
	if err := t.flush(ctx, t.lockOrder(&read, lock, where, args)...); err != nil {
		return booking.Order{}, err
	}
	return read.order()
}

// lockedRead is an order with its bookings, read by the statements of lockOrder.
type lockedRead struct {
	scannedOrder
	bookings []booking.Booking
}

func (l *lockedRead) order() (booking.Order, error) {
	o := l.scannedOrder.order
	if o.ID == "" {
		return o, notFound("order")
	}
	o.Bookings = l.bookings
	return o, nil
}

func (t *Tx) lockOrder(into *lockedRead, lock, where string, args []any) []Statement {
	owner := "$1"
	if where != hasID {
		owner = "(SELECT id FROM orders WHERE " + where + ")"
	}
	return []Statement{
		{Name: "lock order", Query: "SELECT " + orderColumns + " FROM orders WHERE " + where + lock, Args: args,
			Row: func(row Row) error {
				if err := row.Scan(into.into()...); err != nil {
					return err
				}
				t.rememberRows(into.scannedOrder.order.ID, savedOrder{orderRow: into.row})
				return into.decode()
			}},
		{Name: "read bookings", Query: "SELECT order_id, " + bookingColumns + " FROM bookings WHERE order_id = " +
			owner + " AND " + anyLine + " ORDER BY line", Args: args,
			Row: func(row Row) error {
				var b scannedBooking
				var order string
				err := row.Scan(append([]any{&order}, b.into()...)...)
				if err != nil || order != into.scannedOrder.order.ID {
					return err
				}
				err = b.decode()
				into.bookings = append(into.bookings, b.booking)
				t.rememberRows(order, savedOrder{into.row, map[int]bookingRow{b.booking.Line: b.row}})
				return err
			}},
	}
}
