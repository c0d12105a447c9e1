package sqlstore

import (
	"context"
	"time"

	"storefront/internal/core/fault"
)

// FeedVersion returns 0 for a supplier whose address was never replaced.
func (r Reader) FeedVersion(ctx context.Context, supplier string) (version int, err error) {
	err = r.queryRow(ctx, "feed", []any{&version}, "SELECT version FROM supplier_feeds WHERE supplier = $1", supplier)
	if fault.Is(err, fault.NotFound) {
		return 0, nil
	}
	return version, err
}

func (t *Tx) ReplaceFeed(ctx context.Context, supplier string) error {
	_, err := t.exec(ctx, "replace feed", `INSERT INTO supplier_feeds (supplier, version) VALUES ($1, 1)
		ON CONFLICT (supplier) DO UPDATE SET version = supplier_feeds.version + 1`, supplier)
	return err
}

func (t *Tx) ClaimOnce(ctx context.Context, name string) (bool, error) {
	n, err := t.exec(ctx, "do once",
		"INSERT INTO done_once (name, done_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name,
		instant(time.Now()))
	return n == 1, err
}
