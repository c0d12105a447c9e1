// Package sqlite is a booking.Store for one machine: a file with one writer, and readers that never wait for it.
package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"storefront/internal/store/sqlstore"
)

//go:embed migrations/*.sql
var files embed.FS

// stopTimeout bounds how long Close waits for jobs.
const stopTimeout = 10 * time.Second

// newDialect returns the dialect of one store.
func newDialect() *sqlstore.Dialect {
	return &sqlstore.Dialect{Join: "group_concat", Epoch: "unixepoch(%s)", Translate: translate,
		Jobs: sqlstore.JobTable{Document: "jsonb(%s)", Now: "datetime('now', 'subsec')", Time: jobTime, Notify: true}}
}

// jobTime returns a time as River's driver stores and compares it.
func jobTime(t time.Time) any {
	return t.UTC().Round(time.Millisecond).Format("2006-01-02 15:04:05.000")
}

// Store implements booking.Store. Only one process at a time may run its jobs.
type Store struct {
	sqlstore.Store
	writer  *sql.DB // one connection, shared with River, so that this process never finds the file locked by itself
	readers *sql.DB
	dialect *sqlstore.Dialect

	queue      chan *work
	closing    chan struct{}
	writerDone chan struct{}
	close      func() error
}

// Open opens a database file, and creates or migrates it if needed.
func Open(ctx context.Context, path string, logger *slog.Logger) (*Store, error) {
	writer, err := openWriter(path)
	if err != nil {
		return nil, err
	}
	if err := migrations(writer).Up(ctx); err != nil {
		return nil, errors.Join(translate(err), writer.Close())
	}
	jobs, err := sqlstore.NewJobs(riversqlite.New(writer), logger, requeueJobs(writer))
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	readers, err := openReaders(path)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	s := &Store{
		writer: writer, readers: readers, dialect: newDialect(),
		queue: make(chan *work), closing: make(chan struct{}), writerDone: make(chan struct{}),
	}
	s.Store = sqlstore.NewStore(sqlstore.NewReader(readers, s.dialect), s.do, jobs)
	s.close = sync.OnceValue(s.closeStore)
	go s.write()
	return s, nil
}

// Prepare does nothing: Open has migrated the tables.
func (s *Store) Prepare(context.Context) error { return nil }

// Pools returns the connection pools by purpose.
func (s *Store) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writer": s.writer, "readers": s.readers}
}

// Close stops jobs, finishes pending work and closes the file. Later calls fail with fault.Unavailable.
func (s *Store) Close() error { return s.close() }

func (s *Store) closeStore() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := s.Jobs().Stop(ctx)
	close(s.closing)
	<-s.writerDone
	return errors.Join(err, s.readers.Close(), s.writer.Close())
}

// Migrate applies pending migrations to a database file.
func Migrate(ctx context.Context, path string) error {
	return migrate(path, func(m sqlstore.Migrations) error { return m.Up(ctx) })
}

// UpToDate reports whether all migrations of this program are applied to a database file.
func UpToDate(ctx context.Context, path string) (current bool, err error) {
	err = migrate(path, func(m sqlstore.Migrations) error {
		current, err = m.UpToDate(ctx)
		return err
	})
	return current, err
}

// MigrateDown reverts the latest migration and drops the data of its tables.
func MigrateDown(ctx context.Context, path string) error {
	return migrate(path, func(m sqlstore.Migrations) error { return m.Down(ctx) })
}

// Migrations lists applied and pending migrations.
func Migrations(ctx context.Context, path string) (list []sqlstore.Migration, err error) {
	err = migrate(path, func(m sqlstore.Migrations) error {
		list, err = m.Status(ctx)
		return err
	})
	return list, err
}

// Copy writes a consistent snapshot of a database file into a new file, while others read and write it.
func Copy(ctx context.Context, path, into string) error {
	db, err := openWriter(path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO $1", into)
	if err == nil {
		err = os.Chmod(into, 0o600)
	}
	return errors.Join(translate(err), db.Close())
}

func migrate(path string, action func(sqlstore.Migrations) error) error {
	db, err := openWriter(path)
	if err != nil {
		return err
	}
	return errors.Join(action(migrations(db)), db.Close())
}

func migrations(db *sql.DB) sqlstore.Migrations {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sqlstore.Migrations{DB: db, Dialect: goose.DialectSQLite3, Files: sub, River: riversqlite.New(db)}
}

// requeueJobs requeues the jobs of a process that died, and deletes its claim to be River's leader, which would block
// others for 15 seconds. A process that starts on SQLite is the only one.
func requeueJobs(db *sql.DB) sqlstore.Rescue {
	return func(ctx context.Context, _ string) (func(), error) {
		_, err := db.ExecContext(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running';
			DELETE FROM river_leader`)
		return func() {}, translate(err)
	}
}

func openWriter(path string) (*sql.DB, error) {
	db, err := open(path, url.Values{"_txlock": {"immediate"}, "_synchronous": {"FULL"}}, tuneWriter)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

func openReaders(path string) (*sql.DB, error) {
	db, err := open(path, url.Values{"_query_only": {"true"}}, nil)
	if err != nil {
		return nil, err
	}
	n := max(4, runtime.GOMAXPROCS(0))
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// tuneWriter lets the log grow to 32 MB before it is copied into the file, so that few commits wait for that. What a
// savepoint needs to roll back is kept in memory: SQLite would write every page of a checkout into a temporary file.
func tuneWriter(conn *sqlite3.SQLiteConn) error {
	_, err := conn.Exec("PRAGMA wal_autocheckpoint = 8000; PRAGMA temp_store = MEMORY", nil)
	return err
}

func open(path string, options url.Values, hook func(*sqlite3.SQLiteConn) error) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	options.Set("_journal_mode", "WAL")
	options.Set("_foreign_keys", "true")
	options.Set("_busy_timeout", "5000")
	options.Set("_stmt_cache_size", "100")
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.OpenDB(connector{dsn.String(), &sqlite3.SQLiteDriver{ConnectHook: hook}}), nil
}

type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }
func (c connector) Driver() driver.Driver                        { return c.driver }

// https://www.sqlite.org/rescode.html
func translate(err error) error {
	var e sqlite3.Error
	if errors.As(err, &e) {
		switch e.Code {
		case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrNomem, sqlite3.ErrReadonly, sqlite3.ErrInterrupt,
			sqlite3.ErrIoErr, sqlite3.ErrFull, sqlite3.ErrCantOpen, sqlite3.ErrProtocol:
			return sqlstore.Unavailable(err)
		}
	}
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return sqlstore.Unavailable(err)
	}
	return err
}
