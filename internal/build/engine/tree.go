package engine

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/release"
	"storefront/internal/content/catalog"
)

// A deployment has two trees of files, a and b, and public/<deployment> is a link to the live one. A build changes only
// the other, the spare, and then moves the link: readers see one build or the next, never a mixture, whenever the builder
// is killed. Afterwards the former live tree is brought up to the same state with hard links, so that the next build
// again finds a spare that differs from it by nothing but its own changes.
//
// A tree's mark names the build that it holds whole, and the one that was live when it was about to become so. It is taken
// away before a tree is touched.
type tree struct {
	public string // the link
	base   string // the folder of both trees
	live   string // "a", "b", or nothing before the first build
	spare  string
	// The changes of this build, by path below the tree.
	mu      sync.Mutex
	changed []string
	removed []string
	folders sync.Map // made already
	dry     bool     // nothing is written: what would be is only noted
	history history
}

func openTree(builds, deployment string) *tree {
	t := &tree{
		public: filepath.Join(builds, "public", deployment), base: filepath.Join(builds, "trees", deployment), spare: "a",
		history: historyOf(builds, deployment),
	}
	if target, err := os.Readlink(t.public); err == nil {
		t.live = filepath.Base(target)
		if t.live == "a" {
			t.spare = "b"
		}
	}
	return t
}

func (t *tree) dir(which string) string      { return filepath.Join(t.base, which) }
func (t *tree) markFile(which string) string { return filepath.Join(t.base, which+".build") }

func (t *tree) mark(which, build, before string) error {
	return os.WriteFile(t.markFile(which), []byte(build+" "+before), 0o644)
}

func (t *tree) marked(which string) string {
	build, _ := t.markOf(which)
	return build
}

