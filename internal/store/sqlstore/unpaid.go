package sqlstore

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/shop/booking"
)

func (t *Tx) UnpaidSeats(ctx context.Context, holder string, since time.Time) (booking.UnpaidSeats, error) {
	u := booking.UnpaidSeats{Held: map[booking.Slot]int{}}
	if err := t.lockName(ctx, holder); err != nil {
		return u, err
	}
	err := t.query(ctx, "read unpaid seats", func(row Row) error {
		var (
			slot         booking.Slot
			seats, first int
			recent       bool
			status       booking.LimitStatus
		)
		if err := row.Scan(&slot.Product, &slot.Option, &slot.Date, &slot.StartTime, &status, &recent, &seats,
			&first); err != nil {
			return err
		}
		if status == booking.HeldSeats {
			u.Held[slot] += seats
			u.Orders += first
		}
		switch {
		case !recent:
		case status == booking.PaidSeats:
			u.Paid += seats
		case status != booking.Uncounted:
			u.Recent += seats
		}
		return nil
	}, `SELECT u.product, u.option_id, u.day, u.start_time, o.standing, u.created_at > $1, SUM(u.seats), SUM(u.first)
		FROM unpaid_seats u JOIN orders o ON o.id = u.order_id
		WHERE u.holder = $2 AND u.day >= $3 AND (u.created_at > $1 OR o.standing = $4)
		GROUP BY 1, 2, 3, 4, 5, 6`, instant(since), holder, since.UTC().Format(time.DateOnly), string(booking.HeldSeats))
	return u, err
}

func (t *Tx) InsertSeatHolders(ctx context.Context, order *booking.Order, holders []string) error {
	const columns = 9
	var (
		rows []string
		args []any
	)
	for _, holder := range holders {
		taken := order.SeatsTaken()
		last := lastDay(taken)
		for i, d := range taken {
			first := 0 // for each holder one row of an order, that of its last date, counts the order
			if i == last {
				first = 1
			}
			rows = append(rows, "("+placeholders(len(args)+1, columns)+")")
			args = append(args, order.ID, holder, d.Product, d.Option, d.Date, d.StartTime, d.Seats, first,
				instant(order.CreatedAt))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return t.enqueue(ctx, Statement{Name: "insert unpaid seats", Query: `INSERT INTO unpaid_seats
		(order_id, holder, product, option_id, day, start_time, seats, first, created_at) VALUES ` +
		strings.Join(rows, ", "), Args: args})
}

func (t *Tx) DeleteSeatHolders(ctx context.Context, order string) (holders []string, err error) {
	err = t.query(ctx, "delete unpaid seats", func(row Row) error {
		var holder string
		if err := row.Scan(&holder); err != nil {
			return err
		}
		holders = append(holders, holder)
		return nil
	}, "DELETE FROM unpaid_seats WHERE order_id = $1 RETURNING holder", order)
	slices.Sort(holders)
	return slices.Compact(holders), err
}

// lastDay returns the index of the demand with the last date.
func lastDay(demands []booking.Demand) (last int) {
	for i, d := range demands {
		if d.Date > demands[last].Date {
			last = i
		}
	}
	return last
}
