package main

import (
	"context"

	"github.com/spf13/cobra"

	"storefront/internal/shop/booking"
)

func (o *operator) bookingsNote() *cobra.Command {
	c := &cobra.Command{
		Use: "note REFERENCE/LINE TEXT", Short: "Add a note of the staff to a booking", Args: cobra.ExactArgs(2),
		Long: "Note stores a text with a booking, with the operator's name and the time. bookings show and the\n" +
			"manifest print it; buyers and suppliers do not see it.",
		Example: "  api bookings note K7M3Q9XW/1 'Called: comes ten minutes late'",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			return b.booking.AddNote(ctx, order.ID, k.ID, booking.Note{Text: args[1], Actor: actor()})
		})
	})
}
