package octo

import (
	"bytes"
	"encoding/json"
	"sync"
	"time"

	"storefront/internal/lib/lru"
	"storefront/internal/shop/booking"
)

// availabilityCache caches answers about availability: encoding one costs more than checking that it is still valid.
type availabilityCache struct {
	mu      sync.Mutex
	entries *lru.Cache[answerKey, *cachedAnswer]
}

// answerKey has all that an answer depends on beside its Range.
type answerKey struct {
	reseller                                 string
	netRate                                  int
	products, deployment, language, currency string
	capabilities
	calendar bool
	body     string
}

type cachedAnswer struct {
	availabilityQuery
	found      *booking.Range
	validUntil time.Time
	body       json.RawMessage
}

const (
	maxCacheBytes         = 32 << 20 // of all bodies
	maxAnswerBytes        = 1 << 20
	maxCachedRequestBytes = 4 << 10 // of a request whose answer is cached
)

func (a *availabilityCache) get(key answerKey) *cachedAnswer {
	if len(key.body) > maxCachedRequestBytes {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.entries == nil {
		return nil
	}
	last, _ := a.entries.Get(key)
	return last
}

func (a *availabilityCache) put(key answerKey, last *cachedAnswer) {
	if len(key.body) > maxCachedRequestBytes || len(last.body) > maxAnswerBytes {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.entries == nil {
		a.entries = lru.New[answerKey, *cachedAnswer](maxCacheBytes)
	}
	a.entries.Put(key, last, int64(len(last.body)+len(key.body)))
	a.entries.Evict()
}

// encodeJSON returns a value as JSON, with < and & as they are.
func encodeJSON(value any) (json.RawMessage, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return body.Bytes(), err
}
