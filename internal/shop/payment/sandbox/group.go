package sandbox

import (
	"context"
	"errors"
	"sync"
)

// largestGroup bounds how long the first of a group waits for the last.
const largestGroup = 64

// group lets callers share commits on SQLite, where a commit costs more than what is in it: whoever gets the turn does the
// work of all who wait, and commits once.
type group struct {
	turn    chan struct{} // of one
	mu      sync.Mutex
	waiting []*work
}

func newGroup() *group { return &group{turn: make(chan struct{}, 1)} }

type work struct {
	ctx    context.Context
	do     func(*transaction) error
	answer error
	done   chan struct{} // closed when answer stands
}

// join answers when the commit that it shares with its neighbours is done.
func (g *group) join(ctx context.Context, d *database, do func(*transaction) error) error {
	w := &work{ctx: ctx, do: do, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	for {
		select {
		case <-w.done:
			return w.answer
		case g.turn <- struct{}{}:
			g.lead(d)
		}
	}
}

var errUnfinished = errors.New("the commit was cut off by another's failure")

func (g *group) lead(d *database) {
	works, finished := g.next(), false
	defer func() {
		for _, w := range works {
			if !finished { // a panic is under way
				w.answer = errUnfinished
			}
			close(w.done)
		}
		<-g.turn
	}()
	if len(works) > 0 && !d.together(works) {
		// One has failed in mid-write, and the others with it; alone they show whose failure it was.
		for _, w := range works {
			w.answer = d.alone(w.ctx, w.do)
		}
	}
	finished = true
}

func (g *group) next() []*work {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), largestGroup)
	works := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	return works
}

// together does works in one transaction. A work that fails before it has written fails by itself.
func (d *database) together(works []*work) (committed bool) {
	// Whose patience would end it? No caller's: what runs here is short, and others' too.
	ctx := context.Background()
	tx, err := d.pool.BeginTx(ctx, nil)
	if err != nil {
		return false
	}
	defer func() { _ = tx.Rollback() }() // for nothing after a commit
	for _, w := range works {
		if w.answer = w.ctx.Err(); w.answer != nil {
			continue
		}
		t := &transaction{ctx: ctx, tx: tx, db: d}
		if w.answer = w.do(t); w.answer != nil && t.wrote {
			return false
		}
	}
	return tx.Commit() == nil
}
