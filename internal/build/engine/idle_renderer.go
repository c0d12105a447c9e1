package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
	"storefront/internal/lib/digest"
)

// idleRenderer is a Node worker that is kept running to render single pages.
type idleRenderer struct {
	workerFile string
	mu         sync.RWMutex
	pool       *render.Pool
	shells     []digest.Digest // the keys of the shells that the worker has
	texts      map[string]json.RawMessage
	closed     bool
}

var errClosed = errors.New("the session is closed")

// Warm starts the worker and renders some pages, so that their code is compiled.
func (s *Session) Warm(ctx context.Context) error {
	p, _ := s.planState.current()
	if p == nil {
		return nil
	}
	for _, site := range p.sites {
		for i := 0; i < len(site.items); i += max(1, len(site.items)/warmUpPages) {
			payload, err := p.payload(site, site.items[i])
			if err != nil {
				return err
			}
			if _, err := s.idleRenderer.render(ctx, dirtyPage{p, site, *site.items[i]}, payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// warmUpPages is about how many pages compile most of the code.
const warmUpPages = 30

func (w *idleRenderer) render(ctx context.Context, d dirtyPage, payload []byte) ([]byte, error) {
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
		if w.pool != nil && slices.Equal(w.shells, keys) {
			html, err := w.pool.RenderOne(ctx, shell, payload)
			w.mu.RUnlock()
			if err != nil && ctx.Err() == nil {
				w.stopWorker()
			}
			return html, err
		}
		w.mu.RUnlock()
		if err := w.ensureShells(ctx, d, keys); err != nil {
			return nil, err
		}
	}
}

// ensureShells makes the worker hold the shells of a plan. It replaces the worker if the texts have changed.
func (w *idleRenderer) ensureShells(ctx context.Context, d dirtyPage, keys []digest.Digest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errClosed
	}
	if w.pool != nil && slices.Equal(w.shells, keys) {
		return nil
	}
	in := render.Input{Texts: pages.Messages(d.plan.reading.lib)}
	for _, s := range d.plan.sites {
		in.Shells = append(in.Shells, s.shells...)
	}
	same := func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
	if w.pool != nil && maps.EqualFunc(w.texts, in.Texts, same) &&
		w.pool.ReplaceShells(context.WithoutCancel(ctx), in.Shells) == nil {
		w.shells = keys
		return nil
	}
	if w.pool != nil {
		_ = w.pool.Close()
		w.pool = nil
	}
	pool, err := render.Start(context.WithoutCancel(ctx), w.workerFile, in, 1, &render.WarmWorker{})
	if err != nil {
		return err
	}
	w.pool, w.shells, w.texts = pool, keys, in.Texts
	return nil
}

// stopWorker ends the worker; the next page starts another.
func (w *idleRenderer) stopWorker() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pool != nil {
		_ = w.pool.Close()
		w.pool = nil
	}
}

func (w *idleRenderer) close() {
	w.stopWorker()
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
}

// ErrPageRemoved is returned for a published page that content no longer has.
var ErrPageRemoved = errors.New("content has no such page any more")

// Page returns a page whose plan differs from the published page, and renders it at its first request. It returns nil
// if the published page is current.
func (s *Session) Page(ctx context.Context, deployment, path string) (*Page, error) {
	at := address{deployment, path}
	d, page, dirty, removed := s.planState.find(at)
	switch {
	case removed:
		return nil, ErrPageRemoved
	case !dirty || page != nil:
		return page, nil
	}
	payload, err := d.plan.payload(d.site, &d.item)
	if err != nil {
		return nil, err
	}
	html, err := s.idleRenderer.render(ctx, d, payload)
	if err != nil {
		return nil, err
	}
	page = &Page{html, payload, d.item.Key}
	s.planState.cacheRendering(at, page)
	return page, nil
}
