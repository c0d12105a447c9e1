package sqlstore

import (
	"context"

	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"storefront/internal/shop/booking"
)

// overridden is the condition of slots with an override, onSale that of slots that operators have not closed.
const (
	overridden = "(state <> '' OR seat_limit > 0 OR runs > 0)"
	onSale     = "state IN ('', 'open')"
)

// parseOverride reads the state, the limit and the decision of a slot from a text.
func parseOverride(text string) (o booking.Override, err error) {
	parts := strings.Split(text, " ")
	if len(parts) != 3 {
		return o, fmt.Errorf("%q is not an override", text)
	}
	o.State, o.RunsBelowMinimum = booking.DepartureState(parts[0]), parts[2] != "0"
	o.Limit, err = strconv.Atoi(parts[1])
	return o, err
}

type changeDocument struct {
	Act    booking.DepartureAct `json:"act"`
	Limit  int                  `json:"limit,omitempty"`
	Actor  string               `json:"actor"`
	Reason string               `json:"reason,omitempty"`

	Because booking.DisruptionReason `json:"because,omitempty"`
	Until   instant                  `json:"until,omitzero"`
	To      *booking.Slot            `json:"to,omitempty"`
}

func (d *changeDocument) change(id string, at instant) booking.DepartureChange {
	c := booking.DepartureChange{ID: id, Act: d.Act, Limit: d.Limit, Actor: d.Actor, Reason: d.Reason, At: at.time(),
		BuyerReason: d.Because, Until: d.Until.time()}
	if d.To != nil {
		c.To = *d.To
	}
	return c
}

// DepartureChange returns a change with its departure.
func (r Reader) DepartureChange(
	ctx context.Context, id string,
) (slot booking.Slot, _ booking.DepartureChange, err error) {
	var at instant
	var text string
	var d changeDocument
	err = r.queryRow(ctx, "departure change",
		[]any{&slot.Product, &slot.Option, &slot.Date, &slot.StartTime, &at, &text},
		"SELECT product, option_id, day, start_time, at, document FROM departure_changes WHERE id = $1", id)
	if err == nil {
		err = json.Unmarshal([]byte(text), &d)
	}
	return slot, d.change(id, at), err
}

func (r Reader) DepartureChanges(ctx context.Context, slot booking.Slot) (list []booking.DepartureChange, err error) {
	err = r.query(ctx, "read departure changes", func(row Row) error {
		var id, text string
		var at instant
		var d changeDocument
		if err := row.Scan(&id, &at, &text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			return err
		}
		list = append(list, d.change(id, at))
		return nil
	}, `SELECT id, at, document FROM departure_changes
		WHERE product = $1 AND option_id = $2 AND day = $3 AND start_time = $4 ORDER BY at, id`,
		slot.Product, slot.Option, slot.Date, slot.StartTime)
	return list, err
}

// Departure creates the row of a slot that has none, so that it can be locked.
func (t *Tx) Departure(ctx context.Context, slot booking.Slot) (taken int, o booking.Override, err error) {
	key := []any{slot.Product, slot.Option, slot.Date, slot.StartTime}
	if _, err := t.exec(ctx, "insert slot", `INSERT INTO slots (product, option_id, day, start_time, taken)
		VALUES ($1, $2, $3, $4, 0) ON CONFLICT (product, option_id, day, start_time) DO NOTHING`, key...); err != nil {
		return 0, o, err
	}
	var runs int
	err = t.queryRow(ctx, "departure", []any{&taken, &o.State, &o.Limit, &runs}, `SELECT taken, state, seat_limit, runs
		FROM slots WHERE product = $1 AND option_id = $2 AND day = $3 AND start_time = $4`+t.forUpdate(), key...)
	o.RunsBelowMinimum = runs > 0
	return taken, o, err
}

func (t *Tx) SaveDeparture(
	ctx context.Context, slot booking.Slot, o booking.Override, change booking.DepartureChange,
) error {
	runs := 0
	if o.RunsBelowMinimum {
		runs = 1
	}
	n, err := t.exec(ctx, "save departure", `UPDATE slots SET state = $1, seat_limit = $2, runs = $3
		WHERE product = $4 AND option_id = $5 AND day = $6 AND start_time = $7`,
		string(o.State), o.Limit, runs, slot.Product, slot.Option, slot.Date, slot.StartTime)
	if err == nil && n == 0 {
		err = notFound("departure")
	}
	if err != nil {
		return err
	}
	d := changeDocument{Act: change.Act, Limit: change.Limit, Actor: change.Actor, Reason: change.Reason,
		Because: change.BuyerReason, Until: instant(change.Until)}
	if change.To != (booking.Slot{}) {
		d.To = &change.To
	}
	document, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "insert departure change", `INSERT INTO departure_changes
		(id, product, option_id, day, start_time, at, document) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		change.ID, slot.Product, slot.Option, slot.Date, slot.StartTime, instant(change.At), string(document))
	return err
}
