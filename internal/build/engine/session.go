package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"sort"
	"strings"
	"sync"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
)

// Session has a folder of builds to itself, and keeps in memory what one build knows for the next. Build does all at
// once. A program that watches content calls Look after each change, which reads and plans no more than what changed,
// shows what Page returns, and has Settle publish it when there is time: Look and Page may be called meanwhile.
type Session struct {
	in     inputs
	memory store
	unlock func()
	dryRun bool // nothing is written in the folder of builds
	began  time.Time
	spool  *spool
	press  press

	settling sync.Mutex // one build at a time
	recalled bool
	known    bool // the last build can be stood on
	last     lastBuild

	// Only Look and Build use these.
	seen    files           // as the folder is now
	touched map[string]bool // the groups of it that may differ from what was planned

	mu        sync.Mutex
	now       *plan
	published map[string]outputs
	unsettled bool
	dirty     map[address]dirtyPage // planned otherwise than published
	gone      map[address]bool      // published, and planned no more
	rendered  map[address]*Page
}

// address is a page's, in its deployment.
type address struct{ deployment, path string }

type dirtyPage struct {
	plan *plan
	site *plannedSite
	item pages.Item
}

func newSession(o Options) (*Session, error) {
	in, err := inputsOf(o)
	return &Session{
		in: in, press: press{workerFile: in.workerFile()}, memory: store{in.folder().Cache()}, began: time.Now(),
		touched: map[string]bool{}, published: map[string]outputs{},
		dirty: map[address]dirtyPage{}, gone: map[address]bool{}, rendered: map[address]*Page{},
	}, err
}

// Open takes the folder of builds, until Close. It returns release.ErrBusy where another program has it.
func Open(o Options) (*Session, error) {
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	if s.unlock, err = s.in.folder().Lock(); err != nil {
		return nil, err
	}
	if o.Clean {
		if err := s.in.folder().ClearCache(); err != nil {
			s.unlock()
			return nil, err
		}
	}
	return s, nil
}

// Close releases the folder. The next build finds out what is not settled.
func (s *Session) Close() {
	s.press.close()
	s.settling.Lock()
	defer s.settling.Unlock()
	s.dropSpool()
	s.unlock()
}

func (s *Session) dropSpool() {
	if s.spool != nil {
		s.spool.close()
	}
}

// SetDay has the next build speak for another day.
func (s *Session) SetDay(asOf time.Time) {
	s.settling.Lock()
	defer s.settling.Unlock()
	s.in.setDay(asOf)
}

// Build builds and publishes what there is now. Mistakes in content are an *Invalid; nothing is published then. The
// report lists deployments that failed alone.
func (s *Session) Build(ctx context.Context) (*Report, error) {
	s.settling.Lock()
	defer s.settling.Unlock()
	if s.began.IsZero() { // there was a build before: the bundle may be another
		s.began = time.Now()
		if err := s.in.readBundle(); err != nil {
			return nil, err
		}
	}
	defer func() { s.began = time.Time{} }()
	return s.build(ctx)
}

func (s *Session) build(ctx context.Context) (*Report, error) {
	r := newRun(s)
	defer func() { r.report.Took = time.Since(s.began) }()
	known := make(chan bool, 1)
	go func() { known <- s.recall() }()
	current, err := s.in.options.scanAll()
	if known := <-known; err != nil {
		return r.report, fmt.Errorf("read content: %w", err)
	} else if known && s.in.unchanged(s.last, current) {
		r.standAs(s.last)
		return r.report, nil
	}
	if !s.dryRun {
		r.warm = render.WarmUp(ctx, s.in.workerFile())
		defer r.warm.Stop()
	}
	s.seen, s.touched = maps.Clone(current), map[string]bool{}
	p, err := s.plan(ctx, current, r.failures)
	if err != nil {
		return r.report, err
	}
	s.mu.Lock()
	s.now, s.unsettled = p, true
	s.mu.Unlock()
	r.take(p)
	if s.dryRun {
		return r.report, r.rehearse(ctx)
	}
	return r.report, r.settle(ctx)
}

