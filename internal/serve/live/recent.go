package live

import (
	"sync/atomic"
	"time"
)

// FreshFor is how long requests may rely on the latest check of the live build. Under load a check for each request
// costs a twentieth of a response.
const FreshFor = time.Millisecond

// Check holds the time of the latest check of a folder. The zero value has none.
type Check struct{ checkedAt atomic.Int64 }

// IsRecent reports whether the latest check was less than FreshFor ago.
func (c *Check) IsRecent() bool {
	at := c.checkedAt.Load()
	return at != 0 && sinceStart()-at < int64(FreshFor)
}

// Begin returns a function that records a check which begins now. It is called once the check has found no change.
func (c *Check) Begin() (unchanged func()) {
	began := sinceStart()
	return func() { c.checkedAt.Store(began) }
}

var processStart = time.Now()

// sinceStart returns the monotonic time of this process, in nanoseconds.
func sinceStart() int64 { return int64(time.Since(processStart)) }
