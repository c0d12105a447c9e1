package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func waitingCommand(o *operator) *cobra.Command {
	return o.group("waiting", "List who waits for a full departure, remove them, and offer them seats",
		o.waitingList(), o.waitingRemove(), o.waitingOffer())
}

// waitingRow is a party on a waiting list in the output of commands.
type waitingRow struct {
	ID         string               `json:"id"`
	Departure  string               `json:"departure"`
	Deployment string               `json:"deployment"`
	State      booking.WaitingState `json:"state"`
	Seats      int                  `json:"seats"`
	Email      string               `json:"email"`
	Language   string               `json:"language"`
	JoinedAt   time.Time            `json:"joinedAt"`
	Until      time.Time            `json:"until,omitzero"` // the deadline of an offer
	Order      string               `json:"order,omitempty"`
}

const waitingColumns = "ID DEPARTURE STATE SEATS> E-MAIL JOINED UNTIL DEPLOYMENT"

func waitingRowOf(w *booking.Waiting) waitingRow {
	return waitingRow{
		ID: w.ID, Departure: w.Slot().String(), Deployment: w.Deployment, State: w.State, Seats: w.Seats,
		Email: w.Email, Language: w.Language, JoinedAt: w.CreatedAt, Until: w.Until, Order: w.Order,
	}
}

func (r waitingRow) cells() []string {
	return []string{
		r.ID, r.Departure, string(r.State), strconv.Itoa(r.Seats), r.Email, instant(r.JoinedAt), instant(r.Until),
		r.Deployment,
	}
}

// maxListedParties bounds the parties that a command reads; the earliest departures come first.
const maxListedParties = 100_000

func (o *operator) waitingList() *cobra.Command {
	var email string
	var all bool
	c := &cobra.Command{
		Use: "list [DEPARTURE]", Short: "List the parties that wait or have an offer, in the order of time",
		Args: cobra.MaximumNArgs(1),
		Long: "List shows who waits for departures, in the order in which seats are offered. --all adds those who\n" +
			"have ordered, left or missed their offer, or whose list has ended, and who are not deleted yet.\n" +
			departureHelp,
		Example: "  api waiting list\n  api waiting list dunes/shared/2026-12-05/15:30\n" +
			"  api waiting list --email amina@example.com --all",
	}
	c.Flags().StringVar(&email, "email", "", "only of this `address`")
	c.Flags().BoolVar(&all, "all", false, "also those who no longer wait")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		filter := booking.WaitingFilter{Deployment: o.deployment, Email: strings.ToLower(email),
			Limit: maxListedParties}
		if !all {
			filter.ActiveAt = time.Now()
		}
		whole := false
		for _, name := range args {
			var err error
			if filter.Slot, whole, err = booking.ParseSlot(name); err != nil {
				return cli.Usage(err)
			}
		}
		date := filter.Slot.Date
		if whole {
			filter.Slot.Date = "" // all departures of the product
		}
		found, err := b.booking.Waitings(ctx, filter)
		if err != nil {
			return err
		}
		var rows []waitingRow
		for i := range found {
			w := &found[i]
			if (all || !w.HasEnded()) && (!whole || w.Choice.Date == date) {
				rows = append(rows, waitingRowOf(w))
			}
		}
		return printRows(o, c.OutOrStdout(), rows, waitingColumns, waitingRow.cells)
	})
}

func (o *operator) waitingRemove() *cobra.Command {
	var email string
	c := &cobra.Command{
		Use: "remove [ID]", Short: "Take a party off its waiting list, or erase an address",
		Args: cobra.MaximumNArgs(1),
		Long: "Remove takes a party off its list, without a mail. Seats that are held for it go to the next. With\n" +
			"--email it takes an address off all lists of the deployment and erases it there.",
		Example: "  api waiting remove 019aa7c2-5f0e-7d4b-9f53-8d3a1c2e4b60\n" +
			"  api waiting remove --email amina@example.com --deployment wayfare",
	}
	c.Flags().StringVar(&email, "email", "", "erase this `address`")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if (email == "") == (len(args) == 0) {
			return cli.Usage(errors.New("name one party, or --email"))
		}
		if email != "" {
			return o.eraseWaiting(ctx, b, c, email)
		}
		w, err := o.waitingParty(ctx, b, args[0])
		if err != nil {
			return err
		}
		if err := o.confirm(c, fmt.Sprintf("Take %s off the list of %s?", w.Email, w.Slot())); err != nil {
			return err
		}
		if w, err = b.booking.LeaveWaiting(ctx, w.ID); err != nil {
			return err
		}
		return o.printWaiting(c, &w)
	})
}

func (o *operator) eraseWaiting(ctx context.Context, b *backend, c *cobra.Command, email string) error {
	deployment, err := o.deploymentID()
	if err != nil {
		return err
	}
	question := fmt.Sprintf("Take %s off all waiting lists of %s, and erase it there?", email, deployment)
	if err := o.confirm(c, question); err != nil {
		return err
	}
	n, err := b.booking.EraseWaiting(ctx, deployment, email)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.stderr, "%s erased.\n", countNoun(n, "place"))
	return err
}

func (o *operator) waitingOffer() *cobra.Command {
	var holdFor time.Duration
	c := &cobra.Command{
		Use: "offer ID", Short: "Offer seats to a party that waits, or whose offer has lapsed",
		Args: cobra.ExactArgs(1),
		Long: "Offer holds seats for a party and mails it the offer, for --for, until booking closes at the latest.\n" +
			"Seats that become free are offered without it; use it for a party that has missed its offer.",
		Example: "  api waiting offer 019aa7c2-5f0e-7d4b-9f53-8d3a1c2e4b60 --for 2h",
	}
	c.Flags().DurationVar(&holdFor, "for", 0, "how `long` the seats are held; by default as long as other offers")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if holdFor < 0 {
			return cli.Usage(errors.New("--for must be a time such as 2h"))
		}
		w, err := o.waitingParty(ctx, b, args[0])
		if err != nil {
			return err
		}
		w, err = b.booking.OfferWaiting(ctx, w.ID, cmp.Or(holdFor, b.offerDuration))
		if err != nil {
			return fmt.Errorf("%s: %w", w.Slot(), err)
		}
		return o.printWaiting(c, &w)
	})
}

// waitingParty returns a party by its id, of the selected deployment.
func (o *operator) waitingParty(ctx context.Context, b *backend, id string) (booking.Waiting, error) {
	w, _, err := b.booking.Waiting(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && o.deployment != "" && o.deployment != w.Deployment {
		err = fmt.Errorf("no party on a waiting list has the id %s", id)
	}
	return w, err
}

func (o *operator) printWaiting(c *cobra.Command, w *booking.Waiting) error {
	return printRows(o, c.OutOrStdout(), []waitingRow{waitingRowOf(w)}, waitingColumns, waitingRow.cells)
}
