package drill_test

import (
	"context"
	"errors"
	"fmt"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// The names of a provider's calls.
const (
	start   = "Start"
	state   = "State"
	capture = "Capture"
	void    = "Void"
	refund  = "Refund"
)

// interceptedProvider is a provider whose calls go through an interceptor.
type interceptedProvider struct {
	*sandbox.Provider
	intercept interceptor
}

// interceptor runs in place of a call; do makes the call.
type interceptor func(ctx context.Context, call string, do action) (any, error)

// action makes a call and returns its result.
type action func(context.Context) (any, error)

// intercept returns a function that wraps a provider with an interceptor.
func intercept(a interceptor) func(*sandbox.Provider) payment.Provider {
	return func(p *sandbox.Provider) payment.Provider { return &interceptedProvider{p, a} }
}

// errReset is the error of a connection that was cut.
var errReset = errors.New("read tcp: connection reset by peer")

// unreachable is the interceptor of a provider that cannot be reached.
func unreachable(context.Context, string, action) (any, error) { return nil, errReset }

func (p *interceptedProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	result, err := p.intercept(ctx, start, func(ctx context.Context) (any, error) { return p.Provider.Start(ctx, r) })
	session, _ := result.(payment.Session)
	return session, err
}

func (p *interceptedProvider) State(ctx context.Context, id string) (payment.State, error) {
	return p.call(ctx, state, func(ctx context.Context) (any, error) { return p.Provider.State(ctx, id) })
}

func (p *interceptedProvider) Capture(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.call(ctx, capture, func(ctx context.Context) (any,
		error) {
		return p.Provider.Capture(ctx, id, amount, key)
	})
}

func (p *interceptedProvider) Void(ctx context.Context, id, key string) (payment.State, error) {
	return p.call(ctx, void, func(ctx context.Context) (any, error) { return p.Provider.Void(ctx, id, key) })
}

func (p *interceptedProvider) Refund(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.call(ctx, refund, func(ctx context.Context) (any,
		error) {
		return p.Provider.Refund(ctx, id, amount, key)
	})
}

// call makes a call that returns a state.
func (p *interceptedProvider) call(ctx context.Context, name string, do action) (payment.State, error) {
	result, err := p.intercept(ctx, name, do)
	current, _ := result.(payment.State)
	return current, err
}

// freshKeysProvider lacks the guard: it sends every Start and Refund with a new idempotency key.
type freshKeysProvider struct{ interceptedProvider }

func (p *freshKeysProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	r.Key = fmt.Sprint(r.Key, " ", lastNumber.Add(1))
	return p.interceptedProvider.Start(ctx, r)
}

func (p *freshKeysProvider) Refund(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.interceptedProvider.Refund(ctx, id, amount, fmt.Sprint(key, " ", lastNumber.Add(1)))
}
