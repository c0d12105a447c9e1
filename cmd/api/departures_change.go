package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// departuresAct makes a command that changes a departure, or all of a day. reason is that of its example.
func (o *operator) departuresAct(use, short, reason string, act booking.DepartureAct) *cobra.Command {
	var f changeFlags
	c := &cobra.Command{
		Use: use + " DEPARTURE", Short: short, Args: cobra.ExactArgs(1),
		Long:    short + ". It is in force at once, without a build.\n" + departureHelp,
		Example: "  api departures " + use + " dunes/shared/2026-12-05/15:30 --reason \"" + reason + "\"",
	}
	f.flags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeDepartures(ctx, b, c, args[0], f.change(act, 0))
	})
}

func (o *operator) departuresLimit() *cobra.Command {
	var f changeFlags
	c := &cobra.Command{
		Use: "limit DEPARTURE SEATS", Short: "Sell another number of seats than the option's capacity",
		Args: cobra.ExactArgs(2),
		Long: "Limit sets the number of seats of a departure, more or fewer than the option's capacity; 0 is the\n" +
			"capacity again. Bookings beyond the limit stay. It is in force at once.\n" + departureHelp,
		Example: "  api departures limit dunes/shared/2026-12-05/15:30 8 --reason \"one car in the workshop\"",
	}
	f.flags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		seats, err := strconv.Atoi(args[1])
		if err != nil || seats < 0 {
			return cli.Usagef("%q is not a number of seats", args[1])
		}
		return o.changeDepartures(ctx, b, c, args[0], f.change(booking.ActLimit, seats))
	})
}

// changeFlags are who changes a departure and why.
type changeFlags struct{ actor, reason string }

func (f *changeFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.actor, "actor", "", "`who` decided it; by default the user who runs the command")
	c.Flags().StringVar(&f.reason, "reason", "", "`why`, for the history")
}

func (f *changeFlags) change(act booking.DepartureAct, limit int) booking.DepartureChange {
	return booking.DepartureChange{Act: act, Limit: limit, Actor: cmp.Or(f.actor, actor()), Reason: f.reason}
}

// changeDepartures changes the departures that a name means, and prints them. A start to be opened need not exist, but
// its option must.
func (o *operator) changeDepartures(
	ctx context.Context, b *backend, c *cobra.Command, name string, change booking.DepartureChange,
) error {
	found, err := o.departuresToChange(ctx, b, name, change.Act, booking.Slot{})
	slot, whole, parsed := booking.ParseSlot(name)
	if err != nil && parsed == nil && !whole && change.Act == booking.ActOpen {
		if err = o.checkOpenable(b, slot); err == nil {
			found = []booking.Departure{{Slot: slot}}
		}
	}
	if err != nil {
		return err
	}
	for _, d := range found {
		if _, err := b.booking.ChangeDeparture(ctx, d.Slot, change); err != nil {
			return fmt.Errorf("%s: %w", d.Slot, err)
		}
	}
	return o.printDepartures(ctx, b, c, name)
}

// departuresToChange returns the departures that a name means. For the name of a day it leaves out those that the act
// cannot change, and the one that bookings are moved to.
func (o *operator) departuresToChange(
	ctx context.Context, b *backend, name string, act booking.DepartureAct, to booking.Slot,
) ([]booking.Departure, error) {
	found, err := o.departuresNamed(ctx, b, name)
	slot, whole, _ := booking.ParseSlot(name)
	if err != nil || !whole {
		return found, err
	}
	found = slices.DeleteFunc(found, func(d booking.Departure) bool { return d.Slot == to || d.CheckAct(act) != nil })
	if len(found) == 0 {
		err = fmt.Errorf("%s has no departures on %s that can be changed", slot.Product, slot.Date)
	}
	return found, err
}

// printDepartures prints the departures that a name means, as they are now: also one that a reset has ended.
func (o *operator) printDepartures(ctx context.Context, b *backend, c *cobra.Command, name string) error {
	found, err := o.departuresToShow(ctx, b, name)
	if err != nil {
		return err
	}
	rows, err := departureRows(ctx, b, found)
	if err != nil {
		return err
	}
	return printRows(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
}

// checkOpenable reports why a start that the build does not have cannot be opened.
func (o *operator) checkOpenable(b *backend, slot booking.Slot) error {
	sellers, err := o.sellers()
	if err != nil {
		return err
	}
	for _, d := range sellers {
		if p, err := b.catalog.Product(d.ID, d.Language, slot.Product); err == nil && p.Option(slot.Option) != nil {
			return p.CheckOpenable(slot)
		}
	}
	return errors.New("no deployment sells " + slot.Product + " with the option " + slot.Option)
}
