package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/trail"
)

// JobTable has the differences of River's table of jobs in one database.
type JobTable struct {
	Document string              // a format for the placeholder of a JSON document
	Now      string              // the time of a statement
	Time     func(time.Time) any // a time as River stores it
	Notify   bool                // whether workers listen for new jobs, in place of looking for them
}

// InsertJobs inserts jobs by River's client, with a statement of the transaction.
func (t *Tx) InsertJobs(ctx context.Context, name string, jobs ...river.InsertManyParams) error {
	ctx, err := t.statementContext(ctx)
	if err != nil || len(jobs) == 0 {
		return err
	}
	_, err = t.jobs.inserter.InsertManyFastTx(context.WithValue(ctx, insertingTx{}, t), t.sql, jobs)
	return t.fail(name, err)
}

// insertingTx is the key of the Tx in the context of InsertJobs.
type insertingTx struct{}

// insertDriver is the driver of the client that inserts jobs. River's own statements take each value of a job from a
// JSON document or an array, which costs SQLite more than the insert, and a round trip to PostgreSQL.
type insertDriver struct {
	riverdriver.Driver[*sql.Tx]
}

func (d insertDriver) UnwrapExecutor(tx *sql.Tx) riverdriver.ExecutorTx {
	return jobInserter{d.Driver.UnwrapExecutor(tx)}
}

type jobInserter struct{ riverdriver.ExecutorTx }

func (j jobInserter) JobInsertFastManyNoReturning(ctx context.Context, p *riverdriver.JobInsertFastManyParams) (
	int, error) {
	t := ctx.Value(insertingTx{}).(*Tx)
	rows, args := make([]string, len(p.Jobs)), arguments{}
	for i, job := range p.Jobs {
		if job.ID != nil || job.Priority != river.PriorityDefault || len(job.Tags)+len(job.UniqueKey) > 0 {
			return 0, errJobOptions
		}
		rows[i] = t.dialect.Jobs.row(job, &args)
	}
	return len(p.Jobs), t.enqueue(ctx, Statement{Name: "insert jobs", Args: args,
		Query: "INSERT INTO river_job (args, created_at, kind, max_attempts, metadata, queue, scheduled_at, state) " +
			"VALUES " + strings.Join(rows, ", ")})
}

var errJobOptions = errors.New("jobs of transactions have no id, priority, tags or unique key")

// row returns the values of a job.
func (j JobTable) row(job *riverdriver.JobInsertFastParams, args *arguments) string {
	document := func(value []byte) string { return fmt.Sprintf(j.Document, args.placeholder(string(value))) }
	scheduled := func() string {
		if job.ScheduledAt == nil {
			return j.Now
		}
		return args.placeholder(j.Time(*job.ScheduledAt))
	}
	return "(" + strings.Join([]string{
		document(job.EncodedArgs), j.Now, args.placeholder(job.Kind), args.placeholder(job.MaxAttempts),
		document(job.Metadata), args.placeholder(job.Queue), scheduled(), stateLiterals[job.State],
	}, ", ") + ")"
}

// stateLiterals are the states of new jobs, in SQL.
var stateLiterals = map[rivertype.JobState]string{
	rivertype.JobStateAvailable: "'available'", rivertype.JobStateScheduled: "'scheduled'",
}

func (j jobInserter) NotifyMany(ctx context.Context, p *riverdriver.NotifyManyParams) error {
	if !ctx.Value(insertingTx{}).(*Tx).dialect.Jobs.Notify {
		return nil
	}
	return j.ExecutorTx.NotifyMany(ctx, p)
}

// insertOptions are those of a job that is retried until it succeeds. River's scheduler runs every 5 seconds, and only
// for jobs with a time.
func insertOptions(ctx context.Context, at time.Time) *river.InsertOpts {
	options := &river.InsertOpts{MaxAttempts: maxJobAttempts, Metadata: trail.Metadata(ctx)}
	if at.After(time.Now()) {
		options.ScheduledAt = at
	}
	return options
}
