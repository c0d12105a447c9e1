package booking

import (
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/payload"
	"storefront/internal/core/plaintext"
)

// Transfer is the pickup or drop-off of a quote: the product's offer, the visitor's answer, and the missing values.
type Transfer struct {
	*payload.Transfer
	Place
	// Optional reports whether it may stay unanswered: travellers then come to the meeting point, or return to their
	// pickup.
	Optional bool
	// Times are the pickup times to choose from; none if the time follows the start.
	Times []string
	// Missing names the fields of Place that are required and not answered yet.
	Missing []string

	needsAddress bool // of an answer without a point
	isDropOff    bool
}

// PickupTransfer returns the pickup of the choice; nil if its travellers come to the meeting point.
func (q *Quote) PickupTransfer() *Transfer {
	if !applies(q.product.Pickup, q.Extras) {
		return nil
	}
	t := &Transfer{Transfer: q.product.Pickup, Place: q.Pickup, Times: q.pickupTimes()}
	t.Optional = !t.Included && t.Extra == ""
	t.needsAddress = len(t.Points) == 0
	if len(t.Times) == 0 {
		t.Time = ""
	}
	t.findMissing()
	return t
}

// DropOffTransfer returns the drop-off of the choice; nil if it has none. A drop-off without points is at the pickup,
// unless the visitor gives another address.
func (q *Quote) DropOffTransfer() *Transfer {
	if !applies(q.product.DropOff, q.Extras) {
		return nil
	}
	t := &Transfer{Transfer: q.product.DropOff, Place: Place{Point: q.DropOff.Point, Address: q.DropOff.Address},
		isDropOff: true}
	atPickup := len(t.Points) == 0 && applies(q.product.Pickup, q.Extras)
	t.Optional = !t.Included && t.Extra == "" || atPickup
	t.needsAddress = len(t.Points) == 0 && t.AddressRequired && !atPickup
	t.findMissing()
	return t
}

// applies reports whether a product has a transfer for a choice with these extras. A transfer that an extra pays for
// needs that extra.
func applies(t *payload.Transfer, extras []Quantity) bool {
	return t != nil && (t.Extra == "" || slices.ContainsFunc(extras, func(q Quantity) bool { return q.ID == t.Extra }))
}

// findMissing sets Missing.
func (t *Transfer) findMissing() {
	if t.Optional && t.Place == (Place{}) {
		return
	}
	if len(t.Points) > 0 && t.Point == "" && !t.Optional {
		t.Missing = append(t.Missing, "point")
	}
	if t.NeedsAddress() && t.Address == "" {
		t.Missing = append(t.Missing, "address")
	}
	if len(t.Times) > 0 && !slices.Contains(t.Times, t.Time) {
		t.Missing = append(t.Missing, "time")
	}
}

// NeedsAddress reports whether the answer needs an address: a pickup without points, or a point that is an area.
func (t *Transfer) NeedsAddress() bool {
	if point := pointOf(t.Transfer, t.Point); point != nil {
		return t.NeedsAddressAt(point)
	}
	return t.needsAddress
}

// NeedsAddressAt reports whether a point needs an address: visitors name their hotel in an area, but not at an exact
// spot.
func (t *Transfer) NeedsAddressAt(point *payload.Point) bool {
	return t.AddressRequired && !point.Exact
}

const (
	timeLayout = "15:04"
	pickupStep = 30 * time.Minute // between the pickup times that a visitor can choose
	dayLength  = 24 * time.Hour
)

// pickupTimes returns the times that a visitor can choose from if the product has opening hours and its points have no
// times: those that can still be booked.
func (q *Quote) pickupTimes() (times []string) {
	if !q.product.choosesPickupTime() {
		return nil
	}
	lead := time.Duration(q.Option.Schedule.LeadMinutes) * time.Minute
	clocks := &clocks{zone: q.product.TimeZone}
	for _, at := range q.product.pickupTimesIn(q.Option, q.Hours) {
		if q.now.Before(clocks.pickupAt(q.Date, at, q.Hours).Add(-lead)) {
			times = append(times, at)
		}
	}
	return times
}

// choosesPickupTime reports whether a pickup during opening hours is at an hour that its travellers choose.
func (p *Product) choosesPickupTime() bool {
	timed := func(point payload.Point) bool { return point.Time != "" || len(point.Times) > 0 }
	return p.Pickup != nil && !slices.ContainsFunc(p.Pickup.Points, timed)
}

