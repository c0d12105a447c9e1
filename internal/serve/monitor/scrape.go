package monitor

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

const (
	// scrapeTimeout bounds the queries to the database at a scrape.
	scrapeTimeout = 3 * time.Second
	// scrapeCacheTime is the time for which results of the database serve later scrapes.
	scrapeCacheTime = 10 * time.Second
	// maxOpenOrders bounds the open orders that are read for a scrape, the latest first.
	maxOpenOrders = 10_000
)

// Sources are read at each scrape.
type Sources struct {
	Jobs     func(ctx context.Context) ([]sqlstore.JobCount, error)
	Orders   func(ctx context.Context, filter booking.OrderFilter) ([]booking.Order, error)
	DecideBy func(*booking.Order) time.Time
	// Live lists the live builds.
	Live func() []webroot.Live
}

// AddSources adds metrics that are read at a scrape.
func (m *Monitor) AddSources(s Sources) {
	m.registry.MustRegister(&sourceCollector{Sources: s, m: m})
}

func gaugeDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(Namespace, "", name), help, labels, nil)
}

var (
	databaseUpDesc = gaugeDesc("database_up", "1 if the database answered the last query of a scrape, 0 otherwise.")
	jobsDesc       = gaugeDesc("jobs",
		"Jobs by state: waiting, running, retrying, or failed for good in the last 30 days.",
		"kind", "state")
	oldestDueJobDesc = gaugeDesc("jobs_oldest_due_age_seconds",
		"How long the job that is overdue the longest has been due; 0 if none is.", "kind")
	oldestFailingJobDesc = gaugeDesc("jobs_oldest_failing_age_seconds",
		"How long the job that has been failing the longest has been; 0 if none is.", "kind")
	holdsDesc    = gaugeDesc("holds", "Bookings whose seats are held for a checkout.", "deployment")
	awaitingDesc = gaugeDesc("bookings_awaiting_confirmation",
		"Bookings that wait for a supplier, or for a later payment to be arranged.", "deployment")
	earliestDeadlineDesc = gaugeDesc("bookings_earliest_deadline_timestamp_seconds",
		"When the first of the bookings that wait ends by itself.", "deployment")
	pendingRefundsDesc = gaugeDesc("refunds_pending", "Orders with a refund that is still due.", "deployment")
	buildInfoDesc      = gaugeDesc("build_info", "The live build; always 1.", "deployment", "build")
	buildTimeDesc      = gaugeDesc("build_timestamp_seconds", "When the live build was published.", "deployment")
)

// sourceCollector collects the metrics of Sources.
type sourceCollector struct {
	Sources
	m *Monitor

	mu          sync.Mutex
	queriedAt   time.Time
	lastMetrics []prometheus.Metric
}

func (s *sourceCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		databaseUpDesc, jobsDesc, oldestDueJobDesc, oldestFailingJobDesc, holdsDesc, awaitingDesc, earliestDeadlineDesc,
		pendingRefundsDesc, buildInfoDesc, buildTimeDesc,
	} {
		to <- d
	}
}

func (s *sourceCollector) Collect(to chan<- prometheus.Metric) {
	for _, l := range s.Live() {
		to <- gaugeValue(buildInfoDesc, 1, l.Deployment, l.Build)
		to <- gaugeValue(buildTimeDesc, float64(l.PublishedAt.UnixNano())/1e9, l.Deployment)
	}
	for _, metric := range s.databaseMetrics() {
		to <- metric
	}
}

func gaugeValue(d *prometheus.Desc, v float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

// databaseMetrics returns the metrics of the database, at most some seconds old. If it does not respond, only
// database_up is known.
func (s *sourceCollector) databaseMetrics() []prometheus.Metric {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.lastMetrics != nil && now.Sub(s.queriedAt) < scrapeCacheTime {
		return s.lastMetrics
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	metrics, err := s.query(ctx, now)
	if err != nil {
		s.m.log.Warn("cannot measure the database", "error", err)
		s.lastMetrics = nil // the next scrape queries again
		return []prometheus.Metric{gaugeValue(databaseUpDesc, 0)}
	}
	s.queriedAt, s.lastMetrics = now, append(metrics, gaugeValue(databaseUpDesc, 1))
	return s.lastMetrics
}

func (s *sourceCollector) query(ctx context.Context, now time.Time) ([]prometheus.Metric, error) {
	jobs, err := queryWithin(ctx, s.Jobs)
	if err != nil {
		return nil, err
	}
	orders, err := queryWithin(ctx, func(ctx context.Context) ([]booking.Order, error) {
		return s.Orders(ctx, booking.OrderFilter{Open: true, Limit: maxOpenOrders})
	})
	if err != nil {
		return nil, err
	}
	return append(jobMetrics(jobs, now), s.orderMetrics(orders)...), nil
}

// queryWithin bounds a query that may ignore its context, as those of SQLite do.
func queryWithin[T any](ctx context.Context, query func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		v, err := query(ctx)
		answers <- answer{v, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

func jobMetrics(jobs []sqlstore.JobCount, now time.Time) (out []prometheus.Metric) {
	due, failing := map[string]float64{}, map[string]float64{}
	count := map[[2]string]int{}
	for _, j := range jobs {
		count[[2]string{j.Kind, string(j.State)}] += j.Count
		failing[j.Kind] = max(failing[j.Kind], age(j.FailingSince, now))
		if j.State == sqlstore.JobWaiting {
			due[j.Kind] = max(due[j.Kind], age(j.DueSince, now))
		}
	}
	for labels, n := range count {
		out = append(out, gaugeValue(jobsDesc, float64(n), labels[0], labels[1]))
	}
	for kind := range failing {
		out = append(out, gaugeValue(oldestDueJobDesc, due[kind], kind), gaugeValue(oldestFailingJobDesc, failing[kind],
			kind))
	}
	return out
}

func age(since, now time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(0, now.Sub(since).Seconds())
}

func (s *sourceCollector) orderMetrics(orders []booking.Order) (out []prometheus.Metric) {
	holds, waits, refunds, first := map[string]int{}, map[string]int{}, map[string]int{}, map[string]time.Time{}
	for _, l := range s.Live() {
		holds[l.Deployment], waits[l.Deployment], refunds[l.Deployment] = 0, 0, 0
	}
	for i := range orders {
		o := &orders[i]
		if o.IsTest() {
			continue
		}
		if o.Payment.Status == booking.PaymentRefundPending {
			refunds[o.Deployment]++
		}
		for k := range o.Bookings {
			b := &o.Bookings[k]
			if b.Status == booking.OnHold {
				holds[o.Deployment]++
			}
			if !booking.AwaitsDecision(o, b) {
				continue
			}
			waits[o.Deployment]++
			if by := s.DecideBy(o); !by.IsZero() && (first[o.Deployment].IsZero() || by.Before(first[o.Deployment])) {
				first[o.Deployment] = by
			}
		}
	}
	for d, n := range holds {
		out = append(out, gaugeValue(holdsDesc, float64(n), d))
	}
	for d, n := range waits {
		out = append(out, gaugeValue(awaitingDesc, float64(n), d))
	}
	for d, n := range refunds {
		out = append(out, gaugeValue(pendingRefundsDesc, float64(n), d))
	}
	for d, by := range first {
		out = append(out, gaugeValue(earliestDeadlineDesc, float64(by.Unix()), d))
	}
	return out
}
