package imageproxy

import "sync/atomic"

// Stats are counters of a proxy since New.
type Stats struct {
	Made    int64
	Cached  int64 // answered from the cache
	Refused int64 // refused because too many waited
	Pending int   // being made, or waiting for it, now
}

// counts holds the counters of Stats.
type counts struct{ made, cached, refused atomic.Int64 }

// Stats returns the current counters.
func (p *Proxy) Stats() Stats {
	return Stats{
		Made: p.counts.made.Load(), Cached: p.counts.cached.Load(), Refused: p.counts.refused.Load(),
		Pending: p.workers.pending(),
	}
}
