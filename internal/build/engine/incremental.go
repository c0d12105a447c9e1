package engine

import (
	"context"
	"fmt"
	"iter"
	"maps"

	"storefront/internal/content/diag"
)

// Seen is the result of Session.Look.
type Seen struct {
	// Changed are the paths of the pages that changed, by deployment. All is true if any page may have changed.
	Changed  map[string][]string
	All      bool
	Groups   []string // of files that were read again, by their first two folders
	Read     int      // products and posts
	Warnings []diag.Diagnostic
}

// Look reads and plans what changed in the folder of content: at the given paths below it, or anywhere if there are
// none. It returns an *Invalid if content has errors; then the plan stays, and the next Look reads the same changes
// again.
func (s *Session) Look(ctx context.Context, paths ...string) (*Seen, error) {
	now, _ := s.shown.current()
	if err := s.refresh(ctx, now, paths); err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	var changed []string
	var next *plan
	var replanned [][]int
	var err error
	if now != nil {
		changed = changedGroups(maps.Keys(s.watch.touched), now.files, s.watch.seen)
		if len(changed) == 0 {
			s.watch.touched = map[string]bool{}
			return &Seen{Warnings: now.warnings}, nil
		}
		p := planner{in: s.in, spool: s.spool}
		next, replanned, err = p.replan(now, changed, s.watch.seen)
	}
	if next == nil && err == nil {
		next, err = s.plan(ctx, maps.Clone(s.watch.seen), nil)
	}
	if err != nil {
		return nil, err
	}
	s.watch.touched = map[string]bool{}
	asPublished := now == nil && s.known && !s.last.Partial && s.last.Files.same(next.files)
	seen := s.shown.adopt(next, replanned, asPublished)
	seen.Read, seen.Warnings, seen.Groups = next.reading.results.read, next.warnings, changed
	return seen, nil
}

// changedGroups returns those of some groups that are no longer as they were.
func changedGroups(groups iter.Seq[string], before, now files) (changed []string) {
	for group := range groups {
		old, there := before[group]
		if found, is := now[group]; there != is || old != found {
			changed = append(changed, group)
		}
	}
	return changed
}

// refresh scans the files at the given paths, or all files, and notes the groups that may have changed.
func (s *Session) refresh(ctx context.Context, now *plan, paths []string) error {
	w := &s.watch
	if w.seen == nil || len(paths) == 0 {
		all, err := s.in.options.scanAll(ctx, scanned{})
		if err != nil {
			return err
		}
		current := all.files
		known := []files{w.seen, current}
		if now != nil {
			known = append(known, now.files)
		}
		for _, all := range known {
			for group := range all {
				w.touched[group] = true
			}
		}
		w.seen = current
		return nil
	}
	for _, path := range paths {
		groups, err := w.seen.again(s.in.options.Content, path)
		if err != nil {
			return err
		}
		for _, group := range groups {
			w.touched[group] = true
		}
	}
	s.in.options.addReviews(w.seen)
	w.touched[reviewsGroup] = true
	return nil
}
