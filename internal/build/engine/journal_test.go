package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// If the end of the journal is lost or damaged, the next build still equals a clean build.
func TestBuildRecoversFromADamagedJournal(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	journal := filepath.Join(p.options.Builds, "cache", "last-build")
	first, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk")
	if p.build(); len(engine.SectionEnds(journal)) != 2 {
		t.Fatalf("the journal has sections %v", engine.SectionEnds(journal))
	}
	whole, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	damaged := slices.Concat(first, bytes.ReplaceAll(whole[len(first):], []byte("at dusk"), []byte("at noon")))
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town", "title: Old city")
	clean := newProject(t, p.options.Content)
	want := clean.build().Deployments[0].Build
	for name, left := range map[string][]byte{"truncated": whole[:len(whole)-1], "damaged section": damaged,
		"truncated first section": first[:len(first)/2]} {
		if err := os.WriteFile(journal, left, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := p.build().Deployments[0].Build; got != want {
			t.Errorf("%s: build %s, and a clean one is %s", name, got, want)
		}
	}
}

// If the list of files of the last build is lost or damaged, the next build still equals a clean build.
func TestBuildRecoversFromADamagedListOfFiles(t *testing.T) {
	for name, damage := range map[string]func(list string) error{
		"lost": os.Remove,
		"damaged": func(list string) error {
			data, err := os.ReadFile(list)
			if err != nil {
				return err
			}
			return os.WriteFile(list, bytes.Replace(data, []byte(`"size": `), []byte(`"size": 1`), 1), 0o644)
		},
	} {
		p := newProject(t, contenttest.Copy(t))
		build := p.build().Deployments[0].Build
		lists, err := filepath.Glob(filepath.Join(p.options.Builds, "trees", "wayfare", "*", "builds", "meta",
			build+".files.json"))
		if err != nil || len(lists) == 0 {
			t.Fatalf("no list of files: %v", err)
		}
		for _, list := range lists {
			if err := damage(list); err != nil {
				t.Fatal(err)
			}
		}
		contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town", "title: Old city")
		clean := newProject(t, p.options.Content)
		want := clean.build().Deployments[0].Build
		if got := p.build().Deployments[0].Build; got != want {
			t.Errorf("%s: build %s, and a clean one is %s", name, got, want)
		}
	}
}
