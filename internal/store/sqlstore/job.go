package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
)

const (
	// jobTimeout leaves a payment provider its 20 seconds.
	jobTimeout = 25 * time.Second
	// rescueAfter is when a job whose process died is given to another. River wants it above jobTimeout and looks every
	// 30 seconds.
	rescueAfter = 30 * time.Second
	// retryAtMost bounds the wait after a failure.
	retryAtMost = time.Minute
	// recorded failures are kept by River, each for ever; later ones are only logged.
	recorded   = 30
	maxWorkers = 16
	keepDone   = time.Hour
	// shortestSnooze keeps a settle that asks for the past from spinning.
	shortestSnooze = 100 * time.Millisecond
)

// Settle settles an order. A zero next says that the order is at rest.
type Settle = func(ctx context.Context, order string) (next time.Time, err error)

// Jobs calls Settle for orders when Tx.SettleLater has asked for it: at least once, by any of the processes that work on
// the database, and again after a failure until it succeeds.
type Jobs struct {
	driver   riverdriver.Driver[*sql.Tx]
	inserter *river.Client[*sql.Tx]
	logger   *slog.Logger
	takeOver func(context.Context) error

	mu     sync.Mutex
	worker *river.Client[*sql.Tx]
}

// NewJobs prepares jobs on a database. takeOver runs before they start; it may be nil.
func NewJobs(driver riverdriver.Driver[*sql.Tx], logger *slog.Logger, takeOver func(context.Context) error) (*Jobs, error) {
	logger = warnings(logger)
	inserter, err := river.NewClient(driver, &river.Config{Logger: logger})
	if err != nil {
		return nil, err
	}
	return &Jobs{driver: driver, inserter: inserter, logger: logger, takeOver: takeOver}, nil
}

type settleOrder struct {
	Order string `json:"order"`
}

func (settleOrder) Kind() string { return "settle_order" }

func (j *Jobs) insert(ctx context.Context, tx *sql.Tx, order string, at time.Time) error {
	options := &river.InsertOpts{MaxAttempts: math.MaxInt16}
	// A job with a time waits for River's scheduler, which comes by every 5 seconds.
	if at.After(time.Now()) {
		options.ScheduledAt = at
	}
	_, err := j.inserter.InsertTx(ctx, tx, settleOrder{order}, options)
	return err
}

// Start works jobs until Stop. The context is for starting only.
func (j *Jobs) Start(ctx context.Context, settle Settle) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.worker != nil {
		return errors.New("jobs have been started already")
	}
	if j.takeOver != nil {
		if err := j.takeOver(ctx); err != nil {
			return err
		}
	}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &settler{settle: settle, logger: j.logger}); err != nil {
		return err
	}
	worker, err := river.NewClient(j.driver, &river.Config{
		Logger:                      j.logger,
		Workers:                     workers,
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: maxWorkers}},
		FetchPollInterval:           time.Second,
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        rescueAfter,
		CompletedJobRetentionPeriod: keepDone,
	})
	if err != nil {
		return err
	}
	if err := worker.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	j.worker = worker
	return nil
}

// Stop lets running jobs end; when ctx ends first they are cut short. Jobs that were never started are stopped.
func (j *Jobs) Stop(ctx context.Context) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.worker == nil {
		return nil
	}
	worker := j.worker
	j.worker = nil
	if err := worker.Stop(ctx); err == nil {
		return nil
	}
	return worker.StopAndCancel(context.WithoutCancel(ctx))
}

type settler struct {
	river.WorkerDefaults[settleOrder]
	settle Settle
	logger *slog.Logger
}

func (s *settler) Work(ctx context.Context, job *river.Job[settleOrder]) error {
	next, err := s.settle(ctx, job.Args.Order)
	if err != nil && job.Attempt < recorded {
		return err
	}
	if err != nil {
		s.logger.ErrorContext(ctx, "an order cannot be settled", "order", job.Args.Order, "error", err)
		return river.JobSnooze(retryAtMost)
	}
	if next.IsZero() {
		return nil
	}
	return river.JobSnooze(max(shortestSnooze, time.Until(next)))
}

// NextRetry doubles from a second.
func (s *settler) NextRetry(job *river.Job[settleOrder]) time.Time {
	wait := retryAtMost
	if job.Attempt < 6 {
		wait = time.Second << max(0, job.Attempt-1)
	}
	return time.Now().Add(wait)
}

// warnings drops what River tells of its ordinary days.
func warnings(logger *slog.Logger) *slog.Logger { return slog.New(warningHandler{logger.Handler()}) }

type warningHandler struct{ slog.Handler }

func (h warningHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h warningHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warningHandler{h.Handler.WithAttrs(attrs)}
}

func (h warningHandler) WithGroup(name string) slog.Handler {
	return warningHandler{h.Handler.WithGroup(name)}
}
