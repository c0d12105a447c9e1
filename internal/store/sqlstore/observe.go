package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

// ObserveStatement is called before a statement with what it does, in few words, and with its text, which has no
// values. It returns the context that the statement runs under, and what is called once it has ended.
type ObserveStatement func(ctx context.Context, act, query string) (context.Context, func(error))

// ObserveJob is called before a try of a job. It returns the context of the try, and what is called once it has ended.
type ObserveJob func(ctx context.Context, kind string) (context.Context, func(error))

// Observe has statements and jobs observed. It is to be called before the store is used. River's own statements are not
// observed.
func (s Store) Observe(statements ObserveStatement, jobs ObserveJob) {
	s.reads.dialect.Observe = statements
	s.jobs.observe = jobs
}

func (d *Dialect) observed(ctx context.Context, act, query string) (context.Context, func(error)) {
	if d.Observe == nil {
		return ctx, func(error) {}
	}
	return d.Observe(ctx, act, query)
}

// try is one try of a job.
type try struct{ err error }

type tryKey struct{}

// failed notes the failure of a try, which River may hear of as a job to be done later.
func failed(ctx context.Context, err error) {
	if t, ok := ctx.Value(tryKey{}).(*try); ok {
		t.err = err
	}
}

// reporting returns work that notes its failures.
func (w Work) reporting() Work {
	own := Work{Tell: map[notice.Channel]Tell{}, Purge: w.Purge}
	own.Settle = func(ctx context.Context, order string) (time.Time, error) {
		next, err := w.Settle(ctx, order)
		failed(ctx, err)
		return next, err
	}
	for channel, tell := range w.Tell {
		own.Tell[channel] = func(ctx context.Context, n notice.Notice) error {
			err := tell(ctx, n)
			failed(ctx, err)
			return err
		}
	}
	return own
}

// resuming runs jobs under the trail of the request that caused them, and keeps with each job since when it has been
// failing.
type resuming struct {
	river.MiddlewareDefaults
	observe ObserveJob
}

// output is what a job leaves in River's row.
type output struct {
	// FailingSince is an instant; empty, and written so, where the last try has succeeded: River's driver of SQLite
	// merges what is written with what was there.
	FailingSince string `json:"failingSince"`
}

func (m *resuming) Work(ctx context.Context, job *rivertype.JobRow, inner func(context.Context) error) error {
	this := try{err: errUnfinished}
	ctx = context.WithValue(trail.Resume(ctx, trail.FromMetadata(job.Metadata), job.Kind), tryKey{}, &this)
	end := func(error) {}
	if m.observe != nil {
		ctx, end = m.observe(ctx, job.Kind)
	}
	defer func() { // after a panic too
		end(this.err)
		was := outputOf(job.Metadata)
		now := output{}
		if this.err != nil {
			now.FailingSince = cmp.Or(was.FailingSince, instant(time.Now()).String())
		}
		if now != was {
			_ = river.RecordOutput(ctx, now) // fails outside of jobs only
		}
	}()
	return inner(ctx)
}

// errUnfinished is the failure of a try that has panicked.
var errUnfinished = errors.New("the job did not come to its end")

func outputOf(metadata []byte) output {
	var m struct {
		Output output `json:"output"`
	}
	if json.Unmarshal(metadata, &m) != nil {
		return output{}
	}
	return m.Output
}

// JobCount is how many jobs of a kind are in a state.
type JobCount struct {
	Kind  string
	State JobState
	Count int
	// DueSince is when the first of them was due, or will be.
	DueSince time.Time
	// FailingSince is since when one of them has been failing, the longest of all; zero where none is.
	FailingSince time.Time
}

// JobCounts counts the jobs that are not done, cancelled or given up, and those that were given up in the last 30 days.
func (s Store) JobCounts(ctx context.Context) (list []JobCount, err error) {
	query := fmt.Sprintf(`SELECT kind, CAST(state AS TEXT), count(*), %s, COALESCE(min(NULLIF(metadata -> 'output' ->> 'failingSince', '')), '')
		FROM river_job WHERE state IN ('available', 'scheduled', 'pending', 'running', 'retryable', 'discarded')
		GROUP BY kind, state ORDER BY kind, state`, fmt.Sprintf(s.reads.dialect.Epoch, "min(scheduled_at)"))
	err = s.reads.query(ctx, "count jobs", func(rows *sql.Rows) error {
		var c JobCount
		var state string
		var failing instant
		var due int64
		if err := rows.Scan(&c.Kind, &state, &c.Count, &due, &failing); err != nil {
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
