package trail

import (
	"context"
	"log/slog"
)

// Handler adds the trail of a record's context to the record.
func Handler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	t := Of(ctx)
	named := map[string]bool{}
	if t.Reference != "" || t.Deployment != "" {
		r.Attrs(func(a slog.Attr) bool { named[a.Key] = true; return true })
	}
	for _, a := range [...]slog.Attr{
		slog.String("request", t.Request), slog.String("actor", t.Actor), slog.String("origin", t.Origin),
		slog.String("deployment", t.Deployment), slog.String("reference", t.Reference),
	} {
		if a.Value.String() != "" && !named[a.Key] {
			r.AddAttrs(a)
		}
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
