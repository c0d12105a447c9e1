package drill_test

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// points are the places at which a process may be killed: before and after each transaction and each call of the
// provider, and within a transaction.
type points struct {
	killAt int64
	named  string // only points of this name count; empty for all
	passed atomic.Int64
}

// at kills the process, as kill -9 does, at the point that was chosen.
func (p *points) at(name string) {
	if p.named != "" && p.named != name || p.passed.Add(1) != p.killAt {
		return
	}
	fmt.Fprintln(os.Stderr, "killed at", name)
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until the signal
}

func (p *points) store(inner booking.Store) booking.Store {
	if p.killAt == 0 {
		return inner
	}
	return pointedStore{inner, p}
}

func (p *points) provider(inner payment.Provider) payment.Provider {
	if p.killAt == 0 {
		return inner
	}
	return pointedProvider{inner, p}
}

type pointedStore struct {
	booking.Store
	points *points
}

func (s pointedStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	s.points.at("before a transaction")
	err := s.Store.Do(ctx, func(tx booking.Tx) error {
		err := work(tx)
		s.points.at("before a commit")
		return err
	})
	s.points.at("after a transaction")
	return err
}

type pointedProvider struct {
	payment.Provider
	points *points
}

func (p pointedProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	p.points.at("before Start")
	session, err := p.Provider.Start(ctx, r)
	p.points.at("after Start")
	return session, err
}

func (p pointedProvider) State(ctx context.Context, session string) (payment.State, error) {
	state, err := p.Provider.State(ctx, session)
	p.points.at("after State")
	return state, err
}

func (p pointedProvider) Capture(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	p.points.at("before Capture")
	state, err := p.Provider.Capture(ctx, session, amount, key)
	p.points.at("after Capture")
	return state, err
}

func (p pointedProvider) Void(ctx context.Context, session, key string) (payment.State, error) {
	p.points.at("before Void")
	state, err := p.Provider.Void(ctx, session, key)
	p.points.at("after Void")
	return state, err
}

func (p pointedProvider) Refund(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	p.points.at("before Refund")
	state, err := p.Provider.Refund(ctx, session, amount, key)
	p.points.at("after Refund")
	return state, err
}
