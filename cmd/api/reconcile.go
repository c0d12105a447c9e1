package main

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

const (
	// reconcileInterval is the interval at which the providers' changes are read, in case an event was lost.
	reconcileInterval = 30 * time.Minute
	// reconcileWindow is how far back: enough for a server that was down for a long weekend.
	reconcileWindow = 4 * 24 * time.Hour
)

// reconcile compares the orders with the state at the payment providers, at once and periodically until ctx ends.
func (b *backend) reconcile(ctx context.Context, log *slog.Logger) {
	if err := b.booking.CheckAccounts(ctx); err != nil && ctx.Err() == nil {
		log.Warn("cannot compare the accounts of open orders", "error", err)
	}
	ticks := time.NewTicker(reconcileInterval)
	defer ticks.Stop()
	for {
		if _, err := b.booking.Reconcile(ctx, time.Now().Add(-reconcileWindow)); err != nil && ctx.Err() == nil {
			log.Warn("cannot compare some payments with the provider", "error", err)
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
		Use: "reconcile", Short: "Compare orders with the payment provider's refunds and disputes",
		Args: cobra.NoArgs,
		Long: "Reconcile requests from the payment providers which payments were refunded or disputed, or had a\n" +
			"failed refund, and updates their orders. The server does so every half hour for the last four\n" +
			"days; Stripe keeps 30 days.",
		Example: "  api orders reconcile\n  api orders reconcile --since 720h",
	}
	c.Flags().StringVar(&since, "since", "96h",
		"since a `day` such as 2026-12-01, in UTC, or within a time such as 36h")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		at, err := parseSince(since, time.Now())
		if err != nil {
			return err
		}
		n, err := b.booking.Reconcile(ctx, at)
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []reconciled{{n}}, "PAYMENTS>", reconciled.cells)
	})
}

// reconciled is the number of compared payments.
type reconciled struct {
	Payments int `json:"payments"`
}

func (r reconciled) cells() []string { return []string{strconv.Itoa(r.Payments)} }
