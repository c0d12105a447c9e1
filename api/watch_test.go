package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
)

// logBuffer is a log that tests can read while a server writes it.
type logBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// entries returns the requests that a closed server has logged as JSON.
func (l *logBuffer) entries(t *testing.T) (list []map[string]any) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(l.String()), "\n") {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if entry["msg"] == "request" {
			list = append(list, entry)
		}
	}
	return list
}

// TestFailuresAreLoggedByRouteNotPath: the paths of mailed links and of calendars are secrets.
func TestFailuresAreLoggedByRouteNotPath(t *testing.T) {
	var log logBuffer
	fail := site{serve: func(w http.ResponseWriter, r *http.Request) error {
		if strings.HasPrefix(r.URL.Path, "/begun/") {
			w.WriteHeader(http.StatusOK)
			panic("in the middle of the response")
		}
		return errors.New("the page cannot be read")
	}}
	server := httptest.NewServer(api.New(api.Config{
		Site: fail, DatabaseReady: make(chan struct{}), Log: slog.New(slog.NewJSONHandler(&log, nil)),
		Mounts: map[string]http.Handler{"/api/v1/links/": http.NotFoundHandler()},
	}))
	defer server.Close()
	for _, path := range []string{"/api/v1/links/calendar/SECRET", "/page/SECRET"} {
		send(t, server, "GET", path)
	}
	if response, err := server.Client().Get(server.URL + "/begun/SECRET"); err == nil {
		response.Body.Close()
	}
	server.Close()
	text := log.String()
	if strings.Contains(text, "SECRET") {
		t.Errorf("the log has a path: %s", text)
	}
	for _, part := range []string{`"msg":"request failed"`, `"route":"/api/v1/links/"`, "the page cannot be read",
		`"msg":"request failed during the response"`} {
		if !strings.Contains(text, part) {
			t.Errorf("the log lacks %s: %s", part, text)
		}
	}
}

// startObserved starts a server that logs JSON, trusts proxies, and records the requests that it reports.
func startObserved(t *testing.T, proxies ...netip.Prefix) (*httptest.Server, *logBuffer, *[]api.CompletedRequest) {
	t.Helper()
	var log logBuffer
	var answers []api.CompletedRequest
	var mu sync.Mutex
	server := httptest.NewServer(api.New(api.Config{
		Site: site{}, TrustedProxies: proxies, Log: slog.New(trail.LogHandler(slog.NewJSONHandler(&log, nil))),
		Observe: func(ctx context.Context, _ *http.Request) (context.Context, func(api.CompletedRequest)) {
			return ctx, func(a api.CompletedRequest) {
				mu.Lock()
				defer mu.Unlock()
				answers = append(answers, a)
			}
		},
	}))
	t.Cleanup(server.Close)
	return server, &log, &answers
}

func TestClientThatLeavesIsNoFailureOfTheServer(t *testing.T) {
	var log logBuffer
	arrived := make(chan struct{})
	server := httptest.NewServer(api.New(api.Config{
		Site: site{serve: func(_ http.ResponseWriter, r *http.Request) error {
			close(arrived)
			<-r.Context().Done()
			return fmt.Errorf("read the cart: %w", r.Context().Err())
		}},
		Log: slog.New(slog.NewJSONHandler(&log, nil)),
	}))
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-arrived
		leave()
	}()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/page", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if response, err := server.Client().Do(r); err == nil {
		response.Body.Close()
	}
	server.Close()
	if entry := log.entries(t)[0]; entry["status"] != 499.0 || strings.Contains(log.String(), "request failed") {
		t.Errorf("the log has %s", &log)
	}
}

func TestProblemInstanceIsRequestIDOfLog(t *testing.T) {
	server, log, _ := startObserved(t)
	response, body := send(t, server, "GET", "/api/v1/nothing?token=secret")
	p := problem(t, response, body, 404, fault.NotFound)
	server.Close()
	entry := log.entries(t)[0]
	if "urn:uuid:"+entry["request"].(string) != p.Instance || entry["status"] != 404.0 ||
		entry["code"] != "not_found" ||
		entry["route"] != "/api/" || entry["host"] != "www.wayfare.example" || entry["bytes"] != float64(len(body)) {
		t.Errorf("%v of %s", entry, body)
	}
	if strings.Contains(log.String(), "secret") || strings.Contains(log.String(), "nothing") {
		t.Errorf("the log has the address: %s", log)
	}
}

func TestRequestIDIsTakenFromTrustedProxyOnly(t *testing.T) {
	const given = "0193b3c0-7d1e-4a58-9c36-3f6a0f6f1c11"
	local := netip.MustParsePrefix("127.0.0.0/8")
	for _, c := range []struct {
		name, header string
		proxies      []netip.Prefix
		want         bool
	}{
		{"a trusted proxy's UUID", given, []netip.Prefix{local}, true},
		{"a trusted proxy's UUID without dashes", strings.ReplaceAll(given, "-", ""), []netip.Prefix{local}, true},
		{"an untrusted proxy's UUID", given, nil, false},
		{"a trusted proxy's invalid UUID", "x\" level=ERROR", []netip.Prefix{local}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, _, _ := startObserved(t, c.proxies...)
			response, body := send(t, server, "GET", "/api/v1/nothing", "X-Request-Id", c.header)
			if got := problem(t, response, body, 404, fault.NotFound).Instance; (got == "urn:uuid:"+given) != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestRequestsAreObservedByRouteNotPath(t *testing.T) {
	server, log, answers := startObserved(t)
	for _, path := range []string{
		"/", "/things/of/mine", "/assets/x.js", "/api/v1/orders/0193b3c0", "/api/v1/orders/0193b3c0/wrong/way",
		"/api/v1/redirects?path=/about", "/livez",
	} {
		send(t, server, "GET", path)
	}
	server.Close()
	var routes []string
	for _, a := range *answers {
		routes = append(routes, a.Route)
		if a.Method != "GET" || a.Status == 0 || a.Took <= 0 {
			t.Errorf("%+v", a)
		}
	}
	const want = "/ / /assets/ /api/v1/orders/{orderId} /api/ /api/v1/redirects /livez"
	if got := strings.Join(routes, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n := len(log.entries(t)); n != len(*answers)-1 {
		t.Errorf("%d requests are logged at INFO, want all but the probe", n)
	}
}
