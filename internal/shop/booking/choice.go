package booking

import (
	"reflect"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/payload"
)

// Choice is a visitor's choice of a product: option, date, units, extras and places.
type Choice struct {
	Product   string     `json:"product"`
	Option    string     `json:"option"`
	Date      string     `json:"day"`
	StartTime string     `json:"startTime,omitempty"`
	Length    int        `json:"length,omitempty"` // days or nights; 0 if no price depends on them
	Units     []Quantity `json:"units"`            // without quantities of 0
	Extras    []Quantity `json:"extras,omitempty"`
	Pickup    Place      `json:"pickup,omitzero"`
	DropOff   Place      `json:"dropOff,omitzero"`
	// Negotiation is the id of the negotiation whose price is used; empty for the catalogue's price.
	Negotiation string `json:"negotiation,omitempty"`
	// Offer is the id of the party on a waiting list whose offered seats are used; empty without one.
	Offer string `json:"offer,omitempty"`
}

// Quantity is a number of one unit or extra.
type Quantity struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
}

// Place is where travellers are collected or left.
type Place struct {
	Point   string `json:"point,omitempty"`
	Address string `json:"address,omitempty"`
	Time    string `json:"time,omitempty"` // of a pickup at a time that the travellers choose
}

// equalExceptPlaces reports whether two choices differ at most in pickup and drop-off.
func (c Choice) equalExceptPlaces(o Choice) bool {
	c.Pickup, c.DropOff, o.Pickup, o.DropOff = Place{}, Place{}, Place{}, Place{}
	return reflect.DeepEqual(c, o)
}

// sameSlot reports whether two choices are of the same slot.
func (c *Choice) sameSlot(o *Choice) bool {
	return c.Product == o.Product && c.Option == o.Option && c.Date == o.Date && c.StartTime == o.StartTime
}

// normaliseChoice returns the choice in the order of the catalogue and without zeros, and notes its mistakes.
func (p *Product) normaliseChoice(o *payload.Option, c Choice, w *form.FieldErrors) Choice {
	units := map[string]int{}
	for _, q := range c.Units {
		units[q.ID] += q.Quantity
		if unitOf(o, q.ID) == nil {
			w.Add("units."+q.ID, fault.Unknown)
		}
	}
	c.Units = nil
	for _, u := range o.Units {
		n := units[u.ID]
		switch {
		case n < u.Min:
			w.Add("units."+u.ID, fault.Min)
		case u.Max > 0 && n > u.Max || n > o.Capacity:
			w.Add("units."+u.ID, fault.Max)
		}
		if n > 0 {
			c.Units = append(c.Units, Quantity{u.ID, n})
		}
	}
	headcount := travellers(o, c.Units)
	if headcount == 0 {
		w.Add("units", fault.Required)
	} else if p.PricingPer == payload.PerBooking && headcount > p.seats(o, nil) || o.MaxTravellers > 0 &&
		headcount > o.MaxTravellers {
		w.Add("units", fault.Max)
	}
	for _, id := range p.unaccompanied(o, c.Units) {
		w.Add("units."+id, fault.Accompanied)
	}
	c.Extras = p.normaliseExtras(c.Extras, headcount, w)
	normalisePlace("pickup", p.Pickup, c.Extras, &c.Pickup, w)
	normalisePlace("dropOff", p.DropOff, c.Extras, &c.DropOff, w)
	if p.AvailabilityType == payload.OpeningHours {
		c.StartTime = ""
	} else if c.StartTime == "" {
		w.Add("startTime", fault.Required)
	}
	return c
}

func (p *Product) normaliseExtras(requested []Quantity, headcount int, w *form.FieldErrors) []Quantity {
	extras := map[string]int{}
	for _, q := range requested {
		extras[q.ID] += q.Quantity
		if p.extra(q.ID) == nil {
			w.Add("extras."+q.ID, fault.Unknown)
		}
	}
	var out []Quantity
	for i := range p.Extras {
		e := &p.Extras[i]
		n := extras[e.ID]
		if n > extraMax(e, headcount) {
			w.Add("extras."+e.ID, fault.Max)
		} else if n > 0 {
			out = append(out, Quantity{e.ID, n})
		}
	}
	return out
}

// extraMax returns the largest quantity of an extra: one a booking unless the catalogue allows more, or one for each
// traveller.
func extraMax(e *payload.Extra, heads int) int {
	if e.PricingPer == payload.PerBooking {
		return max(e.Max, 1)
	}
	if e.Max > 0 {
		return min(e.Max, heads)
	}
	return heads
}
