package vips

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// yieldLess keeps this process's threads running when they wake another: libvips has several for a picture, which wake
// each other for every few lines. Threads that they start do the same. A thread that cannot is as it was.
func yieldLess() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_BATCH}, 0)
		}
	}
}