// closeBeforeLastPickup ends the booking of a day of opening hours before its last pickup, if all its travellers are
// collected.
func (p *Product) closeBeforeLastPickup(o *payload.Option, a *Availability, day string, clocks *clocks) {
	if len(a.OpeningHours) == 0 || !p.choosesPickupTime() || !p.Pickup.Included {
		return
	}
	lead := time.Duration(o.Schedule.LeadMinutes) * time.Minute
	a.ClosesAt = time.Time{}
	for _, at := range p.pickupTimesIn(o, a.OpeningHours) {
		if closes := clocks.pickupAt(day, at, a.OpeningHours).Add(-lead); closes.After(a.ClosesAt) {
			a.ClosesAt = closes
		}
	}
}

// pickupTimesIn returns the pickup times during opening hours. The last one leaves enough time before closing.
func (p *Product) pickupTimesIn(o *payload.Option, hours []payload.Hours) (times []string) {
	duration := p.Duration
	if o.Duration != nil {
		duration = *o.Duration
	}
	for _, h := range hours {
		opens, closes := clockOf(h.From), clockOf(h.To)
		if !closes.After(opens) {
			closes = closes.Add(dayLength)
		}
		last := closes.Add(-time.Duration(duration.Minutes) * time.Minute)
		times = append(times, h.From)
		for at := opens.Add(pickupStep); !at.After(last); at = at.Add(pickupStep) {
			times = append(times, at.Format(timeLayout))
		}
	}
	return times
}

// clockOf parses a time of the catalogue, which source has validated.
func clockOf(clock string) time.Time {
	at, _ := time.Parse(timeLayout, clock)
	return at
}

// reportMissing notes the fields that have to be answered before the choice can be ordered.
func (q *Quote) reportMissing(prefix string, w *form.FieldErrors) {
	note := func(name string, t *Transfer) {
		if t == nil {
			return
		}
		for _, field := range t.Missing {
			w.Add(prefix+name+"."+field, fault.Required)
		}
	}
	note("pickup", q.PickupTransfer())
	note("dropOff", q.DropOffTransfer())
}

// places returns the meeting point or the pickup of a choice, and its drop-off.
func (q *Quote) places() (meeting, pickup, dropOff *DetailPlace) {
	if t := q.PickupTransfer(); t != nil {
		pickup = t.placeFor(q.Date, q.StartTime)
	}
	if pickup == nil {
		at := &q.product.Location
		meeting = &DetailPlace{Title: at.Place, Address: at.Address, Latitude: at.Latitude, Longitude: at.Longitude}
	}
	if t := q.DropOffTransfer(); t != nil {
		if dropOff = t.placeFor(q.Date, q.StartTime); dropOff == nil && pickup != nil && len(t.Points) == 0 {
			same := *pickup
			same.Time = ""
			dropOff = &same
		}
	}
	return meeting, pickup, dropOff
}

// TimeAt returns the local time of the transfer at one of its points, "14:30", for a start, "15:00", on a day; empty if
// the content sets none that applies.
func (t *Transfer) TimeAt(point *payload.Point, day, start string) string {
	if t.isDropOff {
		return point.Time
	}
	return point.PickupTimeFor(day, start)
}

// placeFor returns the answered place with its time for a start; nil without an answer.
func (t *Transfer) placeFor(day, start string) *DetailPlace {
	if t.Place == (Place{}) {
		return nil
	}
	d := &DetailPlace{Address: t.Address, Time: t.Time}
	if point := pointOf(t.Transfer, t.Point); point != nil {
		d.Title = point.Name
		if at := t.TimeAt(point, day, start); at != "" {
			d.Time = at
		}
		if point.Exact {
			d.Latitude, d.Longitude = point.Latitude, point.Longitude
		}
	}
	return d
}

// normalisePlace validates a place, chooses the only point of a transfer that is paid for, and removes what the
// transfer does not ask for.
func normalisePlace(name string, t *payload.Transfer, extras []Quantity, place *Place, w *form.FieldErrors) {
	if !applies(t, extras) {
		*place = Place{}
		return
	}
	if place.Point == "" && (t.Included || t.Extra != "") && len(t.Points) == 1 {
		place.Point = t.Points[0].ID
	}
	place.Address, place.Time = plaintext.CleanLines(place.Address), plaintext.CleanLines(place.Time)
	point := pointOf(t, place.Point)
	if place.Point != "" && point == nil {
		w.Add(name+".point", fault.Unknown)
	}
	if point != nil && (point.Exact || !t.AddressRequired) {
		place.Address = ""
	}
}
