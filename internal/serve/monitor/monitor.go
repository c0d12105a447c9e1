// Package monitor collects metrics of the server for Prometheus, and serves them on a private listener for operators
// with profiles and the state of dependencies. docs/watching.md describes each metric.
package monitor

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"storefront/internal/shop/booking"
)

// Namespace is the prefix of all metrics but those of Prometheus' own collectors.
const Namespace = "storefront"

// Config configures a Monitor.
type Config struct {
	Log *slog.Logger
	// Slow is the duration from which a statement of the database counts as slow.
	Slow time.Duration
	// Commit is the commit from which the program was built.
	Commit string
}

// Monitor has the server's metrics.
type Monitor struct {
	registry *prometheus.Registry
	log      *slog.Logger
	slow     time.Duration

	inFlight  prometheus.Gauge
	requests  *prometheus.CounterVec
	latency   *prometheus.HistogramVec
	limited   *prometheus.CounterVec
	placed    *prometheus.CounterVec
	outcomes  *prometheus.CounterVec
	payments  *prometheus.CounterVec
	refunds   *prometheus.CounterVec
	bookings  *prometheus.CounterVec
	calls     *prometheus.HistogramVec
	mails     *prometheus.CounterVec
	tries     *prometheus.HistogramVec
	statement prometheus.Histogram
	slowOnes  *prometheus.CounterVec
}

// New returns a Monitor with the metrics of the program itself.
func New(c Config) *Monitor {
	m := &Monitor{registry: prometheus.NewRegistry(), log: c.Log, slow: c.Slow}
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		constant("program_info", "What the program was built from; always 1.", prometheus.Labels{"commit": c.Commit}),
	)
	m.addRequests()
	m.addShop()
	m.addWork()
	return m
}

func constant(name, help string, labels prometheus.Labels) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: Namespace, Name: name, Help: help, ConstLabels: labels})
	g.Set(1)
	return g
}

func (m *Monitor) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: Namespace, Name: name, Help: help}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Monitor) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: Namespace, Name: name, Help: help,
		Buckets: buckets}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Monitor) addRequests() {
	m.inFlight = prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: Namespace, Name: "http_requests_in_flight", Help: "Requests that are being answered.",
	})
	m.registry.MustRegister(m.inFlight)
	m.requests = m.counter("http_requests_total",
		"Requests answered. The deployment is empty for hosts that are not served.",
		"route", "method", "status", "deployment")
	m.latency = m.histogram("http_request_duration_seconds", "Time from a request's header to the end of its answer.",
		[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}, "route", "method")
	m.limited = m.counter("rate_limited_requests_total", "Requests refused with status 429, since a limit was reached.",
		"route")
}

func (m *Monitor) addShop() {
	m.placed = m.counter("orders_placed_total", "Orders placed.", "deployment", "method")
	m.outcomes = m.counter("order_outcomes_total",
		"Outcomes of orders: success, partial, failed, on_hold (waits for a supplier) or "+
			"abandoned (no payment attempt). An order whose outcome changes counts again.", "deployment", "outcome")
	m.bookings = m.counter("booking_changes_total",
		"Bookings that were confirmed, rejected, cancelled, redeemed or have expired.",
		"deployment", "status")
	m.payments = m.counter("payments_total", "Payments by outcome: authorised, captured, voided, "+
		"failed or disputed; recorded is what an operator noted.",
		"provider", "outcome")
	m.refunds = m.counter("refunds_total", "Refunds by outcome: due, made, failed, which counts each try, "+
		"or recorded and written_off, as an operator noted.",
		"provider", "outcome")
	m.calls = m.histogram("provider_request_duration_seconds",
		"Calls of payment providers. The outcome is ok, refused, unknown or error.",
		[]float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}, "provider", "call", "outcome")
	m.mails = m.counter("mails_total",
		"Notices to people by channel and kind. The outcome is sent, refused (for good), failed (and "+
			"is retried) or needless (outdated).", "channel", "kind", "outcome")
}

