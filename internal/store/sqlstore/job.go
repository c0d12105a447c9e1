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
	// jobTimeout exceeds the 20 seconds of a payment provider's call.
	jobTimeout = 25 * time.Second
	// rescueAfter is the age from which River considers a job abandoned. It must exceed jobTimeout; River checks every
	// 30 seconds.
	rescueAfter = 30 * time.Second
	// maxRetryPause bounds the wait after a failure.
	maxRetryPause = time.Minute
	// maxRecordedFailures is the number of failures that River keeps, each for ever; later ones are only logged.
	maxRecordedFailures = 30
	maxWorkers          = 16
	doneRetention       = time.Hour
	failedRetention     = 30 * 24 * time.Hour // for an operator to see
	// minSnooze keeps an order whose next run is in the past from looping without pause.
	minSnooze = 100 * time.Millisecond
	// maxJobAttempts is River's maximum.
	maxJobAttempts = math.MaxInt16
)

// Settle settles an order and returns when to settle it next; zero if it is at rest.
type Settle = func(ctx context.Context, order string) (next time.Time, err error)

// QueueTripNotices queues the notices that are due before and after a booking, and returns when to call it again; zero
// for never.
type QueueTripNotices = func(ctx context.Context, order, booking string) (next time.Time, err error)

// Work has the functions that jobs call.
type Work struct {
	Settle           Settle
	Send             map[notice.Channel]Send
	Purge            func(ctx context.Context) error // deletes what is too old; nil where nothing does
	QueueTripNotices QueueTripNotices
	Rounds           []Round
	// ContinueDepartureChange does the next step of a departure's change, and returns when to call it again; zero for
	// never. It is nil if this process does none.
	ContinueDepartureChange func(ctx context.Context, change string) (next time.Time, err error)
}

// Jobs calls Settle for the orders of Tx.SettleLater: at least once, in any process that uses the database, and again
// after a failure until it succeeds. It sends the notices of Tx.NotifyLater likewise, for some days.
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

// Rescue requeues the jobs of processes that died, until stopped; River's own rescue takes more than a minute. worker
// is the name of this process.
type Rescue func(ctx context.Context, worker string) (stop func(), err error)

// NewJobs returns the jobs of a database.
func NewJobs(driver riverdriver.Driver[*sql.Tx], logger *slog.Logger, rescue Rescue) (*Jobs, error) {
	logger = warningsOnly(logger)
	inserter, err := river.NewClient(insertDriver{driver}, &river.Config{Logger: logger})
	if err != nil {
		return nil, err
	}
	channels := []notice.Channel{notice.Mail}
	return &Jobs{driver: driver, inserter: inserter, logger: logger, rescue: rescue, channels: channels}, nil
}

// Start runs jobs until Stop. The context is for starting only.
func (j *Jobs) Start(ctx context.Context, work Work) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.worker != nil {
		return errors.New("jobs are already started")
	}
	name := "worker-" + rand.Text()
	worker, err := j.newWorker(name, work)
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
	if err := work.addStepWorkers(workers, j.logger); err != nil {
		return nil, err
	}
	if err := river.AddWorkerSafely(workers, &noticeWorker{send: work.Send, logger: j.logger}); err != nil {
		return nil, err
	}
	for _, channel := range notice.Channels {
		// Every process serves the queue of a channel that is switched off, because no other would end its jobs.
		if work.Send[channel] != nil || !slices.Contains(j.channels, channel) {
			queues[queueOf(channel)] = river.QueueConfig{MaxWorkers: maxSenders}
		}
	}
	var periodic []*river.PeriodicJob
	if work.Purge != nil {
		if err := river.AddWorkerSafely(workers, &purgeWorker{purge: work.Purge}); err != nil {
			return nil, err
		}
		periodic = append(periodic, purgeJob())
	}
	if err := river.AddWorkerSafely(workers, newRounder(work.Rounds)); err != nil {
		return nil, err
	}
	for _, r := range work.Rounds {
		periodic = append(periodic, r.job())
	}
	return river.NewClient(j.driver, &river.Config{
		ID:                          name,
		PeriodicJobs:                periodic,
		Logger:                      j.logger,
		Workers:                     workers,
		Middleware:                  []rivertype.Middleware{&jobMiddleware{observe: j.observe}},
		Queues:                      queues,
		FetchPollInterval:           time.Second,
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        rescueAfter,
		CompletedJobRetentionPeriod: doneRetention,
		DiscardedJobRetentionPeriod: failedRetention,
	})
}

// Stop waits for running jobs, and cancels them when ctx ends. It may be called without Start.
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

// retryPause returns the wait after an attempt: a second, doubled with each.
func retryPause(attempt int, limit time.Duration) time.Duration {
	return min(limit, time.Second<<min(max(0, attempt-1), 16))
}

// warningsOnly drops River's routine log lines.
func warningsOnly(logger *slog.Logger) *slog.Logger {
	return slog.New(warningHandler{logger.Handler()})
}

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
