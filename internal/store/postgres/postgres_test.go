package postgres_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlstore"
	"storefront/internal/store/storetest"
)

var (
	ctx   = context.Background()
	quiet = slog.New(slog.DiscardHandler)
)

func open(t testing.TB, dsn string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(ctx, dsn, quiet)
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

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Open {
		dsn := pgtest.New(t)
		return func(t testing.TB) storetest.Store { return open(t, dsn) }
	})
}

func TestOrdersSurviveMigrations(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	storetest.OrdersSurviveMigrations(t, func(t testing.TB) storetest.Store { return open(t, dsn) },
		func() ([]sqlstore.Migration, error) { return postgres.Migrations(ctx, dsn) },
		func() error { return postgres.MigrateDown(ctx, dsn) })
}

func BenchmarkFound(b *testing.B) { storetest.BenchFound(b, open(b, pgtest.New(b))) }

func TestJobsAreThoseOfRiver(t *testing.T) {
	s := open(t, pgtest.New(t))
	db := s.Pools()["all"]
	storetest.JobsAreRivers(t, s, db, riverdatabasesql.New(db), `concat_ws('|', args, metadata, tags,
		abs(extract(epoch FROM created_at - now())) < 60,
		CASE WHEN state = 'scheduled' THEN scheduled_at AT TIME ZONE 'UTC' END)`)
}
