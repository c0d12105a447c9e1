package engine

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
)

// Session has a folder of builds to itself, and keeps in memory what one build knows for the next. Build does all at once.
// Somebody who watches content calls Look after each change, which reads and plans no more than what changed, shows what
// Page gives, and has Settle publish it when there is time: Look and Page may be called meanwhile.
type Session struct {
	base   builder // with what changes seldom
	unlock func()
	began  time.Time
	spool  *spool
	press  press

	settling sync.Mutex // one build at a time
	recalled bool
	known    bool // the last build can be stood on
	last     glance

	// What Look and Build alone touch.
	seen    files           // as the folder is now
	touched map[string]bool // the groups of it that may differ from what was planned

	mu        sync.Mutex
	now       *planned
	published map[string]outputs
	unsettled bool
	dirty     map[address]dirtyPage // planned otherwise than published
	gone      map[address]bool      // published, and planned no more
	rendered  map[address]*Page
}

// address is a page's, in its deployment.
type address struct{ deployment, path string }

type dirtyPage struct {
	planned *planned
	site    *site
	item    pages.Item
}

// Open takes the folder of builds, until Close. It is ErrBusy where somebody else has it.
func Open(o Options) (*Session, error) {
	s := &Session{
		began: time.Now(), touched: map[string]bool{}, published: map[string]outputs{},
		dirty: map[address]dirtyPage{}, gone: map[address]bool{}, rendered: map[address]*Page{},
	}
	s.base = builder{Options: o, day: o.AsOf.UTC().Format(time.DateOnly), store: store{filepath.Join(o.Builds, "cache")}, session: s}
	if o.Clean {
		if err := os.RemoveAll(s.base.store.dir); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(s.base.store.dir, 0o755); err != nil {
		return nil, err
	}
	var err error
	if s.unlock, err = lock(filepath.Join(s.base.store.dir, "lock")); err != nil {
		return nil, err
	}
	if err := s.base.inputs(); err != nil {
		s.unlock()
		return nil, err
	}
	return s, nil
}

// Close lets go of the folder. What is not settled is for the next build to find out.
func (s *Session) Close() {
	s.press.close()
	s.settling.Lock()
	defer s.settling.Unlock()
	if s.spool != nil {
		s.spool.close()
	}
	s.unlock()
}

// SetDay has the next build speak for another day.
func (s *Session) SetDay(asOf time.Time) {
	s.settling.Lock()
	defer s.settling.Unlock()
	s.base.AsOf, s.base.day = asOf, asOf.UTC().Format(time.DateOnly)
}

func (s *Session) begin() *builder {
	return &builder{
		Options: s.base.Options, bundle: s.base.bundle, engine: s.base.engine, day: s.base.day, store: s.base.store, session: s,
		report: &Report{}, shared: map[string]sharedFile{}, warm: &render.Warm{},
	}
}

// Build builds and publishes what there is now. Mistakes in content are an *Invalid; nothing is published then. Deployments
// that failed alone are in the report.
func (s *Session) Build() (*Report, error) {
	s.settling.Lock()
	defer s.settling.Unlock()
	began := s.began
	defer func() { s.began = time.Time{} }()
	if began.IsZero() { // there was a build before: the bundle may be another
		began = time.Now()
		if err := s.base.readBundle(); err != nil {
			return nil, err
		}
	}
	b := s.begin()
	b.isolate = true
	defer func() { b.report.Took = time.Since(began) }()
	known := make(chan bool, 1)
	go func() { known <- s.recall() }()
	current, err := b.scanAll()
	if known := <-known; err != nil {
		return b.report, fmt.Errorf("read content: %w", err)
	} else if known && b.unchanged(s.last, current) {
		b.standsAs(s.last)
		return b.report, nil
	}
	b.warm = render.WarmUp(b.workerFile())
	defer b.warm.Stop()
	s.seen, s.touched = maps.Clone(current), map[string]bool{}
	p, err := b.lookAtAll(current)
	if err != nil {
		return b.report, err
	}
	s.mu.Lock()
	s.now, s.unsettled = p, true
	s.mu.Unlock()
	return b.report, b.settle(p)
}

// Settle publishes what was last planned, unless it is published.
func (s *Session) Settle() (*Report, error) {
	s.settling.Lock()
	defer s.settling.Unlock()
	began, b := time.Now(), s.begin()
	b.isolate = true
	defer func() { b.report.Took = time.Since(began) }()
	s.mu.Lock()
	p, todo := s.now, s.unsettled
	s.mu.Unlock()
	if !todo {
		b.report.Unchanged = true
		return b.report, nil
	}
	b.report.Warnings, b.report.Skipped, b.report.Untranslated = p.warnings, p.skipped, p.untranslated
	return b.report, b.settle(p)
}

// recall loads what the last build has left of itself, once.
func (s *Session) recall() (known bool) {
	if !s.recalled {
		s.recalled = true
		s.known = s.base.store.load("glance", &s.last)
		if s.known && s.last.Engine != s.base.engine {
			s.last, s.known = glance{CSP: s.last.CSP}, false // its pages are shown until theirs are made anew
		}
	}
	return s.known
}

// standsAs tells again what the last build told.
func (b *builder) standsAs(last glance) {
	b.report.Unchanged, b.report.Warnings, b.report.Skipped, b.report.Untranslated = true, last.Warnings, last.Skipped, last.Untranslated
	for id, build := range last.Builds {
		b.report.Deployments = append(b.report.Deployments, DeploymentReport{ID: id, Build: build})
	}
	sort.Slice(b.report.Deployments, func(i, j int) bool { return b.report.Deployments[i].ID < b.report.Deployments[j].ID })
}

// outputs are those of a deployment's last build; none where they are not known.
func (s *Session) outputs(id string) outputs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outputsOf(id)
}

func (s *Session) outputsOf(id string) outputs {
	if _, known := s.published[id]; !known {
		var loaded outputs
		if !s.base.store.load("outputs-"+id, &loaded) {
			loaded = nil
		}
		s.published[id] = loaded
	}
	return s.published[id]
}

// settled notes what is published now.
func (s *Session) settled(p *planned, sites []*site, now glance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.known = now, true
	for _, site := range sites {
		s.published[site.id] = site.outputs
	}
	if s.now == p {
		s.unsettled = false
	}
	if len(s.dirty)+len(s.gone) > 0 || s.now != p {
		s.compare()
	}
}

// compare finds out which pages of the plan are not published as they are planned.
func (s *Session) compare() {
	s.dirty, s.gone = map[address]dirtyPage{}, map[address]bool{}
	for _, site := range s.now.shown {
		published := s.outputsOf(site.id)
		planned := make(map[string]bool, len(site.items))
		for i := range site.items {
			planned[site.items[i].Path] = true
			s.compareItem(site, i, published)
		}
		for path := range published {
			if !planned[path] && !strings.HasPrefix(path, "file:") {
				s.gone[address{site.id, path}] = true
			}
		}
	}
	maps.DeleteFunc(s.rendered, func(at address, page *Page) bool { return s.dirty[at].item.Key != page.key })
}

func (s *Session) compareItem(site *site, i int, published outputs) {
	item := &site.items[i]
	at := address{site.id, item.Path}
	if published[item.Path].Key == item.Key {
		delete(s.dirty, at)
	} else {
		s.dirty[at] = dirtyPage{s.now, site, *item}
	}
}

// Unsettled says that what was planned is not published yet.
func (s *Session) Unsettled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unsettled
}
