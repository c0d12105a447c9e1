package main

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"storefront/internal/serve/tracing"
	"storefront/internal/shop/payment"
)

// receiver is a collector of traces, which speaks OTLP by HTTP.
type receiver struct {
	mu    sync.Mutex
	spans []*traces.Span
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	var export collector.ExportTraceServiceRequest
	if err != nil || request.URL.Path != "/v1/traces" || proto.Unmarshal(body, &export) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, resource := range export.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			r.spans = append(r.spans, scope.GetSpans()...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// named returns the spans with a name.
func (r *receiver) named(name string) (list []*traces.Span) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if s.GetName() == name {
			list = append(list, s)
		}
	}
	return list
}

func (r *receiver) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []string
	for _, s := range r.spans {
		all = append(all, s.GetName()+" "+hex.EncodeToString(s.GetTraceId())+" "+s.String())
	}
	return strings.Join(all, "\n")
}

// startCollector starts a collector and sets OpenTelemetry's variables to it.
func startCollector(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
	return r
}

func TestTraceHasRequestStatementsAndJobs(t *testing.T) {
	r := startCollector(t)
	var log output
	url, stop := startServer(t, &log, "LOG_FORMAT=json", "OTEL_EXPORTER_OTLP_ENDPOINT="+
		os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"))
	response, err := http.Post(url+"/api/v1/contact?token=hidden", "application/json",
		strings.NewReader(`{"name": "Amina", "email": "amina@example.com", "text": "Hello", "seconds": 60}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusAccepted {
		t.Fatalf("%s", response.Status)
	}
	for deadline := time.Now().Add(time.Minute); len(r.named("job tell")) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no job is traced:\n%s", r)
		}
	}
	stop()
	requests, jobs := r.named("POST /api/v1/contact"), r.named("job tell")
	if len(requests) != 1 || requests[0].GetKind() != traces.Span_SPAN_KIND_SERVER {
		t.Fatalf("%d requests:\n%s", len(requests), r)
	}
	of := func(s *traces.Span, attribute string) string {
		for _, a := range s.GetAttributes() {
			if a.GetKey() == attribute {
				return a.GetValue().GetStringValue()
			}
		}
		return ""
	}
	id := of(requests[0], "request.id")
	for _, j := range jobs {
		if string(j.GetTraceId()) != string(requests[0].GetTraceId()) || of(j, "request.id") != id || id == "" {
			t.Errorf("the job is in another trace:\n%s", r)
		}
	}
	saved := r.named("insert message")
	if len(saved) != 1 || string(saved[0].GetParentSpanId()) != string(requests[0].GetSpanId()) ||
		!strings.Contains(of(saved[0], "db.query.text"), "INSERT INTO messages") {
		t.Errorf("the statement is not in the request:\n%s", r)
	}
	if all := r.String(); strings.Contains(all, "Amina") || strings.Contains(all, "hidden") ||
		strings.Contains(all, "example.com") {
		t.Errorf("values are in the trace:\n%s", all)
	}
	if !strings.Contains(log.String(), `"request":"`+id+`"`) {
		t.Error("the log does not have the request's id")
	}
}

// refusing is a provider that refuses every capture.
type refusing struct{ payment.Provider }

func (refusing) Name() string { return "stripe" }
func (refusing) Capture(context.Context, string, int64, string) (payment.State, error) {
	return payment.State{}, payment.ErrRefused
}

func TestProviderCallsAreInTheTraceOfTheirRequest(t *testing.T) {
	r := startCollector(t)
	tracer, err := tracing.Open(t.Context(), os.Getenv, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := tracer.StartRequest(t.Context(), httptest.NewRequest(http.MethodPost, "/", http.NoBody))
	_, refused := tracer.WrapProvider(refusing{}).Capture(ctx, "session", 1, "key")
	end("/", http.StatusOK)
	if err := tracer.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls, requests := r.named("stripe capture"), r.named("POST /")
	if refused != payment.ErrRefused || len(calls) != 1 || len(requests) != 1 ||
		string(calls[0].GetParentSpanId()) != string(requests[0].GetSpanId()) ||
		calls[0].GetStatus().GetCode() != traces.Status_STATUS_CODE_ERROR {
		t.Errorf("%v\n%s", refused, r)
	}
}

func TestNothingIsTracedWithoutACollector(t *testing.T) {
	for _, environ := range []map[string]string{{},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}} {
		tracer, err := tracing.Open(t.Context(), func(name string) string { return environ[name] }, "")
		if tracer != nil || err != nil {
			t.Errorf("%v: %v, %v", environ, tracer, err)
		}
	}
	wrong := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
		"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}
	if _, err := tracing.Open(t.Context(), func(name string) string { return wrong[name] }, ""); err == nil ||
		!strings.Contains(err.Error(), "grpc") {
		t.Errorf("%v", err)
	}
}
