package sqlstore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/riverqueue/river"
)

// Expiry has the instants before which data is removed, by kind; zero removes none of a kind.
type Expiry struct {
	Now      time.Time // links, devices, tries and sessions that expired before
	Carts    time.Time // carts last changed before
	Unpaid   time.Time // orders made before that were never paid, hold no seats and are closed
	Messages time.Time // messages, and requests for a price, sent and answered before
	Notes    time.Time // what only the activity needed, of orders at rest whose last activity ended before
	Buyers   time.Time // all personal data, likewise; the orders stay
}

// Purged counts what was removed: rows, and orders whose Notes or Buyers were removed.
type Purged struct {
	Carts, Orders, Others, Messages, Notes, Buyers int64
}

// purgeBatchSize bounds a transaction of Purge, so that others do not wait long behind it.
const purgeBatchSize = 500

// holderRetention is how long the holders of seats are kept after they stop to count: more than the day for which
// recent seats count.
const holderRetention = 48 * time.Hour

// onceRetention is how long the names of Tx.ClaimOnce are kept. Most name a departure, which may be a year ahead.
const onceRetention = 400 * 24 * time.Hour

// waitingRetention is how long parties are kept after they have left a waiting list: longer than their mails are
// retried.
const waitingRetention = 7 * 24 * time.Hour

// Purge deletes expired rows in batches. If it fails, the finished batches stay deleted.
func (s Store) Purge(ctx context.Context, e Expiry) (p Purged, err error) {
	var failures []error
	purge := func(count *int64, table, key, where string, before time.Time) {
		columns := strings.Trim(key, "()")
		n, err := s.purge(ctx, "DELETE FROM "+table+" WHERE "+key+" IN (SELECT "+columns+" FROM "+table+" WHERE "+
			where+" LIMIT $2)", before)
		*count += n
		failures = append(failures, err)
	}
	purge(&p.Others, "account_links", "(purpose, deployment, email)", "expires_at <= $1", e.Now)
	purge(&p.Others, "devices", "hash", "expires_at <= $1", e.Now)
	purge(&p.Others, "tries", "key", "expires_at <= $1", e.Now)
	purge(&p.Others, "sessions", "token", "expires_at <= $1", e.Now)
	purge(&p.Others, "done_once", "name", "done_at <= $1", e.Now.Add(-onceRetention))
	purge(&p.Others, "unpaid_seats", "(order_id, holder)",
		"created_at <= $1 AND (day < $1 OR order_id IN (SELECT id FROM orders WHERE standing <> 'held'))",
		e.Now.Add(-holderRetention))
	purge(&p.Others, "waiting", "id", "ended_at <> '' AND ended_at <= $1", e.Now.Add(-waitingRetention))
	if !e.Carts.IsZero() {
		purge(&p.Carts, "carts", "id", "updated_at < $1", e.Carts)
	}
	if !e.Messages.IsZero() {
		purge(&p.Messages, "messages", "id", "created_at < $1", e.Messages)
		purge(&p.Messages, "negotiations", "id", "changed_at < $1", e.Messages)
	}
	if !e.Unpaid.IsZero() {
		for _, where := range []string{abandonedOrders, lapsedOrders} {
			n, err := s.purgeOrders(ctx, where, e.Unpaid)
			p.Orders += n
			failures = append(failures, err)
		}
	}
	return p, errors.Join(append(failures, s.removePersonalData(ctx, e, &p))...)
}

// Orders that were never paid. Those that the buyer tried to pay or reserved are among the buyer's invoices: they are
// kept until their dates are as old.
const (
	abandonedOrders = "NOT invoiced AND standing <> 'paid'" + withoutSeats + "))"
	lapsedOrders    = "invoiced AND standing = 'lapsed'" + withoutSeats + " OR b.day >= $1))"
	withoutSeats    = ` AND NOT EXISTS (SELECT 1 FROM bookings b
		WHERE b.order_id = orders.id AND (b.status IN ('ON_HOLD', 'PENDING', 'CONFIRMED', 'REDEEMED')`
)

// purgeOrders deletes closed orders with their bookings, search words, holders and mails.
func (s Store) purgeOrders(ctx context.Context, where string, before time.Time) (sum int64, err error) {
	for {
		var ids []any
		err := s.do(ctx, func(tx *Tx) (err error) {
			ids, err = tx.lockOrders(ctx, "created_at < $1 AND NOT open AND "+where+" LIMIT $2"+tx.forUpdate(),
				[]any{instant(before), purgeBatchSize})
			if err != nil || len(ids) == 0 {
				return err
			}
			idList := "(" + placeholders(1, len(ids)) + ")"
			if _, err := tx.exec(ctx, "purge mails", "DELETE FROM mails WHERE order_id IN "+idList,
				ids...); err != nil {
				return err
			}
			for _, id := range ids {
				if err := tx.deleteWords(ctx, id.(string)); err != nil {
					return err
				}
			}
			_, err = tx.exec(ctx, "purge orders", "DELETE FROM orders WHERE id IN "+idList, ids...)
			return err
		})
		if err != nil {
			return sum, err
		}
		if sum += int64(len(ids)); len(ids) < purgeBatchSize {
			return sum, nil
		}
	}
}

func (s Store) purge(ctx context.Context, statement string, before time.Time) (sum int64, err error) {
	for {
		var n int64
		err := s.do(ctx, func(tx *Tx) (err error) {
			n, err = tx.exec(ctx, "purge", statement, instant(before), purgeBatchSize)
			return err
		})
		if err != nil || n < purgeBatchSize {
			return sum + n, err
		}
		sum += n
	}
}

// purgeEvery is the period of the purge job.
const purgeEvery = 15 * time.Minute

type purgeArgs struct{}

func (purgeArgs) Kind() string { return "purge_old" }

// purgeJob returns the periodic job. Several processes on one database run it once in a period.
func purgeJob() *river.PeriodicJob {
	options := &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByPeriod: purgeEvery}}
	return river.NewPeriodicJob(river.PeriodicInterval(purgeEvery),
		func() (river.JobArgs, *river.InsertOpts) { return purgeArgs{}, options },
		&river.PeriodicJobOpts{RunOnStart: true})
}

type purgeWorker struct {
	river.WorkerDefaults[purgeArgs]
	purge func(ctx context.Context) error
}

func (p *purgeWorker) Work(ctx context.Context, _ *river.Job[purgeArgs]) error { return p.purge(ctx) }
