package release

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// DefaultHistory is the default number of former builds of a deployment to keep.
const DefaultHistory = 10

// keepFormer keeps the files in which the spare, until now the live tree, differs from the build that is live now.
func (t *Tree) keepFormer(former, lastBuild, build string, csp []string) error {
	if t.keep > 0 && former != "" && former != build {
		paths := slices.Concat(t.changed, t.removed)
		if former != lastBuild {
			var err error
			if paths, err = t.differences(); err != nil {
				return err
			}
		}
		slices.Sort(paths)
		unmark := func() error { return t.unmark(t.spare) }
		if err := t.past().Keep(t.dir(t.spare), t.entry(former, build, csp), slices.Compact(paths),
			unmark); err != nil {
			return err
		}
	}
	return t.past().Forget(build, t.keep)
}

// KeepUnfollowed keeps the former build in the spare of a builder that was killed after it moved the link and before
// the spare followed. A build in the spare of a builder that was killed earlier was never live.
func (t *Tree) KeepUnfollowed() error {
	if t.live == "" {
		return nil
	}
	live, before := t.markOf(t.live)
	former := t.marked(t.spare)
	if err := t.past().Finish(t.dir(t.spare), former != ""); err != nil {
		return err
	}
	if t.keep <= 0 || former == "" || former != before || former == live {
		return nil
	}
	if known, err := t.past().Entries(live); err != nil || len(known) > 0 && known[0].Build == former {
		return err
	}
	paths, err := t.differences()
	if err != nil {
		return err
	}
	csp, err := t.announcedCSP()
	if err != nil {
		return err
	}
	return t.past().Keep(t.dir(t.spare), t.entry(former, live, csp), paths, nil)
}

// announcedCSP returns the scripts that the server allows: those of the former build too, until the builder of the next
// one has ended.
func (t *Tree) announcedCSP() ([]string, error) {
	all, err := t.folder.Announced()
	for _, d := range all {
		if d.ID == t.deployment {
			return d.CSP, err
		}
	}
	return nil, err
}

func (t *Tree) entry(former, next string, csp []string) Entry {
	e := Entry{Build: former, Next: next, CSP: csp, At: time.Now()}
	if info, err := os.Stat(t.path(LatestFile)); err == nil {
		e.At = info.ModTime()
	}
	return e
}

// differences returns the paths at which the builds of the spare and of the live tree differ.
func (t *Tree) differences() ([]string, error) {
	_, before, err := Live(t.dir(t.spare))
	if err != nil {
		return nil, err
	}
	_, after, err := Live(t.dir(t.live))
	if err != nil {
		return nil, err
	}
	paths := []string{LatestFile}
	c := Compare(before, after)
	for _, changes := range [][]Change{c.Added, c.Removed, c.Changed} {
		for _, change := range changes {
			if stays := Lasts(change.Path) && change.After == 0; !stays {
				paths = append(paths, change.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// DropOthers removes the trees and the history of the deployments that are not among those that stay.
func (f Folder) DropOthers(stay []string) error {
	entries, err := os.ReadDir(filepath.Join(string(f), "trees"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(stay, e.Name()) {
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
