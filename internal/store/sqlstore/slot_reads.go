package sqlstore

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// slotRange is the slots of an option from a first to a last day.
type slotRange struct{ product, option, first, last string }

// slotReads reads ranges for concurrent requests together: ranges that are requested while others are being read wait,
// and are then read by one statement. Each statement begins after the requests that it answers, so they see all that
// was committed before them, as by a statement of their own. Nothing is kept.
type slotReads struct {
	mu      sync.Mutex
	waiting map[slotRange]*slotRead
	running int       // statements
	began   time.Time // when the last of them began
}

// slotRead is a range that is requested at least once. Its text and error may be read once it is done.
type slotRead struct {
	done chan struct{}
	text string
	err  error
}

const (
	// coresPerRead bounds the statements that run at a time: more at once would read fewer ranges each.
	coresPerRead = 2
	// slowRead is how long a statement may take before another begins beside it, as its connection may be broken.
	slowRead = 100 * time.Millisecond
)

// text returns the text of a range, as slotText does.
func (s *slotReads) text(ctx context.Context, r Reader, slots slotRange) (text string, err error) {
	ctx, end := r.dialect.observe(ctx, "read slots", r.dialect.slotsOfMany)
	defer func() { end(err) }()
	ctx, _, stop := r.withReadTimeout(ctx)
	defer stop()
	read := s.join(r, slots)
	select {
	case <-read.done:
		return read.text, read.err
	case <-ctx.Done():
		return "", timeoutFault(ctx, "read slots", ctx.Err())
	}
}

// join returns the read of a range that begins next.
func (s *slotReads) join(r Reader, slots slotRange) *slotRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	read := s.waiting[slots]
	if read == nil {
		read = &slotRead{done: make(chan struct{})}
		if s.waiting == nil {
			s.waiting = map[slotRange]*slotRead{}
		}
		s.waiting[slots] = read
	}
	if s.running < max(1, runtime.GOMAXPROCS(0)/coresPerRead) || time.Since(s.began) > slowRead {
		s.running++
		s.began = time.Now()
		go s.run(r)
	}
	return read
}

// run reads what waits until nothing does. It belongs to no request: each may leave while the others stay.
func (s *slotReads) run(r Reader) {
	unobserved := *r.dialect // each request observes its own wait
	unobserved.Observe = nil
	r.dialect = &unobserved
	for {
		s.mu.Lock()
		all := s.waiting
		if s.waiting = nil; len(all) == 0 {
			s.running--
			s.mu.Unlock()
			return
		}
		s.began = time.Now()
		s.mu.Unlock()
		r.readBatch(all)
	}
}

func (r Reader) readBatch(all map[slotRange]*slotRead) {
	ctx := context.Background()
	if len(all) == 1 {
		for of, read := range all {
			read.text, read.err = r.slotText(ctx, of)
			close(read.done)
		}
		return
	}
	var products, options, firsts, lasts []string
	reads := make([]*slotRead, 0, len(all))
	for of, read := range all {
		products, options = append(products, of.product), append(options, of.option)
		firsts, lasts = append(firsts, of.first), append(lasts, of.last)
		reads = append(reads, read)
	}
	n := 0
	err := r.query(ctx, "read slots", func(row Row) error {
		n++
		return row.Scan(&reads[n-1].text)
	}, r.dialect.slotsOfMany, products, options, firsts, lasts)
	for _, read := range reads {
		read.err = err
		close(read.done)
	}
}
