package monitor_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"

	"storefront/internal/core/notice"
	"storefront/internal/serve/imageproxy"
	"storefront/internal/serve/monitor"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/payment"
	"storefront/internal/store/sqlite"
)

var quiet = slog.New(slog.DiscardHandler)

// broken is a provider that does not answer.
type broken struct{ payment.Provider }

func (broken) Name() string { return "stripe" }
func (broken) Refund(context.Context, string, int64, string) (payment.State, error) {
	return payment.State{}, errors.New("cut off")
}

// store opens a database with an order that holds seats, one that awaits its supplier, one with a refund that is due, a
// reseller's tests of the first two, and their jobs.
func store(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "shop.db"), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for i, o := range []booking.Order{
		{Bookings: []booking.Booking{{Status: booking.OnHold}}, Method: booking.Card},
		{Bookings: []booking.Booking{{Status: booking.Pending, Amount: 39500}}, Total: 39500, Method: booking.PayLater,
			Payment: booking.Payment{Status: booking.PaymentDue, PayBy: deadline}},
		{Bookings: []booking.Booking{{Status: booking.Cancelled}}, Method: booking.Card,
			Payment: booking.Payment{Status: booking.PaymentRefundPending}},
		{Bookings: []booking.Booking{{Status: booking.OnHold}}, Method: booking.OnAccount,
			Resale: &booking.Resale{Test: true}},
		{Bookings: []booking.Booking{{Status: booking.Pending}}, Method: booking.OnAccount,
			Resale: &booking.Resale{Test: true}, Payment: booking.Payment{Status: booking.PaymentOnAccount}},
	} {
		id := string(rune('a' + i))
		o.ID, o.Reference, o.Cart, o.Key, o.Deployment, o.Open, o.CreatedAt = id, id, id, id, "wayfare", true,
			time.Now()
		o.Bookings[0].ID = id
		err := s.Do(t.Context(), func(tx booking.Tx) error {
			if err := tx.InsertOrder(t.Context(), o); err != nil {
				return err
			}
			return tx.SettleLater(t.Context(), id, time.Now().Add(time.Hour))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

var deadline = time.Unix(1795132800, 0).UTC()

// newFullMonitor is a monitor each of whose metrics has a value.
func newFullMonitor(t *testing.T, s *sqlite.Store) *monitor.Monitor {
	t.Helper()
	m := monitor.New(monitor.Config{Log: quiet, SlowStatement: time.Nanosecond, Commit: "5f2c"})
	s.Observe(m.StartStatement, m.StartJob)
	m.AddPools(s.Pools())
	pictures, err := imageproxy.New(imageproxy.Config{CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	m.AddPictures(pictures)
	live := func() []webroot.Live {
		return []webroot.Live{{Deployment: "wayfare", Build: "5f2c", PublishedAt: deadline}, {Deployment: "layl"}}
	}
	rules := booking.New(booking.Config{Store: s, Log: quiet})
	m.AddSources(monitor.Sources{Jobs: s.JobCounts, Orders: s.Read().Orders, DecideBy: rules.DecisionDeadline,
		Live: live})
	_, _ = s.Read().Order(t.Context(), "none")
	m.BeginRequest()
	m.EndRequest(monitor.Request{Route: "/", Method: "BREW", Deployment: "wayfare", Status: 429,
		Took: time.Millisecond})
	for _, e := range []booking.Event{
		{Kind: booking.OrderPlaced, Method: booking.Card}, {Kind: booking.OrderOutcome, Result: booking.Success},
		{Kind: booking.MoneyCaptured, Provider: "stripe"}, {Kind: booking.BookingConfirmed},
	} {
		e.Deployment = "wayfare"
		m.CountEvent(e)
	}
	_, _ = m.WrapProvider(broken{}).Refund(t.Context(), "session", 1, "key")
	_ = m.WrapSend(notice.Mail, func(context.Context, notice.Notice) error { return nil })(t.Context(),
		notice.Notice{Kind: notice.OrderConfirmed})
	_, end := m.StartJob(t.Context(), "settle_order")
	end(nil)
	return m
}

func scrape(t *testing.T, m *monitor.Monitor) string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler(monitor.Checks{}).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if answer.Code != http.StatusOK {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

func TestEveryMetricIsValidForPrometheus(t *testing.T) {
	m := newFullMonitor(t, store(t))
	scrape(t, m) // the second has the metrics of the first, too
	metrics := scrape(t, m)
	check := exec.Command("promtool", "check", "metrics")
	check.Stdin = strings.NewReader(metrics)
	if said, err := check.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("promtool: %v\n%s", err, said)
	}
	for _, want := range []string{
		`storefront_holds{deployment="wayfare"} 1`, `storefront_holds{deployment="layl"} 0`,
		`storefront_bookings_awaiting_confirmation{deployment="wayfare"} 1`,
		`storefront_bookings_earliest_deadline_timestamp_seconds{deployment="wayfare"} 1.7951328e+09`,
		`storefront_refunds_pending{deployment="wayfare"} 1`, `storefront_jobs{kind="settle_order",state="waiting"} 5`,
		`storefront_jobs_oldest_due_age_seconds{kind="settle_order"} 0`,
		`storefront_build_timestamp_seconds{deployment="wayfare"} 1.7951328e+09`,
		`storefront_http_requests_total{deployment="wayfare",method="other",route="/",status="429"} 1`,
		`storefront_rate_limited_requests_total{route="/"} 1`,
		`storefront_refunds_total{outcome="failed",provider="stripe"} 1`,
		`storefront_mails_total{channel="mail",kind="order_confirmed",outcome="needless"} 1`,
		`storefront_payments_total{outcome="captured",provider="stripe"} 1`, `storefront_database_up 1`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("%s is not in the metrics", want)
		}
	}
}

func TestScrapeSucceedsWithoutTheDatabase(t *testing.T) {
	s := store(t)
	m := newFullMonitor(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	metrics := scrape(t, m)
	for _, want := range []string{"storefront_database_up 0", "storefront_http_requests_in_flight 0",
		`storefront_build_info{build="5f2c"`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
	if strings.Contains(metrics, "storefront_holds{") {
		t.Error("it says what it does not know")
	}
}

func TestMailsAreCountedByTheirOutcome(t *testing.T) {
	m := monitor.New(monitor.Config{Log: quiet})
	refused := errors.Join(mail.ErrRefused, errors.New("550"))
	for outcome, answer := range map[string]error{"sent": nil, "refused": refused} {
		transport := m.WrapTransport(transport{answer})
		err := m.WrapSend(notice.Mail, func(ctx context.Context, _ notice.Notice) error {
			_ = transport.Send(ctx, func() (*mail.Mail, error) { return &mail.Mail{}, nil })
			return nil
		})(t.Context(), notice.Notice{Kind: notice.OrderConfirmed})
		want := `storefront_mails_total{channel="mail",kind="order_confirmed",outcome="` + outcome + `"} 1`
		if metrics := scrape(t, m); err != nil || !strings.Contains(metrics, want) {
			t.Errorf("%s is not counted: %v", outcome, err)
		}
	}
	err := m.WrapSend(notice.Mail, func(context.Context,
		notice.Notice) error {
		return io.ErrUnexpectedEOF
	})(t.Context(),
		notice.Notice{Kind: notice.OrderFailed})
	if metrics := scrape(t, m); err == nil || !strings.Contains(metrics, `kind="order_failed",outcome="failed"} 1`) {
		t.Errorf("a failure is not counted: %v", err)
	}
}

type transport struct{ err error }

func (t transport) Send(_ context.Context, write func() (*mail.Mail, error)) error {
	if _, err := write(); err != nil {
		return err
	}
	return t.err
}

// families are the metrics of this program, in the order of their names.
func families(t *testing.T) []*dto.MetricFamily {
	t.Helper()
	all, err := newFullMonitor(t, store(t)).Registry().Gather()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const (
	docsFile   = "../../../docs/watching.md"
	docsBegin  = "<!-- metrics -->\n"
	docsEnd    = "<!-- end of metrics -->"
	ownMetrics = "storefront_"
)

func TestTheMetricsAreDocumented(t *testing.T) {
	var table strings.Builder
	table.WriteString("\n| metric | type | labels | meaning |\n|---|---|---|---|\n")
	for _, f := range families(t) {
		if !strings.HasPrefix(f.GetName(), ownMetrics) {
			continue
		}
		var labels []string
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, l.GetName())
		}
		table.WriteString("| `" + f.GetName() + "` | " + strings.ToLower(f.GetType().String()) + " | " +
			strings.Join(labels, ", ") + " | " + f.GetHelp() + " |\n")
	}
	table.WriteString("\n")
	page, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(page), docsBegin)
	written, after, ends := strings.Cut(rest, docsEnd)
	if !begins || !ends {
		t.Fatal("the page has no place for the metrics")
	}
	if written == table.String() {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(docsFile, []byte(before+docsBegin+table.String()+docsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not up to date; UPDATE_GOLDEN=1 writes\n%s", docsFile, &table)
}

var named = regexp.MustCompile(`\b(?:storefront|go|process)_[a-z_]+[a-z]`)

func TestAlertsAndDashboardsUseExistingMetrics(t *testing.T) {
	known := []string{}
	for _, f := range families(t) {
		known = append(known, f.GetName())
		if f.GetType() == dto.MetricType_HISTOGRAM {
			known = append(known, f.GetName()+"_bucket", f.GetName()+"_sum", f.GetName()+"_count")
		}
	}
	for file, least := range map[string]int{
		"../../../deploy/prometheus/alerts.yaml": 9, "../../../deploy/prometheus/alerts_test.yaml": 9,
		"../../../deploy/grafana/storefront.json": 20,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all := named.FindAllString(string(text), -1)
		if len(all) < least {
			t.Errorf("%s names %d metrics", file, len(all))
		}
		for _, name := range all {
			if !slices.Contains(known, name) {
				t.Errorf("%s: there is no metric %s", file, name)
			}
		}
	}
}

func TestAlertRulesAreTestedAndDocumented(t *testing.T) {
	check := exec.Command("promtool", "test", "rules", "alerts_test.yaml")
	check.Dir = "../../../deploy/prometheus"
	if said, err := check.CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, said)
	}
	rules, err := os.ReadFile("../../../deploy/prometheus/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("../../../deploy/prometheus/alerts_test.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(rules), -1) {
		if !regexp.MustCompile(`alertname: ` + match[1] + `\n\s+exp_alerts`).Match(tests) {
			t.Errorf("no test raises %s", match[1])
		}
		if !strings.Contains(string(page), "`"+match[1]+"`") {
			t.Errorf("%s does not say what to do about %s", docsFile, match[1])
		}
	}
}
