package imageproxy

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"storefront/internal/core/fault"
)

// workers do few things at a time, each once for all who wait for it. Clients take turns: one that asks for much waits behind
// itself, not before others.
type workers struct {
	limit    time.Duration // for doing one
	patience time.Duration // for waiting
	atOnce   int
	most     int // that wait, of one client

	mu      sync.Mutex
	under   map[string]*making   // by key
	lines   map[string][]*making // that wait, by client
	turns   []string             // clients with a line, the next first
	waiting int
	running map[string]int // by client
}

// making is one thing that is done or waits.
type making struct {
	key     string
	client  string // who asked first
	do      func(context.Context) ([]byte, error)
	ctx     context.Context
	wanted  int // by so many requests
	started bool
	done    chan struct{}
	data    []byte
	err     error
}

// allClients is how many times what one client may have waiting all together may.
const allClients = 8

func newWorkers(limit time.Duration, l Limits, atOnce int) *workers {
	return &workers{
		limit: limit, patience: l.Wait, atOnce: atOnce, most: l.Waiting,
		under: map[string]*making{}, lines: map[string][]*making{}, running: map[string]int{},
	}
}

type clientKey struct{}

// withClient names who asks.
func withClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// make calls do, or waits for whoever does already. What is begun is finished even if those who asked have gone; what waits
// is dropped then. A failure is do's, or Unavailable where too many wait, it takes too long or ctx ended.
func (w *workers) make(ctx context.Context, key string, do func(context.Context) ([]byte, error)) ([]byte, error) {
	client, _ := ctx.Value(clientKey{}).(string)
	w.mu.Lock()
	m := w.under[key]
	if m == nil || !m.started && m.client != client {
		if len(w.lines[client]) >= w.most+w.free(client) || w.waiting >= allClients*w.most+w.atOnce {
			w.mu.Unlock()
			return nil, errCrowded
		}
		if m == nil {
			m = &making{key: key, client: client, do: do, ctx: context.WithoutCancel(ctx), done: make(chan struct{})}
			w.under[key] = m
		}
		w.line(client, m) // whoever's turn comes first has it made
	}
	m.wanted++
	w.dispatch()
	w.mu.Unlock()
	patience := time.NewTimer(w.patience + w.limit)
	defer patience.Stop()
	select {
	case <-m.done:
		return m.data, m.err
	case <-ctx.Done():
		w.leave(m)
		return nil, unavailable(ctx.Err())
	case <-patience.C:
		w.leave(m)
		return nil, unavailable(context.DeadlineExceeded)
	}
}

// free is how many of a client's things would be begun at once.
func (w *workers) free(client string) int {
	return max(min(w.atOnce-w.total(), w.share()-w.running[client]), 0)
}

// share is how many things of one client are done at a time: where it can be, one place is left to the others.
func (w *workers) share() int { return max(w.atOnce-1, 1) }

func (w *workers) total() (n int) {
	for _, of := range w.running {
		n += of
	}
	return n
}

// unfinished returns how many things are being made, or wait for it.
func (w *workers) unfinished() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting + w.total()
}

// line puts something at the end of a client's line.
func (w *workers) line(client string, m *making) {
	if len(w.lines[client]) == 0 {
		w.turns = append(w.turns, client)
	}
	w.lines[client] = append(w.lines[client], m)
	w.waiting++
}

// dispatch begins what there is a place for.
func (w *workers) dispatch() {
	for w.total() < w.atOnce {
		at := slices.IndexFunc(w.turns, func(client string) bool { return w.running[client] < w.share() })
		if at < 0 {
			return
		}
		client := w.turns[at]
		m := w.lines[client][0]
		w.turns = slices.Delete(w.turns, at, at+1)
		w.waiting--
		if w.lines[client] = w.lines[client][1:]; len(w.lines[client]) == 0 {
			delete(w.lines, client)
		} else {
			w.turns = append(w.turns, client)
		}
		if !m.started {
			m.started = true
			w.running[client]++
			go w.run(client, m)
		}
	}
}

// leave is called by a request that waits no longer. What nobody wants and is not begun leaves all lines.
func (w *workers) leave(m *making) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if m.wanted--; m.wanted > 0 || m.started {
		return
	}
	delete(w.under, m.key)
	for client, line := range w.lines {
		before := len(line)
		if line = slices.DeleteFunc(line, func(other *making) bool { return other == m }); len(line) == before {
			continue
		}
		w.waiting -= before - len(line)
		if w.lines[client] = line; len(line) == 0 {
			delete(w.lines, client)
			w.turns = slices.DeleteFunc(w.turns, func(other string) bool { return other == client })
		}
	}
}

var errCrowded = fault.New(fault.Unavailable, "Too many pictures are asked for at once.")

func (w *workers) run(client string, m *making) {
	ctx, cancel := context.WithTimeout(m.ctx, w.limit)
	defer cancel()
	defer func() {
		if problem := recover(); problem != nil {
			m.err = fmt.Errorf("making a picture panicked: %v", problem)
		}
		w.mu.Lock()
		delete(w.under, m.key)
		if w.running[client]--; w.running[client] == 0 {
			delete(w.running, client)
		}
		w.dispatch()
		w.mu.Unlock()
		close(m.done)
	}()
	m.data, m.err = m.do(ctx)
}

func unavailable(cause error) error {
	return fmt.Errorf("%w (%w)", fault.New(fault.Unavailable, "The picture could not be made in time."), cause)
}