func (m *Monitor) addWork() {
	m.tries = m.histogram("job_duration_seconds", "Tries of jobs. The outcome is ok or error.",
		[]float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 25}, "kind", "outcome")
	m.statement = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: Namespace, Name: "database_statement_duration_seconds",
		Help:    "Statements of the database without the job queue's.",
		Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 15},
	})
	m.registry.MustRegister(m.statement)
	m.slowOnes = m.counter("database_slow_statements_total",
		"Statements that took longer than SLOW_QUERY, by what they do.", "statement")
}

// AddPools measures connections of databases, by name.
func (m *Monitor) AddPools(pools map[string]*sql.DB) {
	for name, db := range pools {
		m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
	}
}

// Request is an answered request. Route is a template, of which there are few; Deployment is empty for unknown hosts.
type Request struct {
	Route, Method, Deployment string
	Status                    int
	Took                      time.Duration
}

// Begin counts a request that is being answered.
func (m *Monitor) Begin() { m.inFlight.Inc() }

// End counts a request as answered.
func (m *Monitor) End(r Request) {
	m.inFlight.Dec()
	method := boundedMethod(r.Method)
	m.requests.WithLabelValues(r.Route, method, strconv.Itoa(r.Status), r.Deployment).Inc()
	m.latency.WithLabelValues(r.Route, method).Observe(r.Took.Seconds())
	if r.Status == http.StatusTooManyRequests {
		m.limited.WithLabelValues(r.Route).Inc()
	}
}

// boundedMethod limits the label to known methods, so that clients cannot create series.
func boundedMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return method
	}
	return "other"
}

// Labels of order events.
var (
	paymentOutcomes = map[booking.EventKind]string{
		booking.MoneyAuthorised: "authorised", booking.MoneyCaptured: "captured", booking.MoneyVoided: "voided",
		booking.MoneyFailed: "failed", booking.MoneyDisputed: "disputed", booking.MoneyRecorded: "recorded",
	}
	refundOutcomes = map[booking.EventKind]string{
		booking.RefundOwed: "due", booking.MoneyRefunded: "made", booking.RefundFailed: "failed",
		booking.RefundRecorded: "recorded", booking.RefundWrittenOff: "written_off",
	}
	bookingStatuses = map[booking.EventKind]string{
		booking.BookingConfirmed: "confirmed", booking.BookingRejected: "rejected", booking.BookingExpired: "expired",
		booking.BookingCancelled: "cancelled", booking.BookingRedeemed: "redeemed",
	}
)

// Event counts an event of an order.
func (m *Monitor) Event(e booking.Event) {
	if outcome := paymentOutcomes[e.Kind]; outcome != "" {
		m.payments.WithLabelValues(e.Provider, outcome).Inc()
	}
	if outcome := refundOutcomes[e.Kind]; outcome != "" {
		provider := e.Provider
		if e.Kind == booking.RefundRecorded || e.Kind == booking.RefundWrittenOff {
			provider = ""
		}
		m.refunds.WithLabelValues(provider, outcome).Inc()
	}
	if status := bookingStatuses[e.Kind]; status != "" {
		m.bookings.WithLabelValues(e.Deployment, status).Inc()
	}
	switch e.Kind {
	case booking.OrderPlaced:
		m.placed.WithLabelValues(e.Deployment, string(e.Method)).Inc()
	case booking.OrderOutcome:
		m.outcomes.WithLabelValues(e.Deployment, string(e.Result)).Inc()
	case booking.OrderAbandoned:
		m.outcomes.WithLabelValues(e.Deployment, "abandoned").Inc()
	}
}

// Statement measures a statement of the database, and logs one that is slow. Its text has no values.
func (m *Monitor) Statement(ctx context.Context, act, query string) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(error) {
		took := time.Since(began)
		m.statement.Observe(took.Seconds())
		if took > m.slow {
			m.slowOnes.WithLabelValues(act).Inc()
			m.log.WarnContext(ctx, "slow statement", "statement", act, "took", took, "text", query)
		}
	}
}

// Job measures an attempt of a job.
func (m *Monitor) Job(ctx context.Context, kind string) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(err error) { m.tries.WithLabelValues(kind, outcome(err)).Observe(time.Since(began).Seconds()) }
}

func outcome(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}
