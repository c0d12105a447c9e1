package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func (o *operator) ordersCorrect() *cobra.Command {
	var to booking.Correction
	c := &cobra.Command{
		Use: "correct REFERENCE", Short: "Correct the e-mail address or the phone number of a buyer",
		Args: cobra.ExactArgs(1),
		Long: "Correct replaces what a buyer has mistyped. Later mails about the order, and those that wait, go to\n" +
			"the new address. Links in mails to the former one no longer open the order, but a ticket that was\n" +
			"attached to one stays valid. Nothing is sent: api mail resend sends the latest mail again. The use\n" +
			"of a promo code stays counted for the address that was typed.",
		Example: "  api orders correct K7M3Q9XW --email amina@example.com\n" +
			"  api orders correct K7M3Q9XW --phone +971501234567",
	}
	c.Flags().StringVar(&to.Email, "email", "", "the buyer's e-mail `address`")
	c.Flags().StringVar(&to.Phone, "phone", "", "the buyer's phone `number`, with its calling code")
	c.MarkFlagsOneRequired("email", "phone")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		if err := order.CheckCorrectable(); err != nil {
			return err
		}
		if to.Email == order.Buyer.Email {
			to.Email = ""
		}
		if to.Phone == phoneOf(&order.Buyer) {
			to.Phone = ""
		}
		if to == (booking.Correction{}) {
			return fmt.Errorf("%s has that already", order.Reference)
		}
		if err := o.confirm(c, correctionQuestion(&order, to)); err != nil {
			return err
		}
		if order, err = b.booking.CorrectBuyer(ctx, order.ID, to); err != nil {
			if fields := fieldErrorText(err); fields != "" {
				return cli.Usagef("%s", fields)
			}
			return err
		}
		row, err := orderRowOf(ctx, b, &order)
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []orderRow{row}, orderColumns, orderRow.cells)
	})
}

// correctionQuestion names what is replaced.
func correctionQuestion(o *booking.Order, to booking.Correction) string {
	question := fmt.Sprintf("Correct %s of %s?", o.Reference, nameOf(&o.Buyer))
	for _, part := range []struct{ name, from, to string }{
		{"E-mail", o.Buyer.Email, to.Email}, {"Phone", phoneOf(&o.Buyer), to.Phone},
	} {
		if part.to != "" {
			question += fmt.Sprintf(" %s: %s becomes %s.", part.name, orDash(part.from), part.to)
		}
	}
	if to.Email != "" && o.Buyer.Email != "" {
		question += " Links in earlier mails no longer open the order."
	}
	return question
}
