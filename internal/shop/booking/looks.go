package booking

import (
	"sync"
	"time"
)

// lookAgain is how long the provider is not asked anew about an order of which somebody has just been told: result pages ask
// again and again, from several tabs too. What an event of the provider has announced is stored, and needs no question.
const lookAgain = 2 * time.Second

// mostLooks bounds what is remembered. Whatever is older than lookAgain is dropped first.
const mostLooks = 10_000

// looks are the instants at which visitors' orders were last looked at, by this process.
type looks struct {
	mu sync.Mutex
	at map[string]time.Time
}

// due reports whether an order is to be looked at now, and takes the look for made.
func (l *looks) due(order string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, known := l.at[order]; known && now.Sub(at) < lookAgain && !now.Before(at) {
		return false
	}
	if len(l.at) >= mostLooks {
		for id, at := range l.at {
			if now.Sub(at) >= lookAgain {
				delete(l.at, id)
			}
		}
	}
	if l.at == nil || len(l.at) >= mostLooks {
		l.at = map[string]time.Time{}
	}
	l.at[order] = now
	return true
}
