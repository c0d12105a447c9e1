package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"storefront/internal/shop/booking"
)

// recordFlags are the flags of a payment or refund outside the payment provider.
type recordFlags struct{ by, note string }

func (f *recordFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.by, "by", "", "by which `means`: "+joinOr(booking.AllMeans))
	c.Flags().StringVar(&f.note, "note", "", "a `text` to store with it, such as a receipt's number")
	_ = c.MarkFlagRequired("by")
}

// record returns the record of the flags, with the user who runs the command.
func (f *recordFlags) record(amount int64) (booking.Record, error) {
	by, err := parseOneOf("by", f.by, booking.AllMeans)
	return booking.Record{By: by, Amount: amount, Actor: actor(), Note: f.note}, err
}

func (o *operator) bookingsPaid() *cobra.Command {
	var f recordFlags
	var sum string
	c := &cobra.Command{
		Use: "paid REFERENCE/LINE", Short: "Record that a booking that is paid later was paid in cash, by transfer " +
			"or at a terminal",
		Args: cobra.ExactArgs(1),
		Long: "Paid records a payment for a booking that is paid later. Once nothing of its order is due any\n" +
			"more, what is instant or accepted by its supplier is confirmed and the payment page is closed; the\n" +
			"rest still needs to be confirmed. After a part of the payment the rest stays due.",
		Example: "  api bookings paid K7M3Q9XW/1 --by cash\n  api bookings paid K7M3Q9XW/1 --by transfer --amount " +
			"120.50 --note 'receipt 4711'",
	}
	f.flags(c)
	c.Flags().StringVar(&sum, "amount", "",
		"the `amount`, as 120.50; all that is due of the order by default")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			paid, err := amountOr(sum, order.Due(), order.Currency)
			if err != nil {
				return booking.Order{}, err
			}
			r, err := f.record(paid)
			if err != nil {
				return booking.Order{}, err
			}
			question := fmt.Sprintf("Record %s for %s, paid by %s? %s is due of the order.",
				amount(paid, order.Currency), describeBooking(order, k), r.By, amount(order.Due(), order.Currency))
			if err := o.confirm(c, question); err != nil {
				return booking.Order{}, err
			}
			return b.booking.RecordPayment(ctx, order.ID, k.ID, r,
				order.Payment.TotalReceived()-order.Payment.Captured)
		})
	})
}
