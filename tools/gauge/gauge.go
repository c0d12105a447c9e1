// Package gauge has the measurements and reports that the benchmarks of tools/ share.
package gauge

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Median returns the median of a figure of several runs.
func Median[R any, T cmp.Ordered](runs []R, of func(R) T) T {
	values := make([]T, len(runs))
	for i, run := range runs {
		values[i] = of(run)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// Millis returns a duration in milliseconds, with fractions.
func Millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// PrintTarget prints whether a target is met, with the measurement.
func PrintTarget(what string, met bool, format string, args ...any) {
	verdict := "NOT MET"
	if met {
		verdict = "met"
	}
	fmt.Printf("  %-8s %s: %s\n", verdict, what, fmt.Sprintf(format, args...))
}
