package release_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"storefront/internal/build/release"
	"storefront/internal/core/payload"
)

// builds are three builds of one deployment, with changed, added and removed files.
var builds = map[string]map[string]string{
	"aa": {"index.html": "one", "same/index.html": "same", "old/index.html": "old", "assets/a.js": "a"},
	"bb": {"index.html": "two", "same/index.html": "same", "new/index.html": "new", "assets/b.js": "b"},
	"cc": {"index.html": "three", "same/index.html": "same", "assets/b.js": "b"},
}

// publisher publishes builds in a folder. A publisher that stops after some steps leaves what a killed builder leaves.
type publisher struct {
	*testing.T
	folder release.Folder
}

func (p *publisher) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// steps returns the steps of a build: Prepare, a write for each changed file, the removals, Publish and SyncSpare. held
// is set to whether the spare tree held the last build.
func (p *publisher) steps(id, last string, held *bool) []func() error {
	tree := p.folder.Trees(release.DefaultHistory).Open("wayfare")
	files, before := builds[id], map[string]string{}
	steps := []func() error{func() (err error) {
		if *held, err = tree.Prepare(p.Context(), last); *held {
			before = builds[last]
		}
		return err
	}}
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		steps = append(steps, func() error {
			if before[rel] == files[rel] {
				return nil
			}
			_, err := tree.Write(rel, []byte(files[rel]))
			return err
		})
	}
	return append(steps, func() error {
		for rel := range before {
			if files[rel] == "" && !release.IsRetained(rel) {
				p.must(tree.Remove(rel))
			}
		}
		return nil
	}, func() error {
		var all []release.File
		for rel, text := range files {
			all = append(all, release.FileOf(rel, []byte(text)))
		}
		list := release.EncodeList(all)
		return tree.Publish(id, []byte(`{"id": "`+id+`", "deployment": "wayfare"}`), [][]byte{list})
	}, func() error { return tree.SyncSpare(last, id, nil) })
}

// build runs at most the given number of steps of a build, and reports whether the spare tree held the last build.
func (p *publisher) build(id, last string, most int) (held bool) {
	p.Helper()
	steps := p.steps(id, last, &held)
	for _, step := range steps[:min(most, len(steps))] {
		p.must(step())
	}
	return held
}

const whole = 1 << 10 // steps

// live returns the live build, and checks that its tree has exactly the pages of that build.
func (p *publisher) live() string {
	p.Helper()
	root, err := p.folder.WebRoot("wayfare")
	p.must(err)
	id, list, err := release.ReadTree(root)
	p.must(err)
	for rel, text := range builds[id] {
		data, err := os.ReadFile(filepath.Join(root, rel))
		if err != nil || string(data) != text || list[rel].Size == 0 {
			p.Errorf("%s of build %s is %q, %v", rel, id, data, err)
		}
	}
	p.must(filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if _, isPage := release.PageOf(filepath.ToSlash(rel)); isPage && builds[id][filepath.ToSlash(rel)] == "" {
			p.Errorf("%s is not of build %s", rel, id)
		}
		return err
	}))
	return id
}

func TestBuilderKilledAfterAnyStepLeavesACompleteBuildLive(t *testing.T) {
	var held bool
	count := len((&publisher{t, release.Folder(t.TempDir())}).steps("bb", "aa", &held))
	for killed := range count + 1 {
		published := killed >= count-1
		for _, last := range []string{"aa", "bb"} { // the last build by the record of the next builder
			if last == "bb" && !published {
				continue
			}
			t.Run(fmt.Sprintf("after %d steps, with %s recorded as the last build", killed, last), func(t *testing.T) {
				p := &publisher{t, release.Folder(t.TempDir())}
				p.must(p.folder.WriteDeployments([]payload.Deployment{{ID: "wayfare"}}))
				p.build("aa", "", whole)
				p.build("bb", "aa", killed)
				if want := map[bool]string{false: "aa", true: "bb"}[published]; p.live() != want {
					t.Errorf("build %s is live, want %s", p.live(), want)
				}
				p.build("cc", last, whole)
				if p.live() != "cc" || p.folder.LiveBuild("wayfare") != "cc" {
					t.Errorf("build %s is live, want cc", p.live())
				}
				if !p.build("aa", "cc", whole) {
					t.Error("the spare tree does not hold the previous build")
				}
				if p.live() != "aa" {
					t.Errorf("build %s is live, want aa", p.live())
				}
			})
		}
	}
}

func TestSpareTreeIsReusedWithoutRewritingUnchangedFiles(t *testing.T) {
	p := &publisher{t, release.Folder(t.TempDir())}
	p.build("aa", "", whole)
	file := func(tree, rel string) fs.FileInfo {
		info, err := os.Stat(filepath.Join(string(p.folder), "trees", "wayfare", tree, rel))
		p.must(err)
		return info
	}
	before := file("b", "same/index.html")
	if !os.SameFile(before, file("a", "same/index.html")) {
		t.Error("the trees do not share the file of both")
	}
	if !p.build("bb", "aa", whole) {
		t.Error("the spare tree does not hold the last build")
	}
	if !os.SameFile(before, file("b", "same/index.html")) || !os.SameFile(before, file("a", "same/index.html")) {
		t.Error("an unchanged file was written again")
	}
	if os.SameFile(before, file("b", "index.html")) || !os.SameFile(file("a", "index.html"), file("b", "index.html")) {
		t.Error("the former live tree was not updated")
	}
}

func TestTreeWithoutBuildMarkIsClearedExceptRetainedFiles(t *testing.T) {
	p := &publisher{t, release.Folder(t.TempDir())}
	p.build("aa", "", whole)
	for _, tree := range []string{"a", "b"} {
		p.must(os.Remove(filepath.Join(string(p.folder), "trees", "wayfare", tree+".build")))
	}
	tree := p.folder.Trees(0).Open("wayfare")
	held, err := tree.Prepare(t.Context(), "aa")
	p.must(err)
	if held || tree.Has("index.html") || !tree.Has("assets/a.js") {
		t.Errorf("held %v, a page %v, an asset %v", held, tree.Has("index.html"), tree.Has("assets/a.js"))
	}
	if p.live() != "aa" {
		t.Error("the live tree was touched")
	}
}
