package drill_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// jobRunner does with a test clock what the stores' jobs do in real time: it settles orders when due, again when Settle
// returns a time, and after a failure at intervals that grow from a second to a minute.
type jobRunner struct {
	booking.Store
	shop *shop

	mu       sync.Mutex
	due      []scheduledJob
	failures int
	attempts int // that a job has; 0 for no end
}

type scheduledJob struct {
	at      time.Time
	order   string // to be settled
	failed  int
	instead func() // what a visitor or operator does at that time
}

// openWithJobs is open with jobs.
func (d database) openWithJobs(t testing.TB, p shopParts) (*shop, *jobRunner) {
	t.Helper()
	a := &jobRunner{}
	inner := p.store
	p.store = func(s booking.Store) booking.Store {
		if inner != nil {
			s = inner(s)
		}
		a.Store = s
		return a
	}
	a.shop = d.open(t, p)
	return a.shop, a
}

type recordingTx struct {
	booking.Tx
	due *[]scheduledJob
}

func (n recordingTx) SettleLater(ctx context.Context, order string, at time.Time) error {
	*n.due = append(*n.due, scheduledJob{at: at, order: order})
	return n.Tx.SettleLater(ctx, order, at)
}

// Do notes the jobs of a transaction that is kept.
func (a *jobRunner) Do(ctx context.Context, work func(booking.Tx) error) error {
	var due []scheduledJob
	err := a.Store.Do(ctx, func(tx booking.Tx) error {
		due = nil
		return work(recordingTx{tx, &due})
	})
	if err == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.due = append(a.due, due...)
	}
	return err
}

// schedule has something else done at a time.
func (a *jobRunner) schedule(when time.Time, do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = append(a.due, scheduledJob{at: when, instead: do})
}

// popDue takes the earliest appointment out, if it is no later than end.
func (a *jobRunner) popDue(end time.Time) (first scheduledJob, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	earliest := -1
	for i, d := range a.due {
		if !d.at.After(end) && (earliest < 0 || d.at.Before(a.due[earliest].at)) {
			earliest = i
		}
	}
	if earliest < 0 {
		return scheduledJob{}, false
	}
	first = a.due[earliest]
	a.due[earliest] = a.due[len(a.due)-1]
	a.due = a.due[:len(a.due)-1]
	return first, true
}

// advance advances the clock and runs everything that becomes due.
func (a *jobRunner) advance(ctx context.Context, d time.Duration) {
	end := a.shop.clock.now().Add(d)
	for {
		job, ok := a.popDue(end)
		if !ok {
			break
		}
		a.shop.clock.advanceTo(job.at)
		if job.instead != nil {
			job.instead()
			continue
		}
		a.run(ctx, job)
	}
	a.shop.clock.advanceTo(end)
}

func (a *jobRunner) run(ctx context.Context, job scheduledJob) {
	next, err := a.shop.Settle(ctx, job.order)
	now := a.shop.clock.now()
	switch {
	case err != nil:
		a.failures++
		if job.failed++; job.failed == a.attempts {
			return
		}
		wait := time.Minute
		if job.failed < 6 {
			wait = time.Second << (job.failed - 1)
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
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = append(a.due, job)
}
