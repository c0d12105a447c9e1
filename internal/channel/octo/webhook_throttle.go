package octo

import (
	"errors"
	"sync"
	"time"
)

// Messages to webhooks share a few workers. These bounds keep a reseller whose addresses hang from delaying the
// messages of others: it has so many in flight at once, and an address that was slow is left alone for a while, which
// doubles.
const (
	maxInFlight = 2
	slowAfter   = 5 * time.Second
	minPause    = time.Minute
	maxPause    = 5 * time.Minute
)

var (
	errBusy   = errors.New("a reseller's webhooks: other messages are being sent")
	errPaused = errors.New("a reseller's webhook: its address was slow, and is left alone for a while")
)

// webhookThrottle counts the messages in flight and pauses slow webhooks, in this process.
type webhookThrottle struct {
	mu       sync.Mutex
	inFlight map[string]int   // by reseller
	paused   map[string]pause // by webhook
}

type pause struct {
	length time.Duration
	until  time.Time
}

// acquire registers a message as in flight, or returns errBusy or errPaused if it has to wait. release ends it, with
// the instants at which it began and ended.
func (t *webhookThrottle) acquire(reseller, webhook string, now time.Time) (release func(from, to time.Time),
	err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Before(t.paused[webhook].until) {
		return nil, errPaused
	}
	if t.inFlight[reseller] >= maxInFlight {
		return nil, errBusy
	}
	if t.inFlight == nil {
		t.inFlight, t.paused = map[string]int{}, map[string]pause{}
	}
	t.inFlight[reseller]++
	return func(from, to time.Time) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.inFlight[reseller]--; t.inFlight[reseller] == 0 {
			delete(t.inFlight, reseller)
		}
		if to.Sub(from) < slowAfter {
			delete(t.paused, webhook)
			return
		}
		length := min(max(2*t.paused[webhook].length, minPause), maxPause)
		t.paused[webhook] = pause{length, to.Add(length)}
	}, nil
}
