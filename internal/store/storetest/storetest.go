// Package storetest tests the behaviour that every store must have, races included.
package storetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/reseller"
	"storefront/internal/shop/review"
	"storefront/internal/store/sqlstore"
	"storefront/tests/drill"
)

// Store is a store under test.
type Store interface {
	booking.Store
	Jobs() *sqlstore.Jobs
	Accounts() account.Store
	Sessions() scs.CtxStore
	Limits() limit.Store
	Reviews() review.Store
	Messages() contact.Store
	Resellers() reseller.Store
	Deployments(ctx context.Context) ([]string, error)
	Purge(ctx context.Context, e sqlstore.Expiry) (sqlstore.Purged, error)
	JobCounts(ctx context.Context) ([]sqlstore.JobCount, error)
	Observe(statements sqlstore.ObserveStatement, jobs sqlstore.ObserveJob)
	Deliveries() notice.Deliveries
	Close() error
}

// Open opens the same database each time, until the test ends or the store is closed.
type Open func(t testing.TB) Store

type promise struct {
	name string
	test func(*testing.T, Store)
}

// Run tests a store. fresh creates an empty database.
func Run(t *testing.T, fresh func(t testing.TB) Open) {
	for _, group := range []struct {
		noun     string
		promises []promise
	}{
		{"carts", carts}, {"orders", orders}, {"days", days}, {"seats", seats}, {"departures", departures},
		{"moves", moves}, {"waiting lists", waitingLists}, {"resellers", resellers},
		{"promo codes", promoCodes},
		{"negotiations", negotiations},
		{"words", words}, {"limits", limits}, {"retention", retention},
		{"deliveries", deliveries}, {"accounts", accounts},
		{"sessions", sessions}, {"races", races}, {"transactions", transactions},
	} {
		t.Run(group.noun, func(t *testing.T) {
			for _, p := range group.promises {
				t.Run(p.name, func(t *testing.T) { p.test(t, fresh(t)(t)) })
			}
		})
	}
	t.Run("concurrent purges keep other changes of orders", func(t *testing.T) { processesRemove(t, fresh(t)) })
	t.Run("notices", func(t *testing.T) { runWaiting(t, notices, fresh) })
	t.Run("jobs", func(t *testing.T) {
		runWaiting(t, jobs, fresh)
		t.Run("jobs survive a restart of the store", func(t *testing.T) { jobsSurvive(t, fresh(t)) })
	})
}

// runWaiting runs tests that mostly wait in parallel.
func runWaiting(t *testing.T, promises []promise, fresh func(t testing.TB) Open) {
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.test(t, fresh(t)(t))
		})
	}
}

// Rounds is the number of repetitions of a race.
func Rounds() int { return drill.Sized(3, 50) }

var ctx = context.Background()

func do(t testing.TB, s booking.Store, work func(tx booking.Tx) error) {
	t.Helper()
	must(t, s.Do(ctx, work))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read returns a function that takes the results of a call, fails on an error, and returns the value.
func read[T any](t testing.TB) func(T, error) T {
	return func(got T, err error) T {
		t.Helper()
		must(t, err)
		return got
	}
}

// wantRead returns a function that takes the results of a call, which must be want and no error.
func wantRead[T any](t testing.TB, want T) func(T, error) {
	return func(got T, err error) {
		t.Helper()
		must(t, err)
		wantEqual(t, got, want)
	}
}

func errOf[T any](_ T, err error) error { return err }

func wantFault(t testing.TB, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Errorf("error %v, want %s", err, code)
	}
}

// Tally counts outcomes of attempts.
type Tally struct {
	Won, Refused int
	Other        []error
}

// Race makes n concurrent attempts, each after a warm-up, and counts those refused with a code.
func Race(n int, code fault.Code, warmUp func(), attempt func(i int) error) Tally {
	var (
		tally   Tally
		mu      sync.Mutex
		ready   sync.WaitGroup
		done    sync.WaitGroup
		started = make(chan struct{})
	)
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			warmUp()
			ready.Done()
			<-started
			err := attempt(i)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				tally.Won++
			case fault.Is(err, code):
				tally.Refused++
			default:
				tally.Other = append(tally.Other, err)
			}
		})
	}
	ready.Wait()
	close(started)
	done.Wait()
	return tally
}

func (tally Tally) want(t testing.TB, won, refused int) {
	t.Helper()
	if tally.Won != won || tally.Refused != refused || len(tally.Other) > 0 {
		t.Errorf("%d won and %d were refused, want %d and %d; others: %v", tally.Won, tally.Refused, won, refused,
			errors.Join(tally.Other...))
	}
}

// wantLocked makes 40 concurrent changes, each of a value that a read returned in the same transaction: all must be
// kept.
func wantLocked[Tx, T any](t testing.TB, s Store, do func(context.Context, func(Tx) error) error,
	save func(Tx, T) error, reads ...func(Tx) (T, error)) {
	t.Helper()
	Race(40, "", warmUp(s), func(i int) error {
		return do(ctx, func(tx Tx) error {
			got, err := reads[i%len(reads)](tx)
			if err != nil {
				return err
			}
			return save(tx, got)
		})
	}).want(t, 40, 0)
}

// waitTimeout exceeds the period of River's scheduler on a slow machine.
const waitTimeout = 20 * time.Second

// calls has the values that a function was called with.
type calls[T any] chan T

func (c calls[T]) next(t testing.TB) T {
	t.Helper()
	select {
	case got := <-c:
		return got
	case <-time.After(waitTimeout):
		t.Fatal("the function was not called")
		panic("unreachable")
	}
}

func (c calls[T]) wantNoMore(t testing.TB) {
	t.Helper()
	select {
	case got := <-c:
		t.Errorf("one call too many: %+v", got)
	case <-time.After(1200 * time.Millisecond):
	}
}

// warmUp reads once, so that a race does not depend on who already has a connection.
func warmUp(s booking.Store) func() {
	return func() { _, _ = s.Read().Taken(ctx, "dunes", "shared", "", "") }
}

var numbers atomic.Int64

func nextNumber() int { return int(numbers.Add(1)) }
