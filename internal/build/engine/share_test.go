package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/tests/drill"
)

// twoShops returns a project with a second deployment.
func twoShops(t *testing.T) *project {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	return p
}

// hashedFiles returns the files of a tree whose names contain a hash of their content.
func (p *project) hashedFiles(deployment string) map[string]os.FileInfo {
	p.Helper()
	all := map[string]os.FileInfo{}
	for path := range files(p, p.public(deployment)) {
		if !strings.HasPrefix(path, "assets/") && !strings.HasPrefix(path, "media/") {
			continue
		}
		info, err := os.Stat(filepath.Join(p.public(deployment), path))
		if err != nil {
			p.Fatal(err)
		}
		all[path] = info
	}
	return all
}

// countShared counts the files that two trees have in common: hard links and copies.
func (p *project) countShared(one, other string) (same, apart int) {
	p.Helper()
	otherFiles := p.hashedFiles(other)
	for path, info := range p.hashedFiles(one) {
		switch second, ok := otherFiles[path]; {
		case ok && os.SameFile(info, second):
			same++
		case ok:
			apart++
		}
	}
	return same, apart
}

func TestDeploymentsShareIdenticalFiles(t *testing.T) {
	p := twoShops(t)
	p.build()
	if same, apart := p.countShared("wayfare", "sands"); same < 50 || apart > 0 {
		t.Errorf("%d files are shared, %d are copies", same, apart)
	}
	contenttest.Write(t, p.options.Content, "media/dunes.png", picture)
	p.build()
	if same, apart := p.countShared("wayfare", "sands"); same < 51 || apart > 0 {
		t.Errorf("after an edit %d files are shared, %d are copies", same, apart)
	}
}

func TestAddedDeploymentSharesFilesWithExistingOnes(t *testing.T) {
	for name, only := range map[string]string{"built with all": "", "built alone": "sands"} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			p.build()
			contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
			p.options.Deployment = only
			p.build()
			if same, apart := p.countShared("wayfare", "sands"); same < 50 || apart > 0 {
				t.Errorf("%d files are shared, %d are copies", same, apart)
			}
		})
	}
}

func TestRemovedDeploymentKeepsTheFilesOfOthers(t *testing.T) {
	p := twoShops(t)
	p.build()
	before := files(t, p.public("wayfare"))
	contenttest.Remove(t, p.options.Content, "deployments/sands.yaml")
	p.build()
	if _, err := os.Stat(p.public("sands")); err == nil {
		t.Fatal("it is still there")
	}
	mustEqual(t, before, files(t, p.public("wayfare")))
	p.options.Clean = true
	p.build()
	mustEqual(t, before, files(t, p.public("wayfare")))
}

func TestDeploymentBuiltAloneIsRemovedWithItsFile(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	p.options.Deployment = "sands"
	p.build()
	contenttest.Remove(t, p.options.Content, "deployments/sands.yaml")
	p.options.Deployment = ""
	p.build()
	if _, err := os.Stat(p.public("sands")); err == nil {
		t.Error("it is still there")
	}
}

func TestSharedFilesAreCopiedIfTheyCannotBeLinked(t *testing.T) {
	one, two := twoShops(t), twoShops(t)
	one.build()
	// The trees of one deployment are on another disk, to which no file can be linked.
	trees := filepath.Join(two.options.Builds, "trees")
	if err := os.MkdirAll(trees, 0o755); err != nil {
		t.Fatal(err)
	}
	disk := drill.NewDisk(t, 64)
	if err := os.Symlink(disk.Dir, filepath.Join(trees, "sands")); err != nil {
		t.Fatal(err)
	}
	two.build()
	for _, deployment := range []string{"wayfare", "sands"} {
		mustEqual(t, files(t, one.public(deployment)), files(t, two.public(deployment)))
	}
	if same, apart := two.countShared("wayfare", "sands"); same > 0 || apart < 50 {
		t.Errorf("%d files are shared, %d are copies", same, apart)
	}
}

// latest returns the live build of each deployment by the builds' meta/latest.json.
func (p *project) latest() map[string]string {
	p.Helper()
	var latest struct{ Deployments map[string]string }
	data, err := os.ReadFile(filepath.Join(p.options.Builds, "meta", "latest.json"))
	if err == nil {
		err = json.Unmarshal(data, &latest)
	}
	if err != nil {
		p.Fatal(err)
	}
	return latest.Deployments
}

func TestDeploymentOptionBuildsOneDeploymentOnly(t *testing.T) {
	p := twoShops(t)
	p.options.Deployment = "sands"
	if r := p.build(); len(r.Deployments) != 1 || r.Deployments[0].ID != "sands" {
		t.Errorf("got %+v", r.Deployments)
	}
	if _, err := os.Stat(p.public("wayfare")); err == nil {
		t.Error("the other was built too")
	}
	p.options.Deployment = ""
	p.build()
	before := p.build().Deployments
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	p.options.Deployment = "sands"
	p.build()
	latest := p.latest()
	for _, d := range before {
		if changed := latest[d.ID] != d.Build; changed != (d.ID == "sands") {
			t.Errorf("%s was at %s and is at %s", d.ID, d.Build, latest[d.ID])
		}
	}
}

// A deployment built alone has content that the others lack, even if the next build removes that content again.
func TestBuildAfterABuildOfOneDeploymentUpdatesAll(t *testing.T) {
	p := twoShops(t)
	p.build()
	alone := func() {
		p.Helper()
		p.options.Deployment = "sands"
		p.build()
		p.options.Deployment = ""
	}
	stories := filepath.Join(p.options.Content, "blog")
	if err := os.CopyFS(filepath.Join(stories, "brief"), os.DirFS(filepath.Join(stories, "camps"))); err != nil {
		t.Fatal(err)
	}
	alone()
	p.readOf("sands", "en/blog/brief/index.html")
	contenttest.Remove(t, p.options.Content, "blog/brief")
	p.build()
	if _, err := os.Stat(filepath.Join(p.public("sands"), "en/blog/brief/index.html")); err == nil {
		t.Error("a removed post is still on the deployment that was built alone")
	}
	p.options.AsOf = p.options.AsOf.AddDate(0, 0, 1)
	alone()
	if r := p.build(); r.Unchanged {
		t.Error("the other deployment still has the former day")
	}
	p.options.Clean = true
	alone()
	if p.latest()["wayfare"] == "" {
		t.Error("the live build of the other deployment is unknown")
	}
}
