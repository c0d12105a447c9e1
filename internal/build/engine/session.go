package engine

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"storefront/internal/build/render"
)

// Session owns a folder of builds and keeps the record of one build in memory for the next. Build reads, plans, renders
// and publishes. A program that watches content calls Look after each change, which reads and plans only what changed,
// serves the pages that Page returns, and calls Settle to publish them. Look and Build are called from one goroutine;
// Page, Settle and Unsettled may be called at the same time.
type Session struct {
	in     inputs
	memory *store
	unlock func()
	dryRun bool // nothing is written in the folder of builds
	began  time.Time
	spool  *spool
	idle   idleRenderer
	watch  watch
	shown  shown

	settling sync.Mutex // held by a build; it guards last, recalled and known
	recalled bool
	known    bool // the next build can start from the last one
	last     lastBuild
}

// watch is the state of the content folder between two calls of Look.
type watch struct {
	seen    files           // the folder now
	touched map[string]bool // groups that may differ from the plan
}

func newSession(o Options) (*Session, error) {
	in, err := inputsOf(o)
	s := &Session{
		in: in, idle: idleRenderer{workerFile: in.workerFile()}, memory: newStore(in.folder().Cache()),
		began: time.Now(), watch: watch{touched: map[string]bool{}},
	}
	s.shown = shown{memory: s.memory, published: map[string]outputs{}, dirty: map[address]dirtyPage{},
		gone: map[address]bool{}, rendered: map[address]*Page{}}
	return s, err
}

// Open takes the folder of builds, until Close. It returns release.ErrBusy if another program has it.
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

// Close releases the folder. The next build publishes what is not settled.
func (s *Session) Close() {
	s.idle.close()
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

// SetDay sets the date of the next build.
func (s *Session) SetDay(asOf time.Time) {
	s.settling.Lock()
	defer s.settling.Unlock()
	s.in.setDay(asOf)
}

// Build builds and publishes the current content. Errors in content are an *Invalid; nothing is published then. The
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
	report, err := s.publish(ctx)
	if err == nil && s.in.options.CollectGarbage && len(report.Failed) == 0 {
		report.Collected, err = s.in.folder().CollectGarbage(s.dryRun)
	}
	return report, err
}

// publish builds and publishes the content, or reports what it would publish in a dry run.
func (s *Session) publish(ctx context.Context) (*Report, error) {
	r := newRun(s)
	defer func() { r.report.Took = time.Since(s.began) }()
	known := s.recall()
	all, err := s.in.options.scanAll(ctx, scanned{s.last.Files, s.last.Folders})
	current := all.files
	if err != nil {
		return r.report, fmt.Errorf("read content: %w", err)
	} else if known && s.in.unchanged(s.last, current) {
		r.reportUnchanged(s.last)
		return r.report, nil
	}
	if !s.dryRun {
		r.warm = render.WarmUp(ctx, s.in.workerFile())
		defer r.warm.Stop()
	}
	s.watch = watch{maps.Clone(current), map[string]bool{}}
	p, err := s.planEdit(ctx, current)
	if p == nil && err == nil {
		p, err = s.plan(ctx, current, r.failures)
	}
	if err != nil {
		return r.report, err
	}
	p.folders = all.folders
	s.shown.set(p)
	r.take(p)
	if s.dryRun {
		return r.report, r.rehearse(ctx)
	}
	return r.report, r.settle(ctx)
}

// Settle publishes the current plan, unless it is published.
func (s *Session) Settle(ctx context.Context) (*Report, error) {
	s.settling.Lock()
	defer s.settling.Unlock()
	began, r := time.Now(), newRun(s)
	defer func() { r.report.Took = time.Since(began) }()
	p, unsettled := s.shown.current()
	if !unsettled {
		r.report.Unchanged = true
		return r.report, nil
	}
	r.take(p)
	return r.report, r.settle(ctx)
}

// planEdit plans the changes since the last build, starting from its plan. It returns nil if everything has to be
// planned.
func (s *Session) planEdit(ctx context.Context, current files) (*plan, error) {
	if !s.known || s.last.Partial || s.last.Bundle != s.in.bundle.Hash || s.last.Day != s.in.day ||
		!slices.Equal(s.last.Include, s.in.options.Include) || s.in.options.Only != "" {
		return nil, nil
	}
	changed := changedGroups(groupsOf(s.last.Files, current), s.last.Files, current)
	for _, group := range changed {
		if kind, slug, _ := strings.Cut(group, "/"); kind != "products" && kind != "blog" || slug == "" {
			return nil, nil
		}
	}
	if err := s.openSpool(); err != nil {
		return nil, err
	}
	for id := range s.last.Builds {
		s.memory.prefetchOutputs(id)
	}
	p := planner{in: s.in, spool: s.spool}
	now, err := p.restore(ctx, s.memory, s.last)
	if now == nil || err != nil {
		return nil, err
	}
	next, planned, err := p.replan(now, changed, current)
	if next == nil || err != nil {
		return nil, err
	}
	for n, site := range next.sites {
		site.sitemapStays = !slices.ContainsFunc(planned[n], func(i int) bool {
			return !site.items[i].HasSameSitemapEntry(now.sites[n].items[i])
		})
	}
	return next, nil
}

// groupsOf returns the groups of two states of the files.
func groupsOf(a, b files) iter.Seq[string] {
	return func(yield func(string) bool) {
		for group := range a {
			if !yield(group) {
				return
			}
		}
		for group := range b {
			if _, both := a[group]; !both && !yield(group) {
				return
			}
		}
	}
}

// plan reads and plans everything. Deployments whose own files have errors are added to apart, if it is not nil.
func (s *Session) plan(ctx context.Context, current files, apart *failures) (*plan, error) {
	if err := s.openSpool(); err != nil {
		return nil, err
	}
	before, remembered := s.remembered()
	p := planner{in: s.in, spool: s.spool, apart: apart}
	return p.plan(ctx, current, before, remembered)
}

func (s *Session) openSpool() (err error) {
	if s.spool != nil {
		return nil
	}
	folder := s.memory.dir
	if s.dryRun {
		folder = os.TempDir()
	}
	s.spool, err = newSpool(folder)
	return err
}

// remembered returns the record of content, and the files that it describes.
func (s *Session) remembered() (files, memory) {
	if now, _ := s.shown.current(); now != nil {
		return now.files, now.reading.snapshot()
	}
	if s.known {
		if m, ok := s.memory.memory(); ok {
			return s.last.Files, m
		}
	}
	s.last.Files = nil
	return nil, memory{}
}

// recall loads the last build, once, and reports whether the next build can start from it.
func (s *Session) recall() (known bool) {
	if !s.recalled {
		s.recalled = true
		if last := s.memory.lastBuild(); last != nil {
			s.last, s.known = *last, true
		}
		if s.known && s.last.Engine != s.in.program {
			s.last, s.known = lastBuild{CSP: s.last.CSP}, false // its pages are live until new ones are published
		}
	}
	return s.known
}

// Unsettled reports whether the current plan is not published yet.
func (s *Session) Unsettled() bool {
	_, unsettled := s.shown.current()
	return unsettled
}
