// Package tracing sends OpenTelemetry traces of requests, jobs, statements of the database and calls of payment
// providers to a collector, over OTLP by HTTP. OpenTelemetry's environment variables configure it; without a collector
// there is no Tracer, and nothing is traced.
package tracing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"storefront/internal/core/trail"
	"storefront/internal/shop/payment"
)

// serviceName is the service's name if OTEL_SERVICE_NAME is not set.
const serviceName = "storefront-api"

// Tracer makes spans.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Open returns a Tracer, or nil if the environment names no collector. lookUp reads a variable, empty if it is not set.
func Open(ctx context.Context, lookUp func(name string) string, commit string) (*Tracer, error) {
	if lookUp("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && lookUp("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" ||
		lookUp("OTEL_SDK_DISABLED") == "true" {
		return nil, nil
	}
	protocol := cmp.Or(lookUp("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), lookUp("OTEL_EXPORTER_OTLP_PROTOCOL"),
		"http/protobuf")
	if protocol != "http/protobuf" {
		return nil, fmt.Errorf("traces are sent by http/protobuf only, not by %s (OTEL_EXPORTER_OTLP_PROTOCOL)",
			protocol)
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	res, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", serviceName),
			attribute.String("service.version", commit)),
		resource.WithFromEnv(), resource.WithHost(),
	)
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("traces: %w", err)
	}
	p := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(res))
	return &Tracer{p, p.Tracer("storefront")}, nil
}

// Close sends the remaining spans.
func (t *Tracer) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// StartRequest starts the span of a request, which its trail continues. Trace headers of visitors are ignored.
func (t *Tracer) StartRequest(ctx context.Context, r *http.Request) (_ context.Context,
	end func(route string, status int)) {
	from := trail.FromContext(ctx)
	ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", r.Method), attribute.String("server.address", r.Host),
		attribute.String("request.id", from.Request),
	))
	from.Traceparent = traceparent(ctx)
	return trail.NewContext(ctx, from), func(route string, status int) {
		span.SetName(r.Method + " " + route)
		span.SetAttributes(attribute.String("http.route", route), attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// StartJob starts the span of a job's attempt, in the trace of the request that created the job.
func (t *Tracer) StartJob(ctx context.Context, kind string) (context.Context, func(error)) {
	from := trail.FromContext(ctx)
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": from.Traceparent})
	ctx, span := t.tracer.Start(ctx, "job "+kind, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("request.id", from.Request), attribute.String("order.reference", from.Reference),
		attribute.String("deployment", from.Deployment),
	))
	from.Traceparent = traceparent(ctx)
	return trail.NewContext(ctx, from), endSpan(span)
}

// StartStatement starts the span of a statement of the database, within that of its request or job. Its text has no
// values.
func (t *Tracer) StartStatement(ctx context.Context, operation, query string) (context.Context, func(error)) {
	return t.startChild(ctx, operation, attribute.String("db.query.text", query))
}

// startChild starts a span inside another, and none without a parent: it would be a trace of its own.
func (t *Tracer) startChild(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context,
	func(error)) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, func(error) {}
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attributes...))
	return ctx, endSpan(span)
}

// endSpan ends a span. It omits the error's text, which may have personal data and is in the log.
func endSpan(span trace.Span) func(error) {
	return func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

func traceparent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// WrapProvider traces the calls of a payment provider.
func (t *Tracer) WrapProvider(p payment.Provider) payment.Provider {
	return payment.Observed(p, func(ctx context.Context, call string) (context.Context, func(error)) {
		return t.startChild(ctx, p.Name()+" "+call, attribute.String("payment.provider", p.Name()),
			attribute.String("payment.call", call))
	})
}
