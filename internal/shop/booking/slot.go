package booking

import (
	"cmp"
	"slices"
)

// Slot identifies a count of seats: one start of one option, or one day of its opening hours or of its stays. All
// deployments that sell the product share it.
type Slot struct {
	Product   string
	Option    string
	Date      string // "2026-12-05", at the destination
	StartTime string // "15:30"; empty with opening hours and for stays
}

// Demand is a number of seats of a slot. Capacity is the slot's capacity in the live catalogue.
type Demand struct {
	Slot
	Seats    int
	Capacity int
}

// MergeDemands sums demands by slot, in the order in which all transactions take them, so that two carts cannot
// deadlock.
func MergeDemands(demands []Demand) []Demand {
	sorted := slices.SortedFunc(slices.Values(demands), func(a, b Demand) int { return a.Slot.compare(b.Slot) })
	var out []Demand
	for _, d := range sorted {
		if n := len(out); n > 0 && out[n-1].Slot == d.Slot {
			out[n-1].Seats += d.Seats
			out[n-1].Capacity = min(out[n-1].Capacity, d.Capacity)
			continue
		}
		out = append(out, d)
	}
	return out
}

func (s Slot) compare(o Slot) int {
	return cmp.Or(cmp.Compare(s.Product, o.Product), cmp.Compare(s.Option, o.Option), cmp.Compare(s.Date, o.Date),
		cmp.Compare(s.StartTime, o.StartTime))
}
