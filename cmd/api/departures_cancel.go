package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// disruptFlags are those of commands that change the bookings of a departure.
type disruptFlags struct {
	changeFlags
	because        string
	offer          time.Duration
	isDefaultOffer bool // no offer was named
}

// Buyers can choose for defaultOffer, or for half of the time to the start if that is shorter. If it is under minOffer,
// they have no choice.
const (
	defaultOffer = 48 * time.Hour
	minOffer     = 2 * time.Hour
)

const offerTime = "By default that is 48 hours, or half of the time to the start if that is shorter; if it is under\n" +
	"2 hours, they have no choice.\n"

func (f *disruptFlags) disruptFlags(c *cobra.Command, otherwise string) {
	f.flags(c)
	c.Flags().StringVar(&f.because, "because", "", "the `reason` that buyers read: "+joinOr(booking.DisruptionReasons))
	c.Flags().DurationVar(&f.offer, "offer", defaultOffer, "the `time` in which buyers can choose another start or "+
		"their money; less by default where the start is near, see above; 0: "+otherwise)
	c.PreRun = func(c *cobra.Command, _ []string) { f.isDefaultOffer = !c.Flags().Changed("offer") }
}

// defaultOfferFor returns how long buyers of some departures can choose where no offer was named.
func defaultOfferFor(found []booking.Departure, now time.Time) time.Duration {
	offer := defaultOffer
	for i := range found {
		if start := found[i].StartsAt; !start.IsZero() {
			offer = min(offer, start.Sub(now)/2)
		}
	}
	if offer < minOffer {
		return 0
	}
	return offer
}

// disruption returns the change that the flags describe, for departures that begin after the offer ends.
func (f *disruptFlags) disruption(found []booking.Departure, now time.Time) (booking.DepartureChange, error) {
	change := f.change("", 0)
	because, err := parseOneOf("because", f.because, booking.DisruptionReasons)
	if err != nil {
		return change, err
	}
	change.BuyerReason = because
	if f.isDefaultOffer {
		f.offer = defaultOfferFor(found, now)
	}
	if f.offer < 0 {
		return change, cli.Usage(errors.New("--offer must be a time such as 48h"))
	}
	if f.offer == 0 {
		return change, nil
	}
	change.Until = now.Add(f.offer).Truncate(time.Minute)
	for i := range found {
		if start := found[i].StartsAt; !start.IsZero() && !change.Until.Before(start) {
			return change, cli.Usagef("--offer %s ends after the start of %s", f.offer, found[i].Slot)
		}
	}
	return change, nil
}

func (o *operator) departuresCancel() *cobra.Command {
	var f disruptFlags
	c := &cobra.Command{
		Use: "cancel DEPARTURE", Short: "Cancel a departure: buyers choose another start or their money",
		Args: cobra.ExactArgs(1),
		Long: "Cancel ends the sale of a departure at once. The server's job then mails its buyers, and sends the\n" +
			"shop a report. Buyers can choose another start at the same price, or their money, for the time\n" +
			"of --offer; bookings without an answer by then are cancelled, and nothing is charged for them. It\n" +
			"cannot be undone.\n" + offerTime +
			departureHelp,
		Example: "  api departures cancel dunes/shared/2026-12-05/15:30 --because weather\n" +
			"  api departures cancel dunes/2026-12-05 --because weather --offer 0",
	}
	f.disruptFlags(c, "all are refunded at once")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.disrupt(ctx, b, c, args[0], &f, booking.ActCancel, booking.Slot{})
	})
}

func (o *operator) departuresMove() *cobra.Command {
	var f disruptFlags
	var to string
	c := &cobra.Command{
		Use: "move DEPARTURE --to DEPARTURE", Short: "Move every booking of a departure to another start",
		Args: cobra.ExactArgs(1),
		Long: "Move ends the sale of a departure at once. The server's job then moves every booking that fits to\n" +
			"another start of the product, at its price, and mails their buyers; the shop gets a report,\n" +
			"which lists bookings that do not fit. Buyers can choose another start or their money for the time of\n" +
			"--offer.\n" + offerTime + departureHelp,
		Example: "  api departures move dunes/shared/2026-12-05/15:30 --to dunes/shared/2026-12-05/17:00 --offer 24h",
	}
	f.disruptFlags(c, "they have no choice")
	c.Flags().StringVar(&to, "to", "", "the `departure` to which the bookings are moved")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		slot, whole, err := booking.ParseSlot(to)
		if err != nil || whole {
			return cli.Usagef("--to %q is not one departure", to)
		}
		if _, err := o.departuresNamed(ctx, b, to); err != nil {
			return err
		}
		return o.disrupt(ctx, b, c, args[0], &f, booking.ActMove, slot)
	})
}

// disrupt cancels departures or moves their bookings to another one, after a question.
func (o *operator) disrupt(
	ctx context.Context, b *backend, c *cobra.Command, name string, f *disruptFlags, act booking.DepartureAct,
	to booking.Slot,
) error {
	found, err := o.departuresToChange(ctx, b, name, act, to)
	if err != nil {
		return err
	}
	change, err := f.disruption(found, time.Now())
	if err != nil {
		return err
	}
	verb, save := "Cancel", b.booking.CancelDeparture
	if act == booking.ActMove {
		verb, save, change.To = "Move", b.booking.MoveDeparture, to
	}
	seats := 0
	for i := range found {
		seats += found[i].Taken
	}
	get := "get a mail"
	if !change.Until.IsZero() {
		get = "get a mail and can choose"
	}
	question := fmt.Sprintf("%s %s, with %d seats taken? Its buyers %s.", verb, name, seats, get)
	if err := o.confirm(c, question); err != nil {
		return err
	}
	for i := range found {
		if _, err := save(ctx, found[i].Slot, change); err != nil {
			return fmt.Errorf("%s: %w", found[i].Slot, err)
		}
	}
	return o.printDepartures(ctx, b, c, name)
}
