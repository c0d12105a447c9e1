// Package calendar writes bookings as events for calendars.
package calendar

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// UpcomingFile returns the File of a booking that may still take place, and fault.NotPossible for any other.
func UpcomingFile(o *booking.Order, b *booking.Booking, siteURL string) ([]byte, error) {
	if !b.HasTicket() && b.Status != booking.Pending {
		return nil, fault.New(fault.NotPossible, "The booking is neither confirmed nor pending.")
	}
	return File(o, b, siteURL)
}

// File returns an iCalendar file (RFC 5545) with a booking as its event, which links to the product on the site at
// siteURL. A later status of the booking has the same UID and a higher SEQUENCE, so importing the file again moves or
// cancels the event.
//
// The event begins at the pickup, or at the start; a booking with opening hours and neither is an event of the whole
// day. Times are UTC: a TZID would need the rules of the time zone, which programs know better or ignore. The
// description has the time by the city's clock.
func File(o *booking.Order, b *booking.Booking, siteURL string) ([]byte, error) {
	text, err := ordertext.OfBooking(o, b)
	if err != nil {
		return nil, err
	}
	d := &b.Detail
	file := ics.NewCalendarFor("storefront")
	file.SetMethod(ics.MethodPublish)
	event := addEvent(file, o, b, &text)
	event.SetSummary(wording.Clean(d.ProductTitle))
	event.SetDescription(description(o, b, &text))
	if d.ProductPath != "" {
		event.SetURL(strings.TrimSuffix(siteURL, "/") + route.JoinPrefix(homePath(o), d.ProductPath))
	}
	return serialize(file)
}

// addEvent adds the event of a booking, without its texts.
func addEvent(file *ics.Calendar, o *booking.Order, b *booking.Booking, text *ordertext.Booking) *ics.VEvent {
	event := file.AddEvent(b.ID + "@" + o.Deployment)
	event.SetDtStampTime(o.CreatedAt)
	status, sequence := eventStatus(b.Status)
	event.SetStatus(status)
	event.SetSequence(sequence + b.Detail.Changes)
	setTimes(event, b, text.Starts)
	setLocation(event, o.Language, &b.Detail)
	return event
}

func serialize(file *ics.Calendar) ([]byte, error) {
	var out bytes.Buffer
	if err := file.SerializeTo(&out, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("write the calendar: %w", err)
	}
	return out.Bytes(), nil
}

// eventStatus returns the event's status, and a number that grows as the booking's status changes.
func eventStatus(status booking.BookingStatus) (ics.ObjectStatus, int) {
	switch status {
	case booking.Confirmed, booking.Redeemed:
		return ics.ObjectStatusConfirmed, 1
	case booking.Cancelled, booking.Rejected, booking.Expired:
		return ics.ObjectStatusCancelled, 2
	}
	return ics.ObjectStatusTentative, 0
}

// setTimes sets the start and end of an event. Its booking starts at an instant by the clock of the city.
func setTimes(event *ics.VEvent, b *booking.Booking, starts time.Time) {
	d, timed := &b.Detail, b.Choice.StartTime != ""
	if !timed && (d.Pickup == nil || d.Pickup.Time == "") {
		event.SetAllDayStartAt(starts)
		event.SetAllDayEndAt(starts.AddDate(0, 0, max(d.Length, 1)))
		event.SetTimeTransparency(ics.TransparencyTransparent)
		return
	}
	ready := b.ReadyAt() // reminders must come before the pickup
	event.SetStartAt(ready)
	if !timed {
		starts = ready.In(starts.Location())
	}
	if ends := endOf(d, starts); ends.After(ready) {
		event.SetEndAt(ends)
	}
}

// endOf returns the end of a booking, or its start if the duration is not known. Days and nights are the city's own,
// also across a change of its clocks.
func endOf(d *booking.Detail, starts time.Time) time.Time {
	duration := time.Duration(d.Minutes) * time.Minute
	switch {
	case d.Length > 0 && d.LengthBy == payload.ByNight:
		return starts.AddDate(0, 0, d.Length)
	case d.Length > 0 && d.LengthBy == payload.ByDay && duration > 0 && duration < 24*time.Hour:
		return starts.AddDate(0, 0, d.Length-1).Add(duration)
	case d.Length > 0 && d.LengthBy == payload.ByDay:
		return starts.AddDate(0, 0, d.Length)
	}
	return starts.Add(duration)
}

// setLocation sets the location to the pickup if there is one, since the position of the product would be misleading.
func setLocation(event *ics.VEvent, language string, d *booking.Detail) {
	stop, latitude, longitude := d.Meeting, d.Latitude, d.Longitude
	if p := d.Pickup; p != nil && p.Title+p.Address != "" {
		stop, latitude, longitude = p, p.Latitude, p.Longitude
	}
	location := d.City
	if stop != nil {
		location = wording.In(language).List(stop.Title, stop.Address)
	}
	event.SetLocation(wording.Clean(location))
	if latitude != 0 || longitude != 0 {
		event.SetGeo(latitude, longitude)
	}
}

// description returns the text of the event: the facts that travellers look up on the way.
func description(o *booking.Order, b *booking.Booking, text *ordertext.Booking) string {
	w := wording.In(o.Language)
	labels := &w.Labels
	labelled := func(label string, parts []string) string {
		if len(parts) == 0 {
			return ""
		}
		return label + w.Colon + w.List(parts...)
	}
	lines := append([]string{text.Option, text.When}, text.Hours...)
	lines = append(lines, text.LocalTime,
		labelled(labels.Travellers, text.Travellers), labelled(labels.Extras, text.Extras),
		labelled(labels.MeetingPoint, text.Meeting), ordertext.MapURL(b.Detail.Meeting),
		labelled(labels.Pickup, text.Pickup), labelled(labels.DropOff, text.DropOff),
		labelled(labels.Reference, []string{wording.IsolateLTR(o.Reference)}), text.Status, wording.Isolate(o.Seller))
	return wording.Join("\n", lines...)
}

// homePath returns the path of the storefront's home page in the order's language: "" or "/ar".
func homePath(o *booking.Order) string {
	home, err := url.Parse(o.HomeURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(home.Path, "/")
}
