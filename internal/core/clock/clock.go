// Package clock returns the time as databases keep it, so that an instant that was stored equals the one in memory.
package clock

import "time"

// Stored gives an instant as databases keep it: in UTC, to the microsecond.
func Stored(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

// Of gives a clock whose instants can be stored; it goes by now, or by the machine's clock where that is nil.
func Of(now func() time.Time) func() time.Time {
	if now == nil {
		now = time.Now
	}
	return func() time.Time { return Stored(now()) }
}
