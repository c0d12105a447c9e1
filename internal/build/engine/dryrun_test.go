package engine_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

func (p *project) dryRun() *engine.Report {
	p.Helper()
	report, err := engine.DryRun(p.Context(), p.options)
	if err != nil {
		p.Fatal(err)
	}
	return report
}

// fileStats lists every file and link below a folder with its size and time.
func fileStats(t *testing.T, root string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		all = append(all, path+" "+info.ModTime().Format(time.RFC3339Nano)+" "+info.Mode().String())
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

// metaFiles name the build itself; a dry run does not know its name.
const metaFiles = 3

func TestDryRunPredictsTheBuildAndWritesNothing(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	edits := []func(){
		func() {},
		func() {
			contenttest.Replace(t, p.options.Content, "products/walk/en.md", "Old town walk",
				"Old town walk by lantern")
		},
		func() { contenttest.Remove(t, p.options.Content, "blog/camps") },
		func() { p.options.Clean = true },
		func() { p.options.Clean, p.options.Minify = false, true },
		func() { // pages in Arabic fall back to English, and have Markdown though no sitemap lists them
			contenttest.Replace(t, p.options.Content, "deployments/wayfare.yaml", "pageSize: 12",
				"pageSize: 12\nuntranslated: fallback")
			contenttest.Remove(t, p.options.Content, "products/dunes/ar.md")
		},
	}
	for i, edit := range edits {
		edit()
		before := fileStats(t, p.options.Builds)
		dry := p.dryRun()
		if after := fileStats(t, p.options.Builds); !slices.Equal(before, after) {
			t.Errorf("edit %d: a dry run has touched the folder of builds", i)
		}
		report := p.build()
		planned, actual := dry.Deployments[0], report.Deployments[0]
		if planned.Rendered != actual.Rendered || planned.Reused != actual.Reused ||
			planned.Removed != actual.Removed || planned.Written+metaFiles != actual.Written {
			t.Errorf("edit %d: planned %+v\nactual %+v", i, planned, actual)
		}
		if len(planned.Plan.Rendered) != actual.Rendered {
			t.Errorf("edit %d: %d pages named, %d rendered", i, len(planned.Plan.Rendered), actual.Rendered)
		}
	}
	if dry := p.dryRun(); !dry.Unchanged {
		t.Errorf("nothing has changed, but %+v", dry)
	}
}

func TestDryRunCreatesNoBuildsFolder(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.dryRun()
	if _, err := os.Stat(p.options.Builds); err == nil {
		t.Error("the folder of builds is there")
	}
}
