package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/departure"
	"storefront/internal/core/payload"
)

// bookingConflicts returns a warning for each booked departure of an export that a build of the content would
// contradict, and the mistakes of the export. It ignores departures before yesterday.
func bookingConflicts(r *reading, planned []*plannedSite) []diag.Diagnostic {
	if r.in.options.BookingsFile == "" {
		return nil
	}
	all, out := source.Bookings(r.in.options.BookingsFile)
	c := &bookedCheck{reading: r, planned: planned, products: map[string]*catalog.Product{}, taken: map[string]int{}}
	first := r.in.options.AsOf.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	all = slices.DeleteFunc(all, func(b source.Booking) bool { return b.Date < first })
	for i := range all {
		c.taken[all[i].Departure()] += all[i].Seats
	}
	full := map[string]bool{}
	for i := range all {
		b := &all[i]
		d, conflict := c.compare(b)
		if conflict == departure.NoConflict || full[b.Departure()] {
			continue
		}
		full[b.Departure()] = conflict == departure.OverCapacity // counted over all deployments: reported once
		d.Warning = true
		d.Message = fmt.Sprintf("%s has %s: %s (%s)", b.Departure(), c.seatsText(b, conflict), d.Message, conflict)
		out = append(out, d)
	}
	return out
}

// bookedCheck compares booked departures with planned sites.
type bookedCheck struct {
	*reading
	planned  []*plannedSite
	products map[string]*catalog.Product // read so far, by slug
	taken    map[string]int              // booked seats in all deployments, by the name of the departure
}

// seatsText returns how many seats are booked, in words.
func (c *bookedCheck) seatsText(b *source.Booking, conflict departure.Conflict) string {
	n, where := b.Seats, " on "+b.Deployment
	if conflict == departure.OverCapacity {
		n, where = c.taken[b.Departure()], ""
	}
	if n == 1 {
		return "1 seat booked" + where
	}
	return fmt.Sprintf("%d seats booked%s", n, where)
}

// bookedContent is the content about a booked departure.
type bookedContent struct {
	product       *catalog.Product // nil: there is none
	optionIndex   int              // the option's index in the product; -1: there is none
	option        *payload.Option  // nil: there is none
	hasDeployment bool             // its deployment exists
	isSold        bool             // the deployment sells the product
}

// find returns the content about a booked departure.
func (c *bookedCheck) find(b *source.Booking) bookedContent {
	f := bookedContent{product: c.product(b.Product), optionIndex: -1}
	site := slices.IndexFunc(c.planned, func(s *plannedSite) bool { return s.id == b.Deployment })
	f.hasDeployment = site >= 0
	if f.product == nil {
		return f
	}
	f.isSold = f.hasDeployment && c.planned[site].pages.Sells(b.Product)
	f.optionIndex = slices.IndexFunc(f.product.Options, func(o catalog.Option) bool { return o.ID == b.Option })
	if f.optionIndex >= 0 {
		f.option = pages.OptionOf(f.product, f.product.Options[f.optionIndex])
	}
	return f
}

// compare returns the conflict of a departure with the content, and a diagnostic with its place and reason.
func (c *bookedCheck) compare(b *source.Booking) (diag.Diagnostic, departure.Conflict) {
	f := c.find(b)
	var status payload.ProductStatus
	if f.product != nil {
		status = f.product.Status
	}
	booked := departure.Booked{Date: b.Date, StartTime: b.StartTime, Taken: c.taken[b.Departure()], State: b.Override,
		Limit: b.Limit}
	conflict := booked.Conflict(f.isSold, status, f.option)
	if conflict == departure.NoConflict {
		return diag.Diagnostic{}, conflict
	}
	place := b.At // in the export, if no place in the content causes it
	keys, reason := f.reason(b, conflict)
	if f.product != nil && f.hasDeployment {
		place = source.DiagnosticAt(filepath.Join(c.in.options.Content, "products", b.Product, "product.yaml"), keys...)
	}
	place.Message = reason
	return place, conflict
}

// reason returns the keys of the product's file that contradict a booked departure, and the reason.
func (f *bookedContent) reason(b *source.Booking, conflict departure.Conflict) (keys []any, reason string) {
	switch conflict {
	case departure.ProductMissing:
		return f.missingReason(b)
	case departure.ProductClosed:
		return []any{"status"}, "the product is closed"
	case departure.OptionMissing:
		return []any{"options"}, fmt.Sprintf("there is no option %q", b.Option)
	case departure.StartMissing:
		return missingStartReason(f.product, f.optionIndex, f.option, b)
	case departure.OverCapacity:
		return []any{"options", f.optionIndex, "capacity"}, fmt.Sprintf("the option has %d", f.option.Capacity)
	}
	return nil, ""
}

// missingReason returns why a deployment does not sell a product, and the keys of the product's file that cause it.
func (f *bookedContent) missingReason(b *source.Booking) (keys []any, reason string) {
	switch {
	case f.product == nil:
		return nil, fmt.Sprintf("there is no product %q", b.Product)
	case !f.hasDeployment:
		return nil, fmt.Sprintf("there is no deployment %q", b.Deployment)
	case f.product.Draft:
		return []any{"draft"}, "the product is a draft"
	}
	return nil, b.Deployment + " does not sell the product"
}

// product returns the product with a slug; nil if there is none.
func (c *bookedCheck) product(slug string) *catalog.Product {
	if !c.productSlugs[slug] {
		return nil
	}
	if c.products[slug] == nil {
		// Mistakes in the product have ended the check before.
		c.products[slug], _ = c.reader.Product(slug, c.lib, c.productSlugs)
	}
	return c.products[slug]
}

// missingStartReason returns the keys of the value that removes a start from a schedule, and the reason.
func missingStartReason(p *catalog.Product, optionIndex int, o *payload.Option, b *source.Booking) (keys []any,
	reason string) {
	schedule, keys := p.Options[optionIndex].Schedule, []any{"options", optionIndex, "schedule"}
	if schedule == nil {
		schedule, keys = p.Schedule, []any{"schedule"}
	}
	if schedule == nil {
		return []any{"options", optionIndex}, "the option has no schedule"
	}
	s := &o.Schedule
	closed := func(day string) bool { return day == b.Date || day == b.Date[5:] }
	if i := slices.IndexFunc(s.ClosedDays, closed); i >= 0 {
		return append(keys, "closedDays", i), "the day is closed"
	}
	i := slices.IndexFunc(s.Seasons, func(t payload.Season) bool { return payload.InDateRange(t.From, t.To, b.Date) })
	if i < 0 {
		return append(keys, "seasons"), "the day is in no season"
	}
	var season catalog.Season
	seasonKeys := keys
	if len(schedule.Seasons) > 0 {
		season, seasonKeys = schedule.Seasons[i], slices.Concat(keys, []any{"seasons", i})
	}
	if s.SeasonOn(b.Date) == nil {
		if len(season.Weekdays) > 0 {
			keys = seasonKeys
		}
		return append(keys, "weekdays"), payload.ParseDate(b.Date).Weekday().String() + " is not one of the weekdays"
	}
	if len(season.StartTimes) > 0 {
		keys = seasonKeys
	}
	if b.StartTime == "" {
		return append(keys, "startTimes"), "the day has start times, and no opening hours"
	}
	return append(keys, "startTimes"), "there is no start at " + b.StartTime
}
