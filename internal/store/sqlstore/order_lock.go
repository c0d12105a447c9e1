package sqlstore

import (
	"context"

	"storefront/internal/shop/booking"
)

// lockedOrder locks and reads an order, and then reads its bookings, in one batch. After a wait for a locked row,
// PostgreSQL reads that row again but not the joined ones; so the bookings are read by a statement after it.
func (t *Tx) lockedOrder(ctx context.Context, lock, where string, args []any) (booking.Order, error) {
	id := "$1"
	if where != hasID {
		id = "(SELECT id FROM orders WHERE " + where + ")"
	}
	var found scannedOrder
	var bookings []booking.Booking
	err := t.flush(ctx,
		Statement{Name: "lock order", Args: args,
			Query: "SELECT " + orderColumns + " FROM orders WHERE " + where + lock,
			Row: func(row Row) error {
				if err := row.Scan(found.targets()...); err != nil {
					return err
				}
				t.rememberRows(found.order.ID, savedOrder{orderRow: found.row})
				return found.decode()
			}},
		Statement{Name: "read bookings", Args: args,
			Query: "SELECT order_id, " + bookingColumns + " FROM bookings WHERE order_id = " + id + " AND " + anyLine +
				" ORDER BY line",
			Row: func(row Row) error {
				var b scannedBooking
				var order string
				err := row.Scan(append([]any{&order}, b.targets()...)...)
				if err != nil || order != found.order.ID {
					return err
				}
				err = b.decode()
				bookings = append(bookings, b.booking)
				t.rememberRows(order, savedOrder{found.row, map[int]bookingRow{b.booking.Line: b.row}})
				return err
			}})
	if err == nil && found.order.ID == "" {
		err = notFound("order")
	}
	if err != nil {
		return booking.Order{}, err
	}
	found.order.Bookings = bookings
	return found.order, nil
}
