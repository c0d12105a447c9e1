package sqlstore

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/riverqueue/river"

	"storefront/internal/core/trail"
)

type actOnDeparture struct {
	Change string `json:"change"`
}

func (actOnDeparture) Kind() string { return "act_on_departure" }

// ActLater queues the job of a departure's change.
func (t *Tx) ActLater(ctx context.Context, change string, at time.Time) error {
	kept := trail.Metadata(ctx)
	ctx, err := t.enter(ctx)
	if err != nil {
		return err
	}
	options := &river.InsertOpts{MaxAttempts: math.MaxInt16, Metadata: kept}
	if at.After(time.Now()) {
		options.ScheduledAt = at
	}
	_, err = t.jobs.inserter.InsertManyFastTx(ctx, t.sql,
		[]river.InsertManyParams{{Args: actOnDeparture{change}, InsertOpts: options}})
	return t.fail("act later", err)
}

// departer carries on with the changes of departures until they are done.
type departer struct {
	river.WorkerDefaults[actOnDeparture]
	act func(ctx context.Context, change string) (time.Time, error)
}

func (d *departer) Work(ctx context.Context, job *river.Job[actOnDeparture]) error {
	if d.act == nil {
		return errors.New("this process does not act on departures")
	}
	next, err := d.act(ctx, job.Args.Change)
	if err != nil || next.IsZero() {
		return err
	}
	return river.JobSnooze(max(shortestSnooze, time.Until(next)))
}

func (d *departer) NextRetry(job *river.Job[actOnDeparture]) time.Time {
	return time.Now().Add(pause(job.Attempt, retryAtMost))
}
