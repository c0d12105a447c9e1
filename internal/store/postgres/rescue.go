package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"log/slog"
	"time"

	"storefront/internal/store/sqlstore"
)

const (
	// workerLocks is the first half of the advisory locks of workers, another arbitrary number.
	workerLocks = 7_202_612
	rescueEvery = 5 * time.Second
)

// rescue has each worker hold a lock while its process and connection live, and requeues the jobs of workers without
// one. A worker that has lost its connection may see another run its job: settling is idempotent.
func rescue(db *sql.DB, logger *slog.Logger) sqlstore.Rescue {
	return func(ctx context.Context, worker string) (func(), error) {
		lockConn, err := acquireWorkerLock(ctx, db, worker)
		if err != nil {
			return nil, translate(err)
		}
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			rescueLoop(ctx, db, worker, lockConn, logger)
		}()
		return func() {
			cancel()
			<-ended
		}, nil
	}
}

// acquireWorkerLock returns nil if a former connection of this process still has the lock, because the server has not
// noticed that it is gone.
func acquireWorkerLock(ctx context.Context, db *sql.DB, worker string) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var ours bool
	lock := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1, hashtext($2))", workerLocks, worker)
	if err := lock.Scan(&ours); err != nil || !ours {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

func rescueLoop(ctx context.Context, db *sql.DB, worker string, lockConn *sql.Conn, logger *slog.Logger) {
	defer func() { closeConn(lockConn) }()
	for tick := time.Tick(rescueEvery); ctx.Err() == nil; {
		roundCtx, cancel := context.WithTimeout(ctx, rescueEvery)
		err := requeueAbandoned(roundCtx, db)
		if lockConn == nil || lockConn.PingContext(roundCtx) != nil {
			closeConn(lockConn)
			lockConn, _ = acquireWorkerLock(roundCtx, db, worker)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			logger.WarnContext(ctx, "cannot look for abandoned jobs", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
}

func requeueAbandoned(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `WITH owners AS MATERIALIZED (
			SELECT DISTINCT attempted_by[cardinality(attempted_by)] AS worker FROM river_job WHERE state = 'running'
		), dead AS MATERIALIZED (
			SELECT worker FROM owners WHERE pg_try_advisory_xact_lock($1, hashtext(worker))
		)
		UPDATE river_job SET state = 'available' FROM dead
		WHERE state = 'running' AND attempted_by[cardinality(attempted_by)] = dead.worker`, workerLocks)
	return err
}

// closeConn closes the connection: back in the pool it would keep the lock.
func closeConn(conn *sql.Conn) {
	if conn == nil {
		return
	}
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	conn.Close()
}
