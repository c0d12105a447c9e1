package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/payload"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func departuresCommand(o *operator) *cobra.Command {
	return o.group("departures", "List departures, and close, limit, cancel and move them now, without a build",
		o.departuresList(), o.departuresShow(),
		o.departuresAct("close", "Sell no more of a departure; its bookings stay", "high wind", booking.ActClose),
		o.departuresAct("open", "Sell a departure, even if the build has no such start", "a second boat",
			booking.ActOpen),
		o.departuresLimit(),
		o.departuresAct("run", "Let a departure take place with fewer travellers than the minimum",
			"the guide is there anyway", booking.ActRun),
		o.departuresAct("reset", "Follow the build again", "the wind has dropped", booking.ActReset),
		o.departuresCancel(), o.departuresMove(), o.departuresConflicts(),
		o.departuresExport(),
	)
}

// departureHelp explains the argument of the commands.
const departureHelp = "A departure is PRODUCT/OPTION/DATE/START, as in dunes/shared/2026-12-05/15:30; without\n" +
	"START for a day of opening hours or of a stay. PRODUCT/DATE means all departures of a product on a day;\n" +
	"a change leaves out those that are cancelled or moved."

// departureRow is a departure in the output of commands.
type departureRow struct {
	Departure    string                     `json:"departure"` // the argument of other commands
	Product      string                     `json:"product"`
	Option       string                     `json:"option"`
	Date         string                     `json:"date"` // at the destination
	StartTime    string                     `json:"startTime,omitempty"`
	StartsAt     time.Time                  `json:"startsAt,omitzero"`
	Status       booking.AvailabilityStatus `json:"status"`
	Taken        int                        `json:"taken"` // seats held and sold
	Capacity     int                        `json:"capacity"`
	Override     booking.DepartureState     `json:"override,omitempty"`
	Limit        int                        `json:"limit,omitempty"`
	Minimum      int                        `json:"minimumParticipants,omitempty"`
	DecideBy     time.Time                  `json:"decideBy,omitzero"`
	MinimumState booking.MinimumState       `json:"minimum,omitempty"`
	Conflict     booking.Conflict           `json:"conflict,omitempty"`
	Last         *departureChange           `json:"lastChange,omitempty"`
}

// departureChange is who changed a departure, when and why.
type departureChange struct {
	Act     booking.DepartureAct     `json:"act"`
	Limit   int                      `json:"limit,omitempty"`
	At      time.Time                `json:"at"`
	Actor   string                   `json:"actor"`
	To      string                   `json:"to,omitempty"`      // the departure that the bookings moved to
	Because booking.DisruptionReason `json:"because,omitempty"` // what buyers read
	Reason  string                   `json:"reason,omitempty"`
}

// reasonText returns the reasons of a change, for buyers and of the staff.
func (c *departureChange) reasonText() string {
	return strings.Join(nonempty(string(c.Because), c.Reason), ": ")
}

const departureColumns = "DEPARTURE STATUS TAKEN> SEATS> OVERRIDE MINIMUM DECIDE-BY CONFLICT BY REASON"

func departureRowOf(d *booking.Departure, last *booking.DepartureChange) departureRow {
	row := departureRow{
		Departure: d.Slot.String(), Product: d.Slot.Product, Option: d.Slot.Option, Date: d.Date,
		StartTime: d.StartTime, StartsAt: d.StartsAt, Status: d.Status, Taken: d.Taken, Capacity: d.Capacity,
		Override: d.State, Limit: d.Limit, DecideBy: d.DecideBy, MinimumState: d.Minimum, Conflict: d.Conflict,
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
	change := departureChange{Act: c.Act, Limit: c.Limit, At: c.At, Actor: c.Actor, Because: c.BuyerReason,
		Reason: c.Reason}
	if c.Act == booking.ActMove {
		change.To = c.To.String()
	}
	return change
}

func (r departureRow) cells() []string {
	override, minimum, by, reason := string(r.Override), "", "", ""
	if r.Limit > 0 {
		override = joinComma(nonempty(override, fmt.Sprintf("limit %d", r.Limit)))
	}
	if r.Minimum > 0 {
		minimum = fmt.Sprintf("%s (%d)", r.MinimumState, r.Minimum)
	}
	if r.Last != nil {
		by, reason = r.Last.Actor, r.Last.reasonText()
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

// latestChange returns the change that an override comes from; nil for a departure that follows the build.
func latestChange(d *booking.Departure, changes []booking.DepartureChange) *booking.DepartureChange {
	if d.Override == (booking.Override{}) || len(changes) == 0 {
		return nil
	}
	return &changes[len(changes)-1]
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
			last = latestChange(d, changes)
		}
		rows = append(rows, departureRowOf(d, last))
	}
	return rows, nil
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

// departuresNamed returns the departures that a name means. All of a day are those that the build has or that are
// booked.
func (o *operator) departuresNamed(ctx context.Context, b *backend, name string) ([]booking.Departure, error) {
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

// departuresToShow returns the departures that a name means. One that the build does not have, and that is not booked,
// is among them if operators have decided about it.
func (o *operator) departuresToShow(ctx context.Context, b *backend, name string) ([]booking.Departure, error) {
	found, err := o.departuresNamed(ctx, b, name)
	slot, whole, wrong := booking.ParseSlot(name)
	if err == nil || wrong != nil || whole {
		return found, err
	}
	changes, failed := b.booking.DepartureChanges(ctx, slot)
	if failed != nil {
		return nil, failed
	}
	if len(changes) == 0 {
		return nil, err
	}
	return []booking.Departure{{Slot: slot, Status: booking.Closed}}, nil
}

func (o *operator) departuresShow() *cobra.Command {
	c := &cobra.Command{
		Use: "show DEPARTURE", Short: "Show a departure with its history and bookings", Args: cobra.ExactArgs(1),
		Long: "Show prints a departure, what operators have changed of it, and its bookings. CHOOSES-BY is the\n" +
			"deadline of a buyer who can choose another start or their money, after a departure was cancelled\n" +
			"or moved with --offer.\n" + departureHelp,
		Example: "  api departures show dunes/shared/2026-12-05/15:30\n" +
			"  api departures show dunes/2026-12-05",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		found, err := o.departuresToShow(ctx, b, args[0])
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
			return printJSON(c.OutOrStdout(), views)
		}
		for i := range views {
			if err := views[i].print(c.OutOrStdout(), i > 0); err != nil {
				return err
			}
		}
		return nil
	})
}
