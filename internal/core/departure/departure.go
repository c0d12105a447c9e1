// Package departure compares booked departures with what a build offers. The server applies it to the live build, the
// generator to content before it is published.
package departure

import (
	"slices"
	"strings"

	"storefront/internal/core/payload"
)

// State is an operator's decision whether a departure is sold.
type State string

const (
	AsBuilt   State = ""          // as the build says
	Open      State = "open"      // sold, even if the build has no such start
	Closed    State = "closed"    // no longer sold; its bookings stay
	Cancelled State = "cancelled" // it does not take place
	Moved     State = "moved"     // likewise: its bookings have another start
)

// EndsSale reports whether the state ends the sale.
func (s State) EndsSale() bool { return s != AsBuilt && s != Open }

// States returns the states that operators can set, in their spelling.
func States() []string {
	return []string{string(Open), string(Closed), string(Cancelled), string(Moved)}
}

// IsKnown reports whether the state is one of those of this package.
func (s State) IsKnown() bool { return s == AsBuilt || slices.Contains(States(), string(s)) }

// Conflict is why a build contradicts what is booked.
type Conflict string

const (
	NoConflict     Conflict = ""
	ProductMissing Conflict = "no_product" // the deployment of a booking no longer sells the product
	ProductClosed  Conflict = "closed"     // the product is closed
	OptionMissing  Conflict = "no_option"
	StartMissing   Conflict = "no_start" // the schedule no longer has the start
	OverCapacity   Conflict = "capacity" // more seats are sold than the option has
)

// Name returns a departure's name, "dunes/shared/2026-12-05/15:30"; without a start time for a day of opening hours or
// of a stay.
func Name(product, option, date, startTime string) string {
	return strings.TrimSuffix(product+"/"+option+"/"+date+"/"+startTime, "/")
}

// Booked is a departure with seats taken, and what operators have decided about it.
type Booked struct {
	Date      string // "2026-12-05", at the destination
	StartTime string // "15:30"; empty for a day of opening hours or of a stay
	Taken     int    // seats, of all deployments
	State     State
	Limit     int // seats instead of the option's capacity; 0: the capacity
}

// Conflict returns why a build contradicts the departure. sold is false if the build has no such product; the option is
// nil if the product does not have it.
func (b *Booked) Conflict(hasProduct bool, status payload.ProductStatus, o *payload.Option) Conflict {
	switch {
	case b.Taken == 0 || b.State.EndsSale():
		return NoConflict
	case !hasProduct:
		return ProductMissing
	case o == nil:
		return OptionMissing
	case !b.hasStart(o):
		return StartMissing
	case b.State == Open:
		return NoConflict
	case status == payload.Closed:
		return ProductClosed
	case b.Limit == 0 && b.Taken > o.Capacity:
		return OverCapacity
	}
	return NoConflict
}

// hasStart reports whether an option has the start. An operator can open any start time, and days that are closed.
func (b *Booked) hasStart(o *payload.Option) bool {
	if b.State == Open && b.StartTime != "" {
		return true
	}
	schedule := o.Schedule
	if b.State == Open {
		schedule.ClosedDays = nil
	}
	season := schedule.SeasonOn(b.Date)
	switch {
	case season == nil:
		return false
	case o.LengthBy() != "":
		return b.StartTime == "" && len(season.StartTimes)+len(season.OpeningHours) > 0
	case b.StartTime == "":
		return len(season.OpeningHours) > 0
	}
	return slices.Contains(season.StartTimes, b.StartTime)
}

// Line is a line of the export of booked departures: the seats that one deployment has booked of a departure.
type Line struct {
	Deployment string `json:"deployment"`
	Product    string `json:"product"`
	Option     string `json:"option"`
	Date       string `json:"date"`
	StartTime  string `json:"startTime,omitempty"`
	Seats      int    `json:"seats"`
	Override   State  `json:"override,omitempty"`
	Limit      int    `json:"limit,omitempty"`
}

// Departure returns the name of the line's departure.
func (l *Line) Departure() string { return Name(l.Product, l.Option, l.Date, l.StartTime) }
