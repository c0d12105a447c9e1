// Package batch makes a program that computes without pause switch between its threads less often.
package batch

import (
	"os"
	"strconv"
)

// Schedule schedules this process's threads, and those that they start, as batch work: a thread that wakes another
// keeps its processor, which it would otherwise often lose to the other at once. It helps if threads or processes pass
// many small parts of their work to each other. If the system refuses, nothing changes.
func Schedule() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			schedule(id)
		}
	}
}
