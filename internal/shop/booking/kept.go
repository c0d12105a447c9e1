package booking

import (
	"sync"
	"time"

	"storefront/internal/lib/lru"
)

// maxKept bounds the answers of a kind that are kept; a month takes some 10 kB, a day 3 kB.
const maxKept = 1000

// keptAnswers caches the latest calendars or days, because computing one costs more than checking that it still
// holds.
type keptAnswers[T any] struct {
	mu  sync.Mutex
	all *lru.Cache[keptKey, kept[T]]
}

// keptKey has the inputs of an answer beside the time and the seats taken. A new build has new products.
type keptKey struct {
	product *Product
	option  string
	when    string // the month or the day
	length  int
}

type kept[T any] struct {
	answer      T
	version     string    // of the seats taken
	from, until time.Time // when it holds
}

// get returns a kept answer; zero if there is none that holds at a time.
func (k *keptAnswers[T]) get(key keptKey, now time.Time) (last kept[T]) {
	if key.product.unconverted != nil { // its rates may have changed
		return kept[T]{}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		return kept[T]{}
	}
	last, _ = k.all.Get(key)
	if now.Before(last.from) || !now.Before(last.until) {
		return kept[T]{}
	}
	return last
}

func (k *keptAnswers[T]) put(key keptKey, latest kept[T]) {
	if key.product.unconverted != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = lru.New[keptKey, kept[T]](maxKept)
	}
	k.all.Put(key, latest, 1)
	k.all.MakeRoom()
}

// encodedOnce is the encoding of an answer that is kept.
type encodedOnce struct {
	encode  sync.Once
	encoded []byte
}

// Encoded returns the result of encode, which is called once.
func (e *encodedOnce) Encoded(encode func() []byte) []byte {
	e.encode.Do(func() { e.encoded = encode() })
	return e.encoded
}
