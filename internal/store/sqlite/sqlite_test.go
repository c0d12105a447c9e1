package sqlite_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river/riverdriver/riversqlite"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
	"storefront/internal/store/storetest"
)

var (
	ctx   = context.Background()
	quiet = slog.New(slog.DiscardHandler)
)

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(ctx, path, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func fresh(t testing.TB) string { return filepath.Join(t.TempDir(), "a shop? 100%.db") }

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Open {
		path := fresh(t)
		return func(t testing.TB) storetest.Store { return open(t, path) }
	})
}

// Every product page requests them.
func TestPublicReviewsOfAProductUseAnIndex(t *testing.T) {
	s := open(t, fresh(t))
	wantPlan(t, s, []string{"reviews_by_product (deployment=? AND product=? AND status=?)"},
		`SELECT id, deployment, product, user_id, status, created_at, document
		FROM reviews WHERE deployment = $1 AND product = $2 AND status = $3 ORDER BY created_at DESC, id DESC LIMIT $4`,
		"wayfare", "dunes", "approved", 100)
}

// A deployment has far more orders than an address or a cart.
func TestInvoicesAreFoundByAddressAndCart(t *testing.T) {
	s := open(t, fresh(t))
	var query string
	s.Observe(func(ctx context.Context, _, statement string) (context.Context, func(error)) {
		query = statement
		return ctx, func(error) {}
	}, nil)
	_, err := s.Read().Orders(ctx, booking.OrderFilter{
		Deployment: "wayfare", ListedAsInvoice: true, Carts: []string{"cart"}, Email: "amina@example.com",
	})
	if err != nil {
		t.Fatal(err)
	}
	wantPlan(t, s, []string{"sqlite_autoindex_orders_2 (cart=?)", "orders_by_buyer (email=?)"}, query,
		"wayfare", "cart", "amina@example.com", 100)
}

// wantPlan tests that SQLite finds rows by indexes.
func wantPlan(t *testing.T, s *sqlite.Store, indexes []string, query string, args ...any) {
	t.Helper()
	rows, err := s.Writer().QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan += detail + "\n"
	}
	for _, index := range indexes {
		if err := rows.Err(); err != nil || !strings.Contains(plan, index) {
			t.Errorf("%s is not used: %v\n%s", index, err, plan)
		}
	}
}

func settleInto(settled chan string) sqlstore.Settle {
	return func(_ context.Context, order string) (time.Time, error) {
		settled <- order
		return time.Time{}, nil
	}
}

func TestPendingMigrationsOfTheJobQueueAreListed(t *testing.T) {
	path := fresh(t)
	s := open(t, path)
	// as an earlier version has it
	if _, err := s.Writer().Exec("DELETE FROM river_migration WHERE version > 6"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := sqlite.Migrations(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	pending := 0
	for _, m := range list {
		if m.Applied == (m.Queue && m.Version > 6) {
			t.Errorf("%s: applied %v", m.Name, m.Applied)
		}
		if !m.Applied {
			pending++
		}
	}
	if pending == 0 {
		t.Error("no change is listed as pending")
	}
}

func TestMigrationsRunDownAndUp(t *testing.T) {
	path := fresh(t)
	before, err := sqlite.Migrations(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range before {
		if m.Applied {
			t.Errorf("%s is applied to an empty file", m.Name)
		}
	}
	if err := sqlite.Migrate(ctx, path); err != nil {
		t.Fatal(err)
	}
	for _, m := range before {
		if m.Queue {
			continue
		}
		if err := sqlite.MigrateDown(ctx, path); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, path)
	if err := save(s, "cart"); err != nil {
		t.Error(err)
	}
	after, err := sqlite.Migrations(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range after {
		if !m.Applied {
			t.Errorf("%s is not applied", m.Name)
		}
	}
}

func TestOrdersSurviveMigrations(t *testing.T) {
	path := fresh(t)
	storetest.OrdersSurviveMigrations(t, func(t testing.TB) storetest.Store { return open(t, path) },
		func() ([]sqlstore.Migration, error) { return sqlite.Migrations(ctx, path) },
		func() error { return sqlite.MigrateDown(ctx, path) })
}

// On PostgreSQL, processes of the earlier version run until they are restarted.
func TestOrderOfAnEarlierVersionLosesItsWords(t *testing.T) {
	s := open(t, fresh(t))
	order := orderOf(cartOf("cart"), 1)
	if err := s.Do(ctx, func(tx booking.Tx) error { return tx.InsertOrder(ctx, order) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Writer().Exec("UPDATE orders SET words = ''"); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(ctx, func(tx booking.Tx) error { return tx.EraseOrder(ctx, &order) }); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.Writer().QueryRow("SELECT count(*) FROM order_words WHERE word = 'maren'").Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("%d words of the buyer are left, %v", left, err)
	}
}

func TestJobsAreThoseOfRiver(t *testing.T) {
	s := open(t, fresh(t))
	storetest.JobsAreRivers(t, s, s.Writer(), riversqlite.New(s.Writer()), `concat_ws('|', hex(args), hex(metadata), hex(tags),
		length(created_at), abs(julianday(created_at) - julianday('now')) < 0.001,
		CASE WHEN state = 'scheduled' THEN scheduled_at ELSE length(scheduled_at) END)`)
}
