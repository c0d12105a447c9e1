package engine

import (
	"context"
	"errors"
	"slices"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// press is a rendering worker that is kept running for single pages.
type press struct {
	workerFile string
	mu         sync.RWMutex
	pool       *render.Pool
	of         []digest.Digest // the shells that it knows
	closed     bool
}

var errClosed = errors.New("the session is closed")

// Warm has the worker ready, and its code compiled by rendering some pages.
func (s *Session) Warm(ctx context.Context) error {
	s.mu.Lock()
	p := s.now
	s.mu.Unlock()
	if p == nil {
		return nil
	}
	for _, site := range p.sites {
		for i := 0; i < len(site.items); i += max(1, len(site.items)/warmUpPages) {
			payload, err := p.payload(site, &site.items[i])
			if err != nil {
				return err
			}
			if _, err := s.press.render(ctx, dirtyPage{p, site, site.items[i]}, payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// warmUpPages are about as many as make the difference.
const warmUpPages = 30

func (w *press) render(ctx context.Context, d dirtyPage, payload []byte) ([]byte, error) {
	var keys []digest.Digest
	shell := 0
	for _, s := range d.plan.sites {
		if s.id == d.site.id {
			shell = len(keys) + s.shellOf(d.item.Language)
		}
		keys = append(keys, s.shellKeys...)
	}
	for {
		w.mu.RLock()
		if w.pool != nil && slices.Equal(w.of, keys) {
			html, err := w.pool.One(ctx, shell, payload)
			w.mu.RUnlock()
			if err != nil && ctx.Err() == nil {
				w.drop()
			}
			return html, err
		}
		w.mu.RUnlock()
		if err := w.start(ctx, d, keys); err != nil {
			return nil, err
		}
	}
}

// start starts a worker for a plan's shells in place of the one for others.
func (w *press) start(ctx context.Context, d dirtyPage, keys []digest.Digest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errClosed
	}
	if w.pool != nil && slices.Equal(w.of, keys) {
		return nil
	}
	if w.pool != nil {
		_ = w.pool.Close()
		w.pool = nil
	}
	var shells []payload.Shell
	for _, s := range d.plan.sites {
		shells = append(shells, s.shells...)
	}
	pool, err := render.Start(context.WithoutCancel(ctx), w.workerFile, shells, 1, &render.Warm{})
	if err != nil {
		return err
	}
	w.pool, w.of = pool, keys
	return nil
}

// drop ends a worker that has failed; the next page gets another.
func (w *press) drop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pool != nil {
		_ = w.pool.Close()
		w.pool = nil
	}
}

func (w *press) close() {
	w.drop()
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
}

// Page is a page as it is planned.
type Page struct {
	HTML, Payload []byte
	key           digest.Digest
}

// ErrGone is of a page that is published, and that content has no more.
var ErrGone = errors.New("content has no such page any more")

// Page returns a page whose plan differs from what is published. The page is rendered at its first request. Page
// returns nil if the published page is current.
func (s *Session) Page(ctx context.Context, deployment, path string) (*Page, error) {
	at := address{deployment, path}
	s.mu.Lock()
	d, dirty := s.dirty[at]
	page, gone := s.rendered[at], s.gone[at]
	s.mu.Unlock()
	switch {
	case gone:
		return nil, ErrGone
	case !dirty:
		return nil, nil
	case page != nil && page.key == d.item.Key:
		return page, nil
	}
	payload, err := d.plan.payload(d.site, &d.item)
	if err != nil {
		return nil, err
	}
	html, err := s.press.render(ctx, d, payload)
	if err != nil {
		return nil, err
	}
	page = &Page{html, payload, d.item.Key}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirty[at].item.Key == page.key {
		s.rendered[at] = page
	}
	return page, nil
}

// held is a page of this key, where it is rendered.
func (s *Session) held(deployment string, item pages.Item) *Page {
	s.mu.Lock()
	defer s.mu.Unlock()
	if page := s.rendered[address{deployment, item.Path}]; page != nil && page.key == item.Key {
		return page
	}
	return nil
}
