package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"storefront/internal/lib/termtable"
	"storefront/internal/shop/booking"
)

// departureView is a departure with its history and its bookings.
type departureView struct {
	departureRow
	History  []departureChange `json:"history"`
	Bookings []bookingRow      `json:"bookings"`
}

func departureViewOf(ctx context.Context, b *backend, d *booking.Departure) (departureView, error) {
	view := departureView{History: []departureChange{}, Bookings: []bookingRow{}}
	changes, err := b.booking.DepartureChanges(ctx, d.Slot)
	if err != nil {
		return view, err
	}
	view.departureRow = departureRowOf(d, latestChange(d, changes))
	for i := range changes {
		view.History = append(view.History, departureChangeOf(&changes[i]))
	}
	booked, err := b.booking.BookedOn(ctx, d.Slot)
	for i := range booked {
		o := &booked[i]
		for j := range o.Bookings {
			view.Bookings = append(view.Bookings, bookingRowOf(b, o, &o.Bookings[j]))
		}
	}
	return view, err
}

func (v *departureView) print(out io.Writer, isNext bool) error {
	if isNext {
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
	}
	table := termtable.New(departureColumns)
	table.Add(v.cells()...)
	if err := table.Print(out); err != nil {
		return err
	}
	if len(v.History) > 0 {
		history := termtable.New("AT ACT LIMIT BY REASON")
		for _, h := range slices.Backward(v.History) {
			limit := "-"
			if h.Act == booking.ActLimit {
				limit = fmt.Sprint(h.Limit)
			}
			act := strings.Join(nonempty(string(h.Act), h.To), " to ")
			history.Add(instant(h.At), act, limit, h.Actor, h.reasonText())
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
		if err := history.Print(out); err != nil {
			return err
		}
	}
	if len(v.Bookings) == 0 {
		return nil
	}
	bookings := termtable.New(bookingColumns + " CHOOSES-BY")
	for _, r := range v.Bookings {
		bookings.Add(append(r.cells(), instant(r.ChooseBy))...)
	}
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	return bookings.Print(out)
}
