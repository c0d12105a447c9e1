package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Tree writes and publishes the builds of one deployment. A deployment has two trees of files, a and b, and
// public/<deployment> is a link to the live one. A build changes only the other, the spare, and then moves the link:
// readers see one build or the next, never a mixture, even if the builder is killed. Afterwards SyncSpare brings the
// former live tree to the same state with hard links, so that the next build finds a spare that differs from it only by
// the changes of that build.
//
// A tree's mark names the build that it holds completely, and the build that was live before. The mark is removed
// before a tree is changed.
type Tree struct {
	changes
	folder      Folder
	deployment  string
	maxHistory  int          // maximum number of former builds in the history
	sharedFiles *sharedFiles // of the trees that were opened together
	live        string       // "a" or "b"; empty before the first build
	spare       string
	held        string // the build that the spare held when it was prepared; empty if it held none
}

// changes are the files of a tree that a build changes, by path below the tree.
type changes struct {
	mu      sync.Mutex
	changed []string
	removed []string
}

func (c *changes) recordChanged(rel string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed = append(c.changed, rel)
}

func (c *changes) recordRemoved(rel string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removed = append(c.removed, rel)
}

// Changed returns the files that were written.
func (c *changes) Changed() []string { return c.changed }

// Removed returns the files that were removed.
func (c *changes) Removed() []string { return c.removed }

// Trees opens the trees of several deployments, which share files by hard links.
type Trees struct {
	folder      Folder
	maxHistory  int
	sharedFiles sharedFiles
}

// Trees opens trees whose histories keep at most maxHistory former builds each.
func (f Folder) Trees(maxHistory int) *Trees {
	return &Trees{folder: f, maxHistory: maxHistory, sharedFiles: sharedFiles{}}
}

// Open returns the tree of a deployment.
func (ts *Trees) Open(deployment string) *Tree {
	t := &Tree{folder: ts.folder, deployment: deployment, maxHistory: ts.maxHistory, sharedFiles: &ts.sharedFiles,
		spare: "a"}
	if target, err := os.Readlink(t.publicLink()); err == nil {
		t.live = filepath.Base(target)
		t.spare = otherTree[t.live]
	}
	return t
}

// otherTree maps each of the two trees to the other.
var otherTree = map[string]string{"a": "b", "b": "a"}

// LiveBuild returns the id of a deployment's live build; empty if there is none.
func (f Folder) LiveBuild(deployment string) string {
	t := f.Trees(0).Open(deployment)
	return t.markedBuild(t.live)
}

func (t *Tree) history() History            { return t.folder.History(t.deployment) }
func (t *Tree) publicLink() string          { return filepath.Join(string(t.folder), "public", t.deployment) }
func (t *Tree) base() string                { return filepath.Join(string(t.folder), "trees", t.deployment) }
func (t *Tree) dir(name string) string      { return filepath.Join(t.base(), name) }
func (t *Tree) markFile(name string) string { return filepath.Join(t.base(), name+".build") }

// sparePath returns the path of a file of the spare.
func (t *Tree) sparePath(rel string) string {
	return filepath.Join(t.dir(t.spare), filepath.FromSlash(rel))
}

func (t *Tree) writeMark(name, build, before string) error {
	return os.WriteFile(t.markFile(name), []byte(build+" "+before), 0o644)
}

func (t *Tree) markedBuild(name string) string {
	build, _ := t.readMark(name)
	return build
}

// readMark returns the build that a tree holds completely, and the build that was live before it.
func (t *Tree) readMark(name string) (build, before string) {
	if name == "" {
		return "", ""
	}
	data, err := os.ReadFile(t.markFile(name))
	if err != nil {
		return "", ""
	}
	build, before, _ = strings.Cut(string(data), " ")
	return build, before
}

