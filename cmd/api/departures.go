package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/payload"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func departuresCommand(o *operator) *cobra.Command {
	return o.group("departures", "List departures, and close, limit, cancel and move them now, without a build",
		o.departuresList(), o.departuresShow(),
		o.departuresAct("close", "Sell no more of a departure; its bookings stay", booking.ActClose),
		o.departuresAct("open", "Sell a departure, even if the build has no such start", booking.ActOpen),
		o.departuresLimit(),
		o.departuresAct("run", "Let a departure take place with fewer travellers than the minimum", booking.ActRun),
		o.departuresAct("reset", "Follow the build again", booking.ActReset),
		o.departuresCancel(), o.departuresMove(), o.departuresConflicts(),
	)
}

// departureNames explains the argument of the commands.
const departureNames = "A departure is PRODUCT/OPTION/DATE/START, as in dunes/shared/2026-12-05/15:30; without\n" +
	"START for a day of opening hours or of a stay. PRODUCT/DATE means all departures of a product on a day."

// departureRow is a departure in the output of commands.
type departureRow struct {
	Departure string                     `json:"departure"` // the argument of other commands
	Product   string                     `json:"product"`
	Option    string                     `json:"option"`
	Date      string                     `json:"date"` // at the destination
	StartTime string                     `json:"startTime,omitempty"`
	StartsAt  time.Time                  `json:"startsAt,omitzero"`
	Status    booking.AvailabilityStatus `json:"status"`
	Taken     int                        `json:"taken"` // seats held and sold
	Capacity  int                        `json:"capacity"`
	Override  booking.DepartureState     `json:"override,omitempty"`
	Limit     int                        `json:"limit,omitempty"`
	Minimum   int                        `json:"minimumParticipants,omitempty"`
	DecideBy  time.Time                  `json:"decideBy,omitzero"`
	Reaches   booking.MinimumState       `json:"minimum,omitempty"`
	Conflict  booking.Conflict           `json:"conflict,omitempty"`
	Last      *departureChange           `json:"lastChange,omitempty"`
}

// departureChange is who changed a departure, when and why.
type departureChange struct {
	Act    booking.DepartureAct `json:"act"`
	Limit  int                  `json:"limit,omitempty"`
	At     time.Time            `json:"at"`
	Actor  string               `json:"actor"`
	Reason string               `json:"reason,omitempty"`
}

const departureColumns = "DEPARTURE STATUS TAKEN> SEATS> OVERRIDE MINIMUM DECIDE-BY CONFLICT BY REASON"

func departureRowOf(d *booking.Departure, last *booking.DepartureChange) departureRow {
	row := departureRow{
		Departure: d.Slot.String(), Product: d.Slot.Product, Option: d.Slot.Option, Date: d.Date,
		StartTime: d.StartTime, StartsAt: d.StartsAt, Status: d.Status, Taken: d.Taken, Capacity: d.Capacity,
		Override: d.State, Limit: d.Limit, DecideBy: d.DecideBy, Reaches: d.Minimum, Conflict: d.Conflict,
	}
	if d.Minimum != booking.NoMinimum {
		row.Minimum = d.Option.MinimumParticipants
	}
	if last != nil {
		change := departureChangeOf(last)
		row.Last = &change
	}
	return row
}

func departureChangeOf(c *booking.DepartureChange) departureChange {
	return departureChange{Act: c.Act, Limit: c.Limit, At: c.At, Actor: c.Actor, Reason: c.Reason}
}

func (r departureRow) cells() []string {
	override, minimum, by, reason := string(r.Override), "", "", ""
	if r.Limit > 0 {
		override = listing(nonempty(override, fmt.Sprintf("limit %d", r.Limit)))
	}
	if r.Minimum > 0 {
		minimum = fmt.Sprintf("%s (%d)", r.Reaches, r.Minimum)
	}
	if r.Last != nil {
		by, reason = r.Last.Actor, r.Last.Reason
	}
	return []string{
		r.Departure, string(r.Status), strconv.Itoa(r.Taken), strconv.Itoa(r.Capacity), cmp.Or(override, "-"),
		cmp.Or(minimum, "-"), instant(r.DecideBy), cmp.Or(string(r.Conflict), "-"), cmp.Or(by, "-"),
		cmp.Or(reason, "-"),
	}
}

