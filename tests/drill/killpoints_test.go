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

// killPoints are the points at which a process may kill itself: before, within and after each transaction, and before
// and after each call of the provider.
type killPoints struct {
	killAt   int64
	onlyName string // only kill points of this name count; empty for all
	passed   atomic.Int64
}

// reach is called at each point. It kills the process with SIGKILL at the killAt-th point.
func (p *killPoints) reach(name string) {
	if p.onlyName != "" && p.onlyName != name || p.passed.Add(1) != p.killAt {
		return
	}
	fmt.Fprintln(os.Stderr, "killed at", name)
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until the signal arrives
}

// store returns a store with kill points.
func (p *killPoints) store(inner booking.Store) booking.Store {
	if p.killAt == 0 {
		return inner
	}
	return killableStore{inner, p}
}

// provider returns a provider with kill points.
func (p *killPoints) provider(inner payment.Provider) payment.Provider {
	if p.killAt == 0 {
		return inner
	}
	return killableProvider{inner, p}
}

// killableStore is a store with kill points in its transactions.
type killableStore struct {
	booking.Store
	points *killPoints
}

func (s killableStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	s.points.reach("before a transaction")
	err := s.Store.Do(ctx, func(tx booking.Tx) error {
		err := work(tx)
		s.points.reach("before a commit")
		return err
	})
	s.points.reach("after a transaction")
	return err
}

// killableProvider is a provider with kill points around its calls.
type killableProvider struct {
	payment.Provider
	points *killPoints
}

func (p killableProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	p.points.reach("before Start")
	session, err := p.Provider.Start(ctx, r)
	p.points.reach("after Start")
	return session, err
}

func (p killableProvider) State(ctx context.Context, session string) (payment.State, error) {
	state, err := p.Provider.State(ctx, session)
	p.points.reach("after State")
	return state, err
}

func (p killableProvider) Capture(ctx context.Context, session string, amount int64, key string) (payment.State,
	error) {
	p.points.reach("before Capture")
	state, err := p.Provider.Capture(ctx, session, amount, key)
	p.points.reach("after Capture")
	return state, err
}

func (p killableProvider) Void(ctx context.Context, session, key string) (payment.State, error) {
	p.points.reach("before Void")
	state, err := p.Provider.Void(ctx, session, key)
	p.points.reach("after Void")
	return state, err
}

func (p killableProvider) Refund(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	p.points.reach("before Refund")
	state, err := p.Provider.Refund(ctx, session, amount, key)
	p.points.reach("after Refund")
	return state, err
}
