package live_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/serve/live"
)

// builds is a folder of builds with two trees and a link, as a release keeps it.
type builds struct {
	*testing.T
	dir string
	n   int // of the live build
}

func (b *builds) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// files are those of a build: each holds its number.
var files = []string{"first", "second"}

// write writes the files of the next build into the tree that is out of service.
func (b *builds) write(names ...string) (tree string) {
	b.Helper()
	tree = filepath.Join("trees", "wayfare", []string{"a", "b"}[(b.n+1)%2])
	b.must(os.MkdirAll(filepath.Join(b.dir, tree), 0o755))
	for _, name := range names {
		b.must(os.WriteFile(filepath.Join(b.dir, tree, name), fmt.Append(nil, b.n+1), 0o644))
	}
	return tree
}

// publish makes the next build live.
func (b *builds) publish() {
	b.Helper()
	tree := b.write(files...)
	b.must(os.MkdirAll(filepath.Join(b.dir, "public"), 0o755))
	link := filepath.Join(b.dir, "public", "wayfare")
	b.must(os.Symlink(filepath.Join("..", tree), link+".next"))
	b.must(os.Rename(link+".next", link))
	b.n++
}

type view func(read func(*os.Root) error) error

// mixtures reads both files of the live build many times, with up to three builds published, and up to one half
// written, between the two. It returns the readings that are not of one build, or of an earlier one than when they
// began.
func (b *builds) mixtures(view view) (wrong []string) {
	for i := range 160 {
		began, tries := b.n, 0
		var seen [2]string
		b.must(view(func(root *os.Root) error {
			tries++
			for n, name := range files {
				data, err := root.ReadFile(name)
				if err != nil {
					return err
				}
				seen[n] = string(data)
				if n > 0 || tries > 1+i/4%3 {
					continue
				}
				for range i % 4 {
					b.publish()
				}
				if i%5 == 0 {
					b.write("second")
				}
			}
			return nil
		}))
		var build int
		if _, err := fmt.Sscan(seen[0], &build); err != nil || seen[0] != seen[1] || build < began || build > b.n {
			wrong = append(wrong, fmt.Sprintf("reading %d, begun at build %d, ended at %d: %q", i, began, b.n, seen))
		}
	}
	return wrong
}

func TestReadersSeeOneBuildWhileBuildsArePublished(t *testing.T) {
	b := &builds{T: t, dir: t.TempDir()}
	b.publish()
	guarded := live.Open(b.dir)
	if wrong := b.mixtures(func(read func(*os.Root) error) error {
		return guarded.View("wayfare", func(root *os.Root, _ fs.FileInfo) error { return read(root) })
	}); wrong != nil {
		t.Errorf("%d mixtures: %s", len(wrong), wrong[0])
	}
	// The control: a reader that only follows the link.
	if wrong := b.mixtures(func(read func(*os.Root) error) error {
		root, err := os.OpenRoot(filepath.Join(b.dir, "public", "wayfare"))
		if err != nil {
			return err
		}
		defer root.Close()
		return read(root)
	}); wrong == nil {
		t.Error("a reader without View sees no mixture: this test proves nothing")
	}
}

func TestReadErrorInAReplacedBuildIsRetried(t *testing.T) {
	b := &builds{T: t, dir: t.TempDir()}
	b.publish()
	tries := 0
	err := live.Open(b.dir).View("wayfare", func(*os.Root, fs.FileInfo) error {
		if tries++; tries > 1 {
			return nil
		}
		b.publish() // after two builds the same tree is live again
		b.publish()
		return fs.ErrNotExist
	})
	if err != nil || tries != 2 {
		t.Errorf("%d tries, %v", tries, err)
	}
}

func TestViewFailsIfEveryTryMeetsANewBuild(t *testing.T) {
	b := &builds{T: t, dir: t.TempDir()}
	b.publish()
	err := live.Open(b.dir).View("wayfare", func(*os.Root, fs.FileInfo) error {
		b.publish()
		return nil
	})
	if !errors.Is(err, live.ErrNoBuild) {
		t.Error(err)
	}
}

func TestIsLiveReportsWhetherALinkIsTheLiveBuild(t *testing.T) {
	b := &builds{T: t, dir: t.TempDir()}
	all := live.Open(b.dir)
	if _, err := all.Link("wayfare"); !errors.Is(err, live.ErrNoBuild) {
		t.Errorf("without a build: %v", err)
	}
	b.publish()
	for range 20 {
		var link fs.FileInfo
		b.must(all.View("wayfare", func(_ *os.Root, l fs.FileInfo) error { link = l; return nil }))
		if !all.IsLive("wayfare", link) {
			t.Error("the live build is not live")
		}
		b.publish()
		if all.IsLive("wayfare", link) {
			t.Error("the build before is live")
		}
	}
}

func TestInvalidDeploymentIDsAreRejected(t *testing.T) {
	b := &builds{T: t, dir: t.TempDir()}
	b.publish()
	all := live.Open(b.dir)
	for _, id := range []string{"", ".", "..", "wayfare/../wayfare", "../public/wayfare", ".hidden", "a\x00b", "trails",
		strings.Repeat("a", 300)} {
		err := all.View(id, func(*os.Root, fs.FileInfo) error { t.Errorf("%q is read", id); return nil })
		if !errors.Is(err, live.ErrNoBuild) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
