package main

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

const (
	// reconcileEvery is the interval at which the providers' changes are read, in case an event was lost.
	reconcileEvery = 30 * time.Minute
	// reconcileSince is how far back: a server that was away for a long weekend has missed nothing.
	reconcileSince = 4 * 24 * time.Hour
)

// reconcile compares the orders with what the payment providers say, at once and from time to time, until ctx ends.
func (b *backend) reconcile(ctx context.Context, log *slog.Logger) {
	if err := b.booking.CheckAccounts(ctx); err != nil && ctx.Err() == nil {
		log.Warn("the accounts of open orders cannot be compared now", "error", err)
	}
	ticks := time.NewTicker(reconcileEvery)
	defer ticks.Stop()
	for {
		if _, err := b.booking.Reconcile(ctx, time.Now().Add(-reconcileSince)); err != nil && ctx.Err() == nil {
			log.Warn("some payments cannot be compared with the provider now", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

func (o *operator) ordersReconcile() *cobra.Command {
	var since string
	c := &cobra.Command{
		Use: "reconcile", Short: "Compare orders with what the payment provider says of refunds and disputes",
		Args: cobra.NoArgs,
		Long: "Reconcile asks the payment providers which payments were given back or disputed, or had a refund " +
			"that failed, and\n" +
			"brings their orders up to date. The server does so every half hour for the last four days; Stripe " +
			"keeps 30 days.",
		Example: "  api orders reconcile\n  api orders reconcile --since 720h",
	}
	c.Flags().StringVar(&since, "since", "96h",
		"since a `day` such as 2026-12-01, in UTC, or within a time such as 36h")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		at, err := sinceOf(since, time.Now())
		if err != nil {
			return err
		}
		n, err := b.booking.Reconcile(ctx, at)
		if err != nil {
			return err
		}
		return answer(o, c.OutOrStdout(), []reconciled{{n}}, "PAYMENTS>", reconciled.cells)
	})
}

// reconciled is how many payments were compared.
type reconciled struct {
	Payments int `json:"payments"`
}

func (r reconciled) cells() []string { return []string{strconv.Itoa(r.Payments)} }
