// Package batch has programs that compute without pause change between their threads less often.
package batch

import (
	"os"
	"strconv"
)

// Schedule has the system schedule this process's threads, and those that they start, as batch work: a thread that
// wakes another keeps its processor, which it would otherwise often have to give to the other at once. It helps where
// threads or processes pass many small parts of their work to each other. Where the system refuses, nothing changes.
func Schedule() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			schedule(id)
		}
	}
}
