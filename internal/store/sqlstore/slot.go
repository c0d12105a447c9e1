package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// Taken has the database join all slots into one text: a calendar reads a month of them, and database/sql spends more
// on passing a row than the database on finding it.
func (r Reader) Taken(ctx context.Context, product, option, first, last string) (map[booking.Slot]int, error) {
	taken := map[booking.Slot]int{}
	err := r.query(ctx, "read slots", func(rows *sql.Rows) error {
		var all sql.NullString // NULL if there are none
		if err := rows.Scan(&all); err != nil || !all.Valid {
			return err
		}
		taken = make(map[booking.Slot]int, 1+strings.Count(all.String, ","))
		for text := range strings.SplitSeq(all.String, ",") {
			slot := booking.Slot{Product: product, Option: option}
			day, rest, _ := strings.Cut(text, " ")
			start, count, _ := strings.Cut(rest, " ")
			n, err := strconv.Atoi(count)
			if err != nil {
				return fmt.Errorf("%q is not a slot: %w", text, err)
			}
			slot.Date, slot.StartTime = day, start
			taken[slot] = n
		}
		return nil
	}, "SELECT "+r.dialect.Join+`(day || ' ' || start_time || ' ' || taken, ',') FROM slots
		WHERE product = $1 AND option_id = $2 AND day BETWEEN $3 AND $4 AND taken > 0`, product, option, first, last)
	return taken, err
}

func (r Reader) TakenOn(ctx context.Context, first, last string) (map[booking.Slot]int, error) {
	taken := map[booking.Slot]int{}
	err := r.query(ctx, "read slots", func(rows *sql.Rows) error {
		var slot booking.Slot
		var n int
		if err := rows.Scan(&slot.Product, &slot.Option, &slot.Date, &slot.StartTime, &n); err != nil {
			return err
		}
		taken[slot] = n
		return nil
	}, "SELECT product, option_id, day, start_time, taken FROM slots WHERE day BETWEEN $1 AND $2 AND taken > 0", first,
		last)
	return taken, err
}

func (t *Tx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	demands = booking.Gather(demands)
	for _, d := range demands {
		if d.Seats < 0 {
			return fmt.Errorf("take %d seats of %v", d.Seats, d.Slot)
		}
		// The guard below sees only slots that have a row.
		if d.Seats > d.Capacity {
			return soldOut()
		}
	}
	for i, d := range demands {
		took, err := t.takeSeats(ctx, d)
		if err != nil {
			return err
		}
		if took {
			continue
		}
		if err := t.ReleaseSeats(ctx, demands[:i]); err != nil {
			return err
		}
		return soldOut()
	}
	return nil
}

func (t *Tx) takeSeats(ctx context.Context, d booking.Demand) (bool, error) {
	if d.Seats == 0 {
		return true, nil
	}
	n, err := t.exec(ctx, "take seats", `INSERT INTO slots (product, option_id, day, start_time, taken)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (product, option_id, day, start_time) DO UPDATE SET taken = slots.taken + excluded.taken
			WHERE slots.taken + excluded.taken <= $6`,
		d.Product, d.Option, d.Date, d.StartTime, d.Seats, d.Capacity)
	return n == 1, err
}

func (t *Tx) ReleaseSeats(ctx context.Context, demands []booking.Demand) error {
	for _, d := range booking.Gather(demands) {
		if d.Seats < 0 {
			return fmt.Errorf("release %d seats of %v", d.Seats, d.Slot)
		}
		if d.Seats == 0 {
			continue
		}
		n, err := t.exec(ctx, "release seats", `UPDATE slots SET taken = taken - $1
			WHERE product = $2 AND option_id = $3 AND day = $4 AND start_time = $5 AND taken >= $1`,
			d.Seats, d.Product, d.Option, d.Date, d.StartTime)
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("release %d seats of %v: fewer are taken", d.Seats, d.Slot)
		}
	}
	return nil
}

func soldOut() error { return fault.New(fault.SoldOut, "Not enough seats are left.") }
