package storetest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/booking"
	"storefront/internal/store/sqlstore"
)

// patience is longer than River's scheduler and a slow machine need.
const patience = 20 * time.Second

var jobs = []promise{
	{"an order is settled soon after it was asked for, and once", func(t *testing.T, s Store) {
		settled := work(t, s, atRest)
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		settled.wantNoMore(t)
	}},
	{"an order is settled at its time, not before", func(t *testing.T, s Store) {
		settled := work(t, s, atRest)
		at := time.Now().Add(time.Second)
		settleLater(t, s, "order", at)
		settled.next(t)
		if early := time.Until(at); early > 10*time.Millisecond {
			t.Errorf("it was settled %v early", early)
		}
	}},
	{"an order is settled again when it says so, until it is at rest", func(t *testing.T, s Store) {
		settled := work(t, s, func(attempt int64) (time.Time, error) {
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
	{"what is too old is purged by a job, soon after the start", func(t *testing.T, s Store) {
		ran := make(chan struct{}, 10)
		err := s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
			Purge:  func(context.Context) error { ran <- struct{}{}; return nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-ran:
		case <-time.After(patience):
			t.Fatal("nothing was purged")
		}
	}},
	{"an order that cannot be settled, or panics, is tried again", func(t *testing.T, s Store) {
		settled := work(t, s, func(attempt int64) (time.Time, error) {
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
	{"stopping waits for what is being settled", func(t *testing.T, s Store) {
		var ended atomic.Bool
		settled := work(t, s, func(int64) (time.Time, error) {
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

func jobsSurvive(t *testing.T, open Open) {
	s := open(t)
	settleLater(t, s, "order", time.Time{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if id := work(t, open(t), atRest).next(t); id != "order" {
		t.Errorf("%s was settled", id)
	}
}

func settleLater(t testing.TB, s booking.Store, id string, at time.Time) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error { return tx.SettleLater(ctx, id, at) })
}

func atRest(int64) (time.Time, error) { return time.Time{}, nil }

type settled chan string

// work starts jobs and reports each order when its settling begins. attempt counts all of them, from 1.
func work(t testing.TB, s Store, settle func(attempt int64) (time.Time, error)) settled {
	t.Helper()
	var attempts atomic.Int64
	began := make(settled, 100)
	var do sqlstore.Settle = func(_ context.Context, order string) (time.Time, error) {
		began <- order
		return settle(attempts.Add(1))
	}
	if err := s.Jobs().Start(ctx, sqlstore.Work{Settle: do}); err != nil {
		t.Fatal(err)
	}
	return began
}

func (s settled) next(t testing.TB) string {
	t.Helper()
	select {
	case id := <-s:
		return id
	case <-time.After(patience):
		t.Fatal("nothing is settled")
		return ""
	}
}

func (s settled) wantNoMore(t testing.TB) {
	t.Helper()
	select {
	case id := <-s:
		t.Errorf("%s was settled as well", id)
	case <-time.After(1200 * time.Millisecond):
	}
}
