package imageproxy

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"storefront/internal/core/fault"
)

// workers run a limited number of tasks at a time, each once for all requests that wait for its key. Clients take
// turns, so that a client with many requests delays only its own. x/sync has singleflight and semaphore, but neither
// queues by client, nor drops a task that nobody waits for any more.
type workers struct {
	limit    time.Duration // of one task
	patience time.Duration // of a request in the queue
	atOnce   int
	most     int // tasks in the queue of one client

	mu      sync.Mutex
	under   map[string]*making   // by key
	lines   map[string][]*making // queued tasks, by client
	turns   []string             // clients with queued tasks, the next first
	waiting int
	running map[string]int // by client
}

// making is a task that runs or is queued.
type making struct {
	key     string
	client  string // of the first request
	do      func(context.Context) ([]byte, error)
	ctx     context.Context
	wanted  int // number of requests that wait for it
	started bool
	done    chan struct{}
	data    []byte
	err     error
}

// allClients is the bound of all clients' queued tasks, in multiples of one client's.
const allClients = 8

func newWorkers(limit time.Duration, l Limits, atOnce int) *workers {
	return &workers{
		limit: limit, patience: l.Wait, atOnce: atOnce, most: l.Waiting,
		under: map[string]*making{}, lines: map[string][]*making{}, running: map[string]int{},
	}
}

type clientKey struct{}

// withClient returns a context with the id of the client.
func withClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// make calls do, or waits for the task that another request started under the key. A running task finishes even if no
// request waits any more; a queued one is dropped then. The error is do's, or Unavailable if the queue is full, the
// task takes too long or ctx ended.
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
		w.line(client, m) // the client whose turn comes first runs it
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

// free returns how many tasks of a client could start now.
func (w *workers) free(client string) int {
	return max(min(w.atOnce-w.total(), w.share()-w.running[client]), 0)
}

// share returns how many tasks of one client may run at a time: one place is left to others, if there are two.
func (w *workers) share() int { return max(w.atOnce-1, 1) }

func (w *workers) total() (n int) {
	for _, of := range w.running {
		n += of
	}
	return n
}

// unfinished returns the number of running and queued tasks.
func (w *workers) unfinished() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting + w.total()
}

// line appends a task to a client's queue.
func (w *workers) line(client string, m *making) {
	if len(w.lines[client]) == 0 {
		w.turns = append(w.turns, client)
	}
	w.lines[client] = append(w.lines[client], m)
	w.waiting++
}

// dispatch starts queued tasks while there are free places.
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

// leave is called by a request that stops waiting. A queued task that no request waits for is removed from all queues.
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

var errCrowded = fault.New(fault.Unavailable, "Too many pictures are requested at once.")

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
