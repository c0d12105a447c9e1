package sqlstore

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/riverqueue/river"

	"storefront/internal/core/trail"
)

// followTrip sends the reminder of a booking, and later the request for a review.
type followTrip struct {
	Order   string `json:"order"`
	Booking string `json:"booking"`
}

func (followTrip) Kind() string { return "follow_trip" }

func (t *Tx) FollowLater(ctx context.Context, order, booking string, at time.Time) error {
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
		[]river.InsertManyParams{{Args: followTrip{order, booking}, InsertOpts: options}})
	return t.fail("follow later", err)
}

type follower struct {
	river.WorkerDefaults[followTrip]
	follow Follow
	logger *slog.Logger
}

// unfollowed is when a process that follows no trips looks again.
const unfollowed = 10 * time.Minute

func (f *follower) Work(ctx context.Context, job *river.Job[followTrip]) error {
	if f.follow == nil {
		return river.JobSnooze(unfollowed)
	}
	next, err := f.follow(ctx, job.Args.Order, job.Args.Booking)
	if err != nil && job.Attempt < recorded {
		return err
	}
	if err != nil {
		f.logger.ErrorContext(ctx, "cannot follow a booking", "order", job.Args.Order, "booking", job.Args.Booking,
			"error", err)
		return river.JobSnooze(retryAtMost)
	}
	if next.IsZero() {
		return nil
	}
	return river.JobSnooze(max(shortestSnooze, time.Until(next)))
}

func (f *follower) NextRetry(job *river.Job[followTrip]) time.Time {
	return time.Now().Add(pause(job.Attempt, retryAtMost))
}
