package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"storefront/internal/store/sqlstore"
)

const (
	// doTimeout ends a transaction that waits for a lock, or for a server that stopped responding within it.
	doTimeout       = 15 * time.Second
	maxAttempts     = 6
	firstRetryPause = 5 * time.Millisecond
)

// do runs work in a transaction at READ COMMITTED: it locks the carts and orders that it reads, and makes all other
// changes by guarded updates. It retries a transaction that PostgreSQL aborts in favour of another.
func (s *Store) do(ctx context.Context, work func(*sqlstore.Tx) error) error {
	if s.closed.Load() {
		return sqlstore.Unavailable(sql.ErrConnDone)
	}
	bounded, cancel := context.WithTimeout(ctx, doTimeout)
	defer cancel()
	for attempt := 1; ; attempt++ {
		retry, err := s.try(bounded, work)
		if ctx.Err() != nil && err != nil {
			return errors.Join(ctx.Err(), err)
		}
		if !retry || attempt == maxAttempts {
			return err
		}
		pause := firstRetryPause << attempt
		select {
		case <-bounded.Done():
			return err
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// try runs work once, and reports whether a retry may succeed.
func (s *Store) try(ctx context.Context, work func(*sqlstore.Tx) error) (retry bool, err error) {
	// If the commit were cancelled with the caller, its outcome would be unknown.
	txCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), doTimeout)
	defer cancel()
	conn, sqlTx, err := s.begin(ctx, txCtx, cancel)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer sqlTx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	tx := sqlstore.NewTx(sqlTx, s.dialect, s.Jobs(), func(context.Context) context.Context { return ctx }, batch(conn))
	if err = work(tx); err == nil {
		err = tx.Flush(ctx)
	}
	if tx.Err() != nil {
		if err == nil {
			err = tx.Err()
		}
		return isSerializationConflict(tx.Err()), err
	}
	if err != nil {
		return false, err
	}
	if err := sqlTx.Commit(); err != nil {
		return isSerializationConflict(err), sqlstore.Unavailable(err)
	}
	return false, nil
}

// begin begins a transaction that lives as long as its context. It gives up if the caller leaves first or the server
// does not respond; no locks are waited for here.
func (s *Store) begin(caller, txCtx context.Context, cancel func()) (conn *sql.Conn, tx *sql.Tx, err error) {
	detach := context.AfterFunc(caller, cancel)
	defer detach()
	defer time.AfterFunc(responseTimeout, cancel).Stop()
	// database/sql replaces a broken connection itself only if it chooses the connection for the transaction.
	for range maxConns + 1 {
		if conn, err = s.db.Conn(txCtx); err != nil {
			break
		}
		tx, err = conn.BeginTx(txCtx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
		if err == nil {
			return conn, tx, nil
		}
		_ = conn.Close()
		if !errors.Is(err, driver.ErrBadConn) {
			break
		}
	}
	if txCtx.Err() != nil {
		return nil, nil, sqlstore.Unavailable(fmt.Errorf("begin a transaction: %w", err))
	}
	return nil, nil, translate(err)
}

// batch sends statements on a connection that has a transaction.
func batch(conn *sql.Conn) sqlstore.Batch {
	return func(ctx context.Context, list []sqlstore.Statement, done func(sqlstore.Statement, error)) error {
		return conn.Raw(func(driver any) (err error) {
			var all pgx.Batch
			for _, s := range list {
				all.Queue(s.Query, s.Args...)
			}
			results := driver.(*stdlib.Conn).Conn().SendBatch(ctx, &all)
			defer results.Close() //nolint:errcheck // the same error as that of the statement
			for _, s := range list {
				if err := readResult(results, s, done); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// readResult reads the result of the next statement of a batch.
func readResult(results pgx.BatchResults, s sqlstore.Statement, done func(sqlstore.Statement, error)) (err error) {
	if s.Row == nil {
		tag, failed := results.Exec()
		if done(s, failed); failed != nil {
			return failed
		}
		if s.Changed != nil {
			return s.Changed(tag.RowsAffected())
		}
		return nil
	}
	rows, failed := results.Query()
	for failed == nil && err == nil && rows.Next() {
		err = s.Row(rows.Scan)
	}
	rows.Close()
	if failed == nil {
		failed = rows.Err()
	}
	if done(s, failed); failed != nil {
		return failed
	}
	return err
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
	classConnection      = "08"
	classResources       = "53" // too many connections, disk full, out of memory
	classIntervention    = "57" // shutdown, cancelled, cannot connect now
	classSystem          = "58" // of the machine: an I/O error
)

func isSerializationConflict(err error) bool {
	code := sqlState(err)
	return code == serializationFailure || code == deadlockDetected
}

func sqlState(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Translate returns the fault for a driver's error code, and other errors unchanged.
func Translate(err error) error { return translate(err) }

func translate(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	code := sqlState(err)
	switch {
	case code == serializationFailure, code == deadlockDetected, code == lockNotAvailable:
		return sqlstore.Unavailable(err)
	case code != "":
		for _, class := range []string{classConnection, classResources, classIntervention, classSystem} {
			if strings.HasPrefix(code, class) {
				return sqlstore.Unavailable(err)
			}
		}
		return err
	case isConnectionError(err):
		return sqlstore.Unavailable(err)
	}
	return err
}

// isConnectionError reports whether the error means that there is no connection, or that it broke.
func isConnectionError(err error) bool {
	var (
		connect *pgconn.ConnectError
		network net.Error
	)
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
