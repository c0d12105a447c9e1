// Package drill_test tests the promises of the shop under load, faults and crashes with the real parts: SQLite files,
// PostgreSQL, API processes over HTTP, the payment sandbox with its own ledger. Each drill prints its figures in one
// line.
//
// Where a guard prevents something, the control is the same drill without the guard: it must go wrong, or the drill
// could not fail and would prove nothing.
//
// Plain go test runs a short form of each; DRILL=1 (make drill) runs the full numbers. The numbers of the rows are
// those of make drill and the README.
package drill_test

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
	"storefront/tests/drill"
)

// TestMain makes this binary an API process if requested, which can be killed at a named point or lacks a guard. The
// files of drills are in the folder DISK if it is set, where other tests have theirs in memory.
func TestMain(m *testing.M) {
	if setup := os.Getenv(serverConfigVar); setup != "" {
		os.Exit(runServer(setup))
	}
	if disk := os.Getenv("DISK"); disk != "" {
		_ = os.Setenv("TMPDIR", disk)
	}
	pgtest.Durable()
	pgtest.Main(m, postgres.Migrate)
}

var (
	long     = drill.Long
	sized    = drill.Sized
	printRow = drill.Row
)

// clock is a clock that tests move.
type clock struct {
	mu     sync.Mutex
	at     time.Time
	isReal bool // it is the machine's
}

// newClock begins at a time at which the catalogue of the drills is open.
func newClock() *clock { return &clock{at: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)} }

func newRealClock() *clock { return &clock{isReal: true} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isReal {
		return time.Now()
	}
	return c.at
}

func (c *clock) advance(d time.Duration) { c.advanceTo(c.now().Add(d)) }

// advanceTo moves the clock forward, never back.
func (c *clock) advanceTo(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.at) {
		c.at = at
	}
}

// concurrently calls do n times at one moment and waits for all.
func concurrently(n int, do func(i int)) {
	var (
		group sync.WaitGroup
		start = make(chan struct{})
	)
	for i := range n {
		group.Go(func() {
			<-start
			do(i)
		})
	}
	close(start)
	group.Wait()
}

// eventually waits until wrong returns nothing, and returns how long that took, and the last result.
func eventually(within time.Duration, problems func() []string) (took time.Duration, remaining []string) {
	began := time.Now()
	for {
		remaining = problems()
		took = time.Since(began)
		if len(remaining) == 0 || took > within {
			return took, remaining
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// allOrders are all that a store has.
func allOrders(ctx context.Context, store booking.Store) ([]booking.Order, error) {
	return store.Read().Orders(ctx, booking.OrderFilter{Limit: 1_000_000})
}
