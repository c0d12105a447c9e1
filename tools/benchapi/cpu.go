package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"storefront/tools/gauge"
)

// watchOthers returns a function that returns how many cores other programs have used since.
func watchOthers() func() float64 {
	ours := func() time.Duration { return gauge.TreeCPU(os.Getpid()) }
	began, all, own := time.Now(), machineCPU(), ours()
	return func() float64 {
		return max(0, (machineCPU()-all-(ours()-own)).Seconds()/time.Since(began).Seconds())
	}
}

// machineCPU returns the CPU time of all programs so far.
func machineCPU() (sum time.Duration) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	// The fields after "cpu" are the ticks of user, nice, system, idle, iowait, irq and softirq.
	for i, field := range strings.Fields(line)[1:8] {
		if ticks, _ := strconv.Atoi(field); i != 3 && i != 4 {
			sum += time.Duration(ticks) * gauge.Tick
		}
	}
	return sum
}
