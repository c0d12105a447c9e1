package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// replaceByLink moves a file or folder of content elsewhere and leaves a symbolic link in its place.
func replaceByLink(t *testing.T, content, elsewhere, name string) {
	t.Helper()
	to := filepath.Join(elsewhere, filepath.Base(name))
	if err := errors.Join(os.Rename(filepath.Join(content, name), to),
		os.Symlink(to, filepath.Join(content, name))); err != nil {
		t.Fatal(err)
	}
}

func TestContentBehindSymbolicLinksIsBuilt(t *testing.T) {
	content, elsewhere := contenttest.Copy(t), t.TempDir()
	before := newProject(t, content)
	before.build()
	for _, name := range []string{"products/dunes/en.md", "products/walk", "deployments/wayfare.yaml", "blog",
		"labels.yaml"} {
		replaceByLink(t, content, elsewhere, name)
	}
	time.Sleep(3100 * time.Millisecond) // until folders count as unchanged, so that only their files are checked
	p := newProject(t, content)
	p.build()
	if got, want := p.read("builds/meta/latest.json"), before.read("builds/meta/latest.json"); got != want {
		t.Errorf("with links the build is %s, not %s", got, want)
	}
	for _, change := range []struct{ file, old, new, page string }{
		{"en.md", "the walk]", "the other walk]", "things-to-do-in-dubai/dunes/index.html"},
		{"walk/en.md", "---\ntitle:", "---\ntitle: Another", "things-to-do-in-dubai/walk/index.html"},
		{"wayfare.yaml", "hello@wayfare.example", "hello@other.example", "about/index.html"},
		{"blog/camps/en.md", "---\ntitle:", "---\ntitle: Another", "blog/camps/index.html"},
	} {
		page := p.read(change.page)
		contenttest.Replace(t, elsewhere, change.file, change.old, change.new)
		p.checkEqualsCleanBuild()
		if p.read(change.page) == page {
			t.Errorf("%s has changed, and %s has not", change.file, change.page)
		}
	}
	contenttest.Remove(t, content, "products/walk")
	contenttest.Replace(t, elsewhere, "en.md", "[the other walk](product:walk)", "it")
	contenttest.Replace(t, content, "products/dunes/ar.md", "[الجولة](product:walk)", "الجولة")
	p.build()
	if _, err := os.Stat(filepath.Join(p.public("wayfare"), "things-to-do-in-dubai/walk/index.html")); err == nil {
		t.Error("the page of a product whose link is removed is still there")
	}
}

func TestBrokenSymbolicLinkIsAMistake(t *testing.T) {
	for link, to := range map[string]string{"products/walk": "nowhere", "products/dunes/reviews.yaml": "nowhere.yaml",
		"search.yaml": "search.yaml", "media": "media"} {
		content := contenttest.Copy(t)
		contenttest.Remove(t, content, link)
		if err := os.Symlink(to, filepath.Join(content, link)); err != nil {
			t.Fatal(err)
		}
		_, err := engine.Check(t.Context(), engine.Options{Content: content})
		invalid, is := errors.AsType[*engine.InvalidContentError](err)
		if !is || !strings.HasSuffix(invalid.Diagnostics[0].String(), link+":1:1: this link leads nowhere") {
			t.Errorf("%s: %v", link, err)
		}
	}
}
