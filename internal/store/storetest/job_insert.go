package storetest

import (
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

type greeting struct {
	Text string `json:"text"`
}

func (greeting) Kind() string { return "greeting" }

// JobsAreRivers tests that a transaction inserts the same rows as River with its own driver. texts is SQL of the values
// that databases store differently.
func JobsAreRivers(t *testing.T, s booking.Store, db *sql.DB, driver riverdriver.Driver[*sql.Tx], texts string) {
	later := time.Date(2030, 12, 5, 12, 0, 0, 123_456_000, time.FixedZone("Gulf", 4*60*60))
	jobs := []river.InsertManyParams{
		{Args: greeting{"a \"tour\" of نزوى"}},
		{Args: greeting{"later"}, InsertOpts: &river.InsertOpts{
			ScheduledAt: later, Queue: "tell_mail", MaxAttempts: 7, Metadata: []byte(`{"trace": "1"}`)}},
	}
	do(t, s, func(tx booking.Tx) error { return tx.(*sqlstore.Tx).InsertJobs(ctx, "insert jobs", jobs...) })
	client, err := river.NewClient(driver, &river.Config{})
	must(t, err)
	_, err = client.InsertManyFast(ctx, jobs)
	must(t, err)
	rows := jobRows(t, db, texts)
	if len(rows) != 4 || !slices.Equal(rows[:2], rows[2:]) {
		t.Errorf("jobs are\n%q", rows)
	}
}

// jobRows returns the rows of jobs, a text each.
func jobRows(t *testing.T, db *sql.DB, texts string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(ctx, `SELECT `+texts+`, attempt, kind, max_attempts, priority, queue, state,
			scheduled_at = created_at,
			unique_key IS NULL AND unique_states IS NULL AND finalized_at IS NULL AND attempted_at IS NULL
		FROM river_job WHERE kind = 'greeting' ORDER BY id`)
	must(t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		columns := make([]sql.NullString, 9)
		into := make([]any, len(columns))
		for i := range columns {
			into[i] = &columns[i]
		}
		must(t, rows.Scan(into...))
		text := ""
		for _, c := range columns {
			text += c.String + "|"
		}
		all = append(all, text)
	}
	must(t, rows.Err())
	return all
}
