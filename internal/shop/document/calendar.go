package document

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"storefront/internal/core/locale"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/typeset"
)

// Calendar is a booking as an iCalendar file (RFC 5545) of one event. A later state of the booking, under the same UID, has
// a higher SEQUENCE, so that importing the file again moves or cancels the event.
//
// Times are UTC. The instant is what was booked; a TZID would need the zone's own rules beside it, which programs know
// better or ignore; and the description says the time by the city's clock. An event begins when its travellers are collected, or at the start;
// what has opening hours and neither is an event of the whole day.
func Calendar(o *booking.Order, b *booking.Booking) ([]byte, error) {
	w, d := wordsIn(o.Language), &b.Detail
	starts, err := localStart(b)
	if err != nil {
		return nil, err
	}
	cal := ics.NewCalendarFor("storefront")
	cal.SetMethod(ics.MethodPublish)
	event := cal.AddEvent(b.ID + "@" + o.Deployment)
	event.SetDtStampTime(o.CreatedAt)
	status, sequence := eventState(b.Status)
	sequence += d.Changes
	event.SetStatus(status)
	event.SetSequence(sequence)
	collected := d.Pickup != nil && d.Pickup.Time != ""
	if b.Wish.StartTime == "" && !collected {
		event.SetAllDayStartAt(starts)
		event.SetAllDayEndAt(starts.AddDate(0, 0, max(d.Length, 1)))
		event.SetTimeTransparency(ics.TransparencyTransparent)
	} else {
		// A reminder is to come before the car does.
		event.SetStartAt(b.ReadyAt())
		if b.Wish.StartTime == "" {
			starts = b.ReadyAt().In(starts.Location())
		}
		if ends := endOf(d, starts); ends.After(b.ReadyAt()) {
			event.SetEndAt(ends)
		}
	}
	event.SetSummary(typeset.Clean(d.ProductTitle))
	event.SetDescription(w.description(o, b, starts))
	w.locate(event, d)
	if page := productPage(o, b); page != "" {
		event.SetURL(page)
	}
	var out bytes.Buffer
	if err := cal.SerializeTo(&out, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("write the calendar: %w", err)
	}
	return out.Bytes(), nil
}

// eventState is a booking's status as calendars know it, with a number that only grows as a booking goes on.
func eventState(status booking.BookingStatus) (ics.ObjectStatus, int) {
	switch status {
	case booking.Confirmed, booking.Redeemed:
		return ics.ObjectStatusConfirmed, 1
	case booking.Cancelled, booking.Rejected, booking.Expired:
		return ics.ObjectStatusCancelled, 2
	}
	return ics.ObjectStatusTentative, 0
}

// endOf is when a booking ends; its start where that is not known. Days and nights are the city's own, also where its
// clocks change between them.
func endOf(d *booking.Detail, starts time.Time) time.Time {
	lasts := time.Duration(d.Minutes) * time.Minute
	switch {
	case d.Length > 0 && d.LengthBy == "NIGHT":
		return starts.AddDate(0, 0, d.Length)
	case d.Length > 0 && d.LengthBy == "DAY" && lasts > 0 && lasts < dayLength:
		return starts.AddDate(0, 0, d.Length-1).Add(lasts)
	case d.Length > 0 && d.LengthBy == "DAY":
		return starts.AddDate(0, 0, d.Length)
	}
	return starts.Add(lasts)
}

// locate says where to be. Who is collected is to be at the pickup; the product's own position would lead past it.
func (w *Words) locate(event *ics.VEvent, d *booking.Detail) {
	if p := d.Pickup; p != nil && p.Title+p.Address != "" {
		event.SetLocation(plain(join(w.Comma+" ", value(p.Title), value(p.Address))))
		if p.Latitude != 0 || p.Longitude != 0 {
			event.SetGeo(p.Latitude, p.Longitude)
		}
		return
	}
	if p := d.Meeting; p != nil {
		event.SetLocation(plain(join(w.Comma+" ", value(p.Title), value(p.Address))))
	} else {
		event.SetLocation(typeset.Clean(d.City))
	}
	if d.Latitude != 0 || d.Longitude != 0 {
		event.SetGeo(d.Latitude, d.Longitude)
	}
}

// description is what a traveller looks up in his calendar on the way.
func (w *Words) description(o *booking.Order, b *booking.Booking, starts time.Time) string {
	d := &b.Detail
	labelled := func(label string, parts ...phrase) phrase {
		if text := join(w.Comma+" ", parts...); text != "" {
			return phrase(label) + ": " + text
		}
		return ""
	}
	lines := []phrase{value(d.OptionTitle), w.when(b, starts)}
	lines = append(lines, w.hours(d)...)
	lines = append(lines, say(w.LocalTime, value(d.City), w.zone(starts)))
	lines = append(lines, labelled(w.Travellers, w.units(d.Units)...), labelled(w.Extras, w.units(d.Extras)...))
	if p := d.Meeting; p != nil {
		lines = append(lines, labelled(w.Meeting, value(p.Title), value(p.Address)), phrase(mapOf(p)))
	}
	if p := d.Pickup; p != nil {
		lines = append(lines, labelled(w.Pickup, w.timeOf(p.Time), value(p.Title), value(p.Address)))
	}
	if p := d.DropOff; p != nil {
		lines = append(lines, labelled(w.DropOff, w.timeOf(p.Time), value(p.Title), value(p.Address)))
	}
	lines = append(lines, labelled(w.Reference, code(o.Reference)), phrase(w.Statuses[string(b.Status)]), value(o.Seller))
	return string(join("\n", lines...))
}

// mapOf is the address of a place on a map; empty where it has no position.
func mapOf(p *booking.DetailPlace) string {
	if p == nil || p.Latitude == 0 && p.Longitude == 0 {
		return ""
	}
	return fmt.Sprintf("https://www.google.com/maps/search/?api=1&query=%g%%2C%g", p.Latitude, p.Longitude)
}

// plain takes the isolates from a text that maps are asked for.
func plain(p phrase) string { return typeset.Clean(string(p)) }

func productPage(o *booking.Order, b *booking.Booking) string {
	if o.Payment.ReturnTo == "" || b.Detail.ProductPath == "" {
		return ""
	}
	return strings.TrimSuffix(o.Payment.ReturnTo, "/") + locale.Join(o.Prefix, b.Detail.ProductPath)
}
