package gauge

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// RunConcurrently calls do n times from first on, some at a time, and returns how long each call took.
func RunConcurrently(ctx context.Context, workers, first, n int,
	do func(context.Context, int) error) ([]time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	took := make([]time.Duration, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				began := time.Now()
				if err := do(ctx, first+i); err != nil {
					cancel(err)
				}
				took[i] = time.Since(began)
			}
		})
	}
	group.Wait()
	return took, context.Cause(ctx)
}

// MeasureOtherLoad returns a function that returns how many cores other programs have used since.
func MeasureOtherLoad() func() float64 {
	others := func() time.Duration { return MachineCPU() - TreeCPU(os.Getpid()) }
	began, before := time.Now(), others()
	return func() float64 { return max(0, (others()-before).Seconds()/time.Since(began).Seconds()) }
}
