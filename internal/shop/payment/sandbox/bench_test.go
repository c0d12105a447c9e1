package sandbox_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"storefront/internal/shop/payment/sandbox"
)

// A session's whole life, as 16 callers a processor see it.
func BenchmarkStartedPaidAndCaptured(b *testing.B) {
	p := open(b, nil)
	b.ResetTimer()
	var n atomic.Int64
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			key := fmt.Sprint("k", n.Add(1))
			s, err := p.Start(b.Context(), request(key))
			if err != nil {
				b.Error(err)
				return
			}
			if outcome, err := p.Pay(b.Context(), s.ID, sandbox.CardSuccess); outcome != sandbox.Accepted {
				b.Error(outcome, err)
				return
			}
			if _, err := p.Capture(b.Context(), s.ID, 39550, key); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sessions/s")
}