// sellers returns the deployments of the live build, as the rules see them.
func (o *operator) sellers() ([]booking.Deployment, error) {
	all, err := o.deployments()
	return sellersOf(all), err
}

func sellersOf(all []payload.Deployment) (list []booking.Deployment) {
	for _, d := range all {
		for _, language := range d.Languages[:min(1, len(d.Languages))] {
			list = append(list, booking.Deployment{ID: d.ID, Language: language})
		}
	}
	return list
}

// departureRows returns rows with the latest change of each.
func departureRows(ctx context.Context, b *backend, found []booking.Departure) ([]departureRow, error) {
	var rows []departureRow
	for i := range found {
		d := &found[i]
		var last *booking.DepartureChange
		if d.Override != (booking.Override{}) {
			changes, err := b.booking.DepartureChanges(ctx, d.Slot)
			if err != nil {
				return nil, err
			}
			if n := len(changes); n > 0 {
				last = &changes[n-1]
			}
		}
		rows = append(rows, departureRowOf(d, last))
	}
	return rows, nil
}

func (o *operator) departuresList() *cobra.Command {
	var product, days string
	var all, undecided bool
	c := &cobra.Command{
		Use: "list", Short: "List departures with seats taken or overrides", Args: cobra.NoArgs,
		Long: "List shows the departures of the next seven days, or of --tour-date, that have seats taken or an\n" +
			"override, with who decided that and why. --product shows all of a product, --undecided those below\n" +
			"their minimum of participants.",
		Example: "  api departures list\n  api departures list --product dunes --tour-date 2026-12-05..2026-12-12\n" +
			"  api departures list --undecided --json",
	}
	c.Flags().StringVar(&product, "product", "", "all departures of this product's `slug`")
	c.Flags().StringVar(&days, "tour-date", "", "on a `day` such as 2026-12-05, or within days, 2026-12-05..2026-12-07")
	c.Flags().BoolVar(&undecided, "undecided", false, "only those with bookings that are below their minimum")
	c.Flags().BoolVar(&all, "all", false, "of all products in the build, booked or not")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		first, last, err := departureDays(days, undecided, time.Now())
		if err != nil {
			return err
		}
		slugs, err := o.departureProducts(b, product, all)
		if err != nil {
			return err
		}
		found, err := o.departures(ctx, b, slugs, first, last)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(d booking.Departure) bool {
			if undecided {
				return d.Taken == 0 || d.Minimum != booking.AwaitsTime && d.Minimum != booking.Below
			}
			return slugs == nil && d.Taken == 0 && d.Override == (booking.Override{})
		})
		rows, err := departureRows(ctx, b, found)
		if err != nil {
			return err
		}
		return answer(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
	})
}

const (
	listedDays = 7
	aheadDays  = 365
)

// departureDays parses --tour-date. Without it, the list begins yesterday, which is still today somewhere.
func departureDays(days string, far bool, now time.Time) (first, last string, err error) {
	if days != "" {
		first, last, err = daysOf("tour-date", days)
		return cmp.Or(first, last), cmp.Or(last, first), err
	}
	ahead := listedDays
	if far {
		ahead = aheadDays
	}
	now = now.UTC()
	return now.AddDate(0, 0, -1).Format(time.DateOnly), now.AddDate(0, 0, ahead).Format(time.DateOnly), nil
}

// departureProducts returns the product of --product, all of the build with --all, and nil for those with bookings.
func (o *operator) departureProducts(b *backend, product string, all bool) ([]string, error) {
	if product != "" {
		return []string{product}, nil
	}
	if !all {
		return nil, nil
	}
	sellers, err := o.sellers()
	if err != nil {
		return nil, err
	}
	slugs := []string{}
	for _, d := range sellers {
		own, err := b.catalog.Slugs(d.ID)
		if err != nil {
			return nil, err
		}
		slugs = append(slugs, own...)
	}
	slices.Sort(slugs)
	return slices.Compact(slugs), nil
}

