package sqlstore

import (
	"context"
	"time"

	"storefront/internal/shop/limit"
)

// Limits implements limit.Store.
type Limits struct{ do Do }

func (l Limits) Do(ctx context.Context, work func(limit.Tx) error) error {
	return l.do(ctx, func(tx *Tx) error { return work(tx) })
}

// CountTry is one statement, so that concurrent tries get different numbers.
func (t *Tx) CountTry(ctx context.Context, key string, now time.Time, window time.Duration) (limit.Tries, error) {
	var (
		tries limit.Tries
		until instant
	)
	err := t.queryRow(ctx, "tries", []any{&tries.Count, &until},
		`INSERT INTO tries (key, count, expires_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN tries.expires_at <= $3 THEN 1 ELSE tries.count + 1 END,
			expires_at = CASE WHEN tries.expires_at <= $3 THEN excluded.expires_at ELSE tries.expires_at END
		RETURNING count, expires_at`, key, instant(now.Add(window)), instant(now))
	tries.Until = until.time()
	return tries, err
}

func (t *Tx) ResetTries(ctx context.Context, key string) error {
	_, err := t.exec(ctx, "forget tries", `DELETE FROM tries WHERE key = $1`, key)
	return err
}
