package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/shop/booking"
)

func (o *operator) departuresList() *cobra.Command {
	var product, days string
	var all, undecided bool
	c := &cobra.Command{
		Use: "list", Short: "List departures with seats taken or overrides", Args: cobra.NoArgs,
		Long: "List shows the departures of the next seven days, or of --tour-date, that have seats taken or an\n" +
			"override, with who decided that and why. --product shows all departures of a product, --all those of\n" +
			"all products. --undecided shows those of the next year that are booked and below their minimum of\n" +
			"participants.",
		Example: "  api departures list\n  api departures list --product dunes --tour-date 2026-12-05..2026-12-12\n" +
			"  api departures list --undecided --json",
	}
	c.Flags().StringVar(&product, "product", "", "all departures of the product with this `slug`")
	c.Flags().StringVar(&days, "tour-date", "", "on a `day` such as 2026-12-05, or within days, 2026-12-05..2026-12-07")
	c.Flags().BoolVar(&undecided, "undecided", false, "only those with bookings that are below their minimum, "+
		"by default of the next year")
	c.Flags().BoolVar(&all, "all", false, "all departures of all products in the build")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		first, last, err := departureDates(days, undecided, time.Now())
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
				return d.Taken == 0 || d.Minimum != booking.MinimumUndecided && d.Minimum != booking.BelowMinimum
			}
			return slugs == nil && d.Taken == 0 && d.Override == (booking.Override{})
		})
		rows, err := departureRows(ctx, b, found)
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
	})
}

const (
	defaultListDays = 7
	maxListDays     = 365
)

// departureDates parses --tour-date. Without it, the list begins yesterday, which is still today somewhere.
func departureDates(days string, wholeYear bool, now time.Time) (first, last string, err error) {
	if days != "" {
		first, last, err = parseDates("tour-date", days)
		return cmp.Or(first, last), cmp.Or(last, first), err
	}
	ahead := defaultListDays
	if wholeYear {
		ahead = maxListDays
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

func (o *operator) departuresConflicts() *cobra.Command {
	c := &cobra.Command{
		Use: "conflicts", Short: "List booked departures that the live build contradicts", Args: cobra.NoArgs,
		Long: "Conflicts lists the departures of the next year with bookings whose product, option or start the\n" +
			"live build no longer has or has closed, or for which it has too few seats. The bookings stay, and\n" +
			"nothing more is sold.",
		Example: "  api departures conflicts --json",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		first, last, err := departureDates("", true, time.Now())
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
		return printRows(o, c.OutOrStdout(), rows, departureColumns, departureRow.cells)
	})
}
