package sqlstore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/trail"
)

// ObserveStatement is called before a statement with a short name and its text, which has no values. It returns the
// context for the statement and a function to call at its end.
type ObserveStatement func(ctx context.Context, act, query string) (context.Context, func(error))

// ObserveJob is called before an attempt of a job. It returns the context for the attempt and a function to call at its
// end.
type ObserveJob func(ctx context.Context, kind string) (context.Context, func(error))

// Observe sets the observers of statements and jobs, before the store is used. River's own statements are not observed.
func (s Store) Observe(statements ObserveStatement, jobs ObserveJob) {
	s.reads.dialect.Observe = statements
	s.jobs.observe = jobs
}

func (d *Dialect) observe(ctx context.Context, name, query string) (context.Context, func(error)) {
	if d.Observe == nil {
		return ctx, func(error) {}
	}
	return d.Observe(ctx, name, query)
}

// attempt is one attempt of a job.
type attempt struct{ snoozedErr error }

type attemptKey struct{}

// recordFailure records the error of an attempt that ends with a snooze, which hides it.
func recordFailure(ctx context.Context, err error) {
	if t, ok := ctx.Value(attemptKey{}).(*attempt); ok {
		t.snoozedErr = err
	}
}

// jobMiddleware runs jobs under the trail of the request that caused them, and stores in each job since when it has
// been failing.
type jobMiddleware struct {
	river.MiddlewareDefaults
	observe ObserveJob
}

// output is the data that a job stores in River's row.
type output struct {
	// FailingSince is an instant, and an explicit empty string after a success: River's SQLite driver merges the new
	// output into the old.
	FailingSince string `json:"failingSince"`
}

func (m *jobMiddleware) Work(ctx context.Context, job *rivertype.JobRow, inner func(context.Context) error) error {
	current, failure := attempt{}, errUnfinished
	ctx = context.WithValue(trail.ForJob(ctx, trail.FromMetadata(job.Metadata), job.Kind), attemptKey{}, &current)
	end := func(error) {}
	if m.observe != nil {
		ctx, end = m.observe(ctx, job.Kind)
	}
	defer func() { // also after a panic
		end(failure)
		before := parseOutput(job.Metadata)
		now := output{}
		if failure != nil {
			now.FailingSince = cmp.Or(before.FailingSince, instant(time.Now()).String())
		}
		if now != before {
			_ = river.RecordOutput(ctx, now) // fails only outside of jobs
		}
	}()
	err := inner(ctx)
	if failure = err; isSnooze(err) {
		failure = current.snoozedErr
	}
	return err
}

func isSnooze(err error) bool {
	_, is := errors.AsType[*river.JobSnoozeError](err)
	return is
}

// errUnfinished is the failure of an attempt that panicked.
var errUnfinished = errors.New("the job panicked")

func parseOutput(metadata []byte) output {
	var m struct {
		Output output `json:"output"`
	}
	if json.Unmarshal(metadata, &m) != nil {
		return output{}
	}
	return m.Output
}

// JobCount is the number of jobs of a kind in a state.
type JobCount struct {
	Kind  string
	State JobState
	Count int
	// DueSince is when the first of them was or will be due.
	DueSince time.Time
	// FailingSince is when the one that fails the longest first failed; zero if none fails.
	FailingSince time.Time
}

// JobCounts counts pending, running and retrying jobs, and those that failed for good in the last 30 days.
func (s Store) JobCounts(ctx context.Context) (list []JobCount, err error) {
	query := fmt.Sprintf(`SELECT kind, CAST(state AS TEXT), count(*), %s, COALESCE(min(NULLIF(metadata -> 'output' ->> 'failingSince', '')), '')
		FROM river_job WHERE state IN ('available', 'scheduled', 'pending', 'running', 'retryable', 'discarded')
		GROUP BY kind, state ORDER BY kind, state`, fmt.Sprintf(s.reads.dialect.Epoch, "min(scheduled_at)"))
	err = s.reads.query(ctx, "count jobs", func(row Row) error {
		var c JobCount
		var state string
		var failing instant
		var due int64
		if err := row.Scan(&c.Kind, &state, &c.Count, &due, &failing); err != nil {
			return err
		}
		c.State, c.DueSince = stateOf(rivertype.JobState(state)), time.Unix(due, 0).UTC()
		if c.State != JobFailed {
			c.FailingSince = failing.time()
		}
		list = append(list, c)
		return nil
	}, query)
	return list, err
}
