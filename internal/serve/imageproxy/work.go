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
	taskTimeout  time.Duration // of one task
	queueTimeout time.Duration // of a request in the queue
	maxRunning   int
	maxQueued    int // tasks in the queue of one client

	mu          sync.Mutex
	tasks       map[string]*task   // by key
	queues      map[string][]*task // queued tasks, by client
	clientOrder []string           // clients with queued tasks, the next first
	queued      int
	running     map[string]int // by client
}

// task is a task that runs or is queued.
type task struct {
	key     string
	client  string // of the first request
	do      func(context.Context) ([]byte, error)
	ctx     context.Context
	waiters int // number of requests that wait for it
	started bool
	done    chan struct{}
	data    []byte
	err     error
}

// allClientsFactor is the bound of all clients' queued tasks, in multiples of one client's.
const allClientsFactor = 8

func newWorkers(taskTimeout time.Duration, l Limits, maxRunning int) *workers {
	return &workers{
		taskTimeout: taskTimeout, queueTimeout: l.QueueTimeout, maxRunning: maxRunning, maxQueued: l.MaxQueued,
		tasks: map[string]*task{}, queues: map[string][]*task{}, running: map[string]int{},
	}
}

type clientKey struct{}

// withClient returns a context with the id of the client.
func withClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// do calls do, or waits for the task that another request started under the key. A running task finishes even if no
// request waits any more; a queued one is dropped then. The error is do's, or Unavailable if the queue is full, the
// task takes too long or ctx ended.
func (w *workers) do(ctx context.Context, key string, do func(context.Context) ([]byte, error)) ([]byte, error) {
	client, _ := ctx.Value(clientKey{}).(string)
	w.mu.Lock()
	m := w.tasks[key]
	if m == nil || !m.started && m.client != client {
		if len(w.queues[client]) >= w.maxQueued+w.freeSlots(client) ||
			w.queued >= allClientsFactor*w.maxQueued+w.maxRunning {
			w.mu.Unlock()
			return nil, errQueueFull
		}
		if m == nil {
			m = &task{key: key, client: client, do: do, ctx: context.WithoutCancel(ctx), done: make(chan struct{})}
			w.tasks[key] = m
		}
		w.enqueue(client, m) // the client whose turn comes first runs it
	}
	m.waiters++
	w.dispatch()
	w.mu.Unlock()
	timeout := time.NewTimer(w.queueTimeout + w.taskTimeout)
	defer timeout.Stop()
	select {
	case <-m.done:
		return m.data, m.err
	case <-ctx.Done():
		w.stopWaiting(m)
		return nil, timeoutFault(ctx.Err())
	case <-timeout.C:
		w.stopWaiting(m)
		return nil, timeoutFault(context.DeadlineExceeded)
	}
}

// freeSlots returns how many tasks of a client could start now.
func (w *workers) freeSlots(client string) int {
	return max(min(w.maxRunning-w.totalRunning(), w.maxPerClient()-w.running[client]), 0)
}

// maxPerClient returns how many tasks of one client may run at a time: one place is left to others, if there are two.
func (w *workers) maxPerClient() int { return max(w.maxRunning-1, 1) }

func (w *workers) totalRunning() (n int) {
	for _, count := range w.running {
		n += count
	}
	return n
}

// pending returns the number of running and queued tasks.
func (w *workers) pending() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queued + w.totalRunning()
}

// enqueue appends a task to a client's queue.
func (w *workers) enqueue(client string, m *task) {
	if len(w.queues[client]) == 0 {
		w.clientOrder = append(w.clientOrder, client)
	}
	w.queues[client] = append(w.queues[client], m)
	w.queued++
}

// dispatch starts queued tasks while there are free places.
func (w *workers) dispatch() {
	for w.totalRunning() < w.maxRunning {
		i := slices.IndexFunc(w.clientOrder, func(client string) bool { return w.running[client] < w.maxPerClient() })
		if i < 0 {
			return
		}
		client := w.clientOrder[i]
		m := w.queues[client][0]
		w.clientOrder = slices.Delete(w.clientOrder, i, i+1)
		w.queued--
		if w.queues[client] = w.queues[client][1:]; len(w.queues[client]) == 0 {
			delete(w.queues, client)
		} else {
			w.clientOrder = append(w.clientOrder, client)
		}
		if !m.started {
			m.started = true
			w.running[client]++
			go w.execute(client, m)
		}
	}
}

// stopWaiting is called by a request that stops waiting. A queued task that no request waits for is removed from all
// queues.
func (w *workers) stopWaiting(m *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if m.waiters--; m.waiters > 0 || m.started {
		return
	}
	delete(w.tasks, m.key)
	for client, queue := range w.queues {
		before := len(queue)
		if queue = slices.DeleteFunc(queue, func(other *task) bool { return other == m }); len(queue) == before {
			continue
		}
		w.queued -= before - len(queue)
		if w.queues[client] = queue; len(queue) == 0 {
			delete(w.queues, client)
			w.clientOrder = slices.DeleteFunc(w.clientOrder, func(other string) bool { return other == client })
		}
	}
}

var errQueueFull = fault.New(fault.Unavailable, "Too many pictures are requested at once.")

func (w *workers) execute(client string, m *task) {
	ctx, cancel := context.WithTimeout(m.ctx, w.taskTimeout)
	defer cancel()
	defer func() {
		if problem := recover(); problem != nil {
			m.err = fmt.Errorf("making a picture panicked: %v", problem)
		}
		w.mu.Lock()
		delete(w.tasks, m.key)
		if w.running[client]--; w.running[client] == 0 {
			delete(w.running, client)
		}
		w.dispatch()
		w.mu.Unlock()
		close(m.done)
	}()
	m.data, m.err = m.do(ctx)
}

func timeoutFault(cause error) error {
	return fmt.Errorf("%w (%w)", fault.New(fault.Unavailable, "The picture could not be made in time."), cause)
}