// Settle publishes what was last planned, unless it is published.
func (s *Session) Settle(ctx context.Context) (*Report, error) {
	s.settling.Lock()
	defer s.settling.Unlock()
	began, r := time.Now(), newRun(s)
	defer func() { r.report.Took = time.Since(began) }()
	s.mu.Lock()
	p, todo := s.now, s.unsettled
	s.mu.Unlock()
	if !todo {
		r.report.Unchanged = true
		return r.report, nil
	}
	r.take(p)
	return r.report, r.settle(ctx)
}

// plan plans everything. A deployment whose own files have mistakes is set apart where there is a list for it.
func (s *Session) plan(ctx context.Context, current files, apart *failures) (*plan, error) {
	if s.spool == nil {
		folder := s.memory.dir
		if s.dryRun {
			folder = os.TempDir()
		}
		var err error
		if s.spool, err = newSpool(folder); err != nil {
			return nil, err
		}
	}
	before, remembered := s.remembered()
	p := planner{in: s.in, spool: s.spool, apart: apart}
	return p.plan(ctx, current, before, remembered)
}

// remembered returns what was known of content before, and of which files.
func (s *Session) remembered() (files, memory) {
	if s.now != nil {
		return s.now.files, s.now.reading.snapshot()
	}
	var m memory
	if !s.known || !s.memory.load("content", &m) {
		s.last.Files = nil
		return nil, memory{}
	}
	return s.last.Files, m
}

// recall loads what the last build has left of itself, once.
func (s *Session) recall() (known bool) {
	if !s.recalled {
		s.recalled = true
		s.known = s.memory.load("last-build", &s.last)
		if s.known && s.last.Engine != s.in.program {
			s.last, s.known = lastBuild{CSP: s.last.CSP}, false // its pages are live until new ones are published
		}
	}
	return s.known
}

// standAs reports what the last build reported.
func (r *run) standAs(last lastBuild) {
	r.report.Unchanged, r.report.Warnings, r.report.LeftOut = true, last.Warnings, last.LeftOut
	for id, build := range last.Builds {
		r.report.Deployments = append(r.report.Deployments, DeploymentReport{ID: id, Build: build})
	}
	sort.Slice(r.report.Deployments,
		func(i, j int) bool { return r.report.Deployments[i].ID < r.report.Deployments[j].ID })
}

// outputs returns those of a deployment's last build; none where they are not known.
func (s *Session) outputs(id string) outputs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outputsOf(id)
}

func (s *Session) outputsOf(id string) outputs {
	if _, known := s.published[id]; !known {
		var loaded outputs
		if !s.memory.load("outputs-"+id, &loaded) {
			loaded = nil
		}
		s.published[id] = loaded
	}
	return s.published[id]
}

// settled notes what is published now.
func (s *Session) settled(p *plan, sites []*builtSite, now lastBuild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.known = now, true
	for _, site := range sites {
		s.published[site.planned.id] = site.outputs
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
	for _, site := range s.now.sites {
		published := s.outputsOf(site.id)
		planned := make(map[string]bool, len(site.items))
		for i := range site.items {
			planned[site.items[i].Path] = true
			s.compareItem(site, i, published)
		}
		for path := range published {
			if !planned[path] && !strings.HasPrefix(path, filePrefix) {
				s.gone[address{site.id, path}] = true
			}
		}
	}
	maps.DeleteFunc(s.rendered, func(at address, page *Page) bool { return s.dirty[at].item.Key != page.key })
}

func (s *Session) compareItem(site *plannedSite, i int, published outputs) {
	item := &site.items[i]
	at := address{site.id, item.Path}
	if published[item.Path].Key == item.Key {
		delete(s.dirty, at)
	} else {
		s.dirty[at] = dirtyPage{s.now, site, *item}
	}
}

// Unsettled reports whether what was planned is not published yet.
func (s *Session) Unsettled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unsettled
}
