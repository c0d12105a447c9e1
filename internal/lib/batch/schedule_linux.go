package batch

import "golang.org/x/sys/unix"

func schedule(thread int) {
	_ = unix.SchedSetAttr(thread, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_BATCH}, 0)
}
