package engine

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"storefront/internal/build/release"
)

// DefaultHistory is how many former builds of a deployment are kept.
const DefaultHistory = 10

// history is where a tree's former builds are kept, and how many.
type history struct {
	folder     string // of builds
	deployment string
	past       release.Past
	most       int
	csp        []string // that the former build's pages need
}

func historyOf(folder, deployment string) history {
	return history{folder: folder, deployment: deployment, past: release.Folder(folder).Past(deployment), most: DefaultHistory}
}

// allowed are the scripts that the server lets run: also those of the former build, as long as the next one's builder has
// not ended.
func (h history) allowed() ([]string, error) {
	all, err := announced(h.folder)
	for _, d := range all {
		if d.ID == h.deployment {
			return d.CSP, err
		}
	}
	return nil, err
}

func (b *builder) historyLength() int {
	if b.History == 0 {
		return DefaultHistory
	}
	return max(b.History, 0)
}

// keepFormer keeps what the spare, until now the live tree, has otherwise than the build that is live now.
func (t *tree) keepFormer(former, lastBuild, build string) error {
	if t.history.most > 0 && former != "" && former != build {
		paths := slices.Concat(t.changed, t.removed)
		if former != lastBuild {
			var err error
			if paths, err = t.differences(former, build); err != nil {
				return err
			}
		}
		slices.Sort(paths)
		unmark := func() error { return t.unmark(t.spare) }
		if err := t.history.past.Keep(t.dir(t.spare), t.entry(former, build), slices.Compact(paths), unmark); err != nil {
			return err
		}
	}
	return t.history.past.Forget(build, t.history.most)
}

// keepUnfollowed keeps a former build that a builder killed between the link's move and the end of its work has left in the
// spare. What a builder left there that was killed before the link moved was never live.
func (t *tree) keepUnfollowed() error {
	if t.live == "" {
		return nil
	}
	live, before := t.markOf(t.live)
	former := t.marked(t.spare)
	if err := t.history.past.Finish(t.dir(t.spare), former != ""); err != nil {
		return err
	}
	if t.history.most <= 0 || former == "" || former != before || former == live {
		return nil
	}
	if known, err := t.history.past.Entries(live); err != nil || len(known) > 0 && known[0].Build == former {
		return err
	}
	paths, err := t.differences(former, live)
	if err != nil {
		return err
	}
	if t.history.csp, err = t.history.allowed(); err != nil {
		return err
	}
	return t.history.past.Keep(t.dir(t.spare), t.entry(former, live), paths, nil)
}

func (t *tree) entry(former, next string) release.Entry {
	e := release.Entry{Build: former, Next: next, CSP: t.history.csp, At: time.Now()}
	if info, err := os.Stat(filepath.Join(t.dir(t.spare), filepath.FromSlash(release.LatestFile))); err == nil {
		e.At = info.ModTime()
	}
	return e
}

// differences are the files that the build of the spare and that of the live tree differ by.
func (t *tree) differences(former, live string) ([]string, error) {
	_, before, err := release.Live(t.dir(t.spare))
	if err != nil {
		return nil, err
	}
	_, after, err := release.Live(t.dir(t.live))
	if err != nil {
		return nil, err
	}
	paths := []string{release.LatestFile}
	c := release.Compare(before, after)
	for _, changes := range [][]release.Change{c.Added, c.Removed, c.Changed} {
		for _, change := range changes {
			if stays := release.Lasts(change.Path) && change.After == 0; !stays {
				paths = append(paths, change.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}
