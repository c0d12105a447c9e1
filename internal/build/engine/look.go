package engine

import (
	"fmt"
	"maps"
	"slices"

	"storefront/internal/content/diag"
)

// planned is content at one time: read, found to be in order, and planned.
type planned struct {
	files    files
	reading  *reading
	sites    []*site // of all deployments
	shown    []*site // of those that are built
	warnings []diag.Diagnostic
	// What is left out, and what stories lack.
	skipped      Withheld
	untranslated int
}

// remembered is what was known of content before, and of which files.
func (s *Session) remembered() (files, memory) {
	if s.now != nil {
		return s.now.files, s.now.reading.snapshot()
	}
	var m memory
	if !s.known || !s.base.store.load("content", &m) {
		s.last.Files = nil
		return nil, memory{}
	}
	return s.last.Files, m
}

// lookAtAll reads and plans everything, the unchanged from memory.
func (b *builder) lookAtAll(current files) (*planned, error) {
	s := b.session
	before, remembered := s.remembered()
	if s.spool == nil {
		var err error
		if s.spool, err = newSpool(b.store.dir); err != nil {
			return nil, err
		}
	}
	r, found := b.read(current, before, remembered, s.spool)
	b.report.Read = r.read
	if err := b.judgeContent(r, found); err != nil {
		return nil, err
	}
	sites, err := b.plan(r)
	if err != nil {
		return nil, err
	}
	p := &planned{files: current, reading: r, sites: sites, shown: sites, warnings: b.report.Warnings, skipped: b.report.Skipped, untranslated: b.report.Untranslated}
	if b.Only != "" {
		if p.shown, err = only(sites, b.Only); err != nil {
			return nil, err
		}
	}
	for _, s := range p.shown {
		if err := s.seal(); err != nil {
			if !b.isolate {
				return nil, err
			}
			b.fail(s.id, err)
		}
	}
	p.shown, err = b.standing(p.shown)
	return p, err
}

// lookAgain reads and plans what changed of a plan; anew tells which pages of its sites were planned anew. It is nil
// where that does not do.
func (b *builder) lookAgain(p *planned, changed []string, current files) (next *planned, anew [][]int, err error) {
	r, changes, ok := p.reading.again(changed, current)
	if !ok {
		return nil, nil, nil
	}
	b.report.Read = r.read
	if err := b.judge(r.diagnostics()); err != nil {
		return nil, nil, err
	}
	next = &planned{files: maps.Clone(current), reading: r}
	content := r.content()
	for _, old := range p.sites {
		s := old.again(b)
		s.reading = r
		var places []int
		if s.pages, s.items, places, ok = old.pages.Again(content, old.items, changes); !ok {
			return nil, nil, nil
		}
		next.sites = append(next.sites, s)
		if !slices.Contains(p.shown, old) {
			continue
		}
		for _, i := range places {
			s.sealItem(i)
		}
		next.shown, anew = append(next.shown, s), append(anew, places)
	}
	b.skipped(r)
	next.skipped, next.untranslated = b.report.Skipped, b.report.Untranslated
	if err := b.judge(slices.Concat(deadLinks(next.sites), r.draftsNamed(b.Content, b.showing()), b.report.Warnings)); err != nil {
		return nil, nil, err
	}
	next.warnings = b.report.Warnings
	return next, anew, nil
}

// Seen is what a look has found.
type Seen struct {
	// Changed are the paths of the pages that are another now, by deployment; All says that any may be.
	Changed  map[string][]string
	All      bool
	Groups   []string // of files that were read again, by their first two folders
	Read     int      // products and stories
	Warnings []diag.Diagnostic
}

// Look reads and plans what changed below the folder of content: at some paths below it, or anywhere where none is given.
// Mistakes are an *Invalid; what was planned before stays then, and what changed is looked at again the next time.
func (s *Session) Look(paths ...string) (*Seen, error) {
	b := s.begin()
	if err := s.refresh(b, paths); err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	var changed []string
	if s.now != nil {
		for group := range s.touched {
			before, there := s.now.files[group]
			after, is := s.seen[group]
			if there != is || !sameGroup(before, after) {
				changed = append(changed, group)
			}
		}
		if len(changed) == 0 {
			s.touched = map[string]bool{}
			return &Seen{Warnings: s.now.warnings}, nil
		}
	}
	var next *planned
	var anew [][]int
	var err error
	if s.now != nil {
		next, anew, err = b.lookAgain(s.now, changed, s.seen)
	}
	if next == nil && err == nil {
		next, err = b.lookAtAll(maps.Clone(s.seen))
	}
	if err != nil {
		return nil, err
	}
	s.touched = map[string]bool{}
	seen := s.adopt(next, anew)
	seen.Read, seen.Warnings, seen.Groups = b.report.Read, next.warnings, changed
	return seen, nil
}

// refresh looks at the files.
func (s *Session) refresh(b *builder, paths []string) error {
	if s.seen == nil || len(paths) == 0 {
		current, err := b.scanAll()
		if err != nil {
			return err
		}
		for group := range s.seen {
			s.touched[group] = true
		}
		for group := range current {
			s.touched[group] = true
		}
		s.seen = current
		if s.now != nil {
			for group := range s.now.files {
				s.touched[group] = true
			}
		}
		return nil
	}
	for _, path := range paths {
		groups, err := s.seen.again(b.Content, path)
		if err != nil {
			return err
		}
		for _, group := range groups {
			s.touched[group] = true
		}
	}
	b.addReviews(s.seen)
	s.touched[reviewsGroup] = true
	return nil
}

// adopt makes a plan the present one and tells what it changes.
func (s *Session) adopt(next *planned, anew [][]int) *Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.now
	s.now, s.unsettled = next, true
	seen := &Seen{Changed: map[string][]string{}}
	if anew == nil {
		s.compare()
		seen.All = before != nil || len(s.dirty)+len(s.gone) > 0
		// A first look at what is published already finds nothing to do.
		s.unsettled = len(s.dirty)+len(s.gone) > 0 || before != nil || !s.known || s.last.Partial || !s.last.Files.same(next.files)
		return seen
	}
	for n, site := range next.shown {
		old, published := before.shown[n], s.outputsOf(site.id)
		for _, i := range anew[n] {
			s.compareItem(site, i, published)
			if site.items[i].Key != old.items[i].Key {
				seen.Changed[site.id] = append(seen.Changed[site.id], site.items[i].Path)
			}
		}
	}
	return seen
}
