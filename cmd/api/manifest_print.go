package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/core/money"
	"storefront/internal/lib/termtable"
)

// manifestText prints each start with its stops and drop-offs.
func manifestText(out io.Writer, rows []manifestRow) error {
	var text bytes.Buffer
	for _, start := range runs(rows, func(r *manifestRow) [3]string {
		return [3]string{r.Product, r.StartTime,
			r.Option}
	}) {
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		first, words := start[0], wordsOf(start)
		supplier := named(first.SupplierName, cmp.Or(first.Supplier, words.Manifest.NoSupplier))
		fmt.Fprintf(&text, "%s  %s  %s  %s  %s  (%s)\n", first.Date, cmp.Or(first.StartTime, words.Manifest.AnyTime),
			named(first.ProductTitle, first.Product), named(first.OptionTitle, first.Option), supplier,
			words.counted(start))
		for _, stop := range runs(start, func(r *manifestRow) [3]string {
			return [3]string{r.PickupTime, r.Pickup,
				r.Meeting}
		}) {
			printStop(&text, stop)
		}
		printDropOffs(&text, start)
	}
	_, err := text.WriteTo(out)
	return err
}

// runs splits rows into runs with the same key.
func runs(rows []manifestRow, key func(*manifestRow) [3]string) (all [][]manifestRow) {
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r manifestRow) bool { return key(&r) != key(&rows[0]) })
		if n < 0 {
			n = len(rows)
		}
		all, rows = append(all, rows[:n]), rows[n:]
	}
	return all
}

// named returns a title with its slug, the argument of commands.
func named(title, slug string) string {
	if title == "" || title == slug {
		return termtable.Isolated(termtable.Printable(slug))
	}
	return termtable.Isolated(termtable.Printable(title)) + " (" + slug + ")"
}

func printStop(out *bytes.Buffer, rows []manifestRow) {
	first, words := &rows[0], wordsOf(rows)
	where := words.Manifest.Meeting + " " + first.Meeting
	if first.Meeting == "" {
		place := cmp.Or(first.Pickup, words.Manifest.TheirAddress)
		where = words.Manifest.Pickup + " " + strings.Join(nonempty(first.PickupTime, place), words.comma())
	}
	fmt.Fprintf(out, "\n%s  (%s)\n", termtable.Isolated(termtable.Printable(strings.TrimSpace(where))),
		words.counted(rows))
	t := termtable.New(words.Manifest.Columns)
	for _, r := range rows {
		due := "-"
		if r.Due > 0 {
			due = amount(r.Due, r.Currency)
		}
		t.Add(r.Booking, string(r.Status), r.Lead, r.Phone, r.Email, r.Buyer, r.Party, dash(r.Extras),
			dash(r.PickupAddress), dash(r.DropOff),
			due, dash(strings.Join(nonempty(r.Note, r.StaffNotes), "; ")))
	}
	_ = t.Print(out) // a buffer cannot fail
}

// printDropOffs lists the drop-offs of a start by place.
func printDropOffs(out *bytes.Buffer, rows []manifestRow) {
	left := slices.DeleteFunc(slices.Clone(rows), func(r manifestRow) bool { return r.DropOff == "" })
	if len(left) == 0 {
		return
	}
	slices.SortStableFunc(left, func(a, b manifestRow) int { return cmp.Compare(a.DropOff, b.DropOff) })
	t := termtable.New(wordsOf(left).Manifest.DropOffs)
	for _, place := range runs(left, func(r *manifestRow) [3]string { return [3]string{r.DropOff} }) {
		travellers := 0
		var bookings []string
		for _, r := range place {
			travellers += r.Travellers
			bookings = append(bookings, r.Booking)
		}
		t.Add(place[0].DropOff, strconv.Itoa(travellers), listing(bookings))
	}
	out.WriteByte('\n')
	_ = t.Print(out) // a buffer cannot fail
}

// manifestCSV prints amounts in main units, "120.50", with the currency in its own column.
func manifestCSV(out io.Writer, rows []manifestRow) error {
	w := csv.NewWriter(out)
	_ = w.Write(strings.Fields("product product_title option option_title supplier supplier_name date start_time " +
		"time_zone booking " +
		"deployment status lead phone email buyer travellers party extras meeting_point pickup_time pickup " +
		"pickup_address drop_off due " +
		"currency note staff_notes"))
	for _, r := range rows {
		_ = w.Write([]string{
			r.Product, inert(r.ProductTitle), r.Option, inert(r.OptionTitle), r.Supplier, inert(r.SupplierName), r.Date,
			r.StartTime,
			r.TimeZone, r.Booking, r.Deployment, string(r.Status), inert(r.Lead), inert(r.Phone), inert(r.Email),
			inert(r.Buyer),
			strconv.Itoa(r.Travellers), inert(r.Party), inert(r.Extras), inert(r.Meeting), r.PickupTime,
			inert(r.Pickup), inert(r.PickupAddress),
			inert(r.DropOff), money.Format(r.Due, r.Currency), r.Currency, inert(r.Note),
			inert(r.StaffNotes),
		})
	}
	w.Flush()
	return w.Error() // an error of any of the writes
}
