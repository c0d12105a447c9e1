package monitor

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"storefront/internal/serve/webroot"
)

// Health is the server's state on the private listener.
type Health struct {
	Ready    bool              `json:"ready"` // as /readyz reports
	Database string            `json:"database"`
	Payment  string            `json:"payment"`
	Commit   string            `json:"commit,omitempty"`
	Builds   map[string]string `json:"builds"` // the live build of each deployment
}

// Checks are the sources of Health.
type Checks struct {
	Ready    func() error
	Database func(ctx context.Context) error
	Payment  string // name of the payment provider
	Commit   string
	Live     func() []webroot.Live
}

// Handler answers /metrics, /healthz and /debug/pprof/. It is for operators only: it exposes all figures of the shop,
// and profiles cost processor time.
func (m *Monitor) Handler(c Checks) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelWarn), ErrorHandling: promhttp.ContinueOnError,
		Registry: m.registry,
	}))
	mux.HandleFunc("GET /healthz", c.health)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// healthTimeout bounds the query to the database.
const healthTimeout = 3 * time.Second

// health answers 503 if the server is not ready or its database does not respond.
func (c Checks) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	h := Health{Ready: c.Ready() == nil, Database: "ok", Payment: c.Payment, Commit: c.Commit,
		Builds: map[string]string{}}
	_, err := queryWithin(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, c.Database(ctx) })
	if err != nil {
		h.Database = err.Error()
	}
	for _, l := range c.Live() {
		h.Builds[l.Deployment] = l.Build
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !h.Ready || err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(h) // the client has gone
}
