package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
)

func save(s *postgres.Store, id string) error {
	return s.Do(ctx, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id}) })
}

func connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Two works that lock two carts in opposite orders cannot both go on.
func TestDeadlockedTransactionIsRetried(t *testing.T) {
	s := open(t, pgtest.New(t))
	for _, id := range []string{"one", "two"} {
		if err := save(s, id); err != nil {
			t.Fatal(err)
		}
	}
	var runs atomic.Int64
	var both sync.WaitGroup // each has locked its first
	both.Add(2)
	errs := make(chan error)
	for _, order := range [][]string{{"one", "two"}, {"two", "one"}} {
		go func() {
			first := true
			errs <- s.Do(ctx, func(tx booking.Tx) error {
				runs.Add(1)
				if _, err := tx.Cart(ctx, order[0]); err != nil {
					return err
				}
				if first {
					first = false
					both.Done()
					both.Wait()
				}
				cart, err := tx.Cart(ctx, order[1])
				if err != nil {
					return err
				}
				cart.Items = append(cart.Items, booking.CartItem{ID: order[0]})
				return tx.SaveCart(ctx, cart)
			})
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	// A busy machine may have them meet once more.
	if n := runs.Load(); n < 3 {
		t.Errorf("the works ran %d times: none of them again", n)
	}
	for _, id := range []string{"one", "two"} {
		if cart, err := s.Read().Cart(ctx, id); err != nil || len(cart.Items) != 1 {
			t.Errorf("cart %s has %d items, %v, want 1", id, len(cart.Items), err)
		}
	}
}

func TestCancelledCallerStopsWaitingForALock(t *testing.T) {
	dsn := pgtest.New(t)
	s := open(t, dsn)
	if err := save(s, "cart"); err != nil {
		t.Fatal(err)
	}
	tx, err := connect(t, dsn).Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() //nolint:errcheck // nothing to keep
	if _, err := tx.Exec("SELECT 1 FROM carts FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	impatient, leave := context.WithTimeout(ctx, 50*time.Millisecond)
	defer leave()
	err = s.Do(impatient, func(tx booking.Tx) error {
		_, err := tx.Cart(impatient, "cart")
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want its deadline", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := save(s, "cart"); err != nil {
		t.Error(err)
	}
}

func TestBrokenConnectionsAreReplaced(t *testing.T) {
	dsn := pgtest.New(t)
	s := open(t, dsn)
	other := connect(t, dsn)
	for _, id := range []string{"one", "two", "three"} {
		if _, err := other.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity " +
			"WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
			t.Fatal(err)
		}
		if err := save(s, id); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Read().Cart(ctx, "three"); err != nil {
		t.Error(err)
	}
}

// The last changes of a transaction are sent with the commit.
func TestNothingIsCommittedIfTheLastChangeFails(t *testing.T) {
	s := open(t, pgtest.New(t))
	err := s.Do(ctx, func(tx booking.Tx) error {
		if err := tx.SaveCart(ctx, booking.Cart{ID: "one"}); err != nil {
			return err
		}
		return tx.SaveCart(ctx, booking.Cart{ID: "no text of PostgreSQL has a \x00"})
	})
	if err == nil {
		t.Fatal("an invalid cart was saved")
	}
	if _, err := s.Read().Cart(ctx, "one"); !fault.Is(err, fault.NotFound) {
		t.Errorf("the first cart is read with %v", err)
	}
	if open := s.Pools()["all"].Stats().InUse; open != 0 {
		t.Errorf("%d connections are in use", open)
	}
	if err := save(s, "one"); err != nil {
		t.Error(err)
	}
}

func TestServerRestartIsUnavailableAndLosesNoCommit(t *testing.T) {
	s := open(t, pgtest.New(t))
	var (
		writers sync.WaitGroup
		mu      sync.Mutex
		kept    []string
		refused int
		back    time.Time
		over    = make(chan struct{})
	)
	for writer := range 4 {
		writers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-over:
					return
				default:
				}
				id := fmt.Sprintf("%d-%d", writer, n)
				err := save(s, id)
				mu.Lock()
				switch {
				case err == nil:
					kept, back = append(kept, id), time.Now()
				case fault.Is(err, fault.Unavailable):
					refused++
				default:
					t.Error(err)
				}
				mu.Unlock()
				if err != nil {
					time.Sleep(10 * time.Millisecond)
				}
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	pgtest.Restart(t)
	started := time.Now()
	for ; time.Since(started) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
		mu.Lock()
		done := back.After(started)
		mu.Unlock()
		if done {
			break
		}
	}
	close(over)
	writers.Wait()
	if !back.After(started) || refused == 0 {
		t.Errorf("%d refused; written again: %v", refused, back.After(started))
	}
	for _, id := range kept {
		if _, err := s.Read().Cart(ctx, id); err != nil {
			t.Errorf("cart %s was acknowledged: %v", id, err)
		}
	}
}

func TestMissingServerIsUnavailable(t *testing.T) {
	_, err := postgres.Open(ctx, "postgres:///none?host="+t.TempDir(), quiet)
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("error %v, want %s", err, fault.Unavailable)
	}
}
