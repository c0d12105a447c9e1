package drill_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/tests/drill"
)

// integrity returns the result of SQLite's check of a file: ok, or what is damaged.
func integrity(t *testing.T, path string) string {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=10000")
	must(t, err)
	defer db.Close()
	// move the write-ahead log into the file
	if _, err := db.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return err.Error()
	}
	var found string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return err.Error()
	}
	return found
}

// damagedCopy is the control: it returns a copy of the file with a part of it overwritten by zeros.
func damagedCopy(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	clear(data[4096 : len(data)/3*2]) // all but the header of the database
	copied := filepath.Join(t.TempDir(), "damaged.db")
	must(t, os.WriteFile(copied, data, 0o600))
	return copied
}

// sendReads sends the requests that only read, and returns how many.
func sendReads(t *testing.T, load *traffic) (n int) {
	t.Helper()
	load.mu.Lock()
	cart, orders := load.carts[0], load.orders
	load.mu.Unlock()
	choice := choiceOfSeats(time.Now(), instant, wide, 0, 1)
	for _, path := range []string{
		"/cart", "/search?q=balloon", "/orders/" + orders[0],
		fmt.Sprintf("/availability?product=%s&option=%s&date=%s", choice.Product, choice.Option, choice.Date),
		fmt.Sprintf("/availability/calendar?product=%s&option=%s&month=%s", choice.Product, choice.Option,
			choice.Date[:7]),
	} {
		response, content, err := sendVisitorRequest(t.Context(), cart, http.MethodGet, path, "", nil)
		switch {
		case err != nil:
			t.Errorf("while the disk is full: %s: %v", path, err)
		// the order may be another visitor's
		case response.StatusCode != http.StatusOK &&
			!(strings.HasPrefix(path, "/orders/") && response.StatusCode == http.StatusNotFound):
			t.Errorf("while the disk is full: %s: %d %s", path, response.StatusCode, content)
		}
		n++
	}
	return n
}

func TestAFullDiskRefusesWritesAndLosesNothing(t *testing.T) {
	disk := drill.NewDisk(t, 96)
	d := database{Data: disk.Dir}
	load := startTraffic(t, startAPI(t, d, freeAddr(t)).url, 12, true)
	file, times, reads, refused := filepath.Join(disk.Dir, "storefront.db"), sized(1, 10), 0, int64(0)
	for i := range times {
		load.waitForResponses(minRequests)
		disk.Fill(int64(i) * 20_000) // the disk becomes full at another point each time
		before := load.refused.Load()
		deadline := time.Now().Add(30 * time.Second)
		for load.refused.Load() < before+50 && time.Now().Before(deadline) {
			time.Sleep(10 * time.Millisecond)
		}
		refused += load.refused.Load() - before
		reads += sendReads(t, load)
		disk.Free()
	}
	load.waitForResponses(minRequests)
	load.stop()
	load.mustHaveNoFailures()
	b := openBooks(t, d)
	if _, remaining := waitUntilBalanced(t, b, settledWithin); len(remaining) > 0 {
		t.Errorf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
	}
	for _, name := range []string{file, filepath.Join(disk.Dir, "sandbox.db")} {
		if found := integrity(t, name); found != "ok" {
			t.Errorf("%s: %s", name, found)
		}
	}
	if found := integrity(t, damagedCopy(t, file)); found == "ok" {
		t.Error("the damaged copy passes the check")
	}
	carts, orders := load.lost(b)
	if carts+orders > 0 || refused == 0 {
		t.Errorf("%d carts and %d orders lost, %d refused", carts, orders, refused)
	}
	printRow(13, "SQLite's disk full %d time(s) under load | %d requests: %d answered 503 with Retry-After, none "+
		"failed otherwise; %d reads answered meanwhile; both files whole (control: damage to a copy is found); of %d "+
		"carts and %d orders acknowledged %d lost", times, load.requests.Load(), load.refused.Load(), reads,
		len(load.carts), len(load.orders), carts+orders)
}
