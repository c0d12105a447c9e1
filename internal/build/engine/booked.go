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

// bookedFindings warns of the booked departures of an export that a build of the content would contradict, and reports
// the mistakes of the export. Departures of days before yesterday are left out.
func bookedFindings(r *reading, planned []*plannedSite) []diag.Diagnostic {
	if r.in.options.Bookings == "" {
		return nil
	}
	all, out := source.Bookings(r.in.options.Bookings)
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
		full[b.Departure()] = conflict == departure.OverCapacity // of all deployments: reported once
		d.Warning = true
		d.Message = fmt.Sprintf("%s has %s: %s (%s)", b.Departure(), c.seats(b, conflict), d.Message, conflict)
		out = append(out, d)
	}
	return out
}

// bookedCheck compares booked departures with planned sites.
type bookedCheck struct {
	*reading
	planned  []*plannedSite
	products map[string]*catalog.Product // by slug; those that were read
	taken    map[string]int              // seats of all deployments, by the name of their departure
}

// seats returns how many seats are booked, in words.
func (c *bookedCheck) seats(b *source.Booking, conflict departure.Conflict) string {
	n, where := b.Seats, " on "+b.Deployment
	if conflict == departure.OverCapacity {
		n, where = c.taken[b.Departure()], ""
	}
	if n == 1 {
		return "1 seat booked" + where
	}
	return fmt.Sprintf("%d seats booked%s", n, where)
}

// compare returns the conflict of a departure with the content, and its place with the reason.
func (c *bookedCheck) compare(b *source.Booking) (diag.Diagnostic, departure.Conflict) {
	p := c.product(b.Product)
	site := slices.IndexFunc(c.planned, func(s *plannedSite) bool { return s.id == b.Deployment })
	sold := p != nil && site >= 0 && c.planned[site].pages.Sells(b.Product)
	var status payload.ProductStatus
	var option *payload.Option
	at := -1
	if p != nil {
		status = p.Status
		at = slices.IndexFunc(p.Options, func(o catalog.Option) bool { return o.ID == b.Option })
	}
	if at >= 0 {
		option = pages.OptionOf(p, p.Options[at])
	}
	booked := departure.Booked{Date: b.Date, StartTime: b.StartTime, Taken: c.taken[b.Departure()], State: b.Override,
		Limit: b.Limit}
	conflict := booked.Conflict(sold, status, option)
	place := b.At
	var keys []any
	var reason string
	switch conflict {
	case departure.NoConflict:
		return diag.Diagnostic{}, conflict
	case departure.ProductMissing:
		switch {
		case p == nil:
			place.Message = fmt.Sprintf("there is no product %q", b.Product)
			return place, conflict
		case site < 0:
			place.Message = fmt.Sprintf("there is no deployment %q", b.Deployment)
			return place, conflict
		case p.Draft:
			keys, reason = []any{"draft"}, "the product is a draft"
		default:
			reason = b.Deployment + " does not sell the product"
		}
	case departure.ProductClosed:
		keys, reason = []any{"status"}, "the product is closed"
	case departure.OptionMissing:
		keys, reason = []any{"options"}, fmt.Sprintf("there is no option %q", b.Option)
	case departure.StartMissing:
		keys, reason = missingStart(p, at, option, b)
	case departure.OverCapacity:
		keys, reason = []any{"options", at, "capacity"}, fmt.Sprintf("the option has %d", option.Capacity)
	}
	place = source.At(filepath.Join(c.in.options.Content, "products", b.Product, "product.yaml"), keys...)
	place.Message = reason
	return place, conflict
}

// product returns a product of the content; nil if there is none.
func (c *bookedCheck) product(slug string) *catalog.Product {
	if !c.known[slug] {
		return nil
	}
	if c.products[slug] == nil {
		// Its mistakes are among those of the content, which end the check before.
		c.products[slug], _ = c.reader.Product(slug, c.lib, c.known)
	}
	return c.products[slug]
}

// missingStart returns the keys of what takes a start out of a schedule, and the reason.
func missingStart(p *catalog.Product, at int, o *payload.Option, b *source.Booking) (keys []any, reason string) {
	own, keys := p.Options[at].Schedule, []any{"options", at, "schedule"}
	if own == nil {
		own, keys = p.Schedule, []any{"schedule"}
	}
	if own == nil {
		return []any{"options", at}, "the option has no schedule"
	}
	s := &o.Schedule
	closed := func(day string) bool { return day == b.Date || day == b.Date[5:] }
	if i := slices.IndexFunc(s.ClosedDays, closed); i >= 0 {
		return append(keys, "closedDays", i), "the day is closed"
	}
	i := slices.IndexFunc(s.Seasons, func(t payload.Season) bool { return payload.Between(t.From, t.To, b.Date) })
	if i < 0 {
		return append(keys, "seasons"), "the day is in no season"
	}
	var season catalog.Season
	within := keys
	if len(own.Seasons) > 0 {
		season, within = own.Seasons[i], slices.Concat(keys, []any{"seasons", i})
	}
	if s.SeasonOn(b.Date) == nil {
		if len(season.Weekdays) > 0 {
			keys = within
		}
		return append(keys, "weekdays"), payload.DateOf(b.Date).Weekday().String() + " is not one of the weekdays"
	}
	if len(season.StartTimes) > 0 {
		keys = within
	}
	if b.StartTime == "" {
		return append(keys, "startTimes"), "the day has start times, and no opening hours"
	}
	return append(keys, "startTimes"), "there is no start at " + b.StartTime
}
