package storetest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var jobs = []promise{
	{"an order is settled once, soon after SettleLater", func(t *testing.T, s Store) {
		settled := startSettling(t, s, atRest)
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		settled.wantNoMore(t)
	}},
	{"an order is settled at its due time, not before", func(t *testing.T, s Store) {
		settled := startSettling(t, s, atRest)
		at := time.Now().Add(time.Second)
		settleLater(t, s, "order", at)
		settled.next(t)
		if early := time.Until(at); early > 10*time.Millisecond {
			t.Errorf("it was settled %v early", early)
		}
	}},
	{"an order is settled again when due, until it is closed", func(t *testing.T, s Store) {
		settled := startSettling(t, s, func(attempt int64) (time.Time, error) {
			if attempt < 3 {
				return time.Now().Add(200 * time.Millisecond), nil
			}
			return time.Time{}, nil
		})
		settleLater(t, s, "order", time.Time{})
		for range 3 {
			settled.next(t)
		}
		settled.wantNoMore(t)
	}},
	{"a departure change is continued soon, and again when due", func(t *testing.T, s Store) {
		acted := make(calls[string], 10)
		must(t, s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
			ContinueDepartureChange: func(_ context.Context, change string) (time.Time, error) {
				acted <- change
				if len(acted) < 2 {
					return time.Now(), nil
				}
				return time.Time{}, nil
			},
		}))
		do(t, s, func(tx booking.Tx) error { return tx.ContinueDepartureChangeLater(ctx, "change", time.Now()) })
		for deadline := time.Now().Add(waitTimeout); len(acted) < 2; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("it was acted on %d times", len(acted))
			}
		}
		wantEqual(t, acted.next(t), "change")
	}},
	{"a job purges expired rows soon after the start", func(t *testing.T, s Store) {
		ran := make(calls[struct{}], 10)
		must(t, s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
			Purge:  func(context.Context) error { ran <- struct{}{}; return nil },
		}))
		ran.next(t)
	}},
	{"settling is retried after an error or a panic", func(t *testing.T, s Store) {
		settled := startSettling(t, s, func(attempt int64) (time.Time, error) {
			switch attempt {
			case 1:
				return time.Time{}, errors.New("the provider is down")
			case 2:
				panic("a mistake")
			}
			return time.Time{}, nil
		})
		settleLater(t, s, "order", time.Time{})
		for range 3 {
			settled.next(t)
		}
	}},
	{"jobs are counted, with the instants when they became due and first failed", func(t *testing.T, s Store) {
		count := func() sqlstore.JobCount {
			t.Helper()
			counts, err := s.JobCounts(ctx)
			if err != nil || len(counts) > 1 {
				t.Fatalf("%+v, %v", counts, err)
			}
			if len(counts) == 0 {
				return sqlstore.JobCount{}
			}
			return counts[0]
		}
		at := time.Now().Add(time.Hour).Truncate(time.Second).UTC()
		settleLater(t, s, "order", at)
		if got, want := count(), (sqlstore.JobCount{Kind: "settle_order", State: sqlstore.JobWaiting, Count: 1,
			DueSince: at}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		settleLater(t, s, "failing", time.Time{})
		began := time.Now()
		settled := startSettling(t, s, func(attempt int64) (time.Time, error) {
			switch attempt {
			case 1:
				panic("a mistake")
			case 2:
				return time.Time{}, errors.New("the provider is down")
			}
			return time.Now().Add(time.Hour), nil
		})
		settled.next(t)
		var first time.Time
		for first = failingSince(t, s); first.IsZero(); first = failingSince(t, s) {
			time.Sleep(10 * time.Millisecond)
		}
		if first.Before(began.Truncate(time.Microsecond)) || first.After(time.Now()) {
			t.Errorf("failing since %v, began at %v", first, began)
		}
		settled.next(t)
		settled.next(t)
		for deadline := time.Now().Add(waitTimeout); ; time.Sleep(10 * time.Millisecond) {
			if since := failingSince(t, s); since.IsZero() {
				break
			} else if !since.Equal(first) {
				t.Fatalf("failing since %v after the second failure, %v after the first", since, first)
			}
			if time.Now().After(deadline) {
				t.Fatal("a job that has succeeded counts as failing")
			}
		}
	}},
	{"observers receive jobs and statements", func(t *testing.T, s Store) {
		var mu sync.Mutex
		seen := map[string]int{}
		note := func(ctx context.Context, what string) (context.Context, func(error)) {
			mu.Lock()
			defer mu.Unlock()
			seen[what]++
			return ctx, func(err error) {
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					seen[what+" failed"]++
				}
			}
		}
		s.Observe(func(ctx context.Context, act, query string) (context.Context, func(error)) {
			if strings.Contains(query, "secret") {
				t.Errorf("%s: %s", act, query)
			}
			return note(ctx, act)
		}, note)
		wantFault(t, errOf(s.Read().Order(ctx, "secret")), fault.NotFound)
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: "secret"}) })
		settled := startSettling(t, s, func(attempt int64) (time.Time, error) { return time.Time{}, nil })
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		must(t, s.Jobs().Stop(ctx))
		mu.Lock()
		defer mu.Unlock()
		if seen["read orders"] != 1 || seen["save cart"] != 1 || seen["settle_order"] != 1 ||
			seen["settle_order failed"] != 0 {
			t.Errorf("%v", seen)
		}
	}},
	{"a job of any kind that succeeds is not observed as a failure", func(t *testing.T, s Store) {
		var mu sync.Mutex
		ended := map[string]error{}
		s.Observe(nil, func(ctx context.Context, kind string) (context.Context, func(error)) {
			return ctx, func(err error) {
				mu.Lock()
				defer mu.Unlock()
				ended[kind] = err
			}
		})
		nothing := func(context.Context) error { return nil }
		must(t, s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
			Purge:  nothing,
			Rounds: []sqlstore.Round{{Name: "round", Every: time.Hour, Do: nothing}},
			QueueTripNotices: func(context.Context, string, string) (time.Time, error) {
				return time.Now().Add(time.Hour), nil
			},
		}))
		do(t, s, func(tx booking.Tx) error {
			return errors.Join(tx.QueueTripNoticesLater(ctx, "order", "booking", time.Now()),
				tx.ContinueDepartureChangeLater(ctx, "change", time.Now())) // which this process leaves to others
		})
		want := map[string]error{"purge_old": nil, "round": nil, "follow_trip": nil, "act_on_departure": nil}
		for deadline := time.Now().Add(waitTimeout); ; time.Sleep(10 * time.Millisecond) {
			mu.Lock()
			n := len(ended)
			mu.Unlock()
			if n == len(want) {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d kinds of jobs ran", n)
			}
		}
		must(t, s.Jobs().Stop(ctx))
		mu.Lock()
		defer mu.Unlock()
		wantEqual(t, ended, want)
		if since := failingSince(t, s); !since.IsZero() {
			t.Errorf("a job fails since %v", since)
		}
	}},
	{"stopping waits for an order being settled", func(t *testing.T, s Store) {
		var ended atomic.Bool
		settled := startSettling(t, s, func(int64) (time.Time, error) {
			time.Sleep(300 * time.Millisecond)
			ended.Store(true)
			return time.Time{}, nil
		})
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		if err := s.Jobs().Stop(ctx); err != nil || !ended.Load() {
			t.Errorf("stopped with %v, ended %v", err, ended.Load())
		}
	}},
}

