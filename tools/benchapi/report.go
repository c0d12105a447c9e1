package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

func printHeading(o options) {
	fmt.Printf("%d cores, %s; medians of %d rounds, taken in turns\n", runtime.NumCPU(), runtime.Version(), o.rounds)
}

func printLine(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*percent/100)]
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
