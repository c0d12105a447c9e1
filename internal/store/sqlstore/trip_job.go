package sqlstore

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
)

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

type tripNoticesWorker struct {
	river.WorkerDefaults[tripNoticesJob]
	queueNotices QueueTripNotices
	logger       *slog.Logger
}

// idleSnooze is how long a process without QueueTripNotices leaves such a job to others.
const idleSnooze = 10 * time.Minute

func (f *tripNoticesWorker) Work(ctx context.Context, job *river.Job[tripNoticesJob]) error {
	if f.queueNotices == nil {
		return river.JobSnooze(idleSnooze)
	}
	next, err := f.queueNotices(ctx, job.Args.Order, job.Args.Booking)
	if err != nil && job.Attempt < maxRecordedFailures {
		return err
	}
	if err != nil {
		f.logger.ErrorContext(ctx, "cannot follow a booking", "order", job.Args.Order, "booking", job.Args.Booking,
			"error", err)
		return river.JobSnooze(maxRetryPause)
	}
	if next.IsZero() {
		return nil
	}
	return river.JobSnooze(max(minSnooze, time.Until(next)))
}

func (f *tripNoticesWorker) NextRetry(job *river.Job[tripNoticesJob]) time.Time {
	return time.Now().Add(retryPause(job.Attempt, maxRetryPause))
}
