package reseller

import (
	"context"
	"sync"
	"time"

	"storefront/internal/core/fault"
)

// cacheTTL is the lifetime of a cached reseller. A key that is disabled or replaced may work that much longer.
const cacheTTL = 2 * time.Second

// identityCache caches the resellers of the latest requests, by the hash of their key.
type identityCache struct {
	mu        sync.Mutex
	byKeyHash map[string]cachedReseller
}

type cachedReseller struct {
	reseller Reseller
	readAt   time.Time
}

// maxCached is the number of resellers at which the cache is emptied.
const maxCached = 1000

// Identify returns the reseller of a key. It returns fault.Forbidden for a key that is not valid, or whose reseller is
// disabled.
func (s *Service) Identify(ctx context.Context, key string) (*Reseller, error) {
	if !IsKey(key) {
		return nil, errInvalidKey
	}
	hash, now := hashOf(key), s.now()
	s.cache.mu.Lock()
	cached, ok := s.cache.byKeyHash[hash]
	s.cache.mu.Unlock()
	if ok && now.Sub(cached.readAt) < cacheTTL && !now.Before(cached.readAt) {
		return &cached.reseller, nil
	}
	r, err := s.ResellerByKey(ctx, hash)
	if fault.Is(err, fault.NotFound) || err == nil && !r.DisabledAt.IsZero() {
		return nil, errInvalidKey
	}
	if err != nil {
		return nil, err
	}
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	if s.cache.byKeyHash == nil || len(s.cache.byKeyHash) >= maxCached {
		s.cache.byKeyHash = map[string]cachedReseller{}
	}
	s.cache.byKeyHash[hash] = cachedReseller{r, now}
	return &r, nil
}

var errInvalidKey = fault.New(fault.Forbidden, "The key is not valid.")
