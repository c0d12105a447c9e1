package sandbox

import (
	"context"
	"database/sql"
	"net/url"
	"time"

	"storefront/internal/shop/payment"
)

// Mistakes are the fields of a form that are wrong.
func Mistakes(values url.Values, now time.Time) map[string]string {
	return readForm(values).mistakes(now)
}

// DB returns the sandbox's connection.
func (p *Provider) DB() *sql.DB { return p.db.DB }

// PayUnguarded pays with a good card, and reads the session outside the transaction that writes it.
func PayUnguarded(ctx context.Context, p *Provider, id string) error {
	s, err := readSession(ctx, p.db, id)
	if err != nil {
		return err
	}
	s.settle(p.now(), p.config.LapseAfter)
	if s.status == payment.Open {
		p.charge(s, CardSuccess)
	}
	return p.db.inTransaction(ctx, func(tx *sql.Tx) error { return saveSession(ctx, tx, s) })
}

// Record is a session as the provider's books have it.
type Record struct {
	payment.State
	Order, Currency string
	Total           int64
}

// Sessions lists every session, by id, after storing what is due by the clock.
func (p *Provider) Sessions(ctx context.Context) ([]Record, error) {
	if _, err := p.ChangedSessions(ctx, time.Time{}); err != nil {
		return nil, err
	}
	ids, err := p.db.queryColumn(ctx, `SELECT id FROM sandbox_sessions ORDER BY id`)
	all := make([]Record, len(ids))
	for i, id := range ids {
		r := &all[i]
		if r.State, err = p.State(ctx, id); err != nil {
			return nil, err
		}
		if err := p.db.QueryRowContext(ctx, `SELECT order_id, currency, total FROM sandbox_sessions WHERE id = $1`,
			id).Scan(&r.Order, &r.Currency, &r.Total); err != nil {
			return nil, err
		}
	}
	return all, err
}

// Ledger lists every movement of money, after storing what is due by the clock.
func (p *Provider) Ledger(ctx context.Context) (all []Entry, err error) {
	if _, err := p.ChangedSessions(ctx, time.Time{}); err != nil {
		return nil, err
	}
	rows, err := p.db.QueryContext(ctx, `SELECT session, number, kind, amount, key, at FROM sandbox_journal
		WHERE kind IN ('authorised', 'captured', 'voided', 'lapsed', 'refunded', 'refund_failed') ORDER BY session, number`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var at int64
		if err := rows.Scan(&e.Session, &e.Number, &e.Kind, &e.Amount, &e.Key, &at); err != nil {
			return nil, err
		}
		e.At = instant(at)
		all = append(all, e)
	}
	return all, rows.Err()
}

// Undelivered counts the events that the shop has not accepted yet.
func (p *Provider) Undelivered(ctx context.Context) (n int, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT count(*) FROM sandbox_journal WHERE next_at > 0`).Scan(&n)
	return n, err
}

// MaxDeliveries bounds the number of events that are delivered at a time.
const MaxDeliveries = maxDeliveries
