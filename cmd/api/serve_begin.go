package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/store/sqlstore"
)

// databaseRetryPause is the pause between attempts to reach the database.
const databaseRetryPause = 2 * time.Second

// startWork prepares the database, starts the background work, and closes databaseReady; wait waits for the end of that
// work. If the database cannot be reached, startWork still returns, and retries until it can; another failure then
// becomes the cause with which the server stops.
func (b *backend) startWork(
	ctx context.Context, jobs sqlstore.Work, databaseReady chan struct{}, end context.CancelCauseFunc, log *slog.Logger,
) (wait func(), _ error) {
	try := func() (func(), error) {
		if err := b.prepare(ctx); err != nil {
			return nil, err
		}
		wait, err := b.runWork(ctx, jobs, log)
		if err == nil {
			close(databaseReady)
		}
		return wait, err
	}
	wait, err := try()
	if !fault.Is(err, fault.Unavailable) {
		return wait, err
	}
	var group sync.WaitGroup
	group.Go(func() {
		for fault.Is(err, fault.Unavailable) {
			log.Warn("the database cannot be reached: pages are served, and the API answers 503", "event",
				"database_away", "error", err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(databaseRetryPause):
			}
			var wait func()
			if wait, err = try(); err == nil {
				log.Info("the database is reached: the API answers", "event", "database_back")
				wait()
			}
		}
		if err != nil && ctx.Err() == nil {
			end(err)
		}
	})
	return group.Wait, nil
}

// runWork runs the background work until ctx ends; wait waits for its end.
func (b *backend) runWork(ctx context.Context, jobs sqlstore.Work, log *slog.Logger) (wait func(), err error) {
	if err := b.store.Jobs().Start(ctx, jobs); err != nil {
		return nil, err
	}
	var group sync.WaitGroup
	group.Go(func() {
		if err := b.booking.Resume(ctx); err != nil && ctx.Err() == nil {
			log.Warn("cannot settle some orders now; their jobs retry", "error", err)
		}
	})
	group.Go(func() { b.reconcile(ctx, log) })
	if b.sandbox != nil {
		group.Go(func() { b.sandbox.Run(ctx) })
	}
	return group.Wait, nil
}
