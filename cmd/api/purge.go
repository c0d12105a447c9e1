package main

import (
	"context"
	"log/slog"
	"time"

	"storefront/internal/store/sqlstore"
)

// purge removes the data whose retention has ended, and logs how much.
func (b *backend) purge(ctx context.Context, o *configuration, log *slog.Logger) error {
	p, err := b.store.Purge(ctx, o.expiry(time.Now()))
	if p != (sqlstore.Purged{}) {
		log.InfoContext(ctx, "old data deleted", "carts", p.Carts, "orders", p.Orders, "messages", p.Messages,
			"notes_of", p.Notes, "buyers_of", p.Buyers, "expired", p.Others)
	}
	return err
}

// expiry returns the ends of the configured periods at an instant.
func (c *configuration) expiry(now time.Time) sqlstore.Expiry {
	return sqlstore.Expiry{
		Now: now, Carts: now.Add(-c.keepCarts), Unpaid: now.Add(-c.keepUnpaid), Messages: now.Add(-c.keepMessages),
		Notes: now.Add(-c.keepNotes), Buyers: now.Add(-c.keepOrders),
	}
}
