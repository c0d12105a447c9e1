package release

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Tree writes and publishes the builds of one deployment. A deployment has two trees of files, a and b, and
// public/<deployment> is a link to the live one. A build changes only the other, the spare, and then moves the link:
// readers see one build or the next, never a mixture, even if the builder is killed. Afterwards Follow brings the
// former live tree to the same state with hard links, so that the next build finds a spare that differs from it only by
// the changes of that build.
//
// A tree's mark names the build that it holds completely, and the build that was live before. The mark is removed
// before a tree is touched.
type Tree struct {
	changes
	folder     Folder
	deployment string
	keep       int     // former builds
	shared     *shared // by the trees that were opened together
	live       string  // "a", "b", or nothing before the first build
	spare      string
}

// changes are the files of a tree that a build changes, by path below the tree.
type changes struct {
	mu      sync.Mutex
	changed []string
	removed []string
}

func (c *changes) noteChanged(rel string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed = append(c.changed, rel)
}

func (c *changes) noteRemoved(rel string) {
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
	folder Folder
	keep   int
	shared shared
}

// Trees returns an opener of trees that keep that many former builds each.
func (f Folder) Trees(keep int) *Trees {
	return &Trees{folder: f, keep: keep, shared: shared{}}
}

// Open returns the tree of a deployment.
func (ts *Trees) Open(deployment string) *Tree {
	t := &Tree{folder: ts.folder, deployment: deployment, keep: ts.keep, shared: &ts.shared, spare: "a"}
	if target, err := os.Readlink(t.public()); err == nil {
		t.live = filepath.Base(target)
		t.spare = other[t.live]
	}
	return t
}

// other is the other one of two trees.
var other = map[string]string{"a": "b", "b": "a"}

// LiveBuild returns the build of a deployment that is live; empty if there is none.
func (f Folder) LiveBuild(deployment string) string {
	t := f.Trees(0).Open(deployment)
	return t.marked(t.live)
}

func (t *Tree) past() Past                   { return t.folder.Past(t.deployment) }
func (t *Tree) public() string               { return filepath.Join(string(t.folder), "public", t.deployment) }
func (t *Tree) base() string                 { return filepath.Join(string(t.folder), "trees", t.deployment) }
func (t *Tree) dir(which string) string      { return filepath.Join(t.base(), which) }
func (t *Tree) markFile(which string) string { return filepath.Join(t.base(), which+".build") }

// path returns where the spare has a file.
func (t *Tree) path(rel string) string { return filepath.Join(t.dir(t.spare), filepath.FromSlash(rel)) }

func (t *Tree) mark(which, build, before string) error {
	return os.WriteFile(t.markFile(which), []byte(build+" "+before), 0o644)
}

func (t *Tree) marked(which string) string {
	build, _ := t.markOf(which)
	return build
}

// markOf returns the build that a tree holds whole, and the build that was live before it.
func (t *Tree) markOf(which string) (build, before string) {
	if which == "" {
		return "", ""
	}
	data, err := os.ReadFile(t.markFile(which))
	if err != nil {
		return "", ""
	}
	build, before, _ = strings.Cut(string(data), " ")
	return build, before
}

func (t *Tree) unmark(which string) error {
	if err := os.Remove(t.markFile(which)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.MkdirAll(t.dir(which), 0o755)
}

// Prepare makes the spare hold the files of the last build, and reports whether it does. Without a last build the spare
// is empty except the lasting folders.
func (t *Tree) Prepare(ctx context.Context, lastBuild string) (holdsLast bool, err error) {
	if err := t.KeepUnfollowed(); err != nil {
		return false, err
	}
	if lastBuild != "" && t.marked(t.spare) == lastBuild {
		if err := t.unmark(t.spare); err != nil || t.marked(t.live) == lastBuild {
			return true, err
		}
		return true, t.linkLasting(ctx) // of a build whose builder was killed once it was live
	}
	if err := t.clear(t.spare); err != nil {
		return false, err
	}
	if t.live == "" {
		return false, nil
	}
	if lastBuild != "" && t.marked(t.live) == lastBuild {
		return true, t.linkAll(ctx, t.live, t.spare, "")
	}
	return false, t.linkLasting(ctx)
}

// linkLasting links the lasting folders of the live tree into the spare.
func (t *Tree) linkLasting(ctx context.Context) error {
	for _, folder := range Lasting {
		if err := t.linkAll(ctx, t.live, t.spare, folder); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) clear(which string) error {
	if err := t.unmark(which); err != nil {
		return err
	}
	if err := os.RemoveAll(t.dir(which)); err != nil {
		return err
	}
	return os.MkdirAll(t.dir(which), 0o755)
}

// Stay ends a build that is the live one again: it reports false if the build is another or changed a file.
func (t *Tree) Stay(build string) (stays bool, err error) {
	if len(t.changed)+len(t.removed) > 0 || t.marked(t.live) != build {
		return false, nil
	}
	return true, t.mark(t.spare, build, "")
}

// Publish makes the spare, which now holds a whole build, the live tree. The manifest and the list of the build are
// written first, into the tree and into the folder of builds.
func (t *Tree) Publish(build string, manifest, list []byte) error {
	files := []struct {
		name string
		data []byte
	}{{ManifestFile(build), manifest}, {ListFile(build), list}}
	for _, f := range files {
		if _, err := t.Write(f.name, f.data); err != nil {
			return err
		}
		at := filepath.Join(string(t.folder), strings.TrimPrefix(f.name, "builds/"))
		if linkInFolder(t.path(f.name), at+".next") == nil && os.Rename(at+".next", at) == nil {
			continue
		}
		if err := ReplaceFile(at, f.data); err != nil { // where links are not possible
			return err
		}
	}
	if _, err := t.Write(LatestFile, []byte(`{"id": "`+build+`"}`+"\n")); err != nil {
		return err
	}
	return t.switchTo(build)
}

// switchTo makes the spare the live tree.
func (t *Tree) switchTo(build string) error {
	if err := t.mark(t.spare, build, t.marked(t.live)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.public()), 0o755); err != nil {
		return err
	}
	target, err := filepath.Rel(filepath.Dir(t.public()), t.dir(t.spare))
	if err != nil {
		return err
	}
	next := t.public() + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(target, next); err != nil {
		return err
	}
	if err := os.Rename(next, t.public()); err != nil {
		return err
	}
	t.live, t.spare = t.spare, other[t.spare]
	return nil
}

// Follow brings the former live tree to the state of the build that is live now, after its files were kept. It held
// lastBuild, whose pages need the scripts of csp. A build that stayed needs none of this.
func (t *Tree) Follow(lastBuild, build string, csp []string) error {
	former := t.marked(t.spare)
	if build == lastBuild && former == build {
		return nil
	}
	if err := t.keepFormer(former, lastBuild, build, csp); err != nil {
		return err
	}
	if lastBuild == "" || former != lastBuild {
		if err := t.clear(t.spare); err != nil {
			return err
		}
		if err := t.linkAll(context.Background(), t.live, t.spare, ""); err != nil {
			return err
		}
		return t.mark(t.spare, build, lastBuild)
	}
	if err := t.unmark(t.spare); err != nil {
		return err
	}
	for _, rel := range t.removed {
		if err := t.removeFrom(t.spare, rel); err != nil {
			return err
		}
	}
	for _, rel := range t.changed {
		if err := t.link(t.live, t.spare, rel); err != nil {
			return err
		}
	}
	return t.mark(t.spare, build, lastBuild)
}
