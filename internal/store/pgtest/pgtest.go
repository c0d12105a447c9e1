// Package pgtest gives tests a real PostgreSQL: one throw-away cluster a test binary, one fresh database a test.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

var (
	prepare  func(ctx context.Context, dsn string) error
	once     sync.Once
	running  *cluster
	startErr error
	count    atomic.Int64
)

const template = "template_store"

// Main runs a package's tests and ends the process, and with it the cluster that they may have started. prepare fills
// the database that each test's is a copy of; nil leaves it empty.
//
//	func TestMain(m *testing.M) { pgtest.Main(m, postgres.Migrate) }
func Main(m *testing.M, fill func(ctx context.Context, dsn string) error) {
	prepare = fill
	code := m.Run()
	if running != nil {
		running.remove()
	}
	os.Exit(code)
}

// New gives the URL of a fresh database, which is dropped after the test. Without PostgreSQL the test fails.
func New(t testing.TB) string {
	t.Helper()
	once.Do(func() { running, startErr = begin() })
	if startErr != nil {
		t.Fatal(startErr)
	}
	name := fmt.Sprintf("test_%d", count.Add(1))
	if err := running.admin("CREATE DATABASE " + name + " TEMPLATE " + template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := running.admin("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return running.dsn(name)
}

// Restart stops the server as an operator would, cutting all connections, and starts it again.
func Restart(t testing.TB) {
	t.Helper()
	if err := running.stop(); err != nil {
		t.Fatal(err)
	}
	if err := running.start(); err != nil {
		t.Fatal(err)
	}
}

func begin() (*cluster, error) {
	c, err := newCluster()
	if err != nil {
		return nil, err
	}
	if err := c.fill(); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *cluster) fill() error {
	if err := c.admin("CREATE DATABASE " + template); err != nil {
		return err
	}
	if prepare == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return prepare(ctx, c.dsn(template))
}

func (c *cluster) dsn(database string) string {
	query := url.Values{"host": {c.dir}, "user": {superuser}}
	return "postgres:///" + database + "?" + query.Encode()
}

func (c *cluster) admin(statement string) error {
	db, err := sql.Open("pgx", c.dsn("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, err := db.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
