package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// jobDriver is River's driver, except that it inserts jobs by a plain statement. River's own reads each value of a job
// from a JSON document by SQL functions, which takes the writer longer than the insert.
type jobDriver struct{ *riversqlite.Driver }

func newJobDriver(db *sql.DB) jobDriver { return jobDriver{riversqlite.New(db)} }

func (d jobDriver) UnwrapExecutor(tx *sql.Tx) riverdriver.ExecutorTx {
	return jobInserter{d.Driver.UnwrapExecutor(tx), tx}
}

func (d jobDriver) UnwrapTx(e riverdriver.ExecutorTx) *sql.Tx {
	if inserter, ok := e.(jobInserter); ok {
		return inserter.tx
	}
	return d.Driver.UnwrapTx(e)
}

type jobInserter struct {
	riverdriver.ExecutorTx
	tx *sql.Tx
}

const (
	insertJobs = "INSERT INTO river_job " +
		"(args, created_at, kind, max_attempts, metadata, priority, queue, scheduled_at, state, tags) VALUES "
	jobValues = "(jsonb(?), COALESCE(?, datetime('now', 'subsec')), ?, ?, jsonb(?), ?, ?, " +
		"COALESCE(?, datetime('now', 'subsec')), ?, jsonb(?))"
	jobTime = "2006-01-02 15:04:05.000" // as River writes and compares it
)

func (j jobInserter) JobInsertFastManyNoReturning(ctx context.Context, p *riverdriver.JobInsertFastManyParams) (
	int, error) {
	values, args := make([]string, len(p.Jobs)), make([]any, 0, 10*len(p.Jobs))
	for i, job := range p.Jobs {
		if job.ID != nil || len(job.UniqueKey) > 0 { // which the shop does not use
			return j.ExecutorTx.JobInsertFastManyNoReturning(ctx, p)
		}
		tags, err := json.Marshal(job.Tags)
		if err != nil {
			return 0, err
		}
		values[i] = jobValues
		args = append(args, job.EncodedArgs, formatJobTime(job.CreatedAt), job.Kind, job.MaxAttempts,
			orEmptyObject(job.Metadata), job.Priority, job.Queue, formatJobTime(job.ScheduledAt), string(job.State),
			tags)
	}
	result, err := j.tx.ExecContext(ctx, insertJobs+strings.Join(values, ", "), args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func formatJobTime(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.UTC().Round(time.Millisecond).Format(jobTime)
}

func orEmptyObject(document []byte) []byte {
	if len(document) == 0 {
		return []byte("{}")
	}
	return document
}
