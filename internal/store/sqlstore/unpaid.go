package sqlstore

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"storefront/internal/booking"
)

func (t *Tx) Unpaid(ctx context.Context, holder string, since time.Time) (booking.Unpaid, error) {
	u := booking.Unpaid{Open: map[booking.Slot]int{}}
	if t.dialect.LockName != "" {
		if _, err := t.exec(ctx, "lock holder", t.dialect.LockName, holder); err != nil {
			return u, err
		}
	}
	err := t.query(ctx, "read unpaid seats", func(rows *sql.Rows) error {
		var (
			slot         booking.Slot
			seats, first int
			open, recent bool
			standing     booking.Standing
		)
		if err := rows.Scan(&slot.Product, &slot.Option, &slot.Day, &slot.StartTime, &standing, &open, &recent, &seats, &first); err != nil {
			return err
		}
		switch {
		case standing == booking.PaidSeats && recent:
			u.Paid += seats
		case standing == booking.UnpaidSeats:
			if open {
				u.Open[slot] += seats
				u.Orders += first
			}
			if recent {
				u.Recent += seats
			}
		}
		return nil
	}, `SELECT u.product, u.option_id, u.day, u.start_time, o.standing, o.open, u.created_at > $1, SUM(u.seats), SUM(u.first)
		FROM unpaid_seats u JOIN orders o ON o.id = u.order_id
		WHERE u.holder = $2 AND (u.created_at > $1 OR o.open)
		GROUP BY 1, 2, 3, 4, 5, 6, 7`, instant(since), holder)
	return u, err
}

func (t *Tx) InsertUnpaid(ctx context.Context, order *booking.Order, holders []string) error {
	const columns = 9
	var (
		rows []string
		args []any
	)
	for _, holder := range holders {
		for i, d := range order.SeatsTaken() {
			first := 0 // one row of an order and a holder counts the order
			if i == 0 {
				first = 1
			}
			rows = append(rows, "("+placeholders(len(args)+1, columns)+")")
			args = append(args, order.ID, holder, d.Product, d.Option, d.Day, d.StartTime, d.Seats, first, instant(order.CreatedAt))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := t.exec(ctx, "insert unpaid seats", `INSERT INTO unpaid_seats
		(order_id, holder, product, option_id, day, start_time, seats, first, created_at) VALUES `+strings.Join(rows, ", "), args...)
	return err
}
