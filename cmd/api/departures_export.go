package main

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/departure"
)

// departuresFile is the result of an export of departures to a file.
type departuresFile struct {
	File  string `json:"file"`
	Lines int    `json:"lines"`
	Seats int    `json:"seats"`
}

func (o *operator) departuresExport() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "export", Short: "Write the booked departures, for generate check --bookings", Args: cobra.NoArgs,
		Long: "Export writes the booked departures of the next year as JSON Lines: one line for each departure and\n" +
			"deployment, with the seats booked and the override; nothing about buyers. A stay has a line for each\n" +
			"day or night. With --deployment the seats of other deployments are missing. With --json it is one list.",
		Example: "  api departures export --out bookings.jsonl && generate check --bookings bookings.jsonl",
	}
	c.Flags().StringVar(&out, "out", "", "write to this `file`, whole or not at all, and print the number of lines")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		lines, err := o.bookedDepartures(ctx, b)
		switch {
		case err != nil:
			return err
		case out == "" && o.json:
			return printJSON(c.OutOrStdout(), lines)
		case out == "":
			return writeLines(c.OutOrStdout(), lines)
		}
		if err := replaceWithLines(out, lines); err != nil {
			return err
		}
		written := departuresFile{File: out, Lines: len(lines)}
		for _, line := range lines {
			written.Seats += line.Seats
		}
		return printRows(o, c.OutOrStdout(), []departuresFile{written}, "FILE LINES> SEATS>",
			func(r departuresFile) []string { return []string{r.File, strconv.Itoa(r.Lines), strconv.Itoa(r.Seats)} })
	})
}

func (o *operator) bookedDepartures(ctx context.Context, b *backend) ([]departure.Line, error) {
	sellers, err := o.sellers()
	if err != nil {
		return nil, err
	}
	first, last, err := departureDates("", true, time.Now())
	if err != nil {
		return nil, err
	}
	lines, err := b.booking.ExportDepartures(ctx, sellers, first, last)
	if o.deployment != "" {
		lines = slices.DeleteFunc(lines, func(l departure.Line) bool { return l.Deployment != o.deployment })
	}
	return lines, err
}
