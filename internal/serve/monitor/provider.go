package monitor

import (
	"context"
	"errors"
	"time"

	"storefront/internal/shop/payment"
)

// Provider measures the calls of a payment provider.
func (m *Monitor) Provider(p payment.Provider) payment.Provider { return measured{p, m} }

type measured struct {
	payment.Provider
	m *Monitor
}

func (p measured) note(call string, began time.Time, err error) {
	outcome := "ok"
	switch {
	case errors.Is(err, payment.ErrRefused):
		outcome = "refused"
	case errors.Is(err, payment.ErrUnknown):
		outcome = "unknown"
	case err != nil:
		outcome = "error"
	}
	p.m.calls.WithLabelValues(p.Name(), call, outcome).Observe(time.Since(began).Seconds())
	if call == "refund" && err != nil {
		p.m.refunds.WithLabelValues(p.Name(), "failed").Inc()
	}
}

func (p measured) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	began := time.Now()
	s, err := p.Provider.Start(ctx, r)
	p.note("start", began, err)
	return s, err
}

func (p measured) State(ctx context.Context, session string) (payment.State, error) {
	began := time.Now()
	s, err := p.Provider.State(ctx, session)
	p.note("state", began, err)
	return s, err
}

func (p measured) Capture(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	began := time.Now()
	s, err := p.Provider.Capture(ctx, session, amount, key)
	p.note("capture", began, err)
	return s, err
}

func (p measured) Void(ctx context.Context, session, key string) (payment.State, error) {
	began := time.Now()
	s, err := p.Provider.Void(ctx, session, key)
	p.note("void", began, err)
	return s, err
}

func (p measured) Refund(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	began := time.Now()
	s, err := p.Provider.Refund(ctx, session, amount, key)
	p.note("refund", began, err)
	return s, err
}

func (p measured) Account(ctx context.Context) (string, error) {
	began := time.Now()
	account, err := p.Provider.Account(ctx)
	p.note("account", began, err)
	return account, err
}

func (p measured) Changed(ctx context.Context, since time.Time) ([]string, error) {
	began := time.Now()
	sessions, err := p.Provider.Changed(ctx, since)
	p.note("changed", began, err)
	return sessions, err
}
