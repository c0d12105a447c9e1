// Package clock returns the time as databases keep it, so that an instant that was stored equals the one in memory, and
// time zones by name.
package clock

import (
	"sync"
	"time"
)

// Normalize returns an instant as databases keep it: in UTC, to the microsecond.
func Normalize(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

// New returns a clock whose instants can be stored. It uses now, or time.Now if now is nil.
func New(now func() time.Time) func() time.Time {
	if now == nil {
		now = time.Now
	}
	return func() time.Time { return Normalize(now()) }
}

// zones holds the time zones that Zone has loaded.
var zones sync.Map

// Zone returns a time zone by its name, such as "Asia/Dubai", like time.LoadLocation, which reads a file each time.
func Zone(name string) (*time.Location, error) {
	if cached, ok := zones.Load(name); ok {
		return cached.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err == nil { // the names that exist are few
		zones.Store(name, zone)
	}
	return zone, err
}
