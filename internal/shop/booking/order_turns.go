package booking

import (
	"context"
	"sync"
	"time"
)

// maxTurnWait bounds how long settling an order waits for another goroutine that settles it.
const maxTurnWait = 300 * time.Millisecond

// orderTurns makes the goroutines of this process that settle the same order take turns, since each would otherwise
// repeat most of the others' work. Correctness does not depend on it: transactions keep orders consistent.
type orderTurns struct {
	mu   sync.Mutex
	busy map[string]chan struct{} // by order; closed at the end of a turn
}

// wait waits for the turn of an order, until the context or maxTurnWait ends. waited reports whether the order may have
// changed in the meantime.
func (t *orderTurns) wait(ctx context.Context, order string) (waited bool, end func()) {
	late := time.NewTimer(maxTurnWait)
	defer late.Stop()
	for {
		other, mine := t.takeOrJoin(order)
		if other == nil {
			return waited, func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.busy, order)
				close(mine)
			}
		}
		waited = true
		select {
		case <-other:
		case <-late.C:
			return waited, func() {}
		case <-ctx.Done():
			return waited, func() {}
		}
	}
}

// takeOrJoin returns the turn that is being taken, or, without one, a new turn.
func (t *orderTurns) takeOrJoin(order string) (other, mine chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if other = t.busy[order]; other != nil {
		return other, nil
	}
	if t.busy == nil {
		t.busy = map[string]chan struct{}{}
	}
	mine = make(chan struct{})
	t.busy[order] = mine
	return nil, mine
}
