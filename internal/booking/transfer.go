package booking

import (
	"slices"
	"time"

	"storefront/internal/fault"
	"storefront/internal/form"
	"storefront/internal/pages"
)

// Transfer is what is asked of who books about being collected, or left, and what was answered.
type Transfer struct {
	*pages.Transfer
	Place
	// Optional says that the travellers may also come to the meeting point: the price has no pickup, and no extra pays one.
	Optional bool
	// Times are those to choose from; none where the time follows the start.
	Times []string
	// Missing names the fields of Place without which nothing can be ordered.
	Missing []string
}

// PickupAsked is what is asked about being collected; nil where travellers come to the meeting point.
func (f *Offer) PickupAsked() *Transfer {
	if !comes(f.product.Pickup, f.Extras) {
		return nil
	}
	t := &Transfer{Transfer: f.product.Pickup, Place: f.Pickup, Times: f.pickupTimes()}
	t.Optional = !t.Included && t.Extra == ""
	if len(t.Times) == 0 {
		t.Time = ""
	}
	t.check()
	return t
}

// DropOffAsked is what is asked about being left; nil where nobody is taken anywhere. A drop-off without points of its own
// is where the travellers were collected, unless they name another address.
func (f *Offer) DropOffAsked() *Transfer {
	if !comes(f.product.DropOff, f.Extras) {
		return nil
	}
	t := &Transfer{Transfer: f.product.DropOff, Place: Place{Point: f.DropOff.Point, Address: f.DropOff.Address}}
	t.Optional = !t.Included && t.Extra == "" || len(t.Points) == 0 && comes(f.product.Pickup, f.Extras)
	t.check()
	return t
}

// comes says that there is a transfer for who has some extras: what an extra pays comes with it alone.
func comes(t *pages.Transfer, extras []Quantity) bool {
	return t != nil && (t.Extra == "" || slices.ContainsFunc(extras, func(q Quantity) bool { return q.ID == t.Extra }))
}

// check finds what is missing. Who need not be collected and has said nothing misses nothing.
func (t *Transfer) check() {
	if t.Optional && t.Place == (Place{}) {
		return
	}
	if len(t.Points) > 0 && t.Point == "" && !t.Optional {
		t.Missing = append(t.Missing, "point")
	}
	if t.AsksAddress() && t.Address == "" {
		t.Missing = append(t.Missing, "address")
	}
	if len(t.Times) > 0 && !slices.Contains(t.Times, t.Time) {
		t.Missing = append(t.Missing, "time")
	}
}

// AsksAddress says that the answer needs an address, for the point that is chosen.
func (t *Transfer) AsksAddress() bool {
	point := pointOf(t.Transfer, t.Point)
	return t.AddressRequired && (point != nil && !point.Exact || len(t.Points) == 0)
}

const (
	timeLayout  = "15:04"
	betweenHour = 30 * time.Minute // of the times that a pickup is offered at
	dayLength   = 24 * time.Hour
)

// pickupTimes are the hours to choose from where travellers are collected during opening hours: those that leave time for
// all that is booked before closing.
func (f *Offer) pickupTimes() (times []string) {
	timed := func(p pages.Point) bool { return p.Time != "" || len(p.Times) > 0 }
	if len(f.hours) == 0 || slices.ContainsFunc(f.product.Pickup.Points, timed) {
		return nil
	}
	lasts := f.product.Duration
	if f.option.Duration != nil {
		lasts = *f.option.Duration
	}
	for _, h := range f.hours {
		opens, closes := clockOf(h.From), clockOf(h.To)
		if !closes.After(opens) {
			closes = closes.Add(dayLength)
		}
		last := closes.Add(-time.Duration(lasts.Minutes) * time.Minute)
		times = append(times, h.From)
		for at := opens.Add(betweenHour); !at.After(last); at = at.Add(betweenHour) {
			times = append(times, at.Format(timeLayout))
		}
	}
	return times
}

// clockOf reads a time of the catalogue, which has been checked.
func clockOf(clock string) time.Time {
	at, _ := time.Parse(timeLayout, clock)
	return at
}

// noteMissing notes what has to be said before a choice can be ordered.
func (f *Offer) noteMissing(prefix string, w *form.Wrongs) {
	note := func(name string, t *Transfer) {
		if t == nil {
			return
		}
		for _, field := range t.Missing {
			w.Note(prefix+name+"."+field, fault.Required)
		}
	}
	note("pickup", f.PickupAsked())
	note("dropOff", f.DropOffAsked())
}

// places are where the travellers of a choice come to, or else are collected, and where they are left.
func (f *Offer) places() (meeting, pickup, dropOff *DetailPlace) {
	if asked := f.PickupAsked(); asked != nil {
		pickup = asked.placeFor(f.Day, f.StartTime)
	}
	if pickup == nil {
		at := &f.product.Location
		meeting = &DetailPlace{Title: at.Place, Address: at.Address, Latitude: at.Latitude, Longitude: at.Longitude}
	}
	if asked := f.DropOffAsked(); asked != nil {
		if dropOff = asked.placeFor(f.Day, f.StartTime); dropOff == nil && pickup != nil && len(asked.Points) == 0 {
			same := *pickup
			same.Time = ""
			dropOff = &same
		}
	}
	return meeting, pickup, dropOff
}

// placeFor is what was answered, in words, with the time for a start; nil where nothing was.
func (t *Transfer) placeFor(day, start string) *DetailPlace {
	if t.Place == (Place{}) {
		return nil
	}
	d := &DetailPlace{Address: t.Address, Time: t.Time}
	if point := pointOf(t.Transfer, t.Point); point != nil {
		d.Title = point.Name
		if at := point.At(day, start); at != "" {
			d.Time = at
		}
		if point.Exact {
			d.Latitude, d.Longitude = point.Latitude, point.Longitude
		}
	}
	return d
}

// tidyPlace notes what is wrong with a place, chooses the only point of a transfer that is paid for, and drops what is not
// asked.
func tidyPlace(name string, t *pages.Transfer, extras []Quantity, place *Place, w *form.Wrongs) {
	if !comes(t, extras) {
		*place = Place{}
		return
	}
	if place.Point == "" && (t.Included || t.Extra != "") && len(t.Points) == 1 {
		place.Point = t.Points[0].ID // there is nothing to choose
	}
	w.Short(name+".address", &place.Address, longestAddress)
	w.Short(name+".time", &place.Time, len(timeLayout))
	point := pointOf(t, place.Point)
	if place.Point != "" && point == nil {
		w.Note(name+".point", fault.Unknown)
	}
	if point != nil && (point.Exact || !t.AddressRequired) {
		place.Address = ""
	}
}

func pointOf(t *pages.Transfer, id string) *pages.Point {
	for i := range t.Points {
		if t.Points[i].ID == id {
			return &t.Points[i]
		}
	}
	return nil
}
