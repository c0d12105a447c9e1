package sqlstore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/riverqueue/river"
)

// Expiry says what is too old to be kept. Where an instant is zero, nothing of its kind is.
type Expiry struct {
	Now    time.Time // links, devices, tries and sessions that have expired by then
	Carts  time.Time // carts that were last changed before
	Unpaid time.Time // orders made before then that were only left unpaid: nothing of them was reserved, paid or tried
}

// Purged counts what was deleted.
type Purged struct {
	Carts, Orders, Others int64
}

// atOnce bounds a transaction of purging, so that nobody waits for long behind it.
const atOnce = 500

// keepHolders is how long it is kept who held the seats of an order that is closed. It is above the day that counts.
const keepHolders = 48 * time.Hour

// Purge deletes what is too old, in batches. What it has deleted stays deleted if it fails.
func (s Store) Purge(ctx context.Context, e Expiry) (p Purged, err error) {
	var failures []error
	purge := func(count *int64, table, key, where string, before time.Time) {
		columns := strings.Trim(key, "()")
		n, err := s.purge(ctx, "DELETE FROM "+table+" WHERE "+key+" IN (SELECT "+columns+" FROM "+table+" WHERE "+where+" LIMIT $2)", before)
		*count += n
		failures = append(failures, err)
	}
	purge(&p.Others, "account_links", "(purpose, deployment, email)", "expires_at <= $1", e.Now)
	purge(&p.Others, "devices", "hash", "expires_at <= $1", e.Now)
	purge(&p.Others, "tries", "key", "expires_at <= $1", e.Now)
	purge(&p.Others, "sessions", "token", "expires_at <= $1", e.Now)
	purge(&p.Others, "unpaid_seats", "(order_id, holder)",
		"created_at <= $1 AND order_id IN (SELECT id FROM orders WHERE NOT open)", e.Now.Add(-keepHolders))
	if !e.Carts.IsZero() {
		purge(&p.Carts, "carts", "id", "updated_at < $1", e.Carts)
	}
	if !e.Unpaid.IsZero() {
		purge(&p.Orders, "orders", "id", "created_at < $1 AND NOT open AND NOT invoiced", e.Unpaid)
	}
	return p, errors.Join(failures...)
}

func (s Store) purge(ctx context.Context, statement string, before time.Time) (sum int64, err error) {
	for {
		var n int64
		err := s.do(ctx, func(tx *Tx) (err error) {
			n, err = tx.exec(ctx, "purge", statement, instant(before), atOnce)
			return err
		})
		if err != nil || n < atOnce {
			return sum + n, err
		}
		sum += n
	}
}

// purgeEvery is how often what is too old is looked for.
const purgeEvery = 15 * time.Minute

type purgeOld struct{}

func (purgeOld) Kind() string { return "purge_old" }

// purgeJob is the periodic job. Several processes on one database run it once a period.
func purgeJob() *river.PeriodicJob {
	options := &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByPeriod: purgeEvery}}
	return river.NewPeriodicJob(river.PeriodicInterval(purgeEvery),
		func() (river.JobArgs, *river.InsertOpts) { return purgeOld{}, options }, &river.PeriodicJobOpts{RunOnStart: true})
}

type purger struct {
	river.WorkerDefaults[purgeOld]
	purge func(ctx context.Context) error
}

func (p *purger) Work(ctx context.Context, _ *river.Job[purgeOld]) error { return p.purge(ctx) }
