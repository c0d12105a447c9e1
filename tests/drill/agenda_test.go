package drill_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// agenda does with a test clock what the stores' jobs do in real time: it settles orders when due, again when Settle
// returns a time, and after a failure at intervals that grow from a second to a minute.
type agenda struct {
	booking.Store
	shop *shop

	mu       sync.Mutex
	due      []appointment
	failures int
	attempts int // that a job has; 0 for no end
}

type appointment struct {
	at      time.Time
	order   string // to be settled
	failed  int
	instead func() // what a visitor or operator does at that time
}

// openWithAgenda is open with jobs.
func (d database) openWithAgenda(t testing.TB, p parts) (*shop, *agenda) {
	t.Helper()
	a := &agenda{}
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

type noting struct {
	booking.Tx
	due *[]appointment
}

func (n noting) SettleLater(ctx context.Context, order string, at time.Time) error {
	*n.due = append(*n.due, appointment{at: at, order: order})
	return n.Tx.SettleLater(ctx, order, at)
}

// Do notes the jobs of a transaction that is kept.
func (a *agenda) Do(ctx context.Context, work func(booking.Tx) error) error {
	var due []appointment
	err := a.Store.Do(ctx, func(tx booking.Tx) error {
		due = nil
		return work(noting{tx, &due})
	})
	if err == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.due = append(a.due, due...)
	}
	return err
}

// at has something else done at a time.
func (a *agenda) at(when time.Time, do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = append(a.due, appointment{at: when, instead: do})
}

// next takes the earliest appointment out, if it is no later than end.
func (a *agenda) next(end time.Time) (first appointment, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	earliest := -1
	for i, d := range a.due {
		if !d.at.After(end) && (earliest < 0 || d.at.Before(a.due[earliest].at)) {
			earliest = i
		}
	}
	if earliest < 0 {
		return appointment{}, false
	}
	first = a.due[earliest]
	a.due[earliest] = a.due[len(a.due)-1]
	a.due = a.due[:len(a.due)-1]
	return first, true
}

// pass advances the clock and runs everything that becomes due.
func (a *agenda) pass(ctx context.Context, d time.Duration) {
	end := a.shop.clock.now().Add(d)
	for {
		job, ok := a.next(end)
		if !ok {
			break
		}
		a.shop.clock.until(job.at)
		if job.instead != nil {
			job.instead()
			continue
		}
		a.work(ctx, job)
	}
	a.shop.clock.until(end)
}

func (a *agenda) work(ctx context.Context, job appointment) {
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
