package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"

	"storefront/api"
	"storefront/internal/booking"
	"storefront/internal/monitor"
	"storefront/internal/webroot"
)

// monitored has all parts of a server measured.
type monitored struct {
	*monitor.Monitor
	listener net.Listener // nil where nobody is to read the metrics
	backend  *backend
	roots    *webroot.Server
	payment  string
	log      *slog.Logger
}

// monitor begins to measure a backend that is not used yet, and listens for operators if that is configured.
func (c *configuration) monitor(ctx context.Context, b *backend, roots *webroot.Server, log *slog.Logger) (*monitored, error) {
	m := &monitored{
		Monitor: monitor.New(monitor.Config{Log: log, Slow: c.slowQuery, Commit: currentVersion().Commit}),
		backend: b, roots: roots, payment: c.provider, log: log,
	}
	for name, p := range b.providers { // the map that the booking service has
		b.providers[name] = m.Provider(p)
	}
	b.booking.Observe(m.Event)
	b.store.Observe(m.Statement, m.Job)
	m.AddPools(b.store.Pools())
	m.AddSources(monitor.Sources{
		Jobs: b.store.JobCounts, Orders: b.store.Read().Orders, DecideBy: b.booking.DecideBy, Live: roots.Live,
	})
	var err error
	if c.monitorAddr != "" {
		m.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", c.monitorAddr)
	}
	return m, err
}

// request measures a request.
func (m *monitored) request(ctx context.Context, _ *http.Request) (context.Context, func(api.Answer)) {
	m.Begin()
	return ctx, func(a api.Answer) { m.End(monitor.Request(a)) }
}

// serve answers operators until it is stopped, which is after the last request has been answered.
func (m *monitored) serve() (stop func()) {
	if m.listener == nil {
		return func() {}
	}
	server := newServer(m.Handler(monitor.Checks{
		Ready: m.roots.Ready, Payment: m.payment, Commit: currentVersion().Commit, Live: m.roots.Live,
		Database: func(ctx context.Context) error {
			_, err := m.backend.store.Read().Orders(ctx, booking.OrderFilter{Limit: 1})
			return err
		},
	}), m.log)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(m.listener); !errors.Is(err, http.ErrServerClosed) {
			m.log.Error("operators are not answered any more", "error", err)
		}
	}()
	m.log.Info("monitoring", "url", "http://"+m.listener.Addr().String()+"/metrics")
	return func() {
		_ = server.Close()
		<-ended
	}
}
