package source

import (
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/departure"
	"storefront/internal/lib/suggest"
)

// exportedDeparture is a line of an export of the API: api departures export.
type exportedDeparture struct {
	Deployment string        `yaml:"deployment,required"`
	Product    string        `yaml:"product,required"`
	Option     string        `yaml:"option,required"`
	Date       catalog.Date  `yaml:"date,required"`
	StartTime  catalog.Clock `yaml:"startTime"`
	Seats      int           `yaml:"seats,required"`
	Override   string        `yaml:"override"`
	Limit      int           `yaml:"limit"`
}

// Booking is a line of an export of booked departures, and its place in the file.
type Booking struct {
	departure.Line
	At diag.Diagnostic
}

// Bookings reads an export of booked departures.
func Bookings(path string) (all []Booking, out []diag.Diagnostic) {
	seen := map[departure.Line]bool{}
	for l := range exportLines(path, "bookings", &out) {
		b, ok := l.booking()
		if !ok {
			continue
		}
		same := departure.Line{Deployment: b.Deployment, Product: b.Product, Option: b.Option, Date: b.Date,
			StartTime: b.StartTime}
		if seen[same] {
			l.errorAt([]any{"deployment"}, "the departure %s of %q appears twice", b.Departure(), b.Deployment)
		}
		seen[same] = true
		all = append(all, b)
	}
	return all, out
}

func (l *exportLine) booking() (b Booking, ok bool) {
	var e exportedDeparture
	ok = l.decode(&e, func(f *file) {
		if _, err := time.Parse(time.DateOnly, string(e.Date)); err != nil {
			f.errorAt([]any{"date"}, "%q is not a date such as 2026-12-05", e.Date)
		}
		if e.Seats == 0 {
			f.errorAt([]any{"seats"}, "a booked departure has at least one seat")
		}
		if !departure.State(e.Override).IsKnown() {
			f.errorAt([]any{"override"}, "there is no override %q%s", e.Override,
				suggest.DidYouMean(e.Override, departure.States()))
		}
	})
	b.Line = departure.Line{Deployment: e.Deployment, Product: e.Product, Option: e.Option, Date: string(e.Date),
		StartTime: string(e.StartTime), Seats: e.Seats, Override: departure.State(e.Override), Limit: e.Limit}
	b.At = diag.Diagnostic{Path: l.path, Line: l.line, Col: 1, Excerpt: l.text}
	return b, ok
}
