package source

import (
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// maxPickupMinutes is how long before the start a pickup may be, in minutes.
const maxPickupMinutes = 12 * 60

// checkTransfer reports a pickup or drop-off whose times or places cannot be true.
func (c *productChecker) checkTransfer(key string, t *catalog.Transfer) {
	if t == nil {
		return
	}
	c.checkTransferExtra(key, t)
	if key == "pickup" {
		c.checkPickupHours(t)
	}
	ids := map[string]bool{}
	for i, point := range t.Points {
		at := []any{key, "points", i}
		c.checkID(ids, childPath(at, "id"), point.ID)
		c.checkPlace(at, catalog.Coordinates{Latitude: point.Latitude, Longitude: point.Longitude})
		if point.Exact && point.Latitude == 0 && point.Longitude == 0 {
			c.errorAt(childPath(at, "exact"), "an exact point needs latitude and longitude, which visitors find it by")
		}
		if key == "pickup" {
			c.checkPickupTimes(at, point)
		} else if point.MinutesBefore != nil || len(point.Times) > 0 {
			c.errorAt(at, "only a pickup is at a time before the start")
		}
	}
}

// checkPickupHours reports a duration that leaves no choice of a pickup during opening hours.
func (c *productChecker) checkPickupHours(t *catalog.Transfer) {
	timed := func(p catalog.Point) bool { return p.Time != "" || p.MinutesBefore != nil || len(p.Times) > 0 }
	if c.product.AvailabilityType != payload.OpeningHours || slices.ContainsFunc(t.Points, timed) {
		return
	}
	const day = 24 * 60
	for _, o := range c.product.Options {
		duration, schedule := c.product.Duration.Minutes, o.Schedule
		if o.Duration.Minutes > 0 {
			duration = o.Duration.Minutes
		}
		if schedule == nil {
			schedule = c.product.Schedule
		}
		if duration >= day && schedule != nil {
			c.errorAt([]any{"duration"}, "travellers choose the hour of the pickup: the duration says how long a day "+
				"of option %q lasts, "+
				"such as 10h, within its opening hours", o.ID)
			return
		}
	}
}

func (c *productChecker) checkTransferExtra(key string, t *catalog.Transfer) {
	if t.Extra == "" {
		return
	}
	if t.Included {
		c.errorAt([]any{key, "extra"}, "what the price includes is not paid by an extra; leave out included or extra")
	}
	if !slices.ContainsFunc(c.product.Extras, func(e catalog.Extra) bool { return e.ID == t.Extra }) {
		c.errorAt([]any{key, "extra"}, "there is no extra %q", t.Extra)
	}
}

// checkPickupTimes reports times of a point that cannot be true: none may be after a start it is for, or on the day
// before.
func (c *productChecker) checkPickupTimes(at []any, point catalog.Point) {
	before := point.MinutesBefore
	if before != nil && point.Time != "" {
		c.errorAt(childPath(at, "minutesBefore"), "a pickup has a time or minutesBefore, not both")
	} else if before != nil && (*before < 0 || *before > maxPickupMinutes) {
		c.errorAt(childPath(at, "minutesBefore"), "a pickup is 0 to %d minutes before the start", maxPickupMinutes)
	}
	for _, o := range c.product.Options {
		starts := startsOf(c.product, o)
		if i := slices.IndexFunc(starts, func(s catalog.Clock) bool { return s != "" && point.Time > s }); i >= 0 {
			c.errorAt(childPath(at, "time"),
				"the pickup at %s is after the start of option %q at %s; write minutesBefore",
				point.Time, o.ID, starts[i])
			break
		}
	}
	for _, o := range c.product.Options {
		starts := startsOf(c.product, o)
		tooEarly := func(s catalog.Clock) bool { return s != "" && before != nil && *before > s.Minutes() }
		if i := slices.IndexFunc(starts, tooEarly); i >= 0 {
			c.errorAt(childPath(at, "minutesBefore"),
				"%d minutes before the start of option %q at %s is on the day before",
				*before, o.ID, starts[i])
			break
		}
	}
	for i, t := range point.Times {
		c.checkPickupTime(childPath(at, "times", i), t)
	}
}

// checkPickupTime reports a line of the table that is for no start, or late for one.
func (c *productChecker) checkPickupTime(at []any, t catalog.PickupTime) {
	if (t.From == "") != (t.To == "") {
		c.errorAt(at, "a range of days has both from and to")
	}
	var starts []catalog.Clock
	for _, o := range c.product.Options {
		starts = append(starts, startsOf(c.product, o)...)
	}
	if t.Start != "" && !slices.Contains(starts, t.Start) && !slices.Contains(starts, "") {
		c.errorAt(childPath(at, "start"), "no option starts at %s", t.Start)
		return
	}
	for _, start := range starts {
		if start != "" && (t.Start == "" || t.Start == start) && t.Time > start {
			c.errorAt(childPath(at, "time"), "the pickup at %s is after the start at %s", t.Time, start)
			return
		}
	}
}

// startsOf are the start times of an option, of all its seasons. Those that cannot be read are empty.
func startsOf(p *catalog.Product, o catalog.Option) []catalog.Clock {
	schedule := o.Schedule
	if schedule == nil {
		schedule = p.Schedule
	}
	if schedule == nil {
		return nil
	}
	starts := slices.Clone(schedule.StartTimes)
	for _, season := range schedule.Seasons {
		starts = append(starts, season.StartTimes...)
	}
	return starts
}
