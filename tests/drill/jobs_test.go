package drill_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// jobRunner runs the stores' jobs on a test clock: it settles an order when it is due, again at the instant that Settle
// returns, and after a failure at intervals that grow from a second to a minute.
type jobRunner struct {
	booking.Store
	shop *shop

	mu          sync.Mutex
	due         []scheduledJob
	failures    int
	maxAttempts int // of a job; 0 for no limit
}

// scheduledJob is an order to settle at an instant, or another function to call.
type scheduledJob struct {
	at       time.Time
	order    string // the order to settle
	failures int
	do       func() // what a visitor or operator does instead; nil to settle the order
}

// openWithJobs opens a shop whose jobs run when the test advances its clock.
func (d database) openWithJobs(t testing.TB, p shopOptions) (*shop, *jobRunner) {
	t.Helper()
	a := &jobRunner{}
	inner := p.wrapStore
	p.wrapStore = func(s booking.Store) booking.Store {
		if inner != nil {
			s = inner(s)
		}
		a.Store = s
		return a
	}
	a.shop = d.open(t, p)
	return a.shop, a
}

// recordingTx records the jobs that a transaction schedules.
type recordingTx struct {
	booking.Tx
	due *[]scheduledJob
}

func (t recordingTx) SettleLater(ctx context.Context, order string, at time.Time) error {
	*t.due = append(*t.due, scheduledJob{at: at, order: order})
	return t.Tx.SettleLater(ctx, order, at)
}

// Do schedules the jobs of a transaction that was committed.
func (j *jobRunner) Do(ctx context.Context, work func(booking.Tx) error) error {
	var due []scheduledJob
	err := j.Store.Do(ctx, func(tx booking.Tx) error {
		due = nil
		return work(recordingTx{tx, &due})
	})
	if err == nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.due = append(j.due, due...)
	}
	return err
}

// schedule calls do at an instant.
func (j *jobRunner) schedule(when time.Time, do func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.due = append(j.due, scheduledJob{at: when, do: do})
}

// popDue removes and returns the earliest job, if it is due by end.
func (j *jobRunner) popDue(end time.Time) (earliest scheduledJob, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	index := -1
	for i, d := range j.due {
		if !d.at.After(end) && (index < 0 || d.at.Before(j.due[index].at)) {
			index = i
		}
	}
	if index < 0 {
		return scheduledJob{}, false
	}
	earliest = j.due[index]
	j.due[index] = j.due[len(j.due)-1]
	j.due = j.due[:len(j.due)-1]
	return earliest, true
}

// advance advances the clock and runs the jobs that become due.
func (j *jobRunner) advance(ctx context.Context, d time.Duration) {
	end := j.shop.clock.now().Add(d)
	for {
		job, ok := j.popDue(end)
		if !ok {
			break
		}
		j.shop.clock.advanceTo(job.at)
		if job.do != nil {
			job.do()
			continue
		}
		j.run(ctx, job)
	}
	j.shop.clock.advanceTo(end)
}

// run settles an order and schedules the next run.
func (j *jobRunner) run(ctx context.Context, job scheduledJob) {
	next, err := j.shop.Settle(ctx, job.order)
	now := j.shop.clock.now()
	switch {
	case err != nil:
		j.failures++
		if job.failures++; job.failures == j.maxAttempts {
			return
		}
		wait := time.Minute
		if job.failures < 6 {
			wait = time.Second << (job.failures - 1)
		}
		job.at = now.Add(wait)
	case next.IsZero():
		return
	default:
		job.at = next
		if soonest := now.Add(100 * time.Millisecond); next.Before(soonest) {
			job.at = soonest
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.due = append(j.due, job)
}
