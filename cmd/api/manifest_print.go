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
	for _, start := range groupRows(rows, func(r *manifestRow) [3]string {
		return [3]string{r.Product, r.StartTime,
			r.Option}
	}) {
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		first, words := start[0], wordsOf(start)
		supplier := titleWithSlug(first.SupplierName, cmp.Or(first.Supplier, words.Manifest.NoSupplier))
		fmt.Fprintf(&text, "%s  %s  %s  %s  %s  (%s)\n", first.Date, cmp.Or(first.StartTime, words.Manifest.AnyTime),
			titleWithSlug(first.ProductTitle, first.Product), titleWithSlug(first.OptionTitle, first.Option), supplier,
			words.countText(start))
		for _, stop := range groupRows(start, func(r *manifestRow) [3]string {
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

// groupRows splits rows into runs with the same key.
func groupRows(rows []manifestRow, key func(*manifestRow) [3]string) (all [][]manifestRow) {
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r manifestRow) bool { return key(&r) != key(&rows[0]) })
		if n < 0 {
			n = len(rows)
		}
		all, rows = append(all, rows[:n]), rows[n:]
	}
	return all
}

// titleWithSlug returns a title with its slug, the argument of commands.
func titleWithSlug(title, slug string) string {
	if title == "" || title == slug {
		return termtable.Isolate(termtable.Printable(slug))
	}
	return termtable.Isolate(termtable.Printable(title)) + " (" + slug + ")"
}

func printStop(out *bytes.Buffer, rows []manifestRow) {
	first, words := &rows[0], wordsOf(rows)
	where := words.Manifest.Meeting + " " + first.Meeting
	if first.Meeting == "" {
		place := cmp.Or(first.Pickup, words.Manifest.TheirAddress)
		where = words.Manifest.Pickup + " " + strings.Join(nonempty(first.PickupTime, place), words.comma())
	}
	fmt.Fprintf(out, "\n%s  (%s)\n", termtable.Isolate(termtable.Printable(strings.TrimSpace(where))),
		words.countText(rows))
	t := termtable.New(words.Manifest.Columns)
	for _, r := range rows {
		due := "-"
		if r.Due > 0 {
			due = amount(r.Due, r.Currency)
		}
		t.Add(r.Booking, string(r.Status), r.Lead, r.Phone, r.Email, r.Buyer, r.Party, orDash(r.Extras),
			orDash(r.PickupAddress), orDash(r.DropOff),
			due, orDash(strings.Join(nonempty(r.Note, r.StaffNotes), "; ")))
	}
	_ = t.Print(out) // a buffer cannot fail
}

// printDropOffs lists the drop-offs of a start by place.
func printDropOffs(out *bytes.Buffer, rows []manifestRow) {
	droppedOff := slices.DeleteFunc(slices.Clone(rows), func(r manifestRow) bool { return r.DropOff == "" })
	if len(droppedOff) == 0 {
		return
	}
	slices.SortStableFunc(droppedOff, func(a, b manifestRow) int { return cmp.Compare(a.DropOff, b.DropOff) })
	t := termtable.New(wordsOf(droppedOff).Manifest.DropOffs)
	for _, place := range groupRows(droppedOff, func(r *manifestRow) [3]string { return [3]string{r.DropOff} }) {
		travellers := 0
		var bookings []string
		for _, r := range place {
			travellers += r.Travellers
			bookings = append(bookings, r.Booking)
		}
		t.Add(place[0].DropOff, strconv.Itoa(travellers), joinComma(bookings))
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
			r.Product, escapeFormula(r.ProductTitle), r.Option, escapeFormula(r.OptionTitle), r.Supplier,
			escapeFormula(r.SupplierName), r.Date,
			r.StartTime,
			r.TimeZone, r.Booking, r.Deployment, string(r.Status), escapeFormula(r.Lead), escapeFormula(r.Phone),
			escapeFormula(r.Email),
			escapeFormula(r.Buyer),
			strconv.Itoa(r.Travellers), escapeFormula(r.Party), escapeFormula(r.Extras), escapeFormula(r.Meeting),
			r.PickupTime,
			escapeFormula(r.Pickup), escapeFormula(r.PickupAddress),
			escapeFormula(r.DropOff), money.Format(r.Due, r.Currency), r.Currency, escapeFormula(r.Note),
			escapeFormula(r.StaffNotes),
		})
	}
	w.Flush()
	return w.Error() // an error of any of the writes
}