func (o *operator) departures(
	ctx context.Context, b *backend, slugs []string, first, last string,
) ([]booking.Departure, error) {
	sellers, err := o.sellers()
	if err != nil {
		return nil, err
	}
	return b.booking.Departures(ctx, sellers, slugs, first, last)
}

// named returns the departures that a name means. All of a day are those that the build has or that are booked.
func (o *operator) named(ctx context.Context, b *backend, name string) ([]booking.Departure, error) {
	slot, whole, err := booking.ParseSlot(name)
	if err != nil {
		return nil, cli.Usage(err)
	}
	found, err := o.departures(ctx, b, []string{slot.Product}, slot.Date, slot.Date)
	if err != nil {
		return nil, err
	}
	if whole {
		if len(found) == 0 {
			err = fmt.Errorf("%s has no departures on %s", slot.Product, slot.Date)
		}
		return found, err
	}
	for _, d := range found {
		if d.Slot == slot {
			return []booking.Departure{d}, nil
		}
	}
	return nil, fmt.Errorf("there is no departure %s", name)
}

func (o *operator) departuresConflicts() *cobra.Command {
	c := &cobra.Command{
		Use: "conflicts", Short: "List booked departures that the live build contradicts", Args: cobra.NoArgs,
		Long: "Conflicts lists the departures of the next year with bookings that the live build has closed, moved\n" +
			"or shrunk. What was sold stays booked, and nothing more is sold there.",
		Example: "  api departures conflicts --json",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		first, last, err := departureDays("", true, time.Now())
		if err != nil {
			return err
		}
		found, err := o.departures(ctx, b, nil, first, last)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(d booking.Departure) bool { return d.Conflict == booking.NoConflict })
		rows, err := departureRows(ctx, b, found)
		if err != nil {
			return err
		}
		return answer(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
	})
}

func (o *operator) departuresShow() *cobra.Command {
	c := &cobra.Command{
		Use: "show DEPARTURE", Short: "Show a departure with its history and bookings", Args: cobra.ExactArgs(1),
		Long: "Show prints a departure, what operators have changed of it, and its bookings.\n" + departureNames,
		Example: "  api departures show dunes/shared/2026-12-05/15:30\n" +
			"  api departures show dunes/2026-12-05",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		found, err := o.named(ctx, b, args[0])
		if err != nil {
			return err
		}
		var views []departureView
		for i := range found {
			view, err := departureViewOf(ctx, b, &found[i])
			if err != nil {
				return err
			}
			views = append(views, view)
		}
		if o.json {
			return answerJSON(c.OutOrStdout(), views)
		}
		for i := range views {
			if err := views[i].print(c.OutOrStdout(), i > 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// departuresAct makes a command that changes a departure, or all of a day.
func (o *operator) departuresAct(use, short string, act booking.DepartureAct) *cobra.Command {
	var f changeFlags
	c := &cobra.Command{
		Use: use + " DEPARTURE", Short: short, Args: cobra.ExactArgs(1),
		Long:    short + ". It is in force at once, without a build.\n" + departureNames,
		Example: "  api departures " + use + " dunes/shared/2026-12-05/15:30 --reason \"high wind\"",
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
			"capacity again. Bookings beyond the limit stay. It is in force at once.\n" + departureNames,
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
	found, err := o.named(ctx, b, name)
	slot, whole, parsed := booking.ParseSlot(name)
	if err != nil && parsed == nil && !whole && change.Act == booking.ActOpen {
		if err = o.openable(b, slot); err == nil {
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
	after, err := o.named(ctx, b, name)
	if err != nil {
		return err
	}
	rows, err := departureRows(ctx, b, after)
	if err != nil {
		return err
	}
	return answer(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
}

// openable reports why a start that the build does not have cannot be opened.
func (o *operator) openable(b *backend, slot booking.Slot) error {
	sellers, err := o.sellers()
	if err != nil {
		return err
	}
	for _, d := range sellers {
		if p, err := b.catalog.Product(d.ID, d.Language, slot.Product); err == nil && p.Option(slot.Option) != nil {
			return p.Openable(slot)
		}
	}
	return errors.New("no deployment sells " + slot.Product + " with the option " + slot.Option)
}
