package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mattn/go-sqlite3"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlite"
)

var errWork = errors.New("this work fails")

func save(s *sqlite.Store, id string) error {
	return s.Do(ctx, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id}) })
}

// hold has a work keep the writer busy until it is released.
func hold(s *sqlite.Store) (release func()) {
	held, goOn, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Do(ctx, func(booking.Tx) error {
			close(held)
			<-goOn
			return nil
		})
	}()
	<-held
	return func() {
		close(goOn)
		<-done
	}
}

// together queues works behind one that holds the writer, so that they share a commit. It must run in a bubble of
// synctest.
func together(s *sqlite.Store, works ...func() error) []error {
	errs := make([]error, len(works))
	var all sync.WaitGroup
	release := hold(s)
	for i, work := range works {
		all.Go(func() { errs[i] = work() })
	}
	synctest.Wait()
	release()
	all.Wait()
	return errs
}

func wantCart(t *testing.T, s *sqlite.Store, id string, there bool) {
	t.Helper()
	if _, err := s.Read().Cart(ctx, id); (err == nil) != there {
		t.Errorf("cart %s: %v, want it there: %v", id, err, there)
	}
}

func TestFailedWorkDoesNotAffectOthersInItsCommit(t *testing.T) {
	for name, fail := range map[string]func() error{
		"work that returns an error": func() error { return errWork },
		"work that panics":           func() error { panic(errWork) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(t, fresh(t))
				failing := func() (err error) {
					defer func() {
						if cause := recover(); cause != nil {
							err = cause.(error)
						}
					}()
					return s.Do(ctx, func(tx booking.Tx) error {
						if err := tx.SaveCart(ctx, booking.Cart{ID: "failing"}); err != nil {
							return err
						}
						return fail()
					})
				}
				works := []func() error{failing}
				for i := range 20 {
					works = append(works, func() error { return save(s, fmt.Sprint("before-", i)) })
				}
				works = append(works, failing)
				errs := together(s, works...)
				for i, err := range errs[1:21] {
					if err != nil {
						t.Error(err)
					}
					wantCart(t, s, fmt.Sprint("before-", i), true)
				}
				if errs[0] != errWork || errs[21] != errWork {
					t.Errorf("errors %v and %v, want %v", errs[0], errs[21], errWork)
				}
				wantCart(t, s, "failing", false)
			})
		})
	}
}

func TestWorkThatExitsItsGoroutineLeavesTheStoreUsable(t *testing.T) {
	s := open(t, fresh(t))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Do(ctx, func(tx booking.Tx) error {
			_ = tx.SaveCart(ctx, booking.Cart{ID: "ended"})
			runtime.Goexit() // as t.FailNow does
			return nil
		})
	}()
	<-ended
	if err := save(s, "next"); err != nil {
		t.Fatal(err)
	}
	wantCart(t, s, "ended", false)
}

func TestCancelledCallerInTheQueueIsSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, fresh(t))
		release := hold(s)
		left, leave := context.WithCancel(ctx)
		gone, stayed := make(chan error), make(chan error, 1)
		go func() {
			gone <- s.Do(left, func(tx booking.Tx) error { return tx.SaveCart(left, booking.Cart{ID: "left"}) })
		}()
		go func() { stayed <- save(s, "stayed") }()
		synctest.Wait()
		leave()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that left got %v", err)
		}
		release()
		if err := <-stayed; err != nil {
			t.Errorf("the caller that stayed got %v", err)
		}
		wantCart(t, s, "left", false)
		wantCart(t, s, "stayed", true)
	})
}

func TestCallerCancelledDuringItsWorkGetsTheOutcome(t *testing.T) {
	s := open(t, fresh(t))
	left, leave := context.WithCancel(ctx)
	err := s.Do(left, func(tx booking.Tx) error {
		leave()
		return tx.SaveCart(left, booking.Cart{ID: "left"})
	})
	if err != nil {
		t.Error(err)
	}
	wantCart(t, s, "left", true)
}

func TestFailedCommitFailsAllItsWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, fresh(t))
		refuse := 0
		hook := func(conn any) error {
			conn.(*sqlite3.SQLiteConn).RegisterCommitHook(func() int { return refuse })
			return nil
		}
		onWriter(t, s, hook)
		refuse = 1
		errs := together(s,
			func() error { return save(s, "one") },
			func() error { return s.Do(ctx, func(booking.Tx) error { return errWork }) },
			func() error { return save(s, "two") })
		for _, err := range errs {
			if !fault.Is(err, fault.Unavailable) {
				t.Errorf("error %v, want %s", err, fault.Unavailable)
			}
		}
		wantCart(t, s, "one", false)
		refuse = 0
		if err := save(s, "three"); err != nil {
			t.Error(err)
		}
		wantCart(t, s, "three", true)
	})
}

func onWriter(t *testing.T, s *sqlite.Store, act func(any) error) {
	t.Helper()
	conn, err := s.Writer().Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Raw(act); err != nil {
		t.Fatal(err)
	}
}

// A full disk has SQLite roll everything back in the middle of a batch.
func TestFullDiskIsUnavailableAndKeepsTheDatabaseIntact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, fresh(t))
		if err := save(s, "before"); err != nil {
			t.Fatal(err)
		}
		var pages int
		if err := s.Writer().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
			t.Fatal(err)
		}
		limit(t, s.Writer(), pages+3)
		var works []func() error
		for i := range 30 {
			works = append(works, func() error { return saveBig(s, i) })
		}
		failed := 0
		for i, err := range together(s, works...) {
			if err != nil {
				failed++
			}
			if err != nil && !fault.Is(err, fault.Unavailable) {
				t.Errorf("error %v, want %s", err, fault.Unavailable)
			}
			wantCart(t, s, fmt.Sprint("big-", i), err == nil)
		}
		if failed == 0 {
			t.Error("the disk was not full")
		}
		wantCart(t, s, "before", true)
		limit(t, s.Writer(), 1<<30)
		if err := save(s, "after"); err != nil {
			t.Error(err)
		}
		var verdict string
		if err := s.Writer().QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
			t.Errorf("integrity %s, %v", verdict, err)
		}
	})
}

// saveBig carries on after a statement that fails, as a careless work would.
func saveBig(s *sqlite.Store, i int) error {
	return s.Do(ctx, func(tx booking.Tx) error {
		cart := booking.Cart{ID: fmt.Sprint("big-", i), Items: make([]booking.CartItem, 50)}
		_ = tx.SaveCart(ctx, cart)
		_ = tx.SaveCart(ctx, cart)
		return nil
	})
}

func limit(t *testing.T, db *sql.DB, pages int) {
	t.Helper()
	var now int
	if err := db.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&now); err != nil {
		t.Fatal(err)
	}
}

func TestLockedFileIsUnavailableAfterAWait(t *testing.T) {
	t.Parallel()
	path := fresh(t)
	s := open(t, path)
	other, err := sqlite.OpenWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	lock := func() (unlock func()) {
		tx, err := other.Begin()
		if err != nil {
			t.Fatal(err)
		}
		return func() { _ = tx.Rollback() }
	}
	time.AfterFunc(300*time.Millisecond, lock())
	if err := save(s, "patient"); err != nil {
		t.Error(err)
	}
	unlock := lock()
	errs := make(chan error)
	for range 5 { // SQLite waits five seconds for the first: the others are in line by then
		go func() { errs <- save(s, "refused") }()
	}
	for i := range 5 {
		if err := <-errs; !fault.Is(err, fault.Unavailable) {
			t.Errorf("error %v, want %s", err, fault.Unavailable)
		}
		if i == 0 { // did each wait for itself, the others would find the file free
			unlock()
		}
	}
	wantCart(t, s, "refused", false)
	// A caller that comes while others still get their error gets the same one.
	back := save(s, "back")
	for tries := 1; fault.Is(back, fault.Unavailable) && tries < 100; tries++ {
		time.Sleep(10 * time.Millisecond)
		back = save(s, "back")
	}
	if back != nil {
		t.Error(back)
	}
}

func TestReadersDoNotWaitForTheWriter(t *testing.T) {
	s := open(t, fresh(t))
	err := s.Do(ctx, func(tx booking.Tx) error {
		if err := tx.SaveCart(ctx, booking.Cart{ID: "cart"}); err != nil {
			return err
		}
		_, err := s.Read().Orders(ctx, booking.OrderFilter{})
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
