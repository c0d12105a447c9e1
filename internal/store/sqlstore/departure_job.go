package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"
)

type departureJob struct {
	Change string `json:"change"`
}

func (departureJob) Kind() string { return "act_on_departure" }

// ContinueDepartureChangeLater queues the job of a departure's change.
func (t *Tx) ContinueDepartureChangeLater(ctx context.Context, change string, at time.Time) error {
	return t.InsertJobs(ctx, "act later",
		river.InsertManyParams{Args: departureJob{change}, InsertOpts: insertOptions(ctx, at)})
}

// departureWorker carries on with the changes of departures until they are done.
type departureWorker struct {
	river.WorkerDefaults[departureJob]
	continueChange func(ctx context.Context, change string) (time.Time, error)
}

func (d *departureWorker) Work(ctx context.Context, job *river.Job[departureJob]) error {
	if d.continueChange == nil {
		return errors.New("this process does not act on departures")
	}
	next, err := d.continueChange(ctx, job.Args.Change)
	if err != nil || next.IsZero() {
		return err
	}
	return river.JobSnooze(max(minSnooze, time.Until(next)))
}

func (d *departureWorker) NextRetry(job *river.Job[departureJob]) time.Time {
	return time.Now().Add(retryPause(job.Attempt, maxRetryPause))
}
