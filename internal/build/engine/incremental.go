package engine

import (
	"context"
	"fmt"
	"iter"
	"maps"

	"storefront/internal/content/diag"
)

// ContentChanges is the result of Session.ReadChanges.
type ContentChanges struct {
	// Changed are the paths of the pages that changed, by deployment. All is true if any page may have changed.
	Changed  map[string][]string
	All      bool
	Groups   []string // of files that were read again, by their first two folders
	Read     int      // products and posts
	Warnings []diag.Diagnostic
}

// ReadChanges reads and plans what changed in the folder of content: at the given paths below it, or anywhere if there
// are none. It returns an *InvalidContentError if content has errors; then the plan stays, and the next call reads the
// same changes again.
func (s *Session) ReadChanges(ctx context.Context, paths ...string) (*ContentChanges, error) {
	now, _ := s.planState.current()
	if err := s.scanChanges(ctx, now, paths); err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	var changed []string
	var next *plan
	var replanned [][]int
	var err error
	if now != nil {
		changed = changedGroups(maps.Keys(s.watched.maybeChanged), now.files, s.watched.files)
		if len(changed) == 0 {
			s.watched.maybeChanged = map[string]bool{}
			return &ContentChanges{Warnings: now.warnings}, nil
		}
		p := planner{in: s.in, spool: s.spool}
		next, replanned, err = p.replan(now, changed, s.watched.files)
	}
	if next == nil && err == nil {
		next, err = s.plan(ctx, maps.Clone(s.watched.files), nil)
	}
	if err != nil {
		return nil, err
	}
	s.watched.maybeChanged = map[string]bool{}
	asPublished := now == nil && s.lastUsable && !s.last.Partial && s.last.Files.equal(next.files)
	changes := s.planState.update(next, replanned, asPublished)
	changes.Read, changes.Warnings, changes.Groups = next.reading.results.read, next.warnings, changed
	return changes, nil
}

// changedGroups returns those of the given groups that differ between two states of the files.
func changedGroups(groups iter.Seq[string], before, now files) (changed []string) {
	for group := range groups {
		old, there := before[group]
		if found, is := now[group]; there != is || old != found {
			changed = append(changed, group)
		}
	}
	return changed
}

// scanChanges scans the files at the given paths, or all files, and records the groups that may have changed.
func (s *Session) scanChanges(ctx context.Context, now *plan, paths []string) error {
	w := &s.watched
	if w.files == nil || len(paths) == 0 {
		all, err := s.in.options.scanAll(ctx, scanResult{})
		if err != nil {
			return err
		}
		current := all.files
		known := []files{w.files, current}
		if now != nil {
			known = append(known, now.files)
		}
		for _, all := range known {
			for group := range all {
				w.maybeChanged[group] = true
			}
		}
		w.files = current
		return nil
	}
	for _, path := range paths {
		groups, err := w.files.rescan(s.in.options.Content, path)
		if err != nil {
			return err
		}
		for _, group := range groups {
			w.maybeChanged[group] = true
		}
	}
	s.in.options.addReviewsGroup(w.files)
	w.maybeChanged[reviewsGroup] = true
	return nil
}
