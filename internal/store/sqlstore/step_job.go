package sqlstore

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
)

// settleJob settles an order until it is at rest.
type settleJob struct {
	Order string `json:"order"`
}

func (settleJob) Kind() string { return "settle_order" }

func (t *Tx) SettleLater(ctx context.Context, order string, at time.Time) error {
	return t.InsertJobs(ctx, "settle later",
		river.InsertManyParams{Args: settleJob{order}, InsertOpts: insertOptions(ctx, at)})
}

// tripNoticesJob queues the reminder of a booking, and later its review request.
type tripNoticesJob struct {
	Order   string `json:"order"`
	Booking string `json:"booking"`
}

func (tripNoticesJob) Kind() string { return "follow_trip" }

func (t *Tx) QueueTripNoticesLater(ctx context.Context, order, booking string, at time.Time) error {
	return t.InsertJobs(ctx, "follow later",
		river.InsertManyParams{Args: tripNoticesJob{order, booking}, InsertOpts: insertOptions(ctx, at)})
}

// departureJob does the steps of a departure's change until it is done.
type departureJob struct {
	Change string `json:"change"`
}

func (departureJob) Kind() string { return "act_on_departure" }

// ContinueDepartureChangeLater queues the job of a departure's change.
func (t *Tx) ContinueDepartureChangeLater(ctx context.Context, change string, at time.Time) error {
	return t.InsertJobs(ctx, "act later",
		river.InsertManyParams{Args: departureJob{change}, InsertOpts: insertOptions(ctx, at)})
}

// stepWorker works in steps: each returns when the next is due, and zero after the last.
type stepWorker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	step   func(ctx context.Context, args T) (next time.Time, err error)
	logger *slog.Logger
}

func (w *stepWorker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	next, err := w.step(ctx, job.Args)
	switch {
	case err != nil && job.Attempt < maxRecordedFailures:
		return err
	case err != nil:
		w.logger.ErrorContext(ctx, "a job still fails", "job", job.Kind, "arguments", string(job.EncodedArgs),
			"error", err)
		recordFailure(ctx, err)
		return river.JobSnooze(maxRetryPause)
	case next.IsZero():
		return nil
	}
	return river.JobSnooze(max(minSnooze, time.Until(next)))
}

func (w *stepWorker[T]) NextRetry(job *river.Job[T]) time.Time {
	return time.Now().Add(retryPause(job.Attempt, maxRetryPause))
}

// idleSnooze is how long a process that does not do the work of a job leaves it to others.
const idleSnooze = 10 * time.Minute

// addStepWorkers adds the workers of the jobs that work in steps.
func (w Work) addStepWorkers(workers *river.Workers, logger *slog.Logger) error {
	settle := func(ctx context.Context, job settleJob) (time.Time, error) { return w.Settle(ctx, job.Order) }
	notify := func(ctx context.Context, job tripNoticesJob) (time.Time, error) {
		if w.QueueTripNotices == nil {
			return time.Now().Add(idleSnooze), nil
		}
		return w.QueueTripNotices(ctx, job.Order, job.Booking)
	}
	change := func(ctx context.Context, job departureJob) (time.Time, error) {
		if w.ContinueDepartureChange == nil {
			return time.Now().Add(idleSnooze), nil
		}
		return w.ContinueDepartureChange(ctx, job.Change)
	}
	return errors.Join(
		river.AddWorkerSafely(workers, &stepWorker[settleJob]{step: settle, logger: logger}),
		river.AddWorkerSafely(workers, &stepWorker[tripNoticesJob]{step: notify, logger: logger}),
		river.AddWorkerSafely(workers, &stepWorker[departureJob]{step: change, logger: logger}),
	)
}
