package drill_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// contestedSlots is the number of starts that the carts share.
const contestedSlots = 8

// deadlockRace has many carts with the same starts in opposite orders checked out at once, round after round.
type deadlockRace struct{ carts, rounds int }

// cartChoices returns n starts for cart i. Each cart begins with another start, and carts with an odd number have them
// in reverse.
func cartChoices(now time.Time, i, n int) []booking.Choice {
	var all []booking.Choice
	for k := range n {
		if i%2 == 1 {
			k = n - 1 - k
		}
		all = append(all, choiceOfSeats(now, instant, wide, (k+i)%contestedSlots, 1))
	}
	return all
}

// run orders the carts, orders them again with more starts and a promo code while their first orders hold seats, and
// lets the holds expire. It returns the errors that buyers would have seen.
func (r deadlockRace) run(t *testing.T, shops []*shop) (failures []string) {
	t.Helper()
	at := func(i int) *shop { return shops[i%len(shops)] }
	code := fmt.Sprint("TANGLE", lastNumber.Add(1))
	must(t, shops[0].NewPromoCode(t.Context(), booking.PromoCode{Deployment: deployment, Code: code, Percent: 10}))
	var mu sync.Mutex
	try := func(what string, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failures = append(failures, what+": "+err.Error())
		}
	}
	for range r.rounds {
		carts := make([]string, r.carts)
		for i := range carts {
			carts[i] = at(i).cart(t, cartChoices(at(i).clock.now(), i, 5)...)
		}
		orders := make([]booking.Order, r.carts)
		concurrently(r.carts, func(i int) {
			var err error
			orders[i], err = at(i).order(t.Context(), carts[i], i, 5*seatPrice)
			try("order", err)
		})
		concurrently(r.carts, func(i int) {
			for _, c := range cartChoices(at(i).clock.now(), i+3, 3) {
				_, err := at(i).AddItem(t.Context(), testDeployment, carts[i], c)
				try("add", err)
			}
			if i%3 == 0 {
				_, err := at(i).ApplyPromo(t.Context(), testDeployment, carts[i], code)
				try("promo", err)
			}
		})
		for range 2 { // the second order releases the seats and the promo code of the first
			concurrently(r.carts, func(i int) {
				total := int64(8 * seatPrice)
				if i%3 == 0 {
					total -= total / 10
				}
				var err error
				orders[i], err = at(i).order(t.Context(), carts[i], i, total)
				try("order again", err)
			})
		}
		for _, s := range shops {
			s.clock.advance(time.Hour)
		}
		concurrently(r.carts, func(i int) {
			_, err := at(i).Settle(t.Context(), orders[i].ID)
			try("settle", err)
		})
	}
	return failures
}

// countDeadlocks returns how many deadlocks PostgreSQL has resolved in a database. Its statistics are about a second
// late.
func countDeadlocks(t *testing.T, dsn string) (n int) {
	t.Helper()
	time.Sleep(1100 * time.Millisecond)
	db, err := sql.Open("pgx", dsn)
	must(t, err)
	defer db.Close()
	must(t, db.QueryRow(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n))
	return n
}

// shortenDeadlockTimeout makes PostgreSQL detect deadlocks after 50 ms instead of a second.
func shortenDeadlockTimeout(t *testing.T, dsn string) {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	must(t, err)
	defer db.Close()
	_, err = db.Exec(
		`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''50ms''', current_database()); END $$`)
	must(t, err)
}

func TestCartsWithTheSameSeatsInOppositeOrdersDoNotDeadlock(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		race := deadlockRace{50, sized(1, 20)}
		s := onSQLite(t).open(t, shopOptions{})
		failures := race.run(t, []*shop{s})
		if len(failures) > 0 {
			t.Errorf("%d errors, such as %s", len(failures), failures[0])
		}
		s.books.mustBalance(t)
		inControl := 0
		for tries := 0; inControl == 0 && tries < 20; tries++ {
			inControl = unguardedDeadlockRace(t, race)
		}
		if inControl == 0 {
			t.Error("without a single writer no order fails either")
		}
		printRow(3, "deadlock on SQLite: %d rounds × %d carts over %d starts, each ordered three times and "+
			"abandoned: %d errors; control (several writers): %d errors", race.rounds, race.carts, contestedSlots,
			len(failures), inControl)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		several := func(without guard) ([]*shop, string) {
			d := onPostgres(t)
			shortenDeadlockTimeout(t, d.DSN)
			var shops []*shop
			for range 3 {
				shops = append(shops, d.open(t, shopOptions{wrapStore: without.wrapStore}))
			}
			return shops, d.DSN
		}
		race := deadlockRace{50, sized(1, 20)}
		shops, dsn := several("")
		failures := race.run(t, shops)
		ended := countDeadlocks(t, dsn)
		if ended > 0 {
			t.Errorf("PostgreSQL resolved %d deadlocks", ended)
		}
		if len(failures) > 0 {
			t.Errorf("%d errors, such as %s", len(failures), failures[0])
		}
		shops[0].books.mustBalance(t)
		shops, dsn = several(lockOrderGuard)
		const controlCarts, maxTries = 12, 10
		inControl, tries := 0, 0
		var failedInControl []string
		for ; inControl == 0 && tries < maxTries; tries++ {
			failedInControl = append(failedInControl, deadlockRace{controlCarts, 1}.run(t, shops)...)
			inControl = countDeadlocks(t, dsn)
		}
		if inControl == 0 {
			t.Error("with slots locked in the order of the carts there is no deadlock either")
		}
		printRow(3, "deadlock on PostgreSQL, 3 stores: %d rounds × %d carts over %d starts, each ordered three times "+
			"and abandoned: %d deadlocks, %d errors; control (%d rounds of %d carts, slots locked in the order of "+
			"the cart): %d deadlocks, %d errors", race.rounds, race.carts, contestedSlots, ended, len(failures), tries,
			controlCarts, inControl, len(failedInControl))
	})
}

// unguardedDeadlockRace is the control of SQLite: the carts order on concurrent connections, in transactions that read
// the seats of a start before they take one. It returns the number of failed orders.
func unguardedDeadlockRace(t *testing.T, race deadlockRace) (failures int) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(t.TempDir(), "bare.db")+
		"?_journal_mode=WAL&_busy_timeout=5000")
	must(t, err)
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE slots (n INTEGER PRIMARY KEY, taken INTEGER NOT NULL)`)
	must(t, err)
	for n := range contestedSlots {
		_, err := db.Exec(`INSERT INTO slots VALUES ($1, 0)`, n)
		must(t, err)
	}
	var failed atomic.Int64
	concurrently(race.carts, func(i int) {
		for range 5 {
			if unguardedOrder(t.Context(), db, i) != nil {
				failed.Add(1)
			}
		}
	})
	return int(failed.Load())
}

// unguardedOrder takes five seats for cart i in the order of the cart.
func unguardedOrder(ctx context.Context, db *sql.DB, i int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for k := range 5 {
		if i%2 == 1 {
			k = 4 - k
		}
		n, taken := (k+i)%contestedSlots, 0
		if err := tx.QueryRow(`SELECT taken FROM slots WHERE n = $1`, n).Scan(&taken); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		if taken >= 10_000 {
			return errors.Join(fault.New(fault.SoldOut, fmt.Sprint(n)), tx.Rollback())
		}
		if _, err := tx.Exec(`UPDATE slots SET taken = $1 WHERE n = $2`, taken+1, n); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}
