package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver that OpenFile asks for
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"storefront/internal/shop/payment"
)

// Dialect is the kind of database that a sandbox lives in.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// OpenFile opens a SQLite file of the sandbox's own, for Config.DB. It has one connection: SQLite has one writer, and
// waiting for it in Go is fair where SQLite's own waiting is not.
func OpenFile(path string) (*sql.DB, error) {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite3", "file:"+escaped+
		"?_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate&_busy_timeout=5000")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	// The log is written back ten times less often than by default: that, and not the commits, waits for the disk.
	if _, err := db.Exec("PRAGMA wal_autocheckpoint = 10000"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// database is the sandbox's tables. Its statements are prepared once.
type database struct {
	pool       *sql.DB
	statements map[string]*sql.Stmt
	lockRow    string
	secret     []byte // signs events and the forms of the payment page; all processes of one sandbox share it
}

func openDatabase(ctx context.Context, pool *sql.DB, dialect Dialect) (*database, error) {
	if err := migrate(ctx, pool, dialect); err != nil {
		return nil, err
	}
	d := &database{pool: pool, statements: map[string]*sql.Stmt{}, lockRow: selectSession}
	if err := d.readSecret(ctx); err != nil {
		return nil, err
	}
	claim := fmt.Sprintf(claimEvents, "")
	if dialect == Postgres {
		d.lockRow += " FOR UPDATE"
		claim = fmt.Sprintf(claimEvents, "FOR UPDATE SKIP LOCKED")
	}
	for name, query := range map[string]string{
		insertSession: insertSession, selectStarted: selectStarted, selectSession: selectSession, d.lockRow: d.lockRow,
		updateSession: updateSession, selectEntry: selectEntry, insertEntry: insertEntry, claimEvents: claim,
		scheduleEvent: scheduleEvent,
		selectDue:     selectDue, selectPage: selectPage,
	} {
		s, err := pool.PrepareContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("prepare %s: %w", query, err)
		}
		d.statements[name] = s
	}
	return d, nil
}

// readSecret reads the secret, which the first process makes.
func (d *database) readSecret(ctx context.Context) error {
	if _, err := d.pool.ExecContext(ctx, insertSecret, rand.Text()+rand.Text()); err != nil {
		return err
	}
	return d.pool.QueryRowContext(ctx, selectSecret).Scan(&d.secret)
}

func migrate(ctx context.Context, pool *sql.DB, dialect Dialect) error {
	kind := goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithTableName("sandbox_schema_version"),
		goose.WithDisableGlobalRegistry(true)}
	switch dialect {
	case SQLite:
	case Postgres:
		kind = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60)) // try each second for a minute
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	default:
		return fmt.Errorf("%q is no dialect", dialect)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(kind, pool, files, options...)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

const (
	insertSession = `INSERT INTO sandbox_sessions (id, start_key, fingerprint, order_id, reference, currency, total, status,
		expires_at, due_at, page, authorised, captured, refunded, declined, challenged, card, changes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, FALSE, FALSE, '', 0) ON CONFLICT (start_key) DO NOTHING`
	selectStarted = `SELECT id, fingerprint, expires_at FROM sandbox_sessions WHERE start_key = $1`
	selectSession = `SELECT total, status, authorised, captured, refunded, refund_failed, declined, challenged, card, changes, expires_at, due_at
		FROM sandbox_sessions WHERE id = $1`
	updateSession = `UPDATE sandbox_sessions SET status = $1, authorised = $2, captured = $3, refunded = $4, declined = $5,
		challenged = $6, card = $7, changes = $8, due_at = $9, refund_failed = $10 WHERE id = $11`
	selectEntry = `SELECT session, amount FROM sandbox_journal WHERE kind = $1 AND key = $2`
	insertEntry = `INSERT INTO sandbox_journal (session, number, kind, amount, key, at, attempts, next_at)
		VALUES ($1, $2, $3, $4, $5, $6, 0, $7)`
	selectDue  = `SELECT id FROM sandbox_sessions WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at LIMIT 100`
	selectPage = `SELECT page FROM sandbox_sessions WHERE id = $1`

	insertSecret = `INSERT INTO sandbox_secret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`
	selectSecret = `SELECT secret FROM sandbox_secret`
)

// micros and instant keep a zero time zero.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func instant(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// insert answers false where the key has a session already.
func (t *transaction) insert(s *session, page string) (bool, error) {
	done, err := t.statement(insertSession).ExecContext(t.ctx, s.id, s.key, s.fingerprint, s.order, s.reference,
		s.currency,
		s.total, string(s.status), micros(s.expiresAt), micros(s.dueAt), page)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n == 1, err
}

func (d *database) started(ctx context.Context, key string) (*session, error) {
	s := &session{key: key}
	var expires int64
	err := d.statements[selectStarted].QueryRowContext(ctx, key).Scan(&s.id, &s.fingerprint, &expires)
	s.expiresAt = instant(expires)
	return s, known(err)
}

func (d *database) read(ctx context.Context, id string) (*session, error) {
	return scanSession(id, d.statements[selectSession].QueryRowContext(ctx, id))
}

func (d *database) page(ctx context.Context, id string) (content []byte, err error) {
	err = d.statements[selectPage].QueryRowContext(ctx, id).Scan(&content)
	return content, known(err)
}

func scanSession(id string, row *sql.Row) (*session, error) {
	s := &session{id: id}
	var expires, due int64
	err := row.Scan(&s.total, &s.status, &s.authorised, &s.captured, &s.refunded, &s.refundFailed, &s.declined,
		&s.challenged, &s.card, &s.changes,
		&expires, &due)
	s.expiresAt, s.dueAt = instant(expires), instant(due)
	return s, known(err)
}

func known(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return payment.ErrUnknown
	}
	return err
}

// transaction is the only way to change a session.
type transaction struct {
	ctx context.Context
	tx  *sql.Tx
	db  *database
}

// within runs do in one transaction.
func (d *database) within(ctx context.Context, do func(*transaction) error) error {
	tx, err := d.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // for nothing after a commit
	if err := do(&transaction{ctx: ctx, tx: tx, db: d}); err != nil {
		return err
	}
	return tx.Commit()
}

func (t *transaction) statement(query string) *sql.Stmt {
	return t.tx.StmtContext(t.ctx, t.db.statements[query])
}

// lock reads a session and keeps others from changing it.
func (t *transaction) lock(id string) (*session, error) {
	return scanSession(id, t.statement(t.db.lockRow).QueryRowContext(t.ctx, id))
}

// entry is nil where the key was not used for this kind of call.
func (t *transaction) entry(kind Kind, key string) (*Entry, error) {
	e := &Entry{Kind: kind, Key: key}
	err := t.statement(selectEntry).QueryRowContext(t.ctx, string(kind), key).Scan(&e.Session, &e.Amount)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return e, err
}

func (t *transaction) save(s *session) error {
	if !s.touched {
		return nil
	}
	if _, err := t.statement(updateSession).ExecContext(t.ctx, string(s.status), s.authorised, s.captured, s.refunded,
		s.declined,
		s.challenged, s.card, s.changes, micros(s.dueAt), s.refundFailed, s.id); err != nil {
		return err
	}
	for _, e := range s.entries {
		if _, err := t.statement(insertEntry).ExecContext(t.ctx, e.Session, e.Number, string(e.Kind), e.Amount, e.Key,
			micros(e.At),
			micros(s.now)); err != nil {
			return err
		}
	}
	return nil
}
