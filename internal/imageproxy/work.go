package imageproxy

import (
	"context"
	"fmt"
	"sync"
	"time"

	"storefront/internal/fault"
)

// workers do few things at a time, each once for all who wait for it.
type workers struct {
	limit   time.Duration
	slots   chan struct{}
	waiting chan struct{}

	mu    sync.Mutex
	under map[string]*making
}

// making is one of them under way.
type making struct {
	done chan struct{}
	data []byte
	err  error
}

func newWorkers(limit time.Duration, atOnce, waiting int) *workers {
	return &workers{
		limit:   limit,
		slots:   make(chan struct{}, atOnce),
		waiting: make(chan struct{}, atOnce+waiting),
		under:   map[string]*making{},
	}
}

// make calls do, or waits for whoever does already. It is finished even if those who asked have gone. A failure is do's, or
// Unavailable where too many wait or ctx ended.
func (w *workers) make(ctx context.Context, key string, do func(context.Context) ([]byte, error)) ([]byte, error) {
	w.mu.Lock()
	m := w.under[key]
	if m == nil {
		select {
		case w.waiting <- struct{}{}:
		default:
			w.mu.Unlock()
			return nil, errCrowded
		}
		m = &making{done: make(chan struct{})}
		w.under[key] = m
		go w.run(context.WithoutCancel(ctx), key, m, do)
	}
	w.mu.Unlock()
	select {
	case <-m.done:
		return m.data, m.err
	case <-ctx.Done():
		return nil, unavailable(ctx.Err())
	}
}

var errCrowded = fault.New(fault.Unavailable, "Too many pictures are asked for at once.")

func (w *workers) run(ctx context.Context, key string, m *making, do func(context.Context) ([]byte, error)) {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	defer func() {
		if problem := recover(); problem != nil {
			m.err = fmt.Errorf("making a picture panicked: %v", problem)
		}
		w.mu.Lock()
		delete(w.under, key)
		w.mu.Unlock()
		<-w.waiting
		close(m.done)
	}()
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		m.err = unavailable(ctx.Err())
		return
	}
	defer func() { <-w.slots }()
	m.data, m.err = do(ctx)
}

func unavailable(cause error) error {
	return fmt.Errorf("%w (%w)", fault.New(fault.Unavailable, "The picture could not be made in time."), cause)
}
