package release

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// DefaultHistory is the default number of former builds of a deployment to keep.
const DefaultHistory = 10

// keepFormerFiles adds the former build to the history: the files of the spare, until now the live tree, that differ
// from the live build.
func (t *Tree) keepFormerFiles(former, lastBuild, build string, csp []string) error {
	if t.maxHistory > 0 && former != "" && former != build {
		paths := slices.Concat(t.changed, t.removed)
		if former != lastBuild {
			var err error
			if paths, err = t.differingPaths(); err != nil {
				return err
			}
		}
		slices.Sort(paths)
		unmark := func() error { return t.removeMark(t.spare) }
		if err := t.history().Add(t.dir(t.spare), t.newEntry(former, build, csp), slices.Compact(paths),
			unmark); err != nil {
			return err
		}
	}
	return t.history().Prune(build, t.maxHistory)
}

// RecoverInterrupted adds the former build to the history if a builder was killed after it moved the link and before
// SyncSpare. A build in the spare of a builder that was killed earlier was never live.
func (t *Tree) RecoverInterrupted() error {
	if t.live == "" {
		return nil
	}
	live, before := t.readMark(t.live)
	former := t.markedBuild(t.spare)
	if err := t.history().FinishInterrupted(t.dir(t.spare), former != ""); err != nil {
		return err
	}
	if t.maxHistory <= 0 || former == "" || former != before || former == live {
		return nil
	}
	if known, err := t.history().Entries(live); err != nil || len(known) > 0 && known[0].Build == former {
		return err
	}
	paths, err := t.differingPaths()
	if err != nil {
		return err
	}
	csp, err := t.serverCSP()
	if err != nil {
		return err
	}
	return t.history().Add(t.dir(t.spare), t.newEntry(former, live, csp), paths, nil)
}

// serverCSP returns the scripts that the server allows: those of the former build too, until the builder of the next
// one has ended.
func (t *Tree) serverCSP() ([]string, error) {
	all, err := t.folder.ReadDeployments()
	for _, d := range all {
		if d.ID == t.deployment {
			return d.CSP, err
		}
	}
	return nil, err
}

func (t *Tree) newEntry(former, next string, csp []string) HistoryEntry {
	e := HistoryEntry{Build: former, Next: next, CSP: csp, PublishedAt: time.Now()}
	if info, err := os.Stat(t.sparePath(LatestFile)); err == nil {
		e.PublishedAt = info.ModTime()
	}
	return e
}

// differingPaths returns the paths of the files that differ between the builds of the spare and the live tree.
func (t *Tree) differingPaths() ([]string, error) {
	_, before, err := ReadTree(t.dir(t.spare))
	if err != nil {
		return nil, err
	}
	_, after, err := ReadTree(t.dir(t.live))
	if err != nil {
		return nil, err
	}
	paths := []string{LatestFile}
	c := Compare(before, after)
	for _, changes := range [][]FileChange{c.Added, c.Removed, c.Changed} {
		for _, change := range changes {
			if isRetained := IsRetained(change.Path) && change.After == 0 && t.isLive(change.Path); !isRetained {
				paths = append(paths, change.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// isLive reports whether the live tree has a file.
func (t *Tree) isLive(rel string) bool {
	_, err := os.Stat(filepath.Join(t.dir(t.live), filepath.FromSlash(rel)))
	return err == nil
}

// RemoveOtherDeployments removes the trees and the history of all deployments except those to keep.
func (f Folder) RemoveOtherDeployments(keep []string) error {
	entries, err := os.ReadDir(filepath.Join(string(f), "trees"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(keep, e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(string(f), "public", e.Name())); err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, folder := range []string{"trees", "history"} {
			if err := os.RemoveAll(filepath.Join(string(f), folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
