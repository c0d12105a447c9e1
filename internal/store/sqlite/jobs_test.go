package sqlite_test

import (
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"storefront/internal/store/sqlite"
)

type greeting struct {
	Text string `json:"text"`
}

func (greeting) Kind() string { return "greeting" }

func TestJobsAreInsertedAsRiverInsertsThem(t *testing.T) {
	writer := open(t, fresh(t)).Writer()
	later := time.Date(2026, 12, 5, 12, 0, 0, 123_456_789, time.FixedZone("Gulf", 4*60*60))
	insert := func(driver riverdriver.Driver[*sql.Tx]) []string {
		client, err := river.NewClient(driver, &river.Config{})
		if err != nil {
			t.Fatal(err)
		}
		tx, err := writer.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		n, err := client.InsertManyFastTx(ctx, tx, []river.InsertManyParams{
			{Args: greeting{"a \"tour\" of نزوى"}},
			{Args: greeting{}, InsertOpts: &river.InsertOpts{ScheduledAt: later, Queue: "mail", Priority: 3,
				MaxAttempts: 7, Metadata: []byte(`{"trace": "1"}`), Tags: []string{"one", "two"}}},
		})
		if err != nil || n != 2 {
			t.Fatalf("%d jobs were inserted, %v", n, err)
		}
		return jobRows(t, tx)
	}
	got, want := insert(sqlite.NewJobDriver(writer)), insert(riversqlite.New(writer))
	if !slices.Equal(got, want) {
		t.Errorf("jobs are\n%q, want\n%q", got, want)
	}
}

// jobRows returns the jobs as texts, with only the form of instants that are the time of the insert.
func jobRows(t *testing.T, tx *sql.Tx) (jobs []string) {
	t.Helper()
	rows, err := tx.Query(`SELECT concat_ws('|', hex(args), attempt, length(created_at),
			abs(julianday(created_at) - julianday('now')) < 0.001, kind, max_attempts,
			hex(metadata), priority, queue, state, hex(tags), unique_key IS NULL, unique_states IS NULL, finalized_at IS NULL,
			CASE WHEN state = 'scheduled' THEN scheduled_at ELSE scheduled_at = created_at END)
		FROM river_job ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var job string
		if err := rows.Scan(&job); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	if err := rows.Err(); err != nil || len(jobs) != 2 {
		t.Fatalf("%q, %v", jobs, err)
	}
	return jobs
}
