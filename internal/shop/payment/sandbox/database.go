package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"storefront/internal/shop/payment"
)

//go:embed schema.sql
var schema string

const (
	insertSession = `INSERT INTO sandbox_sessions (id, start_key, fingerprint, order_id, reference, currency, total,
		status, expires_at, due_at, page, authorised, captured, refunded, declined, challenged, card, changes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, FALSE, FALSE, '', 0)
		ON CONFLICT (start_key) DO NOTHING`
	selectByKey   = `SELECT id, fingerprint, expires_at FROM sandbox_sessions WHERE start_key = $1`
	selectSession = `SELECT total, status, authorised, captured, refunded, refund_failed, declined, challenged, card,
		changes, expires_at, due_at FROM sandbox_sessions WHERE id = $1`
	updateSession = `UPDATE sandbox_sessions SET status = $1, authorised = $2, captured = $3, refunded = $4,
		declined = $5, challenged = $6, card = $7, changes = $8, due_at = $9, refund_failed = $10 WHERE id = $11`
	selectEntry = `SELECT session, amount FROM sandbox_journal WHERE kind = $1 AND key = $2`
	insertEntry = `INSERT INTO sandbox_journal (session, number, kind, amount, key, at, attempts, next_at)
		VALUES ($1, $2, $3, $4, $5, $6, 0, $7)`
	selectDue     = `SELECT id FROM sandbox_sessions WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at LIMIT 100`
	selectChanged = `SELECT DISTINCT session FROM sandbox_journal
		WHERE kind IN ('refunded', 'refund_failed', 'disputed') AND at >= $1 ORDER BY session`
	selectPage   = `SELECT page FROM sandbox_sessions WHERE id = $1`
	insertSecret = `INSERT INTO sandbox_secret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`
	selectSecret = `SELECT secret FROM sandbox_secret`
)

// database is the sandbox's database file.
type database struct {
	*sql.DB
	secret string // signs events and the forms of the payment page; all processes that share the file share it
}

// lockTimeout is how long a process waits for others that write.
const lockTimeout = 5 * time.Second

// openDatabase opens a file, and creates its tables and its secret if it has none. It has one connection: SQLite has
// one writer, and Go's queue for a connection is fair while SQLite's retries are not.
func openDatabase(file string) (*database, error) {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(file)
	db, err := sql.Open("sqlite3", fmt.Sprintf("file:%s?_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate"+
		"&_busy_timeout=%d&_stmt_cache_size=100", escaped, lockTimeout.Milliseconds()))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	d := &database{DB: db}
	// Where several connections turn a new file's log on at once, SQLite lets some fail without waiting.
	for until := time.Now().Add(lockTimeout); ; time.Sleep(5 * time.Millisecond) {
		if err = d.create(context.Background()); !isLocked(err) || time.Now().After(until) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return d, nil
}

func isLocked(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}

// create connects, creates what the file does not have yet, and reads the secret.
func (d *database) create(ctx context.Context) error {
	// The log is written back ten times less often than by default: only that waits for the disk, commits do not.
	if _, err := d.ExecContext(ctx, "PRAGMA wal_autocheckpoint = 10000"); err != nil {
		return err
	}
	return d.inTransaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, insertSecret, rand.Text()+rand.Text()); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, selectSecret).Scan(&d.secret)
	})
}

// inTransaction runs do in one transaction. No other process can write meanwhile.
func (d *database) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after a commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// micros and instant convert between times and columns; the zero time is 0.
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

// startSession inserts a session and returns it, or returns the one that was started with the same key.
func (d *database) startSession(ctx context.Context, s *session, page []byte) (*session, error) {
	_, err := d.ExecContext(ctx, insertSession, s.id, s.key, s.fingerprint, s.order, s.reference, s.currency, s.total,
		s.status, micros(s.expiresAt), micros(s.dueAt), string(page))
	if err != nil {
		return nil, err
	}
	return d.sessionByKey(ctx, s.key)
}

func (d *database) sessionByKey(ctx context.Context, key string) (*session, error) {
	s := &session{key: key}
	var expires int64
	err := d.QueryRowContext(ctx, selectByKey, key).Scan(&s.id, &s.fingerprint, &expires)
	s.expiresAt = instant(expires)
	return s, asUnknown(err)
}

func (d *database) pageContent(ctx context.Context, id string) (content []byte, err error) {
	err = d.QueryRowContext(ctx, selectPage, id).Scan(&content)
	return content, asUnknown(err)
}

// readSession reads a session. In a transaction nothing else can change the session until its end.
func readSession(ctx context.Context, from interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, id string) (*session, error) {
	s := &session{id: id}
	var expires, due int64
	err := from.QueryRowContext(ctx, selectSession, id).Scan(&s.total, &s.status, &s.authorised, &s.captured,
		&s.refunded, &s.refundFailed, &s.declined, &s.challenged, &s.card, &s.changes, &expires, &due)
	s.expiresAt, s.dueAt = instant(expires), instant(due)
	return s, asUnknown(err)
}

func asUnknown(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return payment.ErrUnknown
	}
	return err
}

func saveSession(ctx context.Context, tx *sql.Tx, s *session) error {
	if !s.dirty {
		return nil
	}
	if _, err := tx.ExecContext(ctx, updateSession, s.status, s.authorised, s.captured, s.refunded, s.declined,
		s.challenged, s.card, s.changes, micros(s.dueAt), s.refundFailed, s.id); err != nil {
		return err
	}
	for _, e := range s.entries {
		if _, err := tx.ExecContext(ctx, insertEntry, e.Session, e.Number, e.Kind, e.Amount, e.Key, micros(e.At),
			micros(s.now)); err != nil {
			return err
		}
	}
	return nil
}

// queryColumn returns a column of a query.
func (d *database) queryColumn(ctx context.Context, query string, args ...any) (all []string, err error) {
	rows, err := d.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
