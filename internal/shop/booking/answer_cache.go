package booking

import (
	"sync"
	"time"

	"storefront/internal/lib/lru"
)

// maxCachedAnswers bounds the answers of a kind that are cached; a month takes some 10 kB, a day 3 kB.
const maxCachedAnswers = 1000

// answerCache caches the latest calendars or days, because computing one costs more than checking that it still
// holds.
type answerCache[T any] struct {
	mu      sync.Mutex
	entries *lru.Cache[answerCacheKey, cachedAnswer[T]]
}

// answerCacheKey has the inputs of an answer beside the time and the seats taken. A new build has new products.
type answerCacheKey struct {
	product    *Product
	option     string
	monthOrDay string
	length     int
}

type cachedAnswer[T any] struct {
	answer                T
	version               string    // of the seats taken
	validFrom, validUntil time.Time // when it holds
}

// get returns a cached answer; zero if there is none that holds at a time.
func (k *answerCache[T]) get(key answerCacheKey, now time.Time) (last cachedAnswer[T]) {
	if key.product.unconverted != nil { // its rates may have changed
		return cachedAnswer[T]{}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.entries == nil {
		return cachedAnswer[T]{}
	}
	last, _ = k.entries.Get(key)
	if now.Before(last.validFrom) || !now.Before(last.validUntil) {
		return cachedAnswer[T]{}
	}
	return last
}

func (k *answerCache[T]) put(key answerCacheKey, latest cachedAnswer[T]) {
	if key.product.unconverted != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.entries == nil {
		k.entries = lru.New[answerCacheKey, cachedAnswer[T]](maxCachedAnswers)
	}
	k.entries.Put(key, latest, 1)
	k.entries.Evict()
}

// cachedEncoding is the encoding of a cached answer.
type cachedEncoding struct {
	encode  sync.Once
	encoded []byte
}

// Encoded returns the result of encode, which is called once.
func (e *cachedEncoding) Encoded(encode func() []byte) []byte {
	e.encode.Do(func() { e.encoded = encode() })
	return e.encoded
}
