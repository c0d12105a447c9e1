package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"storefront/api"
	"storefront/internal/lib/cli"
	"storefront/internal/serve/monitor"
	"storefront/internal/serve/tracing"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
)

// observer measures and traces all parts of a server.
type observer struct {
	*monitor.Monitor
	listener net.Listener // nil without metrics
	backend  *backend
	roots    *webroot.Server
	tracer   *tracing.Tracer // nil without traces
	payment  string
	log      *slog.Logger
}

// monitor attaches metrics and traces to a backend before it is used, and listens for operators if configured.
func (c *configuration) monitor(ctx context.Context, b *backend, roots *webroot.Server,
	log *slog.Logger) (*observer, error) {
	m := &observer{
		Monitor: monitor.New(monitor.Config{Log: log, SlowStatement: c.slowQuery, Commit: cli.CurrentVersion().Commit}),
		backend: b, roots: roots, payment: c.provider, log: log,
	}
	var err error
	if m.tracer, err = tracing.Open(ctx, func(name string) string { return lookupEnv(c.environ, name) },
		cli.CurrentVersion().Commit); err != nil {
		return nil, err
	}
	for name, p := range b.providers { // the map that the booking service uses
		if m.tracer != nil {
			p = m.tracer.WrapProvider(p)
		}
		b.providers[name] = m.WrapProvider(p)
	}
	b.booking.Observe(m.CountEvent)
	b.store.Observe(m.observeStatement, m.observeJob)
	m.AddPools(b.store.Pools())
	m.AddSources(monitor.Sources{
		Jobs: b.store.JobCounts, Orders: b.store.Read().Orders, DecideBy: b.booking.DecisionDeadline, Live: roots.Live,
	})
	if c.monitorAddr != "" {
		m.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", c.monitorAddr)
	}
	return m, err
}

// observeRequest measures and traces a request.
func (m *observer) observeRequest(ctx context.Context, r *http.Request) (context.Context, func(api.CompletedRequest)) {
	m.BeginRequest()
	if m.tracer == nil {
		return ctx, func(a api.CompletedRequest) { m.EndRequest(monitor.Request(a)) }
	}
	ctx, end := m.tracer.StartRequest(ctx, r)
	return ctx, func(a api.CompletedRequest) {
		m.EndRequest(monitor.Request(a))
		end(a.Route, a.Status)
	}
}

// observeStatement measures and traces a statement of the database.
func (m *observer) observeStatement(ctx context.Context, act, query string) (context.Context, func(error)) {
	ctx, endMeasured := m.StartStatement(ctx, act, query)
	if m.tracer == nil {
		return ctx, endMeasured
	}
	ctx, endTraced := m.tracer.StartStatement(ctx, act, query)
	return ctx, func(err error) { endMeasured(err); endTraced(err) }
}

// observeJob measures and traces an attempt of a job.
func (m *observer) observeJob(ctx context.Context, kind string) (context.Context, func(error)) {
	ctx, endMeasured := m.StartJob(ctx, kind)
	if m.tracer == nil {
		return ctx, endMeasured
	}
	ctx, endTraced := m.tracer.StartJob(ctx, kind)
	return ctx, func(err error) { endMeasured(err); endTraced(err) }
}

// close sends the remaining traces.
func (m *observer) close() {
	if m.tracer == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), traceCloseTimeout)
	defer cancel()
	if err := m.tracer.Close(ctx); err != nil {
		m.log.Warn("some traces are not sent", "error", err)
	}
}

// traceCloseTimeout bounds the wait for a collector of traces when the server stops.
const traceCloseTimeout = 3 * time.Second

// serve serves the operators' listener until it is stopped, after the last request.
func (m *observer) serve() (stop func()) {
	if m.listener == nil {
		return func() {}
	}
	server := newServer(m.Handler(monitor.Checks{
		Ready: m.roots.Ready, Payment: m.payment, Commit: cli.CurrentVersion().Commit, Live: m.roots.Live,
		Database: func(ctx context.Context) error {
			_, err := m.backend.store.Read().Orders(ctx, booking.OrderFilter{Limit: 1})
			return err
		},
	}), m.log)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(m.listener); !errors.Is(err, http.ErrServerClosed) {
			m.log.Error("the monitoring listener failed", "error", err)
		}
	}()
	m.log.Info("monitoring", "url", "http://"+m.listener.Addr().String()+"/metrics")
	return func() {
		_ = server.Close()
		<-ended
	}
}
