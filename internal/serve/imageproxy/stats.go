package imageproxy

import "sync/atomic"

// Stats are figures of a proxy since it was made.
type Stats struct {
	Made    int64
	Cached  int64 // answered from the cache
	Refused int64 // turned away since too many waited
	Waiting int   // being made, or waiting for it, now
}

// counts are what Stats are made of.
type counts struct{ made, cached, refused atomic.Int64 }

// Stats returns the figures of now.
func (p *Proxy) Stats() Stats {
	return Stats{
		Made: p.counts.made.Load(), Cached: p.counts.cached.Load(), Refused: p.counts.refused.Load(), Waiting: p.workers.unfinished(),
	}
}
