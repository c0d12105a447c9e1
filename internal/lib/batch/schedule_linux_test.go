package batch_test

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"storefront/internal/lib/batch"
)

func TestScheduleAppliesToNewThreads(t *testing.T) {
	batch.Schedule()
	for range 20 { // each ends with its thread, so that the next has a new one
		policy := make(chan uint32)
		go func() {
			runtime.LockOSThread()
			attributes, err := unix.SchedGetAttr(0, 0)
			if err != nil {
				t.Error(err)
				attributes = new(unix.SchedAttr)
			}
			policy <- attributes.Policy
		}()
		if got := <-policy; got != unix.SCHED_BATCH {
			t.Fatalf("a thread has the policy %d", got)
		}
	}
}
