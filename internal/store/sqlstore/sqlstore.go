// Package sqlstore has the queries of a booking.Store, once for all databases: the statements are the same, with $1
// numbered by first appearance, and a Dialect has the differences. Packages sqlite and postgres own connections,
// transactions and migrations.
//
// A document column has JSON that is never searched, written and read by go-json. Instants are text in UTC with
// microseconds, so that they sort, compare and round-trip alike in every database.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var (
	_ booking.Reader = Reader{}
	_ booking.Tx     = (*Tx)(nil)
)

// Dialect has the differences of one database.
type Dialect struct {
	// ForUpdate ends a SELECT that locks its rows. It is empty if transactions are serial.
	ForUpdate string
	// LockName is a statement that locks a name until the transaction ends. It is empty if transactions are serial.
	LockName string
	// ReadTimeout bounds how long a read waits for a connection, for its first row and for each row after it. Zero is
	// for files, which do not hang.
	ReadTimeout time.Duration
	// BatchSlotReads is whether slots are read for several requests by one statement, as a round trip costs more than a
	// read.
	BatchSlotReads bool
	// Join is the aggregate function that concatenates texts.
	Join string
	// OrFail is a format for a statement that fails if a change changes no row, and IsOrFail recognises its error. Only
	// batches need them.
	OrFail   string
	IsOrFail func(error) bool
	// Jobs has the differences of River's table of jobs.
	Jobs JobTable
	// Epoch is a format for an expression: the seconds since 1970 of an instant of a River table.
	Epoch string
	// Observe is called before each statement, and its result after it; nil for none.
	Observe ObserveStatement
	// Translate returns the fault for a driver's error code, and other errors unchanged.
	Translate func(error) error

	slots, slotsOfMany string // statements; see prepare
}

// Conn runs statements: a pool, or a transaction.
type Conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Reader implements booking.Reader.
type Reader struct {
	conn      Conn
	dialect   *Dialect
	tx        *Tx        // nil outside of a transaction
	slotReads *slotReads // nil if each range of slots is read by a statement of its own
}

// NewReader returns a reader of committed data.
func NewReader(pool *sql.DB, dialect *Dialect) Reader {
	dialect.buildStatements()
	r := Reader{conn: pool, dialect: dialect}
	if dialect.BatchSlotReads {
		r.slotReads = &slotReads{}
	}
	return r
}

// Tx implements booking.Tx. After a failed statement it accepts no others: SQLite may have rolled back everything by
// then, so that later statements would be committed alone.
type Tx struct {
	Reader
	sql     *sql.Tx
	jobs    *Jobs
	context func(context.Context) context.Context
	failed  error
	orders  map[string]savedOrder
	carts   map[string]booking.Cart // read by LockCart
	batch   Batch                   // nil if statements run one by one
	queued  []Statement
}

// NewTx returns a transaction for a work. Its statements run under the context that bind returns. batch is nil for a
// database without round trips; a transaction with one must be flushed before its commit.
func NewTx(tx *sql.Tx, dialect *Dialect, jobs *Jobs, bind func(context.Context) context.Context, batch Batch) *Tx {
	t := &Tx{Reader: Reader{conn: tx, dialect: dialect}, sql: tx, jobs: jobs, context: bind, batch: batch}
	t.tx = t
	return t
}

// Err returns the error of the first statement that failed; nil if none did.
func (t *Tx) Err() error { return t.failed }

// Unavailable returns the fault of a database that does not respond, with its cause for the log.
func Unavailable(cause error) error {
	return fmt.Errorf("%w: %w", fault.New(fault.Unavailable, "The database is temporarily unavailable."), cause)
}

func (r Reader) statementContext(ctx context.Context) (context.Context, error) {
	if r.tx != nil {
		return r.tx.context(ctx), r.tx.failed
	}
	if r.dialect.ReadTimeout == 0 {
		// A goroutine that watches the caller's context costs more than the read from memory.
		return context.WithoutCancel(ctx), ctx.Err()
	}
	return ctx, nil
}

// errNoAnswer is the failure of a read to which the database does not respond.
var errNoAnswer = errors.New("the database does not respond")

