package engine

import (
	"context"
	"fmt"
	"maps"
	"storefront/internal/content/diag"
)

// Seen is what a look has found.
type Seen struct {
	// Changed are the paths of the pages that changed, by deployment. All is true if any page may have changed.
	Changed  map[string][]string
	All      bool
	Groups   []string // of files that were read again, by their first two folders
	Read     int      // products and stories
	Warnings []diag.Diagnostic
}

// Look reads and plans what changed below the folder of content: at some paths below it, or anywhere where none is
// given. Mistakes are an *Invalid; what was planned before stays then, and what changed is looked at again the next
// time.
func (s *Session) Look(ctx context.Context, paths ...string) (*Seen, error) {
	if err := s.refresh(paths); err != nil {
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
	var next *plan
	var anew [][]int
	var err error
	if s.now != nil {
		p := planner{in: s.in, spool: s.spool}
		next, anew, err = p.replan(s.now, changed, s.seen)
	}
	if next == nil && err == nil {
		next, err = s.plan(ctx, maps.Clone(s.seen), nil)
	}
	if err != nil {
		return nil, err
	}
	s.touched = map[string]bool{}
	seen := s.adopt(next, anew)
	seen.Read, seen.Warnings, seen.Groups = next.reading.results.read, next.warnings, changed
	return seen, nil
}

// refresh looks at the files.
func (s *Session) refresh(paths []string) error {
	if s.seen == nil || len(paths) == 0 {
		current, err := s.in.options.scanAll()
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
		groups, err := s.seen.again(s.in.options.Content, path)
		if err != nil {
			return err
		}
		for _, group := range groups {
			s.touched[group] = true
		}
	}
	s.in.options.addReviews(s.seen)
	s.touched[reviewsGroup] = true
	return nil
}

// adopt makes a plan the current one and returns what it changes.
func (s *Session) adopt(next *plan, anew [][]int) *Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.now
	s.now, s.unsettled = next, true
	seen := &Seen{Changed: map[string][]string{}}
	if anew == nil {
		s.compare()
		seen.All = before != nil || len(s.dirty)+len(s.gone) > 0
		// A first look at what is published already finds nothing to do.
		s.unsettled = len(s.dirty)+len(s.gone) > 0 || before != nil || !s.known || s.last.Partial ||
			!s.last.Files.same(next.files)
		return seen
	}
	for n, site := range next.sites {
		old, published := before.sites[n], s.outputsOf(site.id)
		for _, i := range anew[n] {
			s.compareItem(site, i, published)
			if site.items[i].Key != old.items[i].Key {
				seen.Changed[site.id] = append(seen.Changed[site.id], site.items[i].Path)
			}
		}
	}
	return seen
}
