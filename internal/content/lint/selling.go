package lint

import (
	"slices"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// maxReductionPercent is the reduction, in percent, above which an original price looks like a slip of the pen.
const maxReductionPercent = 70

// salesLabels are labels about sales; content has no figures of sales.
var salesLabels = []string{"bestseller", "best-seller", "most-popular", "likely-to-sell-out", "selling-fast"}

// checkLabels remarks labels that nothing in the content shows to be true.
func checkLabels(p *catalog.Product, file string) (out []diag.Diagnostic) {
	for i, id := range p.Labels {
		if slices.Contains(salesLabels, id) {
			out = append(out, warnAt(file, []any{"labels", i},
				"%q is about sales, and there are no figures of sales: reviews earn %q", id, catalog.TopRated))
		}
	}
	return out
}

// childTypes may be free, and reduced units never cost more than an adult.
var (
	childTypes   = []payload.UnitType{payload.Infant, payload.Child, payload.Youth}
	reducedTypes = append(slices.Clone(childTypes), payload.Student, payload.Senior)
)

// checkPrices remarks what can be sold and was hardly meant.
func checkPrices(p *catalog.Product, file string) (out []diag.Diagnostic) {
	amount := func(d catalog.Decimal) (int64, bool) {
		n, err := money.Parse(string(d), p.Currency)
		return n, err == nil && d != ""
	}
	check := func(at_ []any, price, original catalog.Decimal, mayBeFree bool) {
		now, ok := amount(price)
		if ok && now == 0 && !mayBeFree {
			out = append(out, warnAt(file, append(at_, "price"), "this costs nothing: is a figure missing?"))
		}
		if before, had := amount(original); ok && had && now > 0 && (before-now)*100 > before*maxReductionPercent {
			out = append(out, warnAt(file, append(at_, "originalPrice"), "reduced by %d %%: is a figure wrong?",
				(before-now)*100/before))
		}
	}
	for i, o := range p.Options {
		here := []any{"options", i}
		check(here, o.Price, o.OriginalPrice, false)
		adult := int64(-1)
		for _, u := range o.Units {
			if n, ok := amount(u.Price); ok && u.Type == payload.Adult && u.PaxCount == 1 {
				adult = n
			}
		}
		for j, u := range o.Units {
			unit := append(slices.Clone(here), "units", j)
			switch {
			case u.Type == payload.Family && u.PaxCount == 1 && !hasKey(file, unit, "paxCount"):
				out = append(out, warnAt(file, unit, "%s takes one seat: write its number of people in paxCount",
					u.ID))
			case u.Type == payload.OtherUnit && u.PaxCount > 1 && !catalog.IsUnitNamed(p.Texts, u.ID):
				out = append(out, warnAt(file, unit, "%s takes %d seats and is called a guest: write its title in "+
					"units of the texts", u.ID, u.PaxCount))
			}
			check(unit, u.Price, u.OriginalPrice, slices.Contains(childTypes, u.Type))
			n, ok := amount(u.Price)
			if ok && adult >= 0 && n > adult && slices.Contains(reducedTypes, u.Type) && u.PaxCount == 1 {
				out = append(out, warnAt(file, append(unit, "price"), "%s pays more (%s) than an adult", u.Type,
					u.Price))
			}
		}
	}
	return out
}

// hasKey reports whether the mapping at some keys of a file has a key.
func hasKey(file string, keys []any, key string) bool {
	whole, one := source.DiagnosticAt(file, keys...), source.DiagnosticAt(file, append(slices.Clone(keys), key)...)
	return whole.Line != one.Line || whole.Col != one.Col
}

// checkFreeUnits reports what can be booked for nothing, and what cannot be booked by itself because it costs nothing.
func checkFreeUnits(p *catalog.Product, file string) (out []diag.Diagnostic) {
	if p.NoFixedPrice || p.PricingPer == payload.PerBooking {
		return nil
	}
	isFree := func(u catalog.Unit) bool {
		n, err := money.Parse(string(u.Price), p.Currency)
		return err == nil && n == 0
	}
	for i, o := range p.Options {
		paid := slices.ContainsFunc(o.Units, func(u catalog.Unit) bool { return !isFree(u) })
		certain := slices.ContainsFunc(o.Units, func(u catalog.Unit) bool { return !isFree(u) && u.Min > 0 })
		if !paid && len(o.Units) > 0 {
			out = append(out, warnAt(file, []any{"options", i},
				"every unit of %q costs nothing: its bookings are confirmed without a payment", o.ID))
		}
		for j, u := range o.Units {
			if paid && !certain && isFree(u) && len(u.AccompaniedBy) == 0 {
				out = append(out, warnAt(file, []any{"options", i, "units", j},
					"%s costs nothing and cannot be booked by itself: name the units it comes with in accompaniedBy",
					u.ID))
			}
		}
	}
	return out
}

// daysAhead is the year in which something should take place.
const daysAhead = 365

// checkSchedules remarks options that take place on no day of the coming year.
func checkSchedules(p *catalog.Product, file string, asOf time.Time) (out []diag.Diagnostic) {
	reported := false
	for i, o := range p.Options {
		s, keys := o.Schedule, []any{"options", i, "schedule"}
		if s == nil {
			s, keys = p.Schedule, []any{"schedule"}
			if reported {
				continue
			}
		}
		if s == nil || runsInComingYear(s, asOf) {
			continue
		}
		reported = reported || o.Schedule == nil
		out = append(out, warnAt(file, keys, "this schedule has no day in the year from %s on: nobody can book it",
			asOf.Format(time.DateOnly)))
	}
	return out
}

// checkPickups reports pickups that have no time: their travellers would not know when to be ready. With opening hours
// visitors choose the time themselves.
func checkPickups(p *catalog.Product, file string) (out []diag.Diagnostic) {
	if p.Pickup == nil || p.AvailabilityType == payload.OpeningHours {
		return nil
	}
	if len(p.Pickup.Points) == 0 {
		return append(out, warnAt(file, []any{"pickup"}, "this pickup has no time; give it a point with minutesBefore"))
	}
	for i, point := range p.Pickup.Points {
		if point.MinutesBefore == nil && len(point.Times) == 0 && point.Time == "" {
			out = append(out, warnAt(file, []any{"pickup", "points", i},
				"pickup point %q has no time; write minutesBefore",
				point.ID))
		}
	}
	return out
}

func runsInComingYear(s *catalog.Schedule, from time.Time) bool {
	from = time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC)
	for i := range daysAhead {
		if runsOn(s, from.AddDate(0, 0, i)) {
			return true
		}
	}
	return false
}

// runsOn reports whether a day has times: of a season, if there are seasons, that is not closed.
func runsOn(s *catalog.Schedule, day time.Time) bool {
	full, yearly := catalog.Date(day.Format(time.DateOnly)), catalog.Date(day.Format("01-02"))
	if slices.Contains(s.ClosedDays, full) || slices.Contains(s.ClosedDays, yearly) {
		return false
	}
	if len(s.Seasons) == 0 {
		return includesWeekday(s.Weekdays, day)
	}
	for _, season := range s.Seasons {
		today := full
		if season.From.IsYearly() {
			today = yearly
		}
		within := season.From <= today && today <= season.To
		if season.From.IsYearly() && season.From > season.To { // over the turn of the year
			within = today >= season.From || today <= season.To
		}
		days := season.Weekdays
		if len(days) == 0 {
			days = s.Weekdays
		}
		if within && includesWeekday(days, day) {
			return true
		}
	}
	return false
}

func includesWeekday(days []catalog.Weekday, day time.Time) bool {
	return len(days) == 0 || slices.Contains(days, catalog.Weekday(day.Weekday()))
}
