// Package clock returns the time as databases keep it, so that an instant that was stored equals the one in memory.
package clock

import "time"

// Stored returns an instant as databases keep it: in UTC, to the microsecond.
func Stored(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

// Of returns a clock whose instants can be stored. It uses now, or time.Now if now is nil.
func Of(now func() time.Time) func() time.Time {
	if now == nil {
		now = time.Now
	}
	return func() time.Time { return Stored(now()) }
}
