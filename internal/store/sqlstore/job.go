package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/notice"
)

const (
	// jobTimeout leaves a payment provider its 20 seconds.
	jobTimeout = 25 * time.Second
	// rescueAfter is when River takes a job for abandoned. It wants that above jobTimeout, and looks every 30 seconds.
	rescueAfter = 30 * time.Second
	// retryAtMost bounds the wait after a failure.
	retryAtMost = time.Minute
	// recorded failures are kept by River, each for ever; later ones are only logged.
	recorded   = 30
	maxWorkers = 16
	keepDone   = time.Hour
	keepFailed = 30 * 24 * time.Hour // for an operator to see
	// shortestSnooze keeps a settle whose next run is in the past from spinning.
	shortestSnooze = 100 * time.Millisecond
)

// Settle settles an order. A zero next means that the order is at rest.
type Settle = func(ctx context.Context, order string) (next time.Time, err error)

// Work is what jobs do.
type Work struct {
	Settle Settle
	Tell   map[notice.Channel]Tell
	Purge  func(ctx context.Context) error // deletes what is too old; nil where nothing does
}

// Jobs calls Settle for the orders of Tx.SettleLater: at least once, in any of the processes that work on the database,
// and again after a failure until it succeeds. It likewise sends the notices of Tx.NotifyLater, for some days.
type Jobs struct {
	driver   riverdriver.Driver[*sql.Tx]
	inserter *river.Client[*sql.Tx]
	logger   *slog.Logger
	rescue   Rescue
	channels []notice.Channel
	observe  ObserveJob // may be nil

	mu     sync.Mutex
	worker *river.Client[*sql.Tx]
	stop   func() // ends the rescue
}

// Rescue gives back what processes that died were working on, until it is stopped; River's own takes a minute and more.
// worker is the name under which this process works.
type Rescue func(ctx context.Context, worker string) (stop func(), err error)

// NewJobs prepares jobs on a database.
func NewJobs(driver riverdriver.Driver[*sql.Tx], logger *slog.Logger, rescue Rescue) (*Jobs, error) {
	logger = warnings(logger)
	inserter, err := river.NewClient(driver, &river.Config{Logger: logger})
	if err != nil {
		return nil, err
	}
	channels := []notice.Channel{notice.Mail}
	return &Jobs{driver: driver, inserter: inserter, logger: logger, rescue: rescue, channels: channels}, nil
}

type settleOrder struct {
	Order string `json:"order"`
}

func (settleOrder) Kind() string { return "settle_order" }

func (j *Jobs) insert(ctx context.Context, tx *sql.Tx, order string, at time.Time, kept []byte) error {
	options := &river.InsertOpts{MaxAttempts: math.MaxInt16, Metadata: kept}
	// A job with a time waits for River's scheduler, which comes by every 5 seconds.
	if at.After(time.Now()) {
		options.ScheduledAt = at
	}
	_, err := j.inserter.InsertManyFastTx(ctx, tx,
		[]river.InsertManyParams{{Args: settleOrder{order}, InsertOpts: options}})
	return err
}

// Start works jobs until Stop. The context is for starting only.
func (j *Jobs) Start(ctx context.Context, work Work) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.worker != nil {
		return errors.New("jobs have been started already")
	}
	name := "worker-" + rand.Text()
	worker, err := j.newWorker(name, work.reporting())
	if err != nil {
		return err
	}
	stop, err := j.rescue(ctx, name)
	if err != nil {
		return err
	}
	if err := worker.Start(context.WithoutCancel(ctx)); err != nil {
		stop()
		return err
	}
	j.worker, j.stop = worker, stop
	return nil
}

func (j *Jobs) newWorker(name string, work Work) (*river.Client[*sql.Tx], error) {
	workers := river.NewWorkers()
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: maxWorkers}}
	if err := river.AddWorkerSafely(workers, &settler{settle: work.Settle, logger: j.logger}); err != nil {
		return nil, err
	}
	if err := river.AddWorkerSafely(workers, &notifier{tell: work.Tell, logger: j.logger}); err != nil {
		return nil, err
	}
	for _, channel := range notice.Channels {
		// No other process ends the jobs of a channel that is switched off.
		if work.Tell[channel] != nil || !slices.Contains(j.channels, channel) {
			queues[queueOf(channel)] = river.QueueConfig{MaxWorkers: maxTellers}
		}
	}
	var periodic []*river.PeriodicJob
	if work.Purge != nil {
		if err := river.AddWorkerSafely(workers, &purger{purge: work.Purge}); err != nil {
			return nil, err
		}
		periodic = append(periodic, purgeJob())
	}
	return river.NewClient(j.driver, &river.Config{
		ID:                          name,
		PeriodicJobs:                periodic,
		Logger:                      j.logger,
		Workers:                     workers,
		Middleware:                  []rivertype.Middleware{&resuming{observe: j.observe}},
		Queues:                      queues,
		FetchPollInterval:           time.Second,
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        rescueAfter,
		CompletedJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepFailed,
	})
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
	defer j.stop()
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

func (s *settler) NextRetry(job *river.Job[settleOrder]) time.Time {
	return time.Now().Add(pause(job.Attempt, retryAtMost))
}

// pause doubles from a second.
func pause(attempt int, atMost time.Duration) time.Duration {
	return min(atMost, time.Second<<min(max(0, attempt-1), 16))
}

// warnings drops River's routine log lines.
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
