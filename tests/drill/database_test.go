package drill_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/store/pgtest"
)

// maxRecovery is how long requests may be refused after the database responds again.
const maxRecovery = 5 * time.Second

// minRequests is the number of requests to wait for before and after each outage.
var minRequests = int64(sized(60, 300))

// maxResponseTime bounds the time of a request, which may wait for a lock and for the provider.
const maxResponseTime = 20 * time.Second

// causeOutages makes a database fail and recover n times under traffic. It returns the longest time for which requests
// were refused after a recovery.
func (tr *traffic) causeOutages(n int, outage func(i int)) (recovery time.Duration) {
	for i := range n {
		tr.waitForResponses(minRequests)
		outage(i)
		ended := time.Now()
		tr.waitForResponses(minRequests)
		lastRefused := time.Unix(0, tr.lastRefused.Load())
		if recovered := lastRefused.Sub(ended); recovered > recovery {
			recovery = recovered
		}
	}
	return recovery
}

func TestPostgreSQLRestartLosesNoAcknowledgedWrite(t *testing.T) {
	restarts := sized(2, 12)
	restart := func(i int) {
		if i%2 == 0 {
			pgtest.Crash(t)
		} else {
			pgtest.Restart(t)
		}
	}
	d := onPostgres(t)
	load := startTraffic(t, startAPI(t, d, freeAddr(t)).url, sized(12, 24), true)
	recovery := load.causeOutages(restarts, restart)
	load.stop()
	load.mustHaveNoFailures()
	b := openBooks(t, d)
	_, remaining := waitUntilBalanced(t, b, settledWithin)
	if len(remaining) > 0 {
		t.Errorf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
	}
	carts, orders := load.lost(b)
	if carts+orders > 0 || recovery > maxRecovery || time.Duration(load.slowest.Load()) > maxResponseTime ||
		load.refused.Load() == 0 {
		t.Errorf("%d carts and %d orders lost, %d refused, recovered after %s, slowest %s", carts, orders,
			load.refused.Load(), recovery, time.Duration(load.slowest.Load()))
	}
	control := ""
	if long {
		lost := loseWithoutDurability(t, restart)
		if lost == 0 {
			t.Error("with orders acknowledged before they are written none was lost either")
		}
		control = fmt.Sprintf("; control (orders acknowledged before they are written) lost %d", lost)
	}
	printRow(12, "PostgreSQL restarted %d times under load, half of them after a crash | %d requests: %d answered "+
		"503 with Retry-After, none failed otherwise; recovered after %d ms; slowest %d ms; of %d carts and %d "+
		"orders acknowledged %d lost%s", restarts, load.requests.Load(), load.refused.Load(), recovery.Milliseconds(),
		load.slowest.Load()/1e6, len(load.carts), len(load.orders), carts+orders, control)
}

// loseWithoutDurability is the control: traffic on a database that acknowledges commits before they are durable. It
// returns how many orders were lost in a crash.
func loseWithoutDurability(t *testing.T, restart func(int)) (lost int) {
	d := onPostgres(t)
	db, err := sql.Open("pgx", d.DSN)
	must(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = "+
		"off', current_database()); END $$")
	must(t, err)
	load := startTraffic(t, startAPI(t, d, freeAddr(t)).url, 12, true)
	b := openBooks(t, d)
	for range 20 { // a crash loses nothing if the database has just written
		load.causeOutages(1, func(int) { restart(0) })
		if lost = load.lostOrders(b); lost > 0 {
			break
		}
	}
	return lost
}

// lockSQLite locks a SQLite file for a duration. This process is not the server, so that the server sees another
// process's lock.
func lockSQLite(t *testing.T, d database, duration time.Duration) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(d.Data, "storefront.db")+
		"?_txlock=exclusive&_busy_timeout=10000")
	must(t, err)
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	must(t, err)
	time.Sleep(duration)
	must(t, tx.Rollback())
}

func TestRequestsWaitForLockedSQLiteFile(t *testing.T) {
	d := onSQLite(t)
	load := startTraffic(t, startAPI(t, d, freeAddr(t)).url, 12, true)
	short := 3 * time.Second
	if !long {
		short = time.Second
	}
	recovery := load.causeOutages(sized(1, 5), func(int) { lockSQLite(t, d, short) })
	waited, refused := time.Duration(load.slowest.Load()), load.refused.Load()
	if refused > 0 || waited < short*9/10 {
		t.Errorf("%d refused and %s waited while the file was locked for %s", refused, waited, short)
	}
	control := ""
	if long { // a lock that is longer than requests wait
		recovery = max(recovery, load.causeOutages(1, func(int) { lockSQLite(t, d, 8*time.Second) }))
		if load.refused.Load() == 0 {
			t.Error("no request was refused while the file was locked for 8 s")
		}
		control = fmt.Sprintf("; control (locked for 8 s, longer than requests wait): %d answered 503 with "+
			"Retry-After, recovered after %d ms", load.refused.Load(), recovery.Milliseconds())
	}
	load.stop()
	load.mustHaveNoFailures()
	b := openBooks(t, d)
	if _, remaining := waitUntilBalanced(t, b, settledWithin); len(remaining) > 0 {
		t.Errorf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
	}
	carts, orders := load.lost(b)
	if carts+orders > 0 || recovery > maxRecovery || time.Duration(load.slowest.Load()) > maxResponseTime {
		t.Errorf("%d carts and %d orders lost, recovered after %s, slowest %s", carts, orders, recovery,
			time.Duration(load.slowest.Load()))
	}
	printRow(12, "SQLite locked by another process for %s, %d times under load | %d requests: all waited for the "+
		"lock, %d ms at most; of %d carts and %d orders acknowledged %d lost%s", short, sized(1, 5),
		load.requests.Load(), waited.Milliseconds(), len(load.carts), len(load.orders), carts+orders, control)
}
