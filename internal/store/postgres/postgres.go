// Package postgres is a booking.Store for several processes, which row locks synchronise.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"storefront/internal/store/sqlstore"
)

//go:embed migrations/*.sql
var files embed.FS

const (
	// maxConns leaves room for several processes below PostgreSQL's usual 100.
	maxConns = 20
	// connectTimeout is the connect_timeout of databases whose URL has none.
	connectTimeout = 3 * time.Second
	stopTimeout    = 10 * time.Second
	// migrationLock is an advisory lock: an arbitrary number that nothing else in the database locks.
	migrationLock = 7_202_611
	// nameLocks is the first half of the advisory locks on names, another arbitrary number.
	nameLocks = 7_202_613
)

// responseTimeout bounds the wait for a server that does not respond. A response may need a new connection first.
func responseTimeout(connect time.Duration) time.Duration { return connect + time.Second }

// newDialect returns the dialect of one store.
func newDialect(timeout time.Duration) *sqlstore.Dialect {
	return &sqlstore.Dialect{
		ForUpdate: " FOR UPDATE", LockName: fmt.Sprintf("SELECT pg_advisory_xact_lock(%d, hashtext($1))", nameLocks),
		BatchSlotReads: true, Join: "string_agg",
		OrFail:      "WITH changed AS (%s RETURNING 1) SELECT 1 / count(*) FROM changed",
		IsOrFail:    func(err error) bool { return sqlState(err) == divisionByZero },
		Jobs:        sqlstore.JobTable{Document: "%s", Now: "now()", Time: func(t time.Time) any { return t }},
		ReadTimeout: timeout, Epoch: "CAST(extract(epoch FROM %s) AS bigint)", Translate: translate,
	}
}

// Store implements booking.Store.
type Store struct {
	sqlstore.Store
	db      *sql.DB
	dialect *sqlstore.Dialect

	closed atomic.Bool
	close  func() error
}

// Open connects to a database, and creates or migrates its tables if needed. dsn is a URL or key=value pairs.
func Open(ctx context.Context, dsn string, logger *slog.Logger) (*Store, error) {
	s, err := New(dsn, logger)
	if err != nil {
		return nil, err
	}
	if err := s.Prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// New returns a store without connecting to its database. Prepare must succeed before the store is used.
func New(dsn string, logger *slog.Logger) (*Store, error) {
	db, timeout, err := open(dsn)
	if err != nil {
		return nil, err
	}
	jobs, err := sqlstore.NewJobs(riverdatabasesql.New(db), logger, rescue(db, logger))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Store{db: db, dialect: newDialect(timeout)}
	s.Store = sqlstore.NewStore(sqlstore.NewReader(db, s.dialect), s.do, jobs)
	s.close = sync.OnceValue(s.closeStore)
	return s, nil
}

// Prepare creates or migrates the tables if needed. The error is fault.Unavailable if the database cannot be reached.
func (s *Store) Prepare(ctx context.Context) error {
	if err := checkSession(ctx, s.db, s.dialect.ReadTimeout); err != nil {
		return translate(err)
	}
	return translate(up(ctx, s.db))
}

// Pools returns the connection pools by purpose.
func (s *Store) Pools() map[string]*sql.DB { return map[string]*sql.DB{"all": s.db} }

// Close stops jobs and closes the connections once they are idle.
func (s *Store) Close() error { return s.close() }

func (s *Store) closeStore() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := s.Jobs().Stop(ctx)
	s.closed.Store(true)
	return errors.Join(err, s.db.Close())
}

// Migrate brings the tables of a database up to date. Processes that start together take turns.
func Migrate(ctx context.Context, dsn string) error {
	return migrate(ctx, dsn, func(db *sql.DB) error { return up(ctx, db) })
}

// UpToDate reports whether all migrations of this program are applied to a database.
func UpToDate(ctx context.Context, dsn string) (current bool, err error) {
	err = migrate(ctx, dsn, func(db *sql.DB) error {
		current, err = migrations(db).UpToDate(ctx)
		return err
	})
	return current, err
}

// MigrateDown reverts the latest migration and drops the data of its tables.
func MigrateDown(ctx context.Context, dsn string) error {
	return migrate(ctx, dsn, func(db *sql.DB) error {
		return withMigrationLock(ctx, db, func() error { return migrations(db).Down(ctx) })
	})
}

// Migrations lists applied and pending migrations.
func Migrations(ctx context.Context, dsn string) (list []sqlstore.Migration, err error) {
	err = migrate(ctx, dsn, func(db *sql.DB) error {
		list, err = migrations(db).Status(ctx)
		return err
	})
	return list, err
}

func migrate(ctx context.Context, dsn string, action func(*sql.DB) error) error {
	db, timeout, err := open(dsn)
	if err != nil {
		return err
	}
	if err := checkSession(ctx, db, timeout); err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(action(db), db.Close())
}

func up(ctx context.Context, db *sql.DB) error {
	return withMigrationLock(ctx, db, func() error { return migrations(db).Up(ctx) })
}

func withMigrationLock(ctx context.Context, db *sql.DB, action func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return err
	}
	err = action()
	_, unlock := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrationLock)
	return errors.Join(err, unlock)
}

func migrations(db *sql.DB) sqlstore.Migrations {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sqlstore.Migrations{DB: db, Dialect: goose.DialectPostgres, Files: sub, River: riverdatabasesql.New(db)}
}

// open returns a database, without connecting to it, and its response timeout.
func open(dsn string) (*sql.DB, time.Duration, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, 0, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		// This releases the locks of a process that hangs. It is a statement, because PgBouncer rejects it as a startup
		// parameter.
		_, err := conn.Exec(ctx, "SET idle_in_transaction_session_timeout = '20s'")
		return err
	}))
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db, responseTimeout(config.ConnectTimeout), nil
}
