package sqlstore

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func (r Reader) Taken(ctx context.Context, product, option, first, last string) (booking.SlotUse, error) {
	use, _, err := r.TakenIfChanged(ctx, product, option, first, last, "")
	return use, err
}

// TakenIfChanged has the database join all slots into one text: a calendar reads a month of them, and database/sql
// spends more on passing a row than the database on finding it. The text is the version; it is never empty.
func (r Reader) TakenIfChanged(
	ctx context.Context, product, option, first, last, known string,
) (use booking.SlotUse, version string, err error) {
	slots := slotRange{product, option, first, last}
	if r.slotReads != nil {
		version, err = r.slotReads.text(ctx, r, slots)
	} else {
		version, err = r.slotText(ctx, slots)
	}
	if err != nil || version == known {
		return use, version, err
	}
	use, err = parseSlots(product, option, version[1:])
	return use, version, err
}

// slotText returns the text of TakenIfChanged.
func (r Reader) slotText(ctx context.Context, slots slotRange) (text string, err error) {
	err = r.queryRow(ctx, "slots", []any{&text}, r.dialect.slots, slots.product, slots.option, slots.first, slots.last)
	return text, err
}

// buildStatements writes the statements that read slots. slotsOfMany, for PostgreSQL, takes the parts of ranges as four
// lists, and returns their texts in that order. The lists are subqueries, so that PostgreSQL does not plan the
// statement again for each length of the lists: planning took as long as reading the slots.
func (d *Dialect) buildStatements() {
	d.slots = "SELECT " + d.slotsWhere("$1", "$2", "$3", "$4")
	d.slotsOfMany = "SELECT (SELECT " + d.slotsWhere("wanted.product", "wanted.option", "wanted.first", "wanted.last") +
		") FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[]), (SELECT $4::text[])) " +
		"WITH ORDINALITY AS wanted (product, option, first, last, n) ORDER BY n"
}

// slotsWhere joins the slots of a range, whose parts are expressions, into one text. The database writes the summary of
// a slot with its row; it is NULL, and left out, if nothing is taken or decided.
func (d *Dialect) slotsWhere(product, option, first, last string) string {
	return "':' || COALESCE(" + d.Join + `(summary, ','), '') FROM slots WHERE slots.product = ` + product +
		` AND option_id = ` + option + ` AND day BETWEEN ` + first + ` AND ` + last
}

// parseSlots reads the text of TakenIfChanged.
func parseSlots(product, option, all string) (booking.SlotUse, error) {
	use := booking.SlotUse{
		Seats: make(map[booking.Slot]int, 1+strings.Count(all, ",")), Overrides: map[booking.Slot]booking.Override{},
	}
	if all == "" {
		return use, nil
	}
	for text := range strings.SplitSeq(all, ",") {
		slot := booking.Slot{Product: product, Option: option}
		day, rest, _ := strings.Cut(text, " ")
		start, rest, _ := strings.Cut(rest, " ")
		count, override, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(count)
		if err != nil {
			return use, fmt.Errorf("%q is not a slot: %w", text, err)
		}
		slot.Date, slot.StartTime = day, start
		if n > 0 {
			use.Seats[slot] = n
		}
		if override == "" {
			continue
		}
		if use.Overrides[slot], err = parseOverride(override); err != nil {
			return use, fmt.Errorf("%q is not a slot: %w", text, err)
		}
	}
	return use, nil
}

func (r Reader) TakenOn(ctx context.Context, first, last string) (booking.SlotUse, error) {
	use := booking.SlotUse{Seats: map[booking.Slot]int{}, Overrides: map[booking.Slot]booking.Override{}}
	err := r.query(ctx, "read slots", func(row Row) error {
		var slot booking.Slot
		var n, runs int
		var o booking.Override
		if err := row.Scan(&slot.Product, &slot.Option, &slot.Date, &slot.StartTime, &n, &o.State, &o.Limit,
			&runs); err != nil {
			return err
		}
		if n > 0 {
			use.Seats[slot] = n
		}
		if o.RunsBelowMinimum = runs > 0; o != (booking.Override{}) {
			use.Overrides[slot] = o
		}
		return nil
	}, "SELECT product, option_id, day, start_time, taken, state, seat_limit, runs FROM slots "+
		"WHERE day BETWEEN $1 AND $2 AND (taken > 0 OR "+overridden+")", first, last)
	return use, err
}

func (t *Tx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	demands = booking.MergeDemands(demands)
	for _, d := range demands {
		if d.Seats < 0 {
			return fmt.Errorf("take %d seats of %v", d.Seats, d.Slot)
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
	if d.Seats > d.Capacity { // the guard below sees only slots that have a row
		n, err := t.exec(ctx, "take seats", `UPDATE slots SET taken = taken + $1
			WHERE product = $2 AND option_id = $3 AND day = $4 AND start_time = $5 AND `+onSale+`
			AND taken + $1 <= seat_limit`, d.Seats, d.Product, d.Option, d.Date, d.StartTime)
		return n == 1, err
	}
	n, err := t.exec(ctx, "take seats", `INSERT INTO slots (product, option_id, day, start_time, taken)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (product, option_id, day, start_time) DO UPDATE SET taken = slots.taken + excluded.taken
			WHERE slots.`+onSale+` AND slots.taken + excluded.taken <=
				CASE WHEN slots.seat_limit > 0 THEN slots.seat_limit ELSE $6 END`,
		d.Product, d.Option, d.Date, d.StartTime, d.Seats, d.Capacity)
	return n == 1, err
}

func (t *Tx) ReleaseSeats(ctx context.Context, demands []booking.Demand) error {
	for _, d := range booking.MergeDemands(demands) {
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
