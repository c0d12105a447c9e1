package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"
)

func heading(o options) {
	fmt.Printf("%d cores, %s; medians of %d rounds, taken in turns\n", runtime.NumCPU(), runtime.Version(), o.rounds)
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func target(what string, met bool, format string, args ...any) {
	verdict := "NOT MET"
	if met {
		verdict = "met"
	}
	fmt.Printf("  %-8s %s: %s\n", verdict, what, fmt.Sprintf(format, args...))
}

func median[R any, T cmp.Ordered](runs []R, of func(R) T) T {
	values := make([]T, len(runs))
	for i, run := range runs {
		values[i] = of(run)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*percent/100)]
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
