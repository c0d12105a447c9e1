// Package batch is for programs that compute, and that nobody waits for between the parts of their work.
package batch

import (
	"os"
	"strconv"
)

// Schedule has the system schedule this process's threads, and those that they start, as batch work: a thread that
// wakes another runs on, where it would make room for it at once. Programs whose threads or processes pass many small
// parts of their work to each other change between them less often. Where the system refuses, nothing changes.
func Schedule() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			schedule(id)
		}
	}
}