// markOf is the build that a tree holds whole, with the one that was live before it.
func (t *tree) markOf(which string) (build, before string) {
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

func (t *tree) unmark(which string) error {
	if err := os.Remove(t.markFile(which)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.MkdirAll(t.dir(which), 0o755)
}

// prepare makes the spare hold what the last build held, and says whether it does. Without a last build to stand on the
// spare is empty but for the lasting folders.
func (t *tree) prepare(lastBuild string) (holdsLast bool, err error) {
	if t.dry {
		return t.standOn(lastBuild), nil
	}
	if err := t.keepUnfollowed(); err != nil {
		return false, err
	}
	if lastBuild != "" && t.marked(t.spare) == lastBuild {
		if err := t.unmark(t.spare); err != nil || t.marked(t.live) == lastBuild {
			return true, err
		}
		return true, t.linkLasting() // of a build whose builder was killed once it was live
	}
	if err := t.clear(t.spare); err != nil {
		return false, err
	}
	if t.live == "" {
		return false, nil
	}
	if lastBuild != "" && t.marked(t.live) == lastBuild {
		return true, t.linkAll(t.live, t.spare, "")
	}
	return false, t.linkLasting()
}

// linkLasting has the spare hold what stays of the live tree's build.
func (t *tree) linkLasting() error {
	for _, folder := range release.Lasting {
		if err := t.linkAll(t.live, t.spare, folder); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) clear(which string) error {
	if err := t.unmark(which); err != nil {
		return err
	}
	if err := os.RemoveAll(t.dir(which)); err != nil {
		return err
	}
	return os.MkdirAll(t.dir(which), 0o755)
}

// linkAll links the files of one tree below a folder into the other.
func (t *tree) linkAll(from, to, folder string) error {
	top := filepath.Join(t.dir(from), folder)
	entries, err := os.ReadDir(top)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	jobs := make(chan string, 16)
	results := make(chan error, runtime.NumCPU())
	for range runtime.NumCPU() {
		go func() {
			var failed error
			for rel := range jobs {
				failed = errors.Join(failed, t.linkFolder(from, to, rel))
			}
			results <- failed
		}()
	}
	err = os.MkdirAll(filepath.Join(t.dir(to), folder), 0o755)
	for _, e := range entries {
		rel := filepath.Join(folder, e.Name())
		if e.IsDir() {
			jobs <- rel
		} else if err == nil {
			err = t.link(from, to, rel)
		}
	}
	close(jobs)
	for range runtime.NumCPU() {
		err = errors.Join(err, <-results)
	}
	return err
}

func (t *tree) linkFolder(from, to, folder string) error {
	if err := os.Mkdir(filepath.Join(t.dir(to), folder), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(t.dir(from), folder))
	if err != nil {
		return err
	}
	for _, e := range entries {
		rel := folder + "/" + e.Name()
		if e.IsDir() {
			err = t.linkFolder(from, to, rel)
		} else {
			err = t.link(from, to, rel)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// link makes a file of one tree stand in the other, in place of what stood there.
func (t *tree) link(from, to, rel string) error {
	source, target := filepath.Join(t.dir(from), rel), filepath.Join(t.dir(to), rel)
	err := os.Link(source, target)
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(target); err != nil {
			return err
		}
		return os.Link(source, target)
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.Link(source, target)
	}
	return err
}

// note is what becomes of a file of a dry run.
func (t *tree) note(rel string) {
	t.mu.Lock()
	t.changed = append(t.changed, rel)
	t.mu.Unlock()
}

// write puts a file into the spare. It never writes into an existing file: that may be the live tree's too.
func (t *tree) write(rel string, data []byte) (written, error) {
	if t.dry {
		t.note(rel)
		return describe(rel, data), nil
	}
	target := filepath.Join(t.dir(t.spare), filepath.FromSlash(rel))
	if folder := filepath.Dir(target); !t.made(folder) {
		if err := makeFolder(folder); err != nil {
			return written{}, err
		}
		t.folders.Store(folder, true)
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(target); err != nil {
			return written{}, err
		}
		f, err = os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	}
	if err != nil {
		return written{}, err
	}
	if _, err := f.Write(data); err != nil {
		_ = f.Close()
		return written{}, err
	}
	t.mu.Lock()
	t.changed = append(t.changed, rel)
	t.mu.Unlock()
	return describe(rel, data), f.Close()
}

// hardLink is what trees share files by; a test takes it away.
var hardLink = os.Link

// adopt links a file, which nothing writes into, into the spare. Nothing has changed where that fails: the file may be on
// another device, or be linked as often as its file system allows.
func (t *tree) adopt(file, rel string) error {
	if t.dry {
		t.note(rel)
		return nil
	}
	target := filepath.Join(t.dir(t.spare), filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	err := hardLink(file, target)
	if errors.Is(err, fs.ErrExist) {
		if err = os.Remove(target); err == nil {
			err = hardLink(file, target)
		}
	}
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.changed = append(t.changed, rel)
	t.mu.Unlock()
	return nil
}

// makeFolder is MkdirAll for folders that are mostly new below one that is there: without looking first.
func makeFolder(folder string) error {
	if os.Mkdir(folder, 0o755) == nil {
		return nil
	}
	return os.MkdirAll(folder, 0o755)
}

func (t *tree) made(folder string) bool {
	_, ok := t.folders.Load(folder)
	return ok
}

func describe(rel string, data []byte) written {
	sum := sha256.Sum256(data)
	w := written{Path: rel, Size: len(data)}
	copy(w.Hash[:], sum[:])
	return w
}

// has says that the spare holds a file already.
func (t *tree) has(rel string) bool {
	_, err := os.Stat(filepath.Join(t.dir(t.spare), filepath.FromSlash(rel)))
	return err == nil
}

// remove takes a file, and the folders that it leaves empty, out of the spare.
func (t *tree) remove(rel string) error {
	t.removed = append(t.removed, rel)
	if t.dry {
		return nil
	}
	return t.removeFrom(t.spare, rel)
}

func (t *tree) removeFrom(which, rel string) error {
	if err := os.Remove(filepath.Join(t.dir(which), filepath.FromSlash(rel))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for folder := filepath.Dir(rel); folder != "." && os.Remove(filepath.Join(t.dir(which), folder)) == nil; {
		folder = filepath.Dir(folder)
	}
	return nil
}

// publish makes the spare, which now holds a build whole, the live tree.
func (t *tree) publish(build string) error {
	if err := t.mark(t.spare, build, t.marked(t.live)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.public), 0o755); err != nil {
		return err
	}
	target, err := filepath.Rel(filepath.Dir(t.public), t.dir(t.spare))
	if err != nil {
		return err
	}
	next := t.public + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(target, next); err != nil {
		return err
	}
	if err := os.Rename(next, t.public); err != nil {
		return err
	}
	t.live, t.spare = t.spare, map[string]string{"a": "b", "b": "a"}[t.spare]
	return nil
}

// follow brings the former live tree to the state of the new one. lastBuild is what it held before.
func (t *tree) follow(lastBuild, build string) error {
	former := t.marked(t.spare)
	if err := t.keepFormer(former, lastBuild, build); err != nil {
		return err
	}
	if lastBuild == "" || former != lastBuild {
		if err := t.clear(t.spare); err != nil {
			return err
		}
		if err := t.linkAll(t.live, t.spare, ""); err != nil {
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

// dropTrees takes away the deployments that are no more.
func dropTrees(builds string, stay []*catalog.Deployment) error {
	entries, err := os.ReadDir(filepath.Join(builds, "trees"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.ContainsFunc(stay, func(d *catalog.Deployment) bool { return d.ID == e.Name() }) {
			continue
		}
		err = errors.Join(err,
			os.Remove(filepath.Join(builds, "public", e.Name())), os.RemoveAll(filepath.Join(builds, "trees", e.Name())),
			os.RemoveAll(filepath.Join(builds, "history", e.Name())))
	}
	return err
}
