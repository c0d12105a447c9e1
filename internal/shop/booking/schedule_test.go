package booking_test

import (
	"encoding/json"
	"maps"
	"os"
	"testing"
	"time"

	"storefront/internal/core/payload"
)

func TestSchedulesMatchTheTestVectorsOfTheSite(t *testing.T) {
	data, err := os.ReadFile("testdata/schedules.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Name, TimeZone, Day string
		Schedule            payload.Schedule
		Now                 time.Time
		Starts              map[string]string // the instants of those that can still be booked
		Open                bool
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("the table has only %d vectors", len(all))
	}
	w := newWorld(t)
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) {
			p := dunes()
			p.TimeZone = zone(v.TimeZone)
			p.Options[0].Schedule = v.Schedule
			w.catalog.add(p)
			w.now = v.Now
			d, err := w.Slots(t.Context(), wayfare, "dunes", "shared", v.Day, 0)
			if err != nil {
				t.Fatal(err)
			}
			starts, open := map[string]string{}, false
			for _, s := range d.Slots {
				if !s.Status.Bookable() {
					continue
				}
				open = true
				if s.StartTime != "" {
					starts[s.StartTime] = s.StartsAt.UTC().Format(time.RFC3339)
				}
			}
			if !maps.Equal(starts, v.Starts) || open != v.Open {
				t.Errorf("open %v, starts %v; want %v, %v", open, starts, v.Open, v.Starts)
			}
		})
	}
}