// failingSince returns when a job first failed; zero for none.
func failingSince(t testing.TB, s Store) (since time.Time) {
	t.Helper()
	counts, err := s.JobCounts(ctx)
	must(t, err)
	for _, c := range counts {
		if !c.FailingSince.IsZero() {
			since = c.FailingSince
		}
	}
	return since
}

func jobsSurvive(t *testing.T, open Open) {
	s := open(t)
	settleLater(t, s, "order", time.Time{})
	must(t, s.Close())
	if id := startSettling(t, open(t), atRest).next(t); id != "order" {
		t.Errorf("%s was settled", id)
	}
}

func settleLater(t testing.TB, s booking.Store, id string, at time.Time) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error { return tx.SettleLater(ctx, id, at) })
}

func atRest(int64) (time.Time, error) { return time.Time{}, nil }

// startSettling starts jobs and reports each order when its settling begins. attempt counts all attempts, from 1.
func startSettling(t testing.TB, s Store, settle func(attempt int64) (time.Time, error)) calls[string] {
	t.Helper()
	var attempts atomic.Int64
	began := make(calls[string], 100)
	var do sqlstore.Settle = func(_ context.Context, order string) (time.Time, error) {
		began <- order
		return settle(attempts.Add(1))
	}
	must(t, s.Jobs().Start(ctx, sqlstore.Work{Settle: do}))
	return began
}
