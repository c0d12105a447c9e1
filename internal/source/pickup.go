package source

import "storefront/internal/catalog"

// longestPickup is how long before the start a pickup may be, in minutes.
const longestPickup = 12 * 60

// pointTime reports a time of a point that cannot be true: a pickup must not be after a start it applies to.
func (c *productCheck) pointTime(key string, i int, point catalog.Point) {
	at := []any{key, "points", i, "minutesBefore"}
	switch before := point.MinutesBefore; {
	case before == nil:
	case key != "pickup":
		c.wrong(at, "only a pickup is so many minutes before the start")
	case point.Time != "":
		c.wrong(at, "a pickup has a time or minutesBefore, not both")
	case *before > longestPickup:
		c.wrong(at, "a pickup is 0 to %d minutes before the start", longestPickup)
	}
	if key != "pickup" || point.Time == "" {
		return
	}
	for _, o := range c.p.Options {
		if start, ok := startBefore(c.p, o, point.Time); ok {
			c.wrong([]any{key, "points", i, "time"}, "the pickup at %s is after the start of option %q at %s; write minutesBefore", point.Time, o.ID, start)
			return
		}
	}
}

// startBefore finds a start of an option, in any season, that is before a time.
func startBefore(p *catalog.Product, o catalog.Option, at catalog.Clock) (catalog.Clock, bool) {
	schedule := o.Schedule
	if schedule == nil {
		schedule = p.Schedule
	}
	if schedule == nil {
		return "", false
	}
	starts := append([]catalog.Clock(nil), schedule.StartTimes...)
	for _, season := range schedule.Seasons {
		starts = append(starts, season.StartTimes...)
	}
	for _, start := range starts {
		if at > start {
			return start, true
		}
	}
	return "", false
}
