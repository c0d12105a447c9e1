// Package drill_test tests the shop under load, faults, attacks and crashes with real parts: SQLite files, PostgreSQL,
// API processes over HTTP, and the payment sandbox with its own ledger. Each drill prints its figures in one line.
//
// A drill of a guard has a control experiment: the same drill without the guard. The control must go wrong, which
// proves that the drill can fail.
//
// Plain go test runs a short form of each drill; DRILL=1 (make drill) runs the full numbers. The number before each
// printed line identifies its drill.
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

// TestMain runs a server instead of the tests if DRILL_SERVER is set: see serverConfig. If DISK is set, the drills keep
// their files in that folder; other tests may keep theirs in memory.
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

// clock is a clock that tests advance, or the machine's clock.
type clock struct {
	mu     sync.Mutex
	at     time.Time
	isReal bool // now returns the machine's time
}

// newClock returns a clock at an instant at which the starts of the drills' catalogue can be booked.
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

// advanceTo sets the clock to an instant, unless the clock is already later.
func (c *clock) advanceTo(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.at) {
		c.at = at
	}
}

// concurrently calls do n times in parallel, all released at the same moment, and waits until all have returned.
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

// eventually calls problems until it returns none or the time is over. It returns how long that took, and the last
// result.
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

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// allOrders returns all orders of a store.
func allOrders(ctx context.Context, store booking.Store) ([]booking.Order, error) {
	return store.Read().Orders(ctx, booking.OrderFilter{Limit: 1_000_000})
}
