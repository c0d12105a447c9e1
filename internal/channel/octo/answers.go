package octo

import (
	"bytes"
	"encoding/json"
	"sync"
	"time"

	"storefront/internal/lib/lru"
	"storefront/internal/shop/booking"
)

// answers keeps the latest answers about availability: encoding one costs more than finding out that it still holds.
type answers struct {
	mu  sync.Mutex
	all *lru.Cache[answerKey, *lastAnswer]
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

type lastAnswer struct {
	wished
	found *booking.Range
	until time.Time
	body  json.RawMessage
}

const (
	answersSize   = 32 << 20 // of all bodies
	longestAnswer = 1 << 20
	longestBody   = 4 << 10 // of a request whose answer is kept
)

func (a *answers) get(key answerKey) *lastAnswer {
	if len(key.body) > longestBody {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		return nil
	}
	last, _ := a.all.Get(key)
	return last
}

func (a *answers) put(key answerKey, last *lastAnswer) {
	if len(key.body) > longestBody || len(last.body) > longestAnswer {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = lru.New[answerKey, *lastAnswer](answersSize)
	}
	a.all.Put(key, last, int64(len(last.body)+len(key.body)))
	a.all.MakeRoom()
}

// encoded returns a value as JSON, with < and & as they are.
func encoded(value any) (json.RawMessage, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return body.Bytes(), err
}
