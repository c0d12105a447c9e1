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

// found is what the content has of a booked departure.
type found struct {
	product *catalog.Product // nil: there is none
	at      int              // the option's index in the product; -1: there is none
	option  *payload.Option  // nil: there is none
	site    bool             // its deployment is in the content
	sold    bool             // the deployment sells the product
}

// find looks a booked departure up in the content.
func (c *bookedCheck) find(b *source.Booking) found {
	f := found{product: c.product(b.Product), at: -1}
	site := slices.IndexFunc(c.planned, func(s *plannedSite) bool { return s.id == b.Deployment })
	f.site = site >= 0
	if f.product == nil {
		return f
	}
	f.sold = f.site && c.planned[site].pages.Sells(b.Product)
	f.at = slices.IndexFunc(f.product.Options, func(o catalog.Option) bool { return o.ID == b.Option })
	if f.at >= 0 {
		f.option = pages.OptionOf(f.product, f.product.Options[f.at])
	}
	return f
}

// compare returns the conflict of a departure with the content, and its place with the reason.
func (c *bookedCheck) compare(b *source.Booking) (diag.Diagnostic, departure.Conflict) {
	f := c.find(b)
	var status payload.ProductStatus
	if f.product != nil {
		status = f.product.Status
	}
	booked := departure.Booked{Date: b.Date, StartTime: b.StartTime, Taken: c.taken[b.Departure()], State: b.Override,
		Limit: b.Limit}
	conflict := booked.Conflict(f.sold, status, f.option)
	if conflict == departure.NoConflict {
		return diag.Diagnostic{}, conflict
	}
	place := b.At // of the export, if nothing in the content is to blame
	keys, reason := f.reason(b, conflict)
	if f.product != nil && f.site {
		place = source.At(filepath.Join(c.in.options.Content, "products", b.Product, "product.yaml"), keys...)
	}
	place.Message = reason
	return place, conflict
}

// reason returns the keys of the product's file that contradict a booked departure, and the reason.
func (f *found) reason(b *source.Booking, conflict departure.Conflict) (keys []any, reason string) {
	switch conflict {
	case departure.ProductMissing:
		return f.missing(b)
	case departure.ProductClosed:
		return []any{"status"}, "the product is closed"
	case departure.OptionMissing:
		return []any{"options"}, fmt.Sprintf("there is no option %q", b.Option)
	case departure.StartMissing:
		return missingStart(f.product, f.at, f.option, b)
	case departure.OverCapacity:
		return []any{"options", f.at, "capacity"}, fmt.Sprintf("the option has %d", f.option.Capacity)
	}
	return nil, ""
}

// missing returns why a deployment does not sell a product.
func (f *found) missing(b *source.Booking) (keys []any, reason string) {
	switch {
	case f.product == nil:
		return nil, fmt.Sprintf("there is no product %q", b.Product)
	case !f.site:
		return nil, fmt.Sprintf("there is no deployment %q", b.Deployment)
	case f.product.Draft:
		return []any{"draft"}, "the product is a draft"
	}
	return nil, b.Deployment + " does not sell the product"
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

// missingStart returns the keys of the value that removes a start from a schedule, and the reason.
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
