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
	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
)

// withPictureOfDraft returns a project of two deployments with one published build. Only a draft shows the picture
// tent.png. first is the id of the build in wayfare.
func withPictureOfDraft(t *testing.T) (p *project, first string) {
	t.Helper()
	p = newProject(t, contenttest.Copy(t))
	c := p.options.Content
	contenttest.Write(t, c, "deployments/second.yaml",
		strings.ReplaceAll(contenttest.Read(t, c, "deployments/wayfare.yaml"), "wayfare", "second"))
	p.addDraft("secret", "tent.png")
	p.build()
	return p, p.latest()["wayfare"]
}

// addDraft adds a product that is a draft, and a picture that only this product shows.
func (p *project) addDraft(slug, picture string) {
	p.Helper()
	c := p.options.Content
	contenttest.Write(p, c, "media/"+picture, contenttest.Read(p, c, "media/dunes.png"))
	for _, language := range []string{"en", "ar"} {
		alts := "media/" + language + ".yaml"
		contenttest.Write(p, c, alts, contenttest.Read(p, c, alts)+picture+": "+slug+language+"\n")
	}
	for _, file := range []string{"en.md", "ar.md"} {
		contenttest.Write(p, c, "products/"+slug+"/"+file, contenttest.Read(p, c, "products/walk/"+file))
	}
	contenttest.Write(p, c, "products/"+slug+"/product.yaml",
		"draft: true\n"+strings.Replace(contenttest.Read(p, c, "products/walk/product.yaml"), "dunes.png", picture, 1))
}

// preview builds with drafts. The next build is without them.
func (p *project) preview() *engine.Report {
	p.Helper()
	p.options.Include = []pages.Unpublished{pages.Draft}
	defer func() { p.options.Include = nil }()
	return p.build()
}

// published returns the files of a picture in the web root of a deployment.
func (p *project) published(deployment, picture string) []string {
	p.Helper()
	all, err := filepath.Glob(filepath.Join(p.public(deployment), "media", picture+".*"))
	if err != nil {
		p.Fatal(err)
	}
	return all
}

func (p *project) checkPictures(deployment string, want map[string]bool) {
	p.Helper()
	for picture, isPublished := range want {
		if found := p.published(deployment, picture); len(found) > 0 != isPublished {
			p.Errorf("%s: the pictures of %s are %v, want any: %v", deployment, picture, found, isPublished)
		}
	}
	if damage, _ := checkTree(p.public(deployment)); damage != nil {
		p.Errorf("%s: %v", deployment, damage)
	}
}

func TestBuildWithoutDraftsRemovesPicturesOfDrafts(t *testing.T) {
	const second = "deployments/second.yaml"
	for name, next := range map[string]func(p *project){
		"incremental": func(p *project) { p.build() },
		"clean":       func(p *project) { p.options.Clean = true; p.build() },
		"minified":    func(p *project) { p.options.Minify = true; p.build() },
		"with picture variants": func(p *project) {
			p.options.MakeVariant = func([]byte, string) ([]byte, error) { return []byte("a picture"), nil }
			p.build()
		},
		"after a build of one deployment": func(p *project) {
			p.options.Deployment = "second"
			p.build()
			p.options.Deployment = ""
			p.build()
		},
		"after a failed deployment": func(p *project) {
			contenttest.Replace(p, p.options.Content, second, "pageSize: 12", "pageSize: many")
			if r := p.buildAllowingFailures(); len(r.Failed) != 1 || len(p.published("second", "tent")) == 0 {
				p.Fatalf("second has not stayed a preview: %v", r.Failed)
			}
			contenttest.Replace(p, p.options.Content, second, "pageSize: many", "pageSize: 12")
			p.build()
		},
		"after a rollback": func(p *project) {
			if _, err := engine.RollbackAll(p.Context(), release.Folder(p.options.Builds)); err != nil {
				p.Fatal(err)
			}
			for _, deployment := range []string{"wayfare", "second"} {
				p.checkPictures(deployment, map[string]bool{"tent": false, "dunes": true})
			}
			p.build()
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := withPictureOfDraft(t)
			p.preview()
			next(p)
			for _, deployment := range []string{"wayfare", "second"} {
				p.checkPictures(deployment, map[string]bool{"tent": false, "dunes": true})
			}
		})
	}
}

func TestDryRunListsRemovedPicturesOfDrafts(t *testing.T) {
	p, _ := withPictureOfDraft(t)
	p.preview()
	p.options.Clean = true
	isPicture := func(rel string) bool { return strings.HasPrefix(rel, "media/tent.") }
	for _, d := range p.dryRun().Deployments {
		if !slices.ContainsFunc(d.Plan.Removed, isPicture) {
			t.Errorf("%s: the picture is not among the files to be removed: %v", d.ID, d.Plan.Removed)
		}
	}
	p.checkPictures("wayfare", map[string]bool{"tent": true})
}

func TestRollbackPastAPreviewOmitsItsPictures(t *testing.T) {
	p, first := withPictureOfDraft(t)
	p.preview()
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "Old town walk", "Old town walk by lantern")
	p.build()
	p.rollback(first)
	p.checkPictures("wayfare", map[string]bool{"tent": false, "dunes": true})
}

func TestRollbackToAPreviewRestoresItsPictures(t *testing.T) {
	for name, clean := range map[string]bool{"incremental": false, "clean": true} {
		t.Run(name, func(t *testing.T) {
			p, first := withPictureOfDraft(t)
			p.preview()
			one := p.latest()["wayfare"]
			contenttest.Remove(t, p.options.Content, "products/secret")
			p.addDraft("other", "camp.png")
			p.options.Clean = clean
			p.preview()
			p.checkPictures("wayfare", map[string]bool{"tent": false, "camp": true})
			p.rollback(one)
			p.checkPictures("wayfare", map[string]bool{"tent": true, "camp": false})
			p.rollback(first)
			p.checkPictures("wayfare", map[string]bool{"tent": false, "camp": false, "dunes": true})
		})
	}
}

// Earlier generators left such pictures in the web root.
func TestCollectGarbageRemovesPicturesOfAFormerPreview(t *testing.T) {
	p, _ := withPictureOfDraft(t)
	p.preview()
	left := p.published("wayfare", "tent")[0]
	data, err := os.ReadFile(left)
	if err != nil {
		t.Fatal(err)
	}
	p.build()
	p.options.CollectGarbage = true
	if r := p.build(); r.Collected != 0 {
		t.Errorf("%d files are garbage after a build that removed the picture", r.Collected)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, tree := range []string{"a", "b"} {
		file := filepath.Join(p.options.Builds, "trees/wayfare", tree, "media", filepath.Base(left))
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := p.build(); r.Collected != 1 {
		t.Errorf("%d files were removed, want 1", r.Collected)
	}
	p.checkPictures("wayfare", map[string]bool{"tent": false, "dunes": true})
}
