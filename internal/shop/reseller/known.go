package reseller

import (
	"context"
	"sync"
	"time"

	"storefront/internal/core/fault"
)

// knownFor is how long a reseller that was identified is not read again. A key that is disabled or replaced works that
// much longer.
const knownFor = 2 * time.Second

// known caches the resellers of the latest requests, by the hash of their key.
type known struct {
	mu  sync.Mutex
	all map[string]seen
}

type seen struct {
	reseller Reseller
	at       time.Time
}

// mostKnown is the size at which known is emptied.
const mostKnown = 1000

// Identify returns the reseller of a key. It returns fault.Forbidden for a key that is not valid, or whose reseller is
// disabled.
func (s *Service) Identify(ctx context.Context, key string) (*Reseller, error) {
	if !IsKey(key) {
		return nil, errNoKey
	}
	hash, now := hashOf(key), s.now()
	s.known.mu.Lock()
	last, is := s.known.all[hash]
	s.known.mu.Unlock()
	if is && now.Sub(last.at) < knownFor && !now.Before(last.at) {
		return &last.reseller, nil
	}
	r, err := s.ResellerByKey(ctx, hash)
	if fault.Is(err, fault.NotFound) || err == nil && !r.DisabledAt.IsZero() {
		return nil, errNoKey
	}
	if err != nil {
		return nil, err
	}
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	if s.known.all == nil || len(s.known.all) >= mostKnown {
		s.known.all = map[string]seen{}
	}
	s.known.all[hash] = seen{r, now}
	return &r, nil
}

var errNoKey = fault.New(fault.Forbidden, "The key is not valid.")
