package imageproxy

import (
	"context"
	"time"
)

// NewQueue returns the make of new workers, for a client.
func NewQueue(limit time.Duration, l Limits, atOnce int) func(
	ctx context.Context, client, key string, do func(context.Context) ([]byte, error),
) ([]byte, error) {
	w := newWorkers(limit, l, atOnce)
	return func(
		ctx context.Context, client, key string, do func(context.Context) ([]byte, error),
	) ([]byte, error) {
		return w.do(withClient(ctx, client), key, do)
	}
}
