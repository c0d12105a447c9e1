// Package trail carries the actor and the request through contexts, so that log lines, jobs, calls of payment providers
// and traces of one order have the same fields. A trail is kept with a job, which goes on when the request has ended.
package trail

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
)

// Trail is where an act comes from. Fields that are not known are empty.
type Trail struct {
	// Request is the id of the HTTP request, a UUID. A job has the id of the request that caused it.
	Request string `json:"request,omitempty"`
	// Actor is the acting party: "visitor", "operator:amina", "provider:stripe", "reseller:name", "supplier:id" or
	// "job:settle_order".
	Actor string `json:"actor,omitempty"`
	// Origin is the actor that caused a job; empty outside of jobs.
	Origin string `json:"origin,omitempty"`
	// Deployment and Reference name the order that a job is about.
	Deployment string `json:"deployment,omitempty"`
	Reference  string `json:"reference,omitempty"`
	// Traceparent is the span that caused a job, in the form of W3C Trace Context; empty without traces.
	Traceparent string `json:"traceparent,omitempty"`
}

// Visitor is the actor of a request of the site.
const Visitor = "visitor"

// Operator returns the actor of a command that an operating system's user runs.
func Operator(user string) string { return "operator:" + cmp.Or(user, "unknown") }

// Provider returns the actor of what a payment provider announces.
func Provider(name string) string { return "provider:" + name }

// Reseller returns the actor of a request with a reseller's key.
func Reseller(name string) string { return "reseller:" + name }

// Job returns the actor of a job.
func Job(kind string) string { return "job:" + kind }

type key struct{}

// FromContext returns the trail of a context, zero if it has none.
func FromContext(ctx context.Context) Trail {
	t, _ := ctx.Value(key{}).(Trail)
	return t
}

// NewContext returns a context with a trail, which replaces that of ctx.
func NewContext(ctx context.Context, t Trail) context.Context {
	return context.WithValue(ctx, key{}, t)
}

// WithActor returns a context with another actor.
func WithActor(ctx context.Context, actor string) context.Context {
	t := FromContext(ctx)
	t.Actor = actor
	return NewContext(ctx, t)
}

// WithOrder returns a context whose trail names an order.
func WithOrder(ctx context.Context, deployment, reference string) context.Context {
	t := FromContext(ctx)
	t.Deployment, t.Reference = deployment, reference
	return NewContext(ctx, t)
}

// metadata is a trail as it is kept with a job, beside what others keep there.
type metadata struct {
	Trail Trail `json:"trail"`
}

// Metadata returns the trail of a context as JSON to be kept with a job; nil if there is nothing to keep.
func Metadata(ctx context.Context) []byte {
	t := FromContext(ctx)
	if t == (Trail{}) {
		return nil
	}
	data, err := json.Marshal(metadata{t})
	if err != nil {
		return nil // strings cannot fail
	}
	return data
}

// FromMetadata returns the trail that was kept with a job, zero if there is none.
func FromMetadata(data []byte) Trail {
	var m metadata
	if json.Unmarshal(data, &m) != nil {
		return Trail{}
	}
	return m.Trail
}

// ForJob returns the context of a job of a kind that goes on with a trail.
func ForJob(ctx context.Context, t Trail, kind string) context.Context {
	t.Origin = cmp.Or(t.Origin, t.Actor)
	t.Actor = Job(kind)
	return NewContext(ctx, t)
}

// LogHandler adds the trail of a record's context to the record.
func LogHandler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	t := FromContext(ctx)
	present := map[string]bool{}
	if t.Reference != "" || t.Deployment != "" {
		r.Attrs(func(a slog.Attr) bool { present[a.Key] = true; return true })
	}
	for _, a := range [...]slog.Attr{
		slog.String("request", t.Request), slog.String("actor", t.Actor), slog.String("origin", t.Origin),
		slog.String("deployment", t.Deployment), slog.String("reference", t.Reference),
	} {
		if a.Value.String() != "" && !present[a.Key] {
			r.AddAttrs(a)
		}
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
