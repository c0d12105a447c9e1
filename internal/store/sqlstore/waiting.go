package sqlstore

import (
	"cmp"
	"context"

	"github.com/goccy/go-json"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

type waitingDocument struct {
	Language     string               `json:"language"`
	Choice       booking.Choice       `json:"choice"`
	Seats        int                  `json:"seats"`
	Network      string               `json:"network"`
	Until        instant              `json:"until,omitzero"`
	Order        string               `json:"order,omitempty"`
	ProductTitle string               `json:"productTitle"`
	OptionTitle  string               `json:"optionTitle"`
	ProductPath  string               `json:"productPath"`
	City         string               `json:"city"`
	TimeZone     string               `json:"timeZone"`
	Units        []booking.DetailUnit `json:"units"`
	StartsAt     instant              `json:"startsAt"`
}

const selectWaiting = "SELECT id, deployment, email, state, created_at, ended_at, document FROM waiting"

func (r Reader) Waiting(ctx context.Context, id string) (booking.Waiting, error) {
	all, err := r.waiting(ctx, " WHERE id = $1", id)
	if err == nil && len(all) == 0 {
		err = notFound("place on a waiting list")
	}
	if err != nil {
		return booking.Waiting{}, err
	}
	return all[0], nil
}

// defaultParties is the default limit of a list.
const defaultParties = 1000

func (r Reader) Waitings(ctx context.Context, f booking.WaitingFilter) ([]booking.Waiting, error) {
	var args arguments
	where := " WHERE TRUE"
	restrict := func(column, value string) {
		where += " AND " + column + " = " + args.placeholder(value)
	}
	if f.Slot.Date != "" {
		restrict("option_id", f.Slot.Option)
		restrict("day", f.Slot.Date)
		restrict("start_time", f.Slot.StartTime)
	}
	if f.Slot.Product != "" {
		restrict("product", f.Slot.Product)
	}
	if f.Deployment != "" {
		restrict("deployment", f.Deployment)
	}
	if f.Email != "" {
		restrict("email", f.Email)
	}
	if !f.ActiveAt.IsZero() {
		where += " AND (ended_at = '' OR state = 'ordered' AND ended_at > " + args.placeholder(instant(f.ActiveAt)) +
			")"
	}
	where += " ORDER BY day, product, option_id, start_time, created_at, id LIMIT " +
		args.placeholder(cmp.Or(f.Limit, defaultParties))
	return r.waiting(ctx, where, args...)
}

func (r Reader) waiting(ctx context.Context, rest string, args ...any) (all []booking.Waiting, err error) {
	err = r.query(ctx, "read waiting list", func(row Row) error {
		var (
			w              booking.Waiting
			created, ended instant
			text           []byte
			d              waitingDocument
		)
		if err := row.Scan(&w.ID, &w.Deployment, &w.Email, &w.State, &created, &ended, &text); err != nil {
			return err
		}
		if err := json.Unmarshal(text, &d); err != nil {
			return err
		}
		w.CreatedAt, w.EndedAt, w.Until, w.StartsAt = created.time(), ended.time(), d.Until.time(), d.StartsAt.time()
		w.Language, w.Choice, w.Seats, w.Network, w.Order = d.Language, d.Choice, d.Seats, d.Network, d.Order
		w.ProductTitle, w.OptionTitle, w.ProductPath = d.ProductTitle, d.OptionTitle, d.ProductPath
		w.City, w.TimeZone, w.Units = d.City, d.TimeZone, d.Units
		all = append(all, w)
		return nil
	}, selectWaiting+rest, args...)
	return all, err
}

func (t *Tx) SaveWaiting(ctx context.Context, w booking.Waiting) error {
	document, err := json.Marshal(waitingDocument{
		Language: w.Language, Choice: w.Choice, Seats: w.Seats, Network: w.Network, Until: instant(w.Until),
		Order: w.Order, ProductTitle: w.ProductTitle, OptionTitle: w.OptionTitle, ProductPath: w.ProductPath,
		City: w.City, TimeZone: w.TimeZone, Units: w.Units, StartsAt: instant(w.StartsAt),
	})
	if err != nil {
		return err
	}
	slot := w.Slot()
	_, err = t.exec(ctx, "save waiting", `INSERT INTO waiting
		(id, deployment, email, product, option_id, day, start_time, state, created_at, ended_at, document)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at,
			document = excluded.document`,
		w.ID, w.Deployment, w.Email, slot.Product, slot.Option, slot.Date, slot.StartTime, string(w.State),
		instant(w.CreatedAt), instant(w.EndedAt), string(document))
	return err
}

func (t *Tx) DeleteWaiting(ctx context.Context, deployment, email string) error {
	if _, err := t.exec(ctx, "delete waiting",
		"DELETE FROM waiting WHERE deployment = $1 AND email = $2 AND ended_at <> ''", deployment, email); err != nil {
		return err
	}
	return t.deleteNoticesTo(ctx, deployment, email, notice.WaitingJoined, notice.WaitingOffer,
		notice.WaitingWithdrawn, notice.WaitingCancelled)
}
