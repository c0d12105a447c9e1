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
// changes by guarded updates. It retries a transaction that PostgreSQL aborts in favour of another, and one that could
// not begin because its connection was broken.
func (s *Store) do(ctx context.Context, work func(*sqlstore.Tx) error) error {
	if s.closed.Load() {
		return sqlstore.Unavailable(sql.ErrConnDone)
	}
	bounded, cancel := context.WithTimeout(ctx, doTimeout)
	defer cancel()
	for attempt, broken := 1, 0; ; attempt++ {
		retry, err := s.try(bounded, work)
		if ctx.Err() != nil && err != nil {
			return errors.Join(ctx.Err(), err)
		}
		if errors.Is(err, errNotBegun) && broken < maxConns {
			broken++
			attempt--
			continue
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
	conn, err := s.connect(ctx, txCtx, cancel)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	t := transaction{conn: conn, ctx: ctx}
	defer t.rollBack()
	tx := sqlstore.NewTx(nil, s.dialect, s.Jobs(), func(context.Context) context.Context { return t.ctx }, t.send)
	if err = work(tx); err == nil {
		err = tx.Flush(ctx, func() { t.last, t.ctx = true, txCtx })
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
	if err := t.commit(txCtx); err != nil {
		return isSerializationConflict(err), sqlstore.Unavailable(err)
	}
	return false, nil
}

// connect returns a connection for a transaction. It gives up if the caller leaves first or the server does not
// respond, also if there is a connection by then: txCtx may be cancelled at any time later.
func (s *Store) connect(caller, txCtx context.Context, cancel func()) (*sql.Conn, error) {
	stopCaller := context.AfterFunc(caller, cancel)
	timer := time.AfterFunc(s.dialect.ReadTimeout, cancel)
	conn, err := s.db.Conn(txCtx)
	if stays, inTime := stopCaller(), timer.Stop(); stays && inTime && txCtx.Err() == nil {
		return conn, translate(err)
	}
	if err == nil {
		err = errors.Join(context.Canceled, conn.Close())
	}
	return nil, sqlstore.Unavailable(fmt.Errorf("begin a transaction: %w", err))
}

// transaction is a transaction that begins with its first batch, in the same round trip, and may end with its last.
type transaction struct {
	conn *sql.Conn
	ctx  context.Context // of its statements
	open bool
	last bool // whether the next batch ends with the commit
}

// errNotBegun is the error of a connection that broke before its transaction began.
var errNotBegun = errors.New("the connection was broken")

// send is a sqlstore.Batch.
func (t *transaction) send(ctx context.Context, list []sqlstore.Statement,
	done func(sqlstore.Statement, error)) error {
	return t.conn.Raw(func(driver any) (err error) {
		var all pgx.Batch
		if !t.open {
			all.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
		}
		for _, s := range list {
			all.Queue(s.Query, s.Args...)
		}
		if t.last {
			all.Queue("COMMIT")
		}
		results := driver.(*stdlib.Conn).Conn().SendBatch(ctx, &all)
		defer results.Close() //nolint:errcheck // the same error as that of the statement
		if !t.open {
			if _, err := results.Exec(); err != nil {
				if ctx.Err() == nil && t.hasNotBegun(err) {
					err = errors.Join(errNotBegun, err)
				}
				done(sqlstore.Statement{Name: "begin"}, err)
				return err
			}
			t.open = true
		}
		for _, s := range list {
			if err := readResult(results, s, done); err != nil {
				return err
			}
		}
		if !t.last {
			return nil
		}
		_, err = results.Exec()
		done(sqlstore.Statement{Name: "commit"}, err)
		t.open = err != nil
		return err
	})
}

// hasNotBegun reports whether the error of BEGIN means that the connection was broken, and that nothing was committed.
func (t *transaction) hasNotBegun(err error) bool {
	if code := sqlState(err); code != "" {
		return strings.HasPrefix(code, classIntervention)
	}
	return isConnectionError(err) && (!t.last || pgconn.SafeToRetry(err))
}

// commit ends a transaction that is still open.
func (t *transaction) commit(ctx context.Context) error {
	if !t.open {
		return nil
	}
	_, err := t.conn.ExecContext(ctx, "COMMIT")
	t.open = err != nil
	return err
}

// rollBack ends a transaction that was not committed. Its context may have ended, and locks must be released.
func (t *transaction) rollBack() {
	if !t.open {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), responseTimeout(connectTimeout))
	defer cancel()
	_, _ = t.conn.ExecContext(ctx, "ROLLBACK") // if it fails, the connection is closed
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
		err = s.Row(rows)
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
	divisionByZero       = "22012"
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
