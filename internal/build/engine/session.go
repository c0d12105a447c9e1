package engine

import (
	"context"
	"errors"
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
// and publishes. A program that watches content calls ReadChanges after each change, which reads and plans only what
// changed, serves the pages that Page returns, and calls Publish to publish them. ReadChanges and Build are called from
// one goroutine; Page, Publish and HasUnpublishedPlan may be called at the same time.
type Session struct {
	in           inputs
	store        *store
	unlock       func()
	dryRun       bool // write nothing in the folder of builds
	buildStart   time.Time
	spool        *spool
	idleRenderer idleRenderer
	watched      watchedFiles
	planState    planState

	buildMu    sync.Mutex // held by a build; guards last, lastLoaded and lastUsable
	lastLoaded bool
	lastUsable bool // the next build can start from the last one
	last       lastBuild
}

// watchedFiles is the state of the content folder between two calls of ReadChanges.
type watchedFiles struct {
	files        files           // of the current state of the folder
	maybeChanged map[string]bool // groups that may differ from the plan
}

// replace sets the current state of the folder, which is not planned yet.
func (w *watchedFiles) replace(current files) {
	if w.files != nil {
		for group := range groupsOfBoth(w.files, current) {
			w.maybeChanged[group] = true
		}
	}
	w.files = maps.Clone(current)
}

func newSession(o Options) (*Session, error) {
	in, err := inputsOf(o)
	s := &Session{
		in: in, idleRenderer: idleRenderer{workerFile: in.workerFile()}, store: newStore(in.folder().Cache()),
		buildStart: time.Now(), watched: watchedFiles{maybeChanged: map[string]bool{}},
	}
	s.planState = planState{memory: s.store, published: map[string]outputs{}, dirty: map[address]dirtyPage{},
		removed: map[address]bool{}, rendered: map[address]*Page{}}
	return s, err
}

// Open opens a session and locks the folder of builds until Close. It returns release.ErrBusy if another program has
// locked it.
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

// Close ends the session and unlocks the folder. The next build publishes a plan that is not published.
func (s *Session) Close() {
	s.idleRenderer.close()
	s.buildMu.Lock()
	defer s.buildMu.Unlock()
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
	s.buildMu.Lock()
	defer s.buildMu.Unlock()
	s.in.setDay(asOf)
}

// Build builds and publishes the current content. If content has errors, it returns an *InvalidContentError and
// publishes nothing. The report lists the deployments that failed while others were published.
func (s *Session) Build(ctx context.Context) (*Report, error) {
	s.buildMu.Lock()
	defer s.buildMu.Unlock()
	if s.buildStart.IsZero() { // this is not the first build: the bundle may have changed
		s.buildStart = time.Now()
		if err := s.in.readBundle(); err != nil {
			return nil, err
		}
	}
	defer func() { s.buildStart = time.Time{} }()
	return s.build(ctx)
}

func (s *Session) build(ctx context.Context) (*Report, error) {
	report, err := s.buildChanges(ctx)
	if err == nil && s.in.options.CollectGarbage && len(report.Failed) == 0 {
		report.Collected, err = s.in.folder().CollectGarbage(s.dryRun)
	}
	return report, err
}

// pruneHistories removes the former builds beyond the number that is kept now, which may be lower than before.
func (s *Session) pruneHistories() (err error) {
	if s.dryRun {
		return nil
	}
	for id, build := range s.last.Builds {
		err = errors.Join(err, s.in.folder().History(id).Prune(build, s.in.maxHistory()))
	}
	return errors.Join(err, s.in.folder().PruneMeta())
}

// buildChanges builds and publishes what changed, or reports it in a dry run.
func (s *Session) buildChanges(ctx context.Context) (*Report, error) {
	r := newRun(s)
	defer func() { r.report.Took = time.Since(s.buildStart) }()
	known := s.loadLastBuild()
	all, err := s.in.options.scanAll(ctx, scanResult{s.last.Files, s.last.Folders})
	current := all.files
	if err != nil {
		return r.report, fmt.Errorf("read content: %w", err)
	} else if known && s.in.isUnchanged(s.last, current) {
		r.reportUnchanged(s.last)
		return r.report, s.pruneHistories()
	}
	if !s.dryRun {
		r.warmWorker = render.StartWarmWorker(ctx, s.in.workerFile())
		defer r.warmWorker.Stop()
	}
	s.watched.replace(current)
	p, err := s.planIncremental(ctx, current)
	if p == nil && err == nil {
		p, err = s.plan(ctx, current, r.failures)
	}
	if err != nil {
		return r.report, err
	}
	p.folders = all.folders
	s.planState.set(p)
	s.watched.maybeChanged = map[string]bool{}
	r.usePlan(p)
	if s.dryRun {
		return r.report, r.dryRun(ctx)
	}
	return r.report, r.publishAndSave(ctx)
}

// Publish publishes the current plan, unless it is published already.
func (s *Session) Publish(ctx context.Context) (*Report, error) {
	s.buildMu.Lock()
	defer s.buildMu.Unlock()
	began, r := time.Now(), newRun(s)
	defer func() { r.report.Took = time.Since(began) }()
	p, unpublished := s.planState.current()
	if !unpublished {
		r.report.Unchanged = true
		return r.report, nil
	}
	r.usePlan(p)
	return r.report, r.publishAndSave(ctx)
}

// planIncremental plans the changes since the last build. It returns nil if everything has to be planned.
func (s *Session) planIncremental(ctx context.Context, current files) (*plan, error) {
	if !s.lastUsable || s.last.Partial || s.last.Bundle != s.in.bundle.Hash || s.last.Day != s.in.day ||
		!slices.Equal(s.last.Include, s.in.options.Include) || s.in.options.Deployment != "" {
		return nil, nil
	}
	changed := changedGroups(groupsOfBoth(s.last.Files, current), s.last.Files, current)
	for _, group := range changed {
		if kind, slug, _ := strings.Cut(group, "/"); kind != "products" && kind != "blog" || slug == "" {
			return nil, nil
		}
	}
	if err := s.openSpool(); err != nil {
		return nil, err
	}
	for id := range s.last.Builds {
		s.store.prefetchOutputs(id)
	}
	p := planner{in: s.in, spool: s.spool}
	now, err := p.restore(ctx, s.store, s.last)
	if now == nil || err != nil {
		return nil, err
	}
	next, planned, err := p.replan(now, changed, current)
	if next == nil || err != nil {
		return nil, err
	}
	for n, site := range next.sites {
		site.sitemapUnchanged = !slices.ContainsFunc(planned[n], func(i int) bool {
			return !site.items[i].HasSameSitemapEntry(now.sites[n].items[i])
		})
	}
	return next, nil
}

// groupsOfBoth returns the groups of two states of the files.
func groupsOfBoth(a, b files) iter.Seq[string] {
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

// plan reads and plans everything. Deployments whose own files have errors are added to failed, if it is not nil.
func (s *Session) plan(ctx context.Context, current files, failed *failures) (*plan, error) {
	if err := s.openSpool(); err != nil {
		return nil, err
	}
	before, remembered := s.cachedContent()
	p := planner{in: s.in, spool: s.spool, failures: failed}
	return p.plan(ctx, current, before, remembered)
}

func (s *Session) openSpool() (err error) {
	if s.spool != nil {
		return nil
	}
	folder := s.store.dir
	if s.dryRun {
		folder = os.TempDir()
	}
	s.spool, err = newSpool(folder)
	return err
}

// cachedContent returns the record of content of the current plan or the last build, and the files that it describes.
func (s *Session) cachedContent() (files, contentCache) {
	if now, _ := s.planState.current(); now != nil {
		return now.files, now.reading.snapshot()
	}
	if s.lastUsable {
		if m, ok := s.store.contentCache(); ok {
			return s.last.Files, m
		}
	}
	s.last.Files = nil
	return nil, contentCache{}
}

// loadLastBuild loads the last build, once, and reports whether the next build can start from it.
func (s *Session) loadLastBuild() (known bool) {
	if !s.lastLoaded {
		s.lastLoaded = true
		if last := s.store.lastBuild(); last != nil {
			s.last, s.lastUsable = *last, true
		}
		if s.lastUsable && s.last.Engine != s.in.generatorKey {
			// The scripts of its pages are allowed until new pages are published.
			s.last, s.lastUsable = lastBuild{CSP: s.last.CSP}, false
		}
	}
	return s.lastUsable
}

// HasUnpublishedPlan reports whether the current plan is still to be published.
func (s *Session) HasUnpublishedPlan() bool {
	_, unpublished := s.planState.current()
	return unpublished
}
