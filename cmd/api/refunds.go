package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"storefront/internal/core/money"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func refundsCommand(o *operator) *cobra.Command {
	return o.group("refunds", "List what is owed to buyers, and settle what the payment provider cannot refund",
		o.refundsList(), o.refundsRetry(), o.refundsRecord(), o.refundsWriteOff())
}

// refundRow is an order with an amount that is owed to its buyer.
type refundRow struct {
	Reference  string                `json:"reference"`
	Deployment string                `json:"deployment"`
	Payment    booking.PaymentStatus `json:"payment"`
	Owed       int64                 `json:"owed"` // minor units
	Returned   int64                 `json:"returned"`
	WrittenOff int64                 `json:"writtenOff"`
	Currency   string                `json:"currency"`
	ByHand     bool                  `json:"byHand"`            // an operator has to act
	Problem    string                `json:"problem,omitempty"` // why the provider refused it
	Email      string                `json:"email"`
}

const refundColumns = "REFERENCE DEPLOYMENT PAYMENT OWED> GIVEN-BACK> WRITTEN-OFF> BY-HAND E-MAIL PROBLEM"

func refundRowOf(o *booking.Order) refundRow {
	return refundRow{
		Reference: o.Reference, Deployment: o.Deployment, Payment: o.Payment.Status, Owed: o.RefundDue(),
		Returned:   o.Payment.TotalRefunded(),
		WrittenOff: o.Payment.WrittenOff(), Currency: o.Currency, ByHand: o.NeedsManualRefund(),
		Problem: o.Payment.RefundProblem,
		Email:   o.Buyer.Email,
	}
}

func (r refundRow) cells() []string {
	byHand := "no"
	if r.ByHand {
		byHand = "yes"
	}
	return []string{
		r.Reference, r.Deployment, string(r.Payment), amount(r.Owed, r.Currency), amount(r.Returned, r.Currency),
		amount(r.WrittenOff, r.Currency), byHand, r.Email, cmp.Or(r.Problem, "-"),
	}
}

func (o *operator) refundsList() *cobra.Command {
	c := &cobra.Command{
		Use: "list", Short: "List the orders with a refund that is owed, the latest first",
		Args:    cobra.NoArgs,
		Example: "  api refunds list\n  api refunds list --deployment wayfare --json",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		var rows []refundRow
		for order, err := range allOrders(ctx, b, booking.OrderFilter{Deployment: o.deployment}) {
			if err != nil {
				return err
			}
			if order.RefundDue() > 0 {
				rows = append(rows, refundRowOf(order))
			}
		}
		return printRows(o, c.OutOrStdout(), rows, refundColumns, refundRow.cells)
	})
}

// printRefund prints an order's refund after a command.
func (o *operator) printRefund(c *cobra.Command, order *booking.Order) error {
	return printRows(o, c.OutOrStdout(), []refundRow{refundRowOf(order)}, refundColumns, refundRow.cells)
}

func (o *operator) refundsRetry() *cobra.Command {
	c := &cobra.Command{
		Use: "retry REFERENCE", Short: "Retry a refund that failed or was refused",
		Args: cobra.ExactArgs(1), Example: "  api refunds retry K7M3Q9XW",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		if order, err = b.booking.RetryRefund(ctx, order.ID); err != nil {
			return err
		}
		return o.printRefund(c, &order)
	})
}

// amountOr parses an amount such as 120.50; without one it returns all.
func amountOr(typed string, all int64, currency string) (int64, error) {
	if typed == "" {
		return all, nil
	}
	sum, err := money.Parse(typed, currency)
	if err != nil {
		return 0, cli.Usage(err)
	}
	return sum, nil
}

func (o *operator) refundsRecord() *cobra.Command {
	var f recordFlags
	var typed string
	c := &cobra.Command{
		Use: "record REFERENCE", Short: "Record a refund in cash, by transfer or at a terminal",
		Args: cobra.ExactArgs(1), Example: "  api refunds record K7M3Q9XW --by cash\n  api refunds record K7M3Q9XW " +
			"--by transfer --amount 120.50",
	}
	f.flags(c)
	c.Flags().StringVar(&typed, "amount", "", "the `amount`, as 120.50; the whole debt by default")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		sum, err := amountOr(typed, order.RefundDue(), order.Currency)
		if err != nil {
			return err
		}
		r, err := f.record(sum)
		if err != nil {
			return err
		}
		question := fmt.Sprintf("Record that %s of %s was refunded by %s? %s is owed to the buyer.",
			amount(sum, order.Currency), order.Reference, r.By, amount(order.RefundDue(), order.Currency))
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if order, err = b.booking.RecordRefund(ctx, order.ID, r, order.RefundDue()); err != nil {
			return err
		}
		return o.printRefund(c, &order)
	})
}

func (o *operator) refundsWriteOff() *cobra.Command {
	var typed, reason string
	c := &cobra.Command{
		Use: "write-off REFERENCE", Short: "Record that a debt will not be refunded, and why",
		Args: cobra.ExactArgs(1), Example: "  api refunds write-off K7M3Q9XW --reason 'The buyer took a voucher'",
	}
	c.Flags().StringVar(&reason, "reason", "", "the `reason`, which is stored with the order")
	_ = c.MarkFlagRequired("reason")
	c.Flags().StringVar(&typed, "amount", "", "the `amount`, as 120.50; the whole debt by default")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		sum, err := amountOr(typed, order.RefundDue(), order.Currency)
		if err != nil {
			return err
		}
		question := fmt.Sprintf("Write off %s of what is owed to the buyer of %s?", amount(sum, order.Currency),
			order.Reference)
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if order, err = b.booking.WriteOff(ctx, order.ID,
			booking.Record{Amount: sum, Actor: actor(), Note: reason}, order.RefundDue()); err != nil {
			return err
		}
		return o.printRefund(c, &order)
	})
}
