package sandbox_test

import (
	"database/sql"
	"net/http"
	"testing"

	"storefront/internal/shop/payment/paymenttest"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m, nil) }

// pool is a process's connections to a database.
func pool(tb testing.TB, dsn string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(8)
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

func openPostgres(tb testing.TB, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	return openWith(tb, pool(tb, pgtest.Empty(tb)), sandbox.Postgres, change)
}

func TestTheSandboxKeepsTheContractOnPostgreSQL(t *testing.T) {
	dsn := pgtest.Empty(t)
	paymenttest.Run(t, func(t *testing.T) paymenttest.Harness {
		return harness(t, func(tb testing.TB, change func(*sandbox.Config)) *sandbox.Provider {
			return openWith(tb, pool(tb, dsn), sandbox.Postgres, change)
		})
	})
}

func TestTheSandboxOutlivesARestartOfPostgreSQL(t *testing.T) {
	p := openWith(t, pool(t, pgtest.Empty(t)), sandbox.Postgres, nil)
	running(t, p)
	id := start(t, p, "1")
	pgtest.Restart(t)
	eventually(t, "paid", func() bool {
		_, err := p.Pay(t.Context(), id, sandbox.CardSuccess)
		return err == nil
	})
	if got := ledger(t, p, id); got != "authorised 39550" {
		t.Error(got)
	}
}

func TestAllProcessesOfOneSandboxShareASecret(t *testing.T) {
	db := pool(t, pgtest.Empty(t))
	one, other := openWith(t, db, sandbox.Postgres, nil), openWith(t, db, sandbox.Postgres, nil)
	header := http.Header{sandbox.SignatureHeader: {one.Signature([]byte(body), sentAt)}}
	if _, err := other.Event(t.Context(), header, []byte(body), sentAt); err != nil {
		t.Error(err)
	}
}
