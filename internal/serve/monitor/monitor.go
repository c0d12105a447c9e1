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
	// SlowStatement is the duration from which a statement of the database counts as slow.
	SlowStatement time.Duration
	// Commit is the commit from which the program was built.
	Commit string
}

// Monitor has the server's metrics.
type Monitor struct {
	registry      *prometheus.Registry
	log           *slog.Logger
	slowStatement time.Duration

	inFlight          prometheus.Gauge
	requests          *prometheus.CounterVec
	requestDuration   *prometheus.HistogramVec
	rateLimited       *prometheus.CounterVec
	ordersPlaced      *prometheus.CounterVec
	orderOutcomes     *prometheus.CounterVec
	payments          *prometheus.CounterVec
	refunds           *prometheus.CounterVec
	bookings          *prometheus.CounterVec
	providerDuration  *prometheus.HistogramVec
	notices           *prometheus.CounterVec
	jobDuration       *prometheus.HistogramVec
	statementDuration prometheus.Histogram
	slowStatements    *prometheus.CounterVec
}

// New returns a Monitor with the metrics of the program itself.
func New(c Config) *Monitor {
	m := &Monitor{registry: prometheus.NewRegistry(), log: c.Log, slowStatement: c.SlowStatement}
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		constantGauge("program_info", "What the program was built from; always 1.",
			prometheus.Labels{"commit": c.Commit}),
	)
	m.addRequestMetrics()
	m.addShopMetrics()
	m.addJobAndDatabaseMetrics()
	return m
}

func constantGauge(name, help string, labels prometheus.Labels) prometheus.Collector {
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

func (m *Monitor) addRequestMetrics() {
	m.inFlight = prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: Namespace, Name: "http_requests_in_flight", Help: "Requests that are being answered.",
	})
	m.registry.MustRegister(m.inFlight)
	m.requests = m.counter("http_requests_total",
		"Requests answered. The deployment is empty for hosts that are not served.",
		"route", "method", "status", "deployment")
	m.requestDuration = m.histogram("http_request_duration_seconds",
		"Time from a request's header to the end of its answer.",
		[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}, "route", "method")
	m.rateLimited = m.counter("rate_limited_requests_total",
		"Requests refused with status 429, since a limit was reached.",
		"route")
}

func (m *Monitor) addShopMetrics() {
	m.ordersPlaced = m.counter("orders_placed_total", "Orders placed.", "deployment", "method")
	m.orderOutcomes = m.counter("order_outcomes_total",
		"Outcomes of orders: success, partial, failed, on_hold (waits for a supplier) or "+
			"abandoned (no payment attempt). An order whose outcome changes counts again.", "deployment", "outcome")
	m.bookings = m.counter("booking_changes_total",
		"Bookings that were confirmed, rejected, cancelled, redeemed or have expired.",
		"deployment", "status")
	m.payments = m.counter("payments_total", "Payments by outcome: authorised, captured, voided, "+
		"failed or disputed; recorded is what an operator or a supplier noted.",
		"provider", "outcome")
	m.refunds = m.counter("refunds_total", "Refunds by outcome: due, made, failed, which counts each try, "+
		"or recorded and written_off, as an operator noted.",
		"provider", "outcome")
	m.providerDuration = m.histogram("provider_request_duration_seconds",
		"Calls of payment providers. The outcome is ok, refused, unknown or error.",
		[]float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}, "provider", "call", "outcome")
	m.notices = m.counter("mails_total",
		"Notices to people by channel and kind. The outcome is sent, refused (for good), failed (and "+
			"is retried) or needless (outdated).", "channel", "kind", "outcome")
}

func (m *Monitor) addJobAndDatabaseMetrics() {
	m.jobDuration = m.histogram("job_duration_seconds", "Tries of jobs. The outcome is ok or error.",
		[]float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 25}, "kind", "outcome")
	m.statementDuration = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: Namespace, Name: "database_statement_duration_seconds",
		Help:    "Statements of the database without the job queue's.",
		Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 15},
	})
	m.registry.MustRegister(m.statementDuration)
	m.slowStatements = m.counter("database_slow_statements_total",
		"Statements that took longer than SLOW_QUERY, by what they do.", "statement")
}

// AddPools measures connections of databases, by name.
func (m *Monitor) AddPools(pools map[string]*sql.DB) {
	for name, db := range pools {
		m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
	}
}

// Request is an answered request. Route is one of few templates; Deployment is empty for unknown hosts.
type Request struct {
	Route, Method, Deployment string
	Status                    int
	Took                      time.Duration
}

// BeginRequest counts a request that is being answered.
func (m *Monitor) BeginRequest() { m.inFlight.Inc() }

// EndRequest counts a request as answered.
func (m *Monitor) EndRequest(r Request) {
	m.inFlight.Dec()
	method := boundedMethod(r.Method)
	m.requests.WithLabelValues(r.Route, method, strconv.Itoa(r.Status), r.Deployment).Inc()
	m.requestDuration.WithLabelValues(r.Route, method).Observe(r.Took.Seconds())
	if r.Status == http.StatusTooManyRequests {
		m.rateLimited.WithLabelValues(r.Route).Inc()
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

// CountEvent counts an event of an order.
func (m *Monitor) CountEvent(e booking.Event) {
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
		m.ordersPlaced.WithLabelValues(e.Deployment, string(e.Method)).Inc()
	case booking.OrderOutcome:
		m.orderOutcomes.WithLabelValues(e.Deployment, string(e.Result)).Inc()
	case booking.OrderAbandoned:
		m.orderOutcomes.WithLabelValues(e.Deployment, "abandoned").Inc()
	}
}

// StartStatement measures a statement of the database, and logs one that is slow. Its text has no values.
func (m *Monitor) StartStatement(ctx context.Context, operation, query string) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(error) {
		took := time.Since(began)
		m.statementDuration.Observe(took.Seconds())
		if took > m.slowStatement {
			m.slowStatements.WithLabelValues(operation).Inc()
			m.log.WarnContext(ctx, "slow statement", "statement", operation, "took", took, "text", query)
		}
	}
}

// StartJob measures an attempt of a job.
func (m *Monitor) StartJob(ctx context.Context, kind string) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(err error) {
		m.jobDuration.WithLabelValues(kind, outcome(err)).Observe(time.Since(began).Seconds())
	}
}

func outcome(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}
