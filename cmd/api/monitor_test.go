package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"storefront/internal/serve/monitor"
)

// output is a server's output, which can be read while it runs.
type output struct {
	mu  sync.Mutex
	all strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

// startServer runs a server of a small build until the test ends, and returns its address and a function to stop it
// earlier.
func startServer(t *testing.T, log io.Writer, environ ...string) (url string, stop func()) {
	t.Helper()
	builds := t.TempDir()
	for name, data := range map[string]string{
		"meta/deployments.json":     `[{"id": "wayfare", "hosts": ["wayfare.localhost"], "languages": ["en"], "currencies": ["AED"], "csp": []}]`,
		"meta/latest.json":          `{"deployments": {"wayfare": "20261123-5f2c"}}`,
		"public/wayfare/index.html": "<!doctype html>",
		"public/wayfare/404.html":   "<!doctype html>",
	} {
		path := filepath.Join(builds, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	addr, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--builds", builds, "--data", t.TempDir()}, append(environ, "ADDR="+addr),
			io.Discard, log)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	_ = getWhenUp(t, "http://"+addr+"/livez").Body.Close()
	return "http://" + addr, stop
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestMetricsOfServerPassPromtoolAndHideIDs(t *testing.T) {
	private, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	url, _ := startServer(t, io.Discard, "MONITOR_ADDR="+private)
	fetch(t, url+"/")
	fetch(t, url+"/api/v1/orders/0193b3c0-7d1e-4a58-9c36-3f6a0f6f1c11")
	for _, path := range []string{"/metrics", "/healthz", "/debug/pprof/"} {
		if status, body := fetch(t, url+path); status == http.StatusOK || strings.Contains(body, "goroutine") {
			t.Errorf("%s is public: %d %s", path, status, body)
		}
	}
	status, metrics := fetch(t, "http://"+private+"/metrics")
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, metrics)
	}
	for _, want := range []string{
		`storefront_http_requests_total{deployment="wayfare",method="GET",route="/",status="200"} 1`,
		`storefront_http_requests_total{deployment="wayfare",method="GET",route="/api/v1/orders/{orderId}",status="404"} 1`,
		`storefront_http_request_duration_seconds_count{method="GET",route="/"}`,
		`storefront_build_info{build="20261123-5f2c",deployment="wayfare"} 1`,
		`storefront_database_up 1`, `storefront_holds{deployment="wayfare"} 0`,
		`go_sql_open_connections{db_name="writer"}`,
		`storefront_pictures_total{outcome="made"} 0`, `go_goroutines`, `process_resident_memory_bytes`,
		`storefront_program_info`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
	if strings.Contains(metrics, "0193b3c0") {
		t.Error("a path is in the metrics")
	}
	check := exec.Command("promtool", "check", "metrics")
	check.Stdin = strings.NewReader(metrics)
	if report, err := check.CombinedOutput(); err != nil || len(report) > 0 {
		t.Errorf("promtool: %v\n%s", err, report)
	}

	var health monitor.Health
	status, body := fetch(t, "http://"+private+"/healthz")
	if err := json.Unmarshal([]byte(body), &health); err != nil || status != http.StatusOK || !health.Ready ||
		health.Database != "ok" ||
		health.Payment != "sandbox" || health.Builds["wayfare"] != "20261123-5f2c" {
		t.Errorf("%d %s, %v", status, body, err)
	}
	if status, _ := fetch(t, "http://"+private+"/debug/pprof/goroutine?debug=1"); status != http.StatusOK {
		t.Errorf("no profile: %d", status)
	}
}

func TestLogIsJSONIfConfigured(t *testing.T) {
	var log output
	url, stop := startServer(t, &log, "LOG_FORMAT=json")
	fetch(t, url+"/?token=secret")
	stop()
	requests := 0
	for _, line := range strings.Split(strings.TrimSpace(log.String()), "\n") {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry["msg"] == "" || entry["level"] == "" {
			t.Errorf("%q: %v", line, err)
		}
		if entry["msg"] == "request" && entry["route"] == "/" && len(entry["request"].(string)) == 36 {
			requests++
		}
	}
	if requests != 1 || strings.Contains(log.String(), "secret") {
		t.Errorf("%s", &log)
	}
}