func (t *Tree) removeMark(name string) error {
	if err := os.Remove(t.markFile(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.MkdirAll(t.dir(name), 0o755)
}

// Prepare makes the spare hold the files of the last build, and reports whether it does. If it does not, the spare is
// empty except for the retained folders.
func (t *Tree) Prepare(ctx context.Context, lastBuild string) (holdsLast bool, err error) {
	if info, err := os.Lstat(t.publicLink()); err == nil && info.IsDir() {
		return false, fmt.Errorf("%s is a folder, and not the link that a build makes: remove it", t.publicLink())
	}
	if holdsLast, err = t.prepareSpare(ctx, lastBuild); holdsLast {
		t.held = lastBuild
	}
	return holdsLast, err
}

func (t *Tree) prepareSpare(ctx context.Context, lastBuild string) (holdsLast bool, err error) {
	if err := t.RecoverInterrupted(); err != nil {
		return false, err
	}
	if lastBuild != "" && t.markedBuild(t.spare) == lastBuild {
		if err := t.removeMark(t.spare); err != nil || t.markedBuild(t.live) == lastBuild {
			return true, err
		}
		return true, t.linkRetained(ctx) // its builder was killed after it made the build live
	}
	if err := t.clear(t.spare); err != nil {
		return false, err
	}
	if t.live == "" {
		return false, nil
	}
	if lastBuild != "" && t.markedBuild(t.live) == lastBuild {
		return true, t.linkAll(ctx, t.live, t.spare, "")
	}
	return false, t.linkRetained(ctx)
}

// linkRetained links the retained folders of the live tree into the spare.
func (t *Tree) linkRetained(ctx context.Context) error {
	for _, folder := range RetainedFolders {
		if err := t.linkAll(ctx, t.live, t.spare, folder); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) clear(name string) error {
	if err := t.removeMark(name); err != nil {
		return err
	}
	if err := os.RemoveAll(t.dir(name)); err != nil {
		return err
	}
	return os.MkdirAll(t.dir(name), 0o755)
}

// FinishUnchanged ends a build that equals the live one, and marks the spare. It reports false if the build is another
// or changed a file; then it has to be published.
func (t *Tree) FinishUnchanged(build string) (unchanged bool, err error) {
	if len(t.changed)+len(t.removed) > 0 || t.markedBuild(t.live) != build {
		return false, nil
	}
	return true, t.writeMark(t.spare, build, "")
}

// Publish makes the spare, which now holds a complete build, the live tree. It first writes the manifest and the list
// of the build, which is in parts, into the tree and into the folder of builds.
func (t *Tree) Publish(build string, manifest []byte, list [][]byte) error {
	files := []struct {
		name string
		data [][]byte
	}{{ManifestFile(build), [][]byte{manifest}}, {ListFile(build), list}}
	for _, f := range files {
		if _, err := t.Write(f.name, f.data...); err != nil {
			return err
		}
		at := filepath.Join(string(t.folder), strings.TrimPrefix(f.name, "builds/"))
		if linkCreatingFolder(t.sparePath(f.name), at+".next") == nil && os.Rename(at+".next", at) == nil {
			continue
		}
		if err := WriteFileAtomic(at, slices.Concat(f.data...)); err != nil { // the file system may have no links
			return err
		}
	}
	if _, err := t.Write(LatestFile, []byte(`{"id": "`+build+`"}`+"\n")); err != nil {
		return err
	}
	return t.makeLive(build)
}

// makeLive makes the spare the live tree.
func (t *Tree) makeLive(build string) error {
	if err := t.writeMark(t.spare, build, t.markedBuild(t.live)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.publicLink()), 0o755); err != nil {
		return err
	}
	target, err := filepath.Rel(filepath.Dir(t.publicLink()), t.dir(t.spare))
	if err != nil {
		return err
	}
	next := t.publicLink() + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(target, next); err != nil {
		return err
	}
	if err := os.Rename(next, t.publicLink()); err != nil {
		return err
	}
	t.live, t.spare = t.spare, otherTree[t.spare]
	return nil
}

// SyncSpare adds the files of the former live tree to the history and then brings that tree to the state of the live
// build. The tree held lastBuild, whose pages need the scripts of csp. After FinishUnchanged it does nothing.
func (t *Tree) SyncSpare(lastBuild, build string, csp []string) error {
	former := t.markedBuild(t.spare)
	if build == lastBuild && former == build {
		return nil
	}
	if err := t.keepFormerFiles(former, lastBuild, build, csp); err != nil {
		return err
	}
	if lastBuild == "" || former != lastBuild {
		if err := t.clear(t.spare); err != nil {
			return err
		}
		if err := t.linkAll(context.Background(), t.live, t.spare, ""); err != nil {
			return err
		}
		return t.writeMark(t.spare, build, lastBuild)
	}
	if err := t.removeMark(t.spare); err != nil {
		return err
	}
	for _, rel := range t.removed {
		if err := t.removeFrom(t.spare, rel); err != nil {
			return err
		}
	}
	for _, rel := range t.changed {
		if err := t.linkFromTree(t.live, t.spare, rel); err != nil {
			return err
		}
	}
	return t.writeMark(t.spare, build, lastBuild)
}
