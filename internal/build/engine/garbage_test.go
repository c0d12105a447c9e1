package engine_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// sources returns the published files of the picture media/dunes.png in all trees.
func (p *project) sources() []string {
	p.Helper()
	all, err := filepath.Glob(filepath.Join(p.options.Builds, "trees/wayfare/*/media/dunes.*.png"))
	if err != nil {
		p.Fatal(err)
	}
	return all
}

func (p *project) replacePicture(data string) {
	p.Helper()
	contenttest.Write(p, p.options.Content, "media/dunes.png", data)
}

func TestCollectGarbageRemovesPicturesOfNoKeptBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.options.History = 1
	p.build()
	first, id := p.sources(), p.latest()["wayfare"]
	if len(first) != 2 {
		t.Fatalf("a picture is not in both trees: %v", first)
	}
	p.replacePicture(picture)
	p.build()
	p.options.CollectGarbage = true
	if r := p.build(); !r.Unchanged || r.Collected != 0 || len(p.sources()) != 4 {
		t.Fatalf("%d files that a rollback needs were removed: %v", r.Collected, p.sources())
	}
	p.rollback(id)
	if damage, _ := checkTree(p.public("wayfare")); damage != nil {
		t.Fatal(damage)
	}
	p.options.CollectGarbage = false
	for _, title := range []string{"Dunes A", "Dunes B"} {
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "\ntitle: ", "\ntitle: "+title+" ")
		p.build()
	}
	if len(p.sources()) != 4 {
		t.Fatalf("a build removed pictures without being asked to: %v", p.sources())
	}
	p.options.CollectGarbage = true
	plan, err := engine.DryRun(t.Context(), p.options)
	if err != nil || plan.Collected == 0 || len(p.sources()) != 4 {
		t.Fatalf("a dry run counts %d files, and leaves %v: %v", plan.Collected, p.sources(), err)
	}
	if r := p.build(); r.Collected != plan.Collected {
		t.Errorf("%d files were removed, not %d", r.Collected, plan.Collected)
	}
	if left := p.sources(); len(left) != 2 || slices.ContainsFunc(left, func(path string) bool {
		return slices.Contains(first, path)
	}) {
		t.Errorf("the picture of builds that are no longer kept is still there: %v", left)
	}
	if damage, _ := checkTree(p.public("wayfare")); damage != nil {
		t.Error(damage)
	}
	if r := p.build(); r.Collected != 0 {
		t.Errorf("%d more files were removed", r.Collected)
	}
}

func TestCollectGarbageRemovesNothingIfAFileListIsMissing(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	p.replacePicture(picture)
	p.build()
	before := p.sources()
	live := p.latest()["wayfare"]
	for _, tree := range []string{"a", "b"} {
		list := filepath.Join(p.options.Builds, "trees/wayfare", tree, "builds/meta", live+".files.json")
		if err := os.Remove(list); err != nil {
			t.Fatal(err)
		}
	}
	p.options.CollectGarbage = true
	_, err := engine.Build(t.Context(), p.options)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "build "+live+" of wayfare are unknown") {
		t.Errorf("the error is %v", err)
	}
	if !slices.Equal(p.sources(), before) {
		t.Errorf("files were removed: %v", p.sources())
	}
}
