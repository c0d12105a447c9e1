package booking

import (
	"sync"
	"time"
)

// pollInterval is how long a polled order is returned as stored, before the provider is called again: result pages
// poll from several tabs. An event of the provider settles its order at once.
const pollInterval = 2 * time.Second

// maxPollTimes bounds the number of remembered orders. Those older than pollInterval are dropped first.
const maxPollTimes = 10_000

// pollTimes holds when this process last fetched the payment of a polled order.
type pollTimes struct {
	mu sync.Mutex
	at map[string]time.Time
}

// due reports whether the payment of an order has to be fetched now, and if so records the time.
func (l *pollTimes) due(order string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, known := l.at[order]; known && now.Sub(at) < pollInterval && !now.Before(at) {
		return false
	}
	if len(l.at) >= maxPollTimes {
		for id, at := range l.at {
			if now.Sub(at) >= pollInterval {
				delete(l.at, id)
			}
		}
	}
	if l.at == nil || len(l.at) >= maxPollTimes {
		l.at = map[string]time.Time{}
	}
	l.at[order] = now
	return true
}
