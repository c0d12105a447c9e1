package sandbox

import (
	"context"
	"fmt"
	"time"

	"storefront/internal/shop/payment"
)

// Record is a session as the provider's books have it.
type Record struct {
	payment.State
	Key       string
	Order     string
	Reference string
	Currency  string
	Total     int64
}

// Ledger lists every movement of money, session by session in the order in which it happened. What is due by the clock
// is written first.
func (p *Provider) Ledger(ctx context.Context) ([]Entry, error) {
	if err := p.settleAll(ctx); err != nil {
		return nil, err
	}
	rows, err := p.db.pool.QueryContext(ctx, `SELECT session, number, kind, amount, key, at FROM sandbox_journal
		WHERE kind IN ('authorised', 'captured', 'voided', 'lapsed', 'refunded', 'refund_failed') ORDER BY session, number`)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	defer rows.Close()
	var all []Entry
	for rows.Next() {
		var e Entry
		var at int64
		if err := rows.Scan(&e.Session, &e.Number, &e.Kind, &e.Amount, &e.Key, &at); err != nil {
			return nil, fmt.Errorf("read the ledger: %w", err)
		}
		e.At = instant(at)
		all = append(all, e)
	}
	return all, rows.Err()
}

// Sessions lists every session, by id. What is due by the clock is written first.
func (p *Provider) Sessions(ctx context.Context) ([]Record, error) {
	if err := p.settleAll(ctx); err != nil {
		return nil, err
	}
	rows, err := p.db.pool.QueryContext(ctx, `SELECT id, start_key, order_id, reference, currency, total, status, authorised, captured,
		refunded, refund_failed, declined, card, due_at FROM sandbox_sessions ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	defer rows.Close()
	var all []Record
	for rows.Next() {
		var s session
		var due int64
		if err := rows.Scan(&s.id, &s.key, &s.order, &s.reference, &s.currency, &s.total, &s.status, &s.authorised,
			&s.captured,
			&s.refunded, &s.refundFailed, &s.declined, &s.card, &due); err != nil {
			return nil, fmt.Errorf("read the sessions: %w", err)
		}
		s.dueAt = instant(due)
		all = append(all, Record{State: s.state(), Key: s.key, Order: s.order, Reference: s.reference,
			Currency: s.currency, Total: s.total})
	}
	return all, rows.Err()
}

// Changed lists the sessions with a refund, a failed one or a dispute since a time.
func (p *Provider) Changed(ctx context.Context, since time.Time) (sessions []string, err error) {
	if err := p.settleAll(ctx); err != nil {
		return nil, err
	}
	rows, err := p.db.pool.QueryContext(ctx, `SELECT DISTINCT session FROM sandbox_journal
		WHERE kind IN ('refunded', 'refund_failed', 'disputed') AND at >= $1 ORDER BY session`, micros(since))
	if err != nil {
		return nil, fmt.Errorf("list what has changed: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var session string
		if err := rows.Scan(&session); err != nil {
			return nil, fmt.Errorf("list what has changed: %w", err)
		}
		sessions = append(sessions, session)
	}
	return sessions, rows.Err()
}

func (p *Provider) settleAll(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = p.settleDue(ctx); err != nil {
			return err
		}
	}
	return nil
}