// withReadTimeout ends a read to which the database does not respond: extend is called with each row, end after the
// last. In a transaction only the transaction's own bound applies, because a statement may wait there for a lock.
func (r Reader) withReadTimeout(ctx context.Context) (_ context.Context, extend, end func()) {
	if r.tx != nil || r.dialect.ReadTimeout == 0 {
		return ctx, func() {}, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(r.dialect.ReadTimeout, func() { cancel(errNoAnswer) })
	return ctx, func() { timer.Reset(r.dialect.ReadTimeout) }, func() { timer.Stop(); cancel(nil) }
}

// timeoutFault returns the fault of a read that took longer than ReadTimeout, and other errors unchanged.
func timeoutFault(ctx context.Context, name string, err error) error {
	if err != nil && context.Cause(ctx) == errNoAnswer {
		return Unavailable(fmt.Errorf("%s: %w", name, errNoAnswer))
	}
	return err
}

func (r Reader) fail(name string, err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", name, r.dialect.Translate(err))
	if r.tx != nil && r.tx.failed == nil {
		r.tx.failed = err
	}
	return err
}

// Row is a row of a result.
type Row interface{ Scan(into ...any) error }

func (r Reader) query(ctx context.Context, name string, each func(Row) error, query string,
	args ...any) (err error) {
	if r.tx != nil && r.tx.batch != nil {
		err := r.tx.flush(ctx, Statement{Name: name, Query: query, Args: args, Row: each})
		if err == errOnlyRow {
			return nil
		}
		return err
	}
	ctx, err = r.statementContext(ctx)
	if err != nil {
		return err
	}
	ctx, end := r.dialect.observe(ctx, name, query)
	defer func() { end(err) }()
	ctx, extend, stop := r.withReadTimeout(ctx)
	defer stop()
	defer func() { err = timeoutFault(ctx, name, err) }()
	rows, err := r.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return r.fail(name, err)
	}
	defer rows.Close()
	for rows.Next() {
		extend()
		if err := each(rows); err == errOnlyRow {
			return r.fail(name, rows.Close())
		} else if err != nil {
			return r.fail(name, err)
		}
	}
	return r.fail(name, rows.Err())
}

// errOnlyRow is returned for a row after which there are no others, so that the database is not requested for one.
var errOnlyRow = errors.New("the only row")

// queryRow reads a single row; without one it returns fault.NotFound.
func (r Reader) queryRow(ctx context.Context, noun string, into []any, query string, args ...any) error {
	found := false
	err := r.query(ctx, "read "+noun, func(row Row) error {
		found = true
		if err := row.Scan(into...); err != nil {
			return err
		}
		return errOnlyRow
	}, query, args...)
	if err == nil && !found {
		return notFound(noun)
	}
	return err
}

func notFound(noun string) error {
	return fault.New(fault.NotFound, "There is no such "+noun+".")
}

// forUpdate returns the end of a SELECT of rows that the transaction may change.
func (r Reader) forUpdate() string {
	if r.tx == nil {
		return ""
	}
	return r.dialect.ForUpdate
}

// lockName locks a name until the transaction ends, where transactions are not serial.
func (t *Tx) lockName(ctx context.Context, name string) error {
	if t.dialect.LockName == "" {
		return nil
	}
	return t.enqueue(ctx, Statement{Name: "lock name", Query: t.dialect.LockName, Args: []any{name}})
}

// exec returns the number of changed rows.
func (t *Tx) exec(ctx context.Context, name, query string, args ...any) (n int64, err error) {
	if t.batch != nil {
		err = t.flush(ctx, Statement{Name: name, Query: query, Args: args,
			Changed: func(rows int64) error { n = rows; return nil }})
		return n, err
	}
	ctx, err = t.statementContext(ctx)
	if err != nil {
		return 0, err
	}
	ctx, end := t.dialect.observe(ctx, name, query)
	result, err := t.conn.ExecContext(ctx, query, args...)
	end(err)
	if err != nil {
		return 0, t.fail(name, err)
	}
	n, err = result.RowsAffected()
	return n, t.fail(name, err)
}
