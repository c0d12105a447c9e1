package main

import (
	"context"
	"log/slog"
	"time"

	"storefront/internal/store/sqlstore"
)

// purge deletes expired data, and logs how much.
func (b *backend) purge(ctx context.Context, o *configuration, log *slog.Logger) error {
	now := time.Now()
	p, err := b.store.Purge(ctx, sqlstore.Expiry{Now: now, Carts: now.Add(-o.keepCarts),
		Unpaid: now.Add(-o.keepUnpaid)})
	if p != (sqlstore.Purged{}) {
		log.InfoContext(ctx, "old data deleted", "carts", p.Carts, "orders", p.Orders, "expired", p.Others)
	}
	return err
}
