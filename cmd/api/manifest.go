package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/booking"
	"storefront/internal/table"
)

// manifestRow is a booking as those who meet its travellers know it.
type manifestRow struct {
	Product      string                `json:"product"`
	ProductTitle string                `json:"productTitle"`
	Option       string                `json:"option"`
	OptionTitle  string                `json:"optionTitle"`
	Date         string                `json:"date"`                // at the destination
	StartTime    string                `json:"startTime,omitempty"` // empty with opening hours
	TimeZone     string                `json:"timeZone"`
	Booking      string                `json:"booking"`
	Deployment   string                `json:"deployment"`
	Status       booking.BookingStatus `json:"status"`
	Lead         string                `json:"lead"` // who travels, or the buyer where nobody else was named
	Phone        string                `json:"phone"`
	Travellers   int                   `json:"travellers"`
	Party        string                `json:"party"`
	Extras       string                `json:"extras,omitempty"`
	Meeting      string                `json:"meeting,omitempty"` // where they come to; else they are collected
	Pickup       string                `json:"pickup,omitempty"`
	DropOff      string                `json:"dropOff,omitempty"`
	Info         string                `json:"info,omitempty"` // what the visitor wants those to know
}

// expected are the bookings whose travellers come, or will if their supplier accepts them.
var expected = []booking.BookingStatus{booking.Confirmed, booking.Redeemed, booking.Pending}

func (o *operator) bookingsManifest() *cobra.Command {
	var product string
	var asCSV bool
	c := &cobra.Command{
		Use: "manifest DATE", Short: "List the travellers of a day by product and start time", Args: cobra.ExactArgs(1),
		Long: "Manifest lists the bookings that begin on a day, which is the destination's, as far as they are confirmed, redeemed or\n" +
			"wait for their supplier: who comes when, how to reach them, and what they have chosen and told.",
		Example: "  api bookings manifest 2026-12-05\n" +
			"  api bookings manifest 2026-12-05 --product desert-safari --csv > saturday.csv",
	}
	c.Flags().StringVar(&product, "product", "", "only of this product's `slug`")
	c.Flags().BoolVar(&asCSV, "csv", false, "answer as CSV, for a spreadsheet")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if _, err := time.Parse(time.DateOnly, args[0]); err != nil {
			return usageError{fmt.Errorf("%q is no day such as 2026-12-05", args[0])}
		}
		if asCSV && o.json {
			return usageError{errors.New("either --csv or --json")}
		}
		deployment, err := o.only()
		if err != nil {
			return err
		}
		orders, err := b.store.Read().BookingsOn(ctx, deployment, product, args[0])
		if err != nil {
			return err
		}
		rows := manifestOf(orders)
		switch {
		case o.json:
			return answerJSON(c.OutOrStdout(), rows)
		case asCSV:
			return manifestCSV(c.OutOrStdout(), rows)
		case len(rows) == 0:
			_, err := fmt.Fprintf(o.stderr, "Nobody is expected on %s.\n", args[0])
			return err
		}
		return manifestText(c.OutOrStdout(), rows)
	})
}

func manifestOf(orders []booking.Order) []manifestRow {
	rows := []manifestRow{}
	for i := range orders {
		for j := range orders[i].Bookings {
			if k := &orders[i].Bookings[j]; slices.Contains(expected, k.Status) {
				rows = append(rows, manifestRowOf(&orders[i], k))
			}
		}
	}
	slices.SortFunc(rows, func(a, b manifestRow) int {
		return cmp.Or(cmp.Compare(a.Product, b.Product), cmp.Compare(a.StartTime, b.StartTime), cmp.Compare(a.Option, b.Option),
			cmp.Compare(a.Lead, b.Lead), cmp.Compare(a.Booking, b.Booking))
	})
	return rows
}

func manifestRowOf(o *booking.Order, k *booking.Booking) manifestRow {
	row := manifestRow{
		Product: k.Wish.Product, ProductTitle: k.Detail.ProductTitle, Option: k.Wish.Option, OptionTitle: k.Detail.OptionTitle,
		Date: k.Wish.Day, StartTime: k.Wish.StartTime, TimeZone: k.Detail.TimeZone, Booking: bookingName(o, k),
		Deployment: o.Deployment, Status: k.Status, Lead: nameOf(&o.Buyer), Phone: phoneOf(&o.Buyer),
		Travellers: k.Detail.Travellers, Party: listing(describe(k.Detail.Units)), Extras: listing(describe(k.Detail.Extras)),
		Meeting: listing(place(k.Detail.Meeting)), Pickup: listing(place(k.Detail.Pickup)), DropOff: listing(place(k.Detail.DropOff)),
	}
	if g := o.Guest; g != nil {
		row.Lead, row.Phone, row.Info = cmp.Or(g.Name, row.Lead), cmp.Or(g.Phone, row.Phone), g.Info
	}
	return row
}

func listing(parts []string) string { return strings.Join(parts, ", ") }

// manifestText has a table for every start.
func manifestText(out io.Writer, rows []manifestRow) error {
	var text bytes.Buffer
	for len(rows) > 0 {
		first := rows[0]
		n := slices.IndexFunc(rows, func(r manifestRow) bool {
			return r.Product != first.Product || r.StartTime != first.StartTime || r.Option != first.Option
		})
		if n < 0 {
			n = len(rows)
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		printStart(&text, rows[:n])
		rows = rows[n:]
	}
	_, err := text.WriteTo(out)
	return err
}

func printStart(out *bytes.Buffer, rows []manifestRow) {
	first, travellers := rows[0], 0
	t := table.New("BOOKING STATUS LEAD PHONE PARTY EXTRAS PICKUP DROP-OFF INFO")
	for _, r := range rows {
		travellers += r.Travellers
		t.Add(r.Booking, string(r.Status), r.Lead, r.Phone, r.Party, cmp.Or(r.Extras, "-"), cmp.Or(r.Pickup, "meeting point"),
			cmp.Or(r.DropOff, "-"), cmp.Or(r.Info, "-"))
	}
	fmt.Fprintf(out, "%s  %s  %s  %s  (%s, %s)\n", first.Date, cmp.Or(first.StartTime, "any time"), first.Product, first.Option,
		counted(len(rows), "booking"), counted(travellers, "traveller"))
	_ = t.Print(out) // a buffer takes everything
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func manifestCSV(out io.Writer, rows []manifestRow) error {
	w := csv.NewWriter(out)
	_ = w.Write(strings.Fields("product option date start_time time_zone booking deployment status lead phone travellers party " +
		"extras meeting_point pickup drop_off info"))
	for _, r := range rows {
		_ = w.Write([]string{
			r.Product, r.Option, r.Date, r.StartTime, r.TimeZone, r.Booking, r.Deployment, string(r.Status), inert(r.Lead), r.Phone,
			strconv.Itoa(r.Travellers), inert(r.Party), inert(r.Extras), inert(r.Meeting), inert(r.Pickup), inert(r.DropOff), inert(r.Info),
		})
	}
	w.Flush()
	return w.Error() // of any of the writes
}

// inert keeps spreadsheets from calculating what a visitor has written.
func inert(text string) string {
	text = table.Printable(text)
	if start := strings.TrimSpace(text); start != "" && strings.ContainsRune("=+-@", rune(start[0])) {
		return "'" + text
	}
	return text
}
