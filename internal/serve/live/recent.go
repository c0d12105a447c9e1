package live

import (
	"sync/atomic"
	"time"
)

// FreshFor is how long requests may rely on the latest look at what is live. Under load a look of its own for each
// request costs a twentieth of an answer.
const FreshFor = time.Millisecond

// Check holds the time of the latest look at a folder. The zero value has none.
type Check struct{ at atomic.Int64 }

// Recent reports whether the latest look is less than FreshFor ago.
func (c *Check) Recent() bool {
	at := c.at.Load()
	return at != 0 && sinceStart()-at < int64(FreshFor)
}

// Begin returns a function that records a look which begins now. It is called once the look has found no change.
func (c *Check) Begin() (unchanged func()) {
	began := sinceStart()
	return func() { c.at.Store(began) }
}

var start = time.Now()

// sinceStart returns the monotonic time of this process, in nanoseconds.
func sinceStart() int64 { return int64(time.Since(start)) }
