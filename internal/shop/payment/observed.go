package payment

import (
	"context"
	"time"
)

// Begin is called when a call of a provider begins, with its name, such as "capture". It returns the context of the
// call, and a function to call with its error when it ends.
type Begin func(ctx context.Context, call string) (context.Context, func(error))

// Observed returns a provider whose calls of the payment service are observed.
func Observed(p Provider, begin Begin) Provider { return observed{p, begin} }

type observed struct {
	Provider
	begin Begin
}

func observe[T any](ctx context.Context, begin Begin, call string, do func(context.Context) (T, error)) (T, error) {
	ctx, end := begin(ctx, call)
	got, err := do(ctx)
	end(err)
	return got, err
}

func (o observed) Start(ctx context.Context, r Request) (Session, error) {
	return observe(ctx, o.begin, "start", func(ctx context.Context) (Session, error) {
		return o.Provider.Start(ctx, r)
	})
}

func (o observed) State(ctx context.Context, session string) (State, error) {
	return observe(ctx, o.begin, "state",
		func(ctx context.Context) (State, error) { return o.Provider.State(ctx, session) })
}

func (o observed) Capture(ctx context.Context, session string, amount int64, key string) (State, error) {
	return observe(ctx, o.begin, "capture",
		func(ctx context.Context) (State, error) { return o.Provider.Capture(ctx, session, amount, key) })
}

func (o observed) Void(ctx context.Context, session, key string) (State, error) {
	return observe(ctx, o.begin, "void",
		func(ctx context.Context) (State, error) { return o.Provider.Void(ctx, session, key) })
}

func (o observed) Refund(ctx context.Context, session string, amount int64, key string) (State, error) {
	return observe(ctx, o.begin, "refund",
		func(ctx context.Context) (State, error) { return o.Provider.Refund(ctx, session, amount, key) })
}

func (o observed) Account(ctx context.Context) (string, error) {
	return observe(ctx, o.begin, "account", o.Provider.Account)
}

func (o observed) ChangedSessions(ctx context.Context, since time.Time) ([]string, error) {
	return observe(ctx, o.begin, "changed",
		func(ctx context.Context) ([]string, error) { return o.Provider.ChangedSessions(ctx, since) })
}
