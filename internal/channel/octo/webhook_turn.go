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
	mostInFlight = 2
	slow         = 5 * time.Second
	firstPause   = time.Minute
	longestPause = 5 * time.Minute
)

var (
	errBusy   = errors.New("a reseller's webhooks: other messages are being sent")
	errPaused = errors.New("a reseller's webhook: its address was slow, and is left alone for a while")
)

// turns are the messages in flight and the slow webhooks, of this process.
type turns struct {
	mu       sync.Mutex
	inFlight map[string]int      // by reseller
	paused   map[string]slowdown // by webhook
}

type slowdown struct {
	length time.Duration
	until  time.Time
}

// take begins a message, unless it has to wait. done ends it, with the instants of its begin and end.
func (t *turns) take(reseller, webhook string, now time.Time) (done func(from, to time.Time), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Before(t.paused[webhook].until) {
		return nil, errPaused
	}
	if t.inFlight[reseller] >= mostInFlight {
		return nil, errBusy
	}
	if t.inFlight == nil {
		t.inFlight, t.paused = map[string]int{}, map[string]slowdown{}
	}
	t.inFlight[reseller]++
	return func(from, to time.Time) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.inFlight[reseller]--; t.inFlight[reseller] == 0 {
			delete(t.inFlight, reseller)
		}
		if to.Sub(from) < slow {
			delete(t.paused, webhook)
			return
		}
		length := min(max(2*t.paused[webhook].length, firstPause), longestPause)
		t.paused[webhook] = slowdown{length, to.Add(length)}
	}, nil
}
