package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlstore"
	"storefront/internal/store/storetest"
	"storefront/tests/drill"
)

func TestThreeStoresSellTheLastSeatOfADayOnce(t *testing.T) {
	dsn := pgtest.New(t)
	stores := []storetest.Store{open(t, dsn), open(t, dsn), open(t, dsn)}
	for day := range storetest.Rounds() {
		storetest.LastSeat(t, day, stores...)
	}
}

const (
	childDSN  = "STORE_CHILD_DSN"
	processes = 3
	perChild  = 67
)

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childDSN); dsn != "" {
		if err := buyWhenTold(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	pgtest.Main(m, postgres.Migrate)
}

// buyWhenTold has buyers race for the one seat of each day that it reads, and prints the result.
func buyWhenTold(dsn string) error {
	s, err := postgres.Open(ctx, dsn, quiet)
	if err != nil {
		return err
	}
	defer s.Close()
	for days := bufio.NewScanner(os.Stdin); days.Scan(); {
		slot := booking.Slot{Product: "dunes", Option: "shared", Date: days.Text()}
		tally := storetest.Race(perChild, fault.SoldOut, func() {}, func(int) error {
			return s.Do(ctx, func(tx booking.Tx) error {
				return tx.TakeSeats(ctx, []booking.Demand{{Slot: slot, Seats: 1, Capacity: 1}})
			})
		})
		fmt.Println(tally.Won, tally.Refused, len(tally.Other))
	}
	return nil
}

type child struct {
	days    io.Writer
	results *bufio.Scanner
}

func TestThreeProcessesSellTheLastSeatOfADayOnce(t *testing.T) {
	if !drill.Long {
		t.Skip("a drill: DRILL=1")
	}
	dsn := pgtest.New(t)
	var children []child
	for range processes {
		children = append(children, startChild(t, dsn))
	}
	for round := range storetest.Rounds() {
		day := time.Date(2026, 12, 5, 0, 0, 0, 0, time.UTC).AddDate(0, 0, round).Format(time.DateOnly)
		for _, c := range children {
			fmt.Fprintln(c.days, day)
		}
		won, refused, other := 0, 0, 0
		for _, c := range children {
			var w, r, o int
			c.results.Scan()
			if _, err := fmt.Sscan(c.results.Text(), &w, &r, &o); err != nil {
				t.Fatal(err)
			}
			won, refused, other = won+w, refused+r, other+o
		}
		if won != 1 || refused != processes*perChild-1 || other != 0 {
			t.Errorf("%d won, %d were refused and %d failed", won, refused, other)
		}
	}
}

func startChild(t *testing.T, dsn string) child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDSN+"="+dsn)
	cmd.Stderr = os.Stderr
	days, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	results, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = days.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return child{days, bufio.NewScanner(results)}
}

func TestThreeStoresRunEachJobOnce(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	const orders = 60
	var (
		runs  sync.Map
		total atomic.Int64
		first *postgres.Store
	)
	for range processes {
		s := open(t, dsn)
		first = s
		err := s.Jobs().Start(ctx, settling(func(_ context.Context, order string) (time.Time, error) {
			if _, again := runs.LoadOrStore(order, true); again {
				t.Errorf("%s was settled twice", order)
			}
			total.Add(1)
			time.Sleep(20 * time.Millisecond)
			return time.Time{}, nil
		}))
		if err != nil {
			t.Fatal(err)
		}
	}
	err := first.Do(ctx, func(tx booking.Tx) error {
		for i := range orders {
			if err := tx.SettleLater(ctx, fmt.Sprint("order-", i), time.Time{}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); total.Load() < orders && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(time.Second)
	if n := total.Load(); n != orders {
		t.Errorf("%d were settled, want %d", n, orders)
	}
}

// A process that is killed in mid-job leaves it running, in the name of a worker that holds no lock.
func TestJobOfAKilledProcessIsTakenOverWithinAMinute(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	s := open(t, dsn)
	busy, leave := make(chan string, 2), make(chan struct{})
	err := s.Jobs().Start(ctx, settling(func(_ context.Context, order string) (time.Time, error) {
		busy <- order
		<-leave
		return time.Time{}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer close(leave)
	err = s.Do(ctx, func(tx booking.Tx) error {
		return errors.Join(tx.SettleLater(ctx, "alive", time.Time{}),
			tx.SettleLater(ctx, "dead", time.Now().Add(time.Hour)))
	})
	if err != nil {
		t.Fatal(err)
	}
	<-busy
	_, err = connect(t, dsn).Exec(`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(),
		attempted_by = '{killed}', scheduled_at = now() WHERE state = 'scheduled'`)
	if err != nil {
		t.Fatal(err)
	}
	select {
	case order := <-busy:
		if order != "dead" {
			t.Errorf("%s was taken from a worker that is alive", order)
		}
	case <-time.After(time.Minute):
		t.Error("nothing was taken over")
	}
}

func TestConcurrentOpensMigrateOnce(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Empty(t)
	tally := storetest.Race(4, "", func() {}, func(int) error {
		s, err := postgres.Open(ctx, dsn, quiet)
		if err != nil {
			return err
		}
		return s.Close()
	})
	if len(tally.Other) > 0 {
		t.Error(tally.Other)
	}
	list, err := postgres.Migrations(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if !m.Applied {
			t.Errorf("%s is not applied", m.Name)
		}
	}
	for _, m := range list {
		if m.Queue {
			continue
		}
		if err := postgres.MigrateDown(ctx, dsn); err != nil {
			t.Fatal(err)
		}
	}
}

func settling(settle sqlstore.Settle) sqlstore.Work { return sqlstore.Work{Settle: settle} }
