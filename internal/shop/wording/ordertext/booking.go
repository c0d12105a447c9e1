// Package ordertext writes bookings and the totals of orders in the order's language, for mails and documents. Values
// in its texts are isolated, so that each text can be placed among others.
package ordertext

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/core/clock"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Booking is a booking as texts. Texts of unknown or missing facts are empty.
type Booking struct {
	Product, Option, City, Status string
	Starts                        time.Time // by the clock of the city
	When                          string    // the date, and the time of a booking with a start time
	LocalTime                     string    // the name of the city's clock
	Hours                         []string  // opening hours, of a booking without a start time
	Duration                      string
	Travellers, Extras            []string
	Meeting, Pickup, DropOff      []string // time, place and address; either a meeting point or a pickup is set
	MapURL                        string   // a map of the meeting point or pickup; empty for an area
	Amount                        string
}

// OfBooking returns the texts of one of an order's bookings.
func OfBooking(o *booking.Order, b *booking.Booking) (Booking, error) {
	starts, err := LocalStart(b)
	if err != nil {
		return Booking{}, err
	}
	w, d := wording.In(o.Language), &b.Detail
	text := Booking{
		Product: wording.Isolate(d.ProductTitle),
		Option:  wording.Isolate(wording.OptionTitle(d.OptionTitle, d.ProductTitle)),
		City:    wording.Isolate(d.City),
		Status:  Status(o, b), Starts: starts, When: w.Date(starts), LocalTime: w.LocalTime(d.City, starts),
		Duration: durationText(w, d), Travellers: quantityLines(w, d.Units), Extras: quantityLines(w, d.Extras),
		Meeting: placeParts(w, d.Meeting), Pickup: placeParts(w, d.Pickup), DropOff: placeParts(w, d.DropOff),
		MapURL: cmp.Or(MapURL(d.Meeting), MapURL(d.Pickup)), Amount: Money(o, b.Amount),
	}
	if b.Choice.StartTime != "" {
		text.When = w.DateTime(starts)
	}
	for _, h := range d.Hours {
		hours := wording.Fill(w.Booking.OpenHours, "from", w.TimeOf(h.From), "to", w.TimeOf(h.To))
		text.Hours = append(text.Hours, hours)
	}
	return text, nil
}

// LocalStart returns the start of a booking by the clock of its city. An unknown time zone is an error, since a time by
// another clock would mislead.
func LocalStart(b *booking.Booking) (time.Time, error) {
	zone, err := clock.Zone(b.Detail.TimeZone)
	if err != nil {
		return time.Time{}, fmt.Errorf("booking %s: %w", b.ID, err)
	}
	return b.StartsAt.In(zone), nil
}

// Money returns an amount in an order's currency.
func Money(o *booking.Order, minor int64) string {
	return wording.In(o.Language).Money(minor, o.Currency, o.Exponent)
}

// Status returns a booking's status. A pending booking that is still to be paid is reserved.
func Status(o *booking.Order, b *booking.Booking) string {
	w := wording.In(o.Language)
	if b.Status == booking.Pending && o.Method == booking.PayLater && !isPaid(o) {
		return w.Labels.Reserved
	}
	return w.Statuses[string(b.Status)]
}

// isPaid reports whether an order that is paid later was paid in full.
func isPaid(o *booking.Order) bool { return o.Payment.TotalReceived() > 0 && o.Due() == 0 }

// durationText returns the duration of a booking; empty if it is not known.
func durationText(w *wording.Dictionary, d *booking.Detail) string {
	texts := &w.Durations
	switch {
	case d.LengthBy == payload.ByNight && d.Length > 0:
		return w.Count(texts.Nights, d.Length)
	case d.LengthBy == payload.ByDay && d.Length > 0:
		return w.Count(texts.Days, d.Length)
	case d.Minutes <= 0:
		return ""
	}
	hours, rest := d.Minutes/60, d.Minutes%60
	switch {
	case hours == 0:
		return w.Count(texts.Minutes, rest)
	case rest > 0:
		return wording.Fill(texts.HoursMinutes, "hours", strconv.Itoa(hours), "minutes", strconv.Itoa(rest))
	case hours%24 == 0:
		return w.Count(texts.Days, hours/24)
	}
	return w.Count(texts.Hours, hours)
}

// quantityLines returns a line for each unit or extra, "2 × Adult".
func quantityLines(w *wording.Dictionary, units []booking.DetailUnit) (lines []string) {
	for _, u := range units {
		noun := UnitTitle(w, u.Title, u.Type)
		lines = append(lines, wording.Fill(w.Booking.Quantity, "count", strconv.Itoa(u.Quantity), "noun", noun))
	}
	return lines
}

// UnitTitle returns a unit's own title, or the usual one of its type.
func UnitTitle(w *wording.Dictionary, title string, unitType payload.UnitType) string {
	return wording.Isolate(cmp.Or(title, w.Units[unitType], w.Units[payload.OtherUnit]))
}

func placeParts(w *wording.Dictionary, p *booking.DetailPlace) (parts []string) {
	if p == nil {
		return nil
	}
	for _, part := range []string{w.TimeOf(p.Time), wording.Isolate(p.Title), wording.Isolate(p.Address)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// MapURL returns the address of a place on a map; empty if it has no position.
func MapURL(p *booking.DetailPlace) string {
	if p == nil || p.Latitude == 0 && p.Longitude == 0 {
		return ""
	}
	return fmt.Sprintf("https://www.google.com/maps/search/?api=1&query=%g%%2C%g", p.Latitude, p.Longitude)
}

// CancellationTerms returns the cancellation terms of a booking, or nothing if it cannot be cancelled at now. Dates
// are by the clock of zone.
func CancellationTerms(o *booking.Order, b *booking.Booking, now time.Time, zone *time.Location) (lines []string) {
	if !o.Cancellable(b, now) {
		return nil
	}
	w := wording.In(o.Language)
	for _, line := range o.Terms(b, now).Lines(o.Language, zone) {
		lines = append(lines, w.IsolateOwn(line.Text))
	}
	return lines
}

// BuyerName returns the name of an order's buyer, or that it was removed.
func BuyerName(o *booking.Order) string {
	if o.Removed == booking.BuyerRemoved {
		return wording.In(o.Language).Labels.NameRemoved
	}
	return wording.Isolate(strings.TrimSpace(o.Buyer.FirstName + " " + o.Buyer.LastName))
}

// BuyerPhone returns the phone number of a buyer in international form.
func BuyerPhone(b *booking.Buyer) string {
	number, err := phonenumbers.Parse(b.Phone, b.PhoneCountry)
	if err != nil {
		return NonBreaking(b.Phone)
	}
	return NonBreaking(phonenumbers.Format(number, phonenumbers.INTERNATIONAL))
}

// Lead is the lead traveller of an order.
type Lead struct{ Name, Phone, Email, Note string }

// LeadOf returns the lead traveller: the guest, or the buyer if there is none.
func LeadOf(o *booking.Order) Lead {
	lead := Lead{Name: BuyerName(o), Phone: BuyerPhone(&o.Buyer), Email: o.Buyer.Email}
	if g := o.Guest; g != nil {
		if g.Name != "" {
			lead = Lead{Name: g.Name, Phone: g.Phone, Email: g.Email}
		}
		lead.Note = g.Info
	}
	return lead
}

// NonBreaking returns a number that is not broken into lines at its spaces.
func NonBreaking(text string) string {
	return wording.IsolateLTR(strings.ReplaceAll(text, " ", "\u00a0"))
}
