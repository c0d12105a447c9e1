// Package pgtest gives tests a real PostgreSQL: a temporary cluster for each test binary, with a database for each
// test.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

var (
	prepareTemplate func(ctx context.Context, dsn string) error
	once            sync.Once
	shared          *cluster
	startErr        error
	databaseCount   atomic.Int64
	idleDatabases   = make(chan string, 100)
	fsync           = "off"
)

const template = "template_store"

// Main runs the tests of a package and exits; a cluster that they started stops with the process. The databases of
// tests are copies of the one that fill prepares, empty if fill is nil.
//
//	func TestMain(m *testing.M) { pgtest.Main(m, postgres.Migrate) }
func Main(m *testing.M, fill func(ctx context.Context, dsn string) error) { os.Exit(Run(m, fill)) }

// Run runs the tests like Main, but returns the exit status.
func Run(m *testing.M, fill func(ctx context.Context, dsn string) error) int {
	prepareTemplate = fill
	code := m.Run()
	if shared != nil {
		shared.remove()
	}
	return code
}

// Durable makes the server flush its log to the disk at each commit, for drills and benchmarks. It is called before the
// server starts. Other tests do without: a flush takes longer than the transaction.
func Durable() { fsync = "on" }

// New returns the URL of a database for one test, prepared by Main's fill. It is emptied after the test and reused,
// because a new one costs 300 files and as many flushes: tests may change rows, but no tables. Without PostgreSQL the
// test fails.
func New(t testing.TB) string {
	t.Helper()
	c := sharedCluster(t)
	var name string
	select {
	case name = <-idleDatabases:
	default:
		name = create(t, c, template)
	}
	t.Cleanup(func() {
		if err := c.run(name, deleteAllRows); err != nil {
			t.Error(err)
			return
		}
		idleDatabases <- name
	})
	return Patient(c.dsn(name))
}

// Empty returns the URL of an empty database, which is dropped after the test.
func Empty(t testing.TB) string {
	t.Helper()
	c := sharedCluster(t)
	name := create(t, c, "template1")
	t.Cleanup(func() {
		if err := c.run("postgres", "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return c.dsn(name)
}

// Patient returns the URL of a database with a long timeout, so that a slow machine fails no test. Servers get the URL
// without it, and so the timeouts of production.
func Patient(dsn string) string { return dsn + "&connect_timeout=60" }

// deleteAllRows deletes all rows but those of the migrations' own tables. It first ends connections, which may hold
// locks, and waits until they have ended, since one may be committing.
const deleteAllRows = `
	SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
	DO $$
	DECLARE name text;
	BEGIN
		SET LOCAL session_replication_role = replica; -- no foreign keys
		FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
			AND tablename NOT IN ('goose_db_version', 'river_migration')
		LOOP
			EXECUTE format('DELETE FROM %I', name);
		END LOOP;
	END $$`

func sharedCluster(t testing.TB) *cluster {
	t.Helper()
	once.Do(func() { shared, startErr = startCluster() })
	if startErr != nil {
		t.Fatal(startErr)
	}
	return shared
}

func create(t testing.TB, c *cluster, from string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", databaseCount.Add(1))
	if err := c.run("postgres", "CREATE DATABASE "+name+" TEMPLATE "+from); err != nil {
		t.Fatal(err)
	}
	return name
}

// Restart shuts the server down in order, which cuts all connections, and starts it again.
func Restart(t testing.TB) { restart(t, syscall.SIGINT) }

// Crash kills the server without a checkpoint and starts it again, so that it recovers from its log.
func Crash(t testing.TB) { restart(t, syscall.SIGQUIT) }

// Freeze stops the server and its backends without closing a connection, like a network that loses every packet. Thaw
// lets them go on, at the latest at the end of the test.
func Freeze(t testing.TB) (thaw func()) {
	t.Helper()
	server := shared
	// A list lacks a backend that was being started meanwhile, and may lack others while one ends.
	for range 5 {
		if err := server.signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	thaw = sync.OnceFunc(func() {
		if err := server.signal(syscall.SIGCONT); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(thaw)
	return thaw
}

// Stop shuts the server down in order. Start starts it again.
func Stop(t testing.TB) {
	t.Helper()
	if err := shared.stop(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

// Start starts a stopped server.
func Start(t testing.TB) {
	t.Helper()
	if err := shared.start(); err != nil {
		t.Fatal(err)
	}
}

func restart(t testing.TB, how os.Signal) {
	t.Helper()
	if err := shared.stop(how); err != nil {
		t.Fatal(err)
	}
	Start(t)
}

func startCluster() (*cluster, error) {
	c, err := newCluster()
	if err != nil {
		return nil, err
	}
	if err := c.createTemplate(); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *cluster) createTemplate() error {
	if err := c.run("postgres", "CREATE DATABASE "+template); err != nil {
		return err
	}
	if prepareTemplate == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return prepareTemplate(ctx, c.dsn(template))
}

func (c *cluster) dsn(database string) string {
	query := url.Values{"host": {c.dir}, "user": {superuser}}
	return "postgres:///" + database + "?" + query.Encode()
}

func (c *cluster) run(database, statements string) error {
	db, err := sql.Open("pgx", c.dsn(database))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	if _, err := db.ExecContext(ctx, statements); err != nil {
		return fmt.Errorf("%s: %w", statements, err)
	}
	return nil
}
