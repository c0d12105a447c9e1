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

	"github.com/jackc/pgx/v5/pgconn"

	"storefront/internal/store/sqlstore"
)

const (
	// doTimeout ends a transaction that waits for a lock, or for a server that stopped responding within it.
	doTimeout   = 15 * time.Second
	maxAttempts = 6
	firstPause  = 5 * time.Millisecond
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
		again, err := s.try(bounded, work)
		if ctx.Err() != nil && err != nil {
			return errors.Join(ctx.Err(), err)
		}
		if !again || attempt == maxAttempts {
			return err
		}
		pause := firstPause << attempt
		select {
		case <-bounded.Done():
			return err
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// try runs work once, and reports whether a retry may succeed.
func (s *Store) try(ctx context.Context, work func(*sqlstore.Tx) error) (again bool, err error) {
	// If the commit were cancelled with the caller, its outcome would be unknown.
	lasting, cancel := context.WithTimeout(context.WithoutCancel(ctx), doTimeout)
	defer cancel()
	begun, err := s.begin(ctx, lasting, cancel)
	if err != nil {
		return false, err
	}
	defer begun.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	tx := sqlstore.NewTx(begun, s.dialect, s.Jobs(), func(context.Context) context.Context { return ctx })
	err = work(tx)
	if tx.Err() != nil {
		if err == nil {
			err = tx.Err()
		}
		return collided(tx.Err()), err
	}
	if err != nil {
		return false, err
	}
	if err := begun.Commit(); err != nil {
		return collided(err), sqlstore.Unavailable(err)
	}
	return false, nil
}

// begin begins a transaction that lives as long as its context. It gives up if the caller leaves first or the server
// does not respond; no locks are waited for here.
func (s *Store) begin(caller, lasting context.Context, cancel func()) (*sql.Tx, error) {
	detach := context.AfterFunc(caller, cancel)
	defer detach()
	defer time.AfterFunc(answerWithin, cancel).Stop()
	tx, err := s.db.BeginTx(lasting, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil && lasting.Err() != nil {
		return nil, sqlstore.Unavailable(fmt.Errorf("begin a transaction: %w", err))
	}
	return tx, translate(err)
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

func collided(err error) bool {
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
	case lost(err):
		return sqlstore.Unavailable(err)
	}
	return err
}

// lost reports whether the error means that there is no connection, or that it broke.
func lost(err error) bool {
	var (
		connect *pgconn.ConnectError
		network net.Error
	)
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
