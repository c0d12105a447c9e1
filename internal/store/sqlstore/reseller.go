package sqlstore

import (
	"context"

	"time"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

var (
	_ reseller.Store = Resellers{}
	_ reseller.Tx    = (*Tx)(nil)
)

// Resellers implements reseller.Store.
type Resellers struct {
	Reader
	do Do
}

func (r Resellers) Do(ctx context.Context, work func(reseller.Tx) error) error {
	return r.do(ctx, func(tx *Tx) error { return work(tx) })
}

type resellerDocument struct {
	Deployments []string `json:"deployments"`
	Products    []string `json:"products,omitempty"`
	NetRate     int      `json:"netRate"`
	Currency    string   `json:"currency"`
	Rate        int      `json:"rate"`
	Secret      string   `json:"secret"`
}

func (r Reader) Reseller(ctx context.Context, id string) (reseller.Reseller, error) {
	return r.reseller(ctx, "id = $1", id)
}

func (r Reader) ResellerByName(ctx context.Context, name string) (reseller.Reseller, error) {
	return r.reseller(ctx, "name = $1", name)
}

func (r Reader) ResellerByKey(ctx context.Context, hash string) (reseller.Reseller, error) {
	return r.reseller(ctx, "key_hash = $1", hash)
}

func (r Reader) Resellers(ctx context.Context) ([]reseller.Reseller, error) {
	return r.resellers(ctx, "id <> '' ORDER BY name")
}

func (r Reader) reseller(ctx context.Context, where string, args ...any) (reseller.Reseller, error) {
	all, err := r.resellers(ctx, where+r.forUpdate(), args...)
	if err != nil {
		return reseller.Reseller{}, err
	}
	if len(all) == 0 {
		return reseller.Reseller{}, notFound("reseller")
	}
	return all[0], nil
}

func (r Reader) resellers(ctx context.Context, where string, args ...any) (all []reseller.Reseller, err error) {
	err = r.query(ctx, "read resellers", func(row Row) error {
		var (
			one               reseller.Reseller
			created, disabled instant
			document          []byte
			d                 resellerDocument
		)
		err := row.Scan(&one.ID, &one.Name, &one.KeyHash, &one.CreditLimit, &one.Balance, &created, &disabled,
			&document)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(document, &d); err != nil {
			return err
		}
		one.CreatedAt, one.DisabledAt = created.time(), disabled.time()
		one.Deployments, one.Products, one.NetRate, one.Currency, one.RateLimit, one.Secret = d.Deployments,
			d.Products, d.NetRate, d.Currency, d.Rate, d.Secret
		all = append(all, one)
		return nil
	}, `SELECT id, name, key_hash, credit_limit, balance, created_at, disabled_at, document
		FROM resellers WHERE `+where, args...)
	return all, err
}

func (t *Tx) SaveReseller(ctx context.Context, r reseller.Reseller) error {
	document, err := json.Marshal(resellerDocument{r.Deployments, r.Products, r.NetRate, r.Currency, r.RateLimit,
		r.Secret})
	if err != nil {
		return err
	}
	n, err := t.exec(ctx, "save reseller", `INSERT INTO resellers (id, name, key_hash, credit_limit, created_at,
			disabled_at, document)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (name) DO UPDATE SET key_hash = excluded.key_hash, credit_limit = excluded.credit_limit,
			disabled_at = excluded.disabled_at, document = excluded.document
		WHERE resellers.id = excluded.id`,
		r.ID, r.Name, r.KeyHash, r.CreditLimit, instant(r.CreatedAt), instant(r.DisabledAt), string(document))
	if err == nil && n == 0 {
		return fault.New(fault.Invalid, "There is already a reseller with this name.",
			fault.Field{Name: "name", Code: fault.Unknown})
	}
	return err
}

// ChargeReseller is one guarded statement, so that concurrent bookings cannot exceed the limit together.
func (t *Tx) ChargeReseller(ctx context.Context, e booking.ResellerEntry) error {
	guard := ""
	if e.Amount > 0 {
		guard = " AND balance + $1 <= credit_limit"
	}
	n, err := t.exec(ctx, "charge reseller",
		"UPDATE resellers SET balance = balance + $1 WHERE id = $2"+guard, e.Amount, e.Reseller)
	if err != nil {
		return err
	}
	if n == 0 {
		if _, err := t.Reseller(ctx, e.Reseller); err != nil {
			return err
		}
		return booking.ErrNoCredit
	}
	_, err = t.exec(ctx, "insert reseller entry", `INSERT INTO reseller_entries (reseller, at, amount, deployment,
			order_id, reference, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		e.Reseller, instant(e.At), e.Amount, e.Deployment, e.Order, e.Reference, e.Note)
	return err
}

func (r Reader) ResellerEntries(
	ctx context.Context, id string, from, to time.Time,
) (all []booking.ResellerEntry, before int64, err error) {
	err = r.query(ctx, "sum reseller entries", func(row Row) error { return row.Scan(&before) },
		`SELECT COALESCE(SUM(amount), 0) FROM reseller_entries WHERE reseller = $1 AND at < $2`, id, instant(from))
	if err != nil {
		return nil, 0, err
	}
	err = r.query(ctx, "read reseller entries", func(row Row) error {
		e := booking.ResellerEntry{Reseller: id}
		var at instant
		err := row.Scan(&at, &e.Amount, &e.Deployment, &e.Order, &e.Reference, &e.Note)
		e.At = at.time()
		all = append(all, e)
		return err
	}, `SELECT at, amount, deployment, order_id, reference, note FROM reseller_entries
		WHERE reseller = $1 AND at >= $2 AND at < $3 ORDER BY at, number`, id, instant(from), instant(to))
	return all, before, err
}

type webhookDocument struct {
	Event        string   `json:"event"`
	URL          string   `json:"url"`
	Capabilities []string `json:"capabilities,omitempty"`
	Language     string   `json:"language"`
}

func (r Reader) Webhooks(ctx context.Context, id, deployment string) (all []reseller.Webhook, err error) {
	where, args := "reseller = $1", []any{id}
	if deployment != "" {
		where, args = where+" AND deployment = $2", append(args, deployment)
	}
	err = r.query(ctx, "read webhooks", func(row Row) error {
		var (
			w        reseller.Webhook
			created  instant
			document []byte
			d        webhookDocument
		)
		if err := row.Scan(&w.ID, &w.Reseller, &w.Deployment, &created, &document); err != nil {
			return err
		}
		if err := json.Unmarshal(document, &d); err != nil {
			return err
		}
		w.CreatedAt, w.Event, w.URL, w.Capabilities, w.Language = created.time(), d.Event, d.URL, d.Capabilities,
			d.Language
		all = append(all, w)
		return nil
	}, `SELECT id, reseller, deployment, created_at, document FROM reseller_webhooks WHERE `+where+
		" ORDER BY created_at, id", args...)
	return all, err
}

func (t *Tx) InsertWebhook(ctx context.Context, w reseller.Webhook) error {
	document, err := json.Marshal(webhookDocument{w.Event, w.URL, w.Capabilities, w.Language})
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "insert webhook", `
		INSERT INTO reseller_webhooks (id, reseller, deployment, created_at, document) VALUES ($1, $2, $3, $4, $5)`, w.ID, w.Reseller, w.Deployment, instant(w.CreatedAt), string(document))
	return err
}

func (t *Tx) DeleteWebhook(ctx context.Context, id, webhook string) error {
	n, err := t.exec(ctx, "delete webhook",
		"DELETE FROM reseller_webhooks WHERE reseller = $1 AND id = $2", id, webhook)
	if err == nil && n == 0 {
		return notFound("webhook")
	}
	return err
}
