package sqlite_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
	"storefront/internal/store/storetest"
)

const childFile = "STORE_CHILD_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(childFile); path != "" {
		writeForEver(path)
	}
	os.Exit(m.Run())
}

// writeForEver prints each cart once it is acknowledged.
func writeForEver(path string) {
	s, err := sqlite.Open(ctx, path, quiet)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for writer := range 8 {
		go func() {
			for n := 0; ; n++ {
				id := fmt.Sprintf("%d-%d-%d", os.Getpid(), writer, n)
				err := s.Do(ctx, func(tx booking.Tx) error {
					if err := tx.SaveCart(ctx, booking.Cart{ID: id}); err != nil {
						return err
					}
					return tx.SettleLater(ctx, id, time.Now().Add(time.Hour))
				})
				if err != nil {
					os.Exit(1)
				}
				_, _ = os.Stdout.WriteString(id + "\n") // unbuffered: what is printed is out
			}
		}()
	}
	select {}
}

func TestAcknowledgedCommitsSurviveAKill(t *testing.T) {
	path := fresh(t)
	all := map[string]bool{}
	for round := range storetest.Rounds() {
		for _, id := range acknowledged(t, path, time.Duration(50+round*7%40)*time.Millisecond) {
			all[id] = true
		}
		s := open(t, path)
		jobs := countJobs(t, s)
		if len(all) == 0 || jobs < len(all) {
			t.Errorf("%d carts are acknowledged and %d jobs are there", len(all), jobs)
		}
		for id := range all {
			wantCart(t, s, id, true)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d acknowledged", len(all))
}

// acknowledged runs a process that writes, kills it after a while, and returns its output.
func acknowledged(t *testing.T, path string, while time.Duration) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if ids = append(ids, lines.Text()); len(ids) == 1 {
			time.AfterFunc(while, func() { _ = child.Process.Kill() })
		}
	}
	_ = child.Wait() // killed
	return ids
}

func countJobs(t *testing.T, s *sqlite.Store) (n int) {
	t.Helper()
	if err := s.Writer().QueryRow("SELECT count(*) FROM river_job").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A process that is killed in mid-job leaves it running.
func TestJobOfAKilledProcessIsTakenOverAtOnce(t *testing.T) {
	path := fresh(t)
	s := open(t, path)
	if err := s.Do(ctx, func(tx booking.Tx) error { return tx.SettleLater(ctx, "order", time.Time{}) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Writer().Exec("UPDATE river_job SET state = 'running', attempted_at = datetime('now')"); err != nil {
		t.Fatal(err)
	}
	settled := make(chan string)
	if err := s.Jobs().Start(ctx, sqlstore.Work{Settle: settleInto(settled)}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-settled:
	case <-time.After(time.Minute):
		t.Error("it was not")
	}
}
