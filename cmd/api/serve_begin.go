package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/store/sqlstore"
)

// beginAgain is the pause between attempts to reach the database.
const beginAgain = 2 * time.Second

// begin prepares the database, starts the background work, and closes usable; wait waits for the end of that work. If
// the database cannot be reached, begin returns all the same and retries until it can; another failure then becomes the
// cause with which the server stops.
func (b *backend) begin(
	ctx context.Context, jobs sqlstore.Work, usable chan struct{}, end context.CancelCauseFunc, log *slog.Logger,
) (wait func(), _ error) {
	try := func() (func(), error) {
		if err := b.prepare(ctx); err != nil {
			return nil, err
		}
		wait, err := b.work(ctx, jobs, log)
		if err == nil {
			close(usable)
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
			case <-time.After(beginAgain):
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

// work runs the background work until ctx ends; wait waits for its end.
func (b *backend) work(ctx context.Context, jobs sqlstore.Work, log *slog.Logger) (wait func(), err error) {
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
