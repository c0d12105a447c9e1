package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
)

// visible returns the files of a deployment's live tree, except the files that later builds retain.
func (p *project) visible(deployment string) map[string][]byte {
	p.Helper()
	all := files(p, p.public(deployment))
	maps.DeleteFunc(all, func(rel string, _ []byte) bool { return release.IsRetained(rel) })
	return all
}

func (p *project) same(what string, got, want map[string][]byte) {
	p.Helper()
	for rel := range want {
		if !bytes.Equal(got[rel], want[rel]) {
			p.Errorf("%s: %s differs", what, rel)
		}
	}
	for rel := range got {
		if _, ok := want[rel]; !ok {
			p.Errorf("%s: %s is unexpected", what, rel)
		}
	}
}

func (p *project) rollback(to string) *release.RollbackReport {
	p.Helper()
	r, err := engine.Rollback(p.Context(), release.Folder(p.options.Builds), "wayfare", to)
	if err != nil {
		p.Fatal(err)
	}
	return r
}

func TestRollbackRestoresABuildAndTheNextBuildIsIncremental(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	var ids []string
	var states []map[string][]byte
	title := "Sunset dunes"
	for n := range 4 {
		if n > 0 {
			next := fmt.Sprintf("Dunes, edition %d", n)
			contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
			title = next
		}
		if n == 2 {
			contenttest.Remove(t, p.options.Content, "blog/brief")
		}
		p.build()
		ids = append(ids, p.latest()["wayfare"])
		states = append(states, p.visible("wayfare"))
	}
	for _, n := range []int{0, 2, 1, 3, 0} {
		before := p.latest()["wayfare"]
		if r := p.rollback(ids[n]); r.Before != before || r.Build != ids[n] {
			t.Errorf("the report is %+v", r)
		}
		p.same("back at build "+fmt.Sprint(n), p.visible("wayfare"), states[n])
		if damage, _ := checkTree(p.public("wayfare")); damage != nil {
			t.Error(damage)
		}
		if got := p.latest()["wayfare"]; got != ids[n] {
			t.Errorf("latest.json names %s", got)
		}
	}
	report := p.build()
	if d := report.Deployments[0]; d.Rendered == 0 || d.Reused == 0 || report.Read != 0 {
		t.Errorf("after going back a build renders %d, reuses %d and reads %d", d.Rendered, d.Reused, report.Read)
	}
	if got := p.latest()["wayfare"]; got != ids[3] {
		t.Errorf("the next build is %s, want that of the content, %s", got, ids[3])
	}
	p.same("the next build", p.visible("wayfare"), states[3])
	if !p.build().Unchanged {
		t.Error("the build after that is not unchanged")
	}
	clean := newProject(t, p.options.Content)
	clean.build()
	p.same("beside a clean build", p.visible("wayfare"), clean.visible("wayfare"))
}

func TestCleanBuildKeepsTheFormerBuildForARollback(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	id, state := p.latest()["wayfare"], p.visible("wayfare")
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Other dunes")
	contenttest.Remove(t, p.options.Content, "blog/brief")
	p.options.Clean = true
	p.build()
	p.rollback(release.Previous)
	if p.latest()["wayfare"] != id {
		t.Error("the former build is not the one that is kept")
	}
	p.same("back", p.visible("wayfare"), state)
}

func TestHistoryLimitsTheKeptFormerBuilds(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.options.History = 2
	title := "Sunset dunes"
	for n := range 5 {
		p.build()
		next := fmt.Sprintf("Dunes, edition %d", n)
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
	}
	former, err := release.Folder(p.options.Builds).FormerBuilds("wayfare")
	if err != nil || len(former) != 2 {
		t.Fatalf("%+v, %v", former, err)
	}
	if former[0].Pages["en"] == 0 || former[0].Pages["en"] != former[0].Pages["ar"] || former[0].PublishedAt.IsZero() {
		t.Errorf("the former build is %+v", former[0])
	}
	kept, err := os.ReadDir(filepath.Join(p.options.Builds, "history", "wayfare"))
	if err != nil || len(kept) != 2 {
		t.Errorf("%d are kept, %v", len(kept), err)
	}
	if _, err := engine.Rollback(p.Context(), release.Folder(p.options.Builds), "wayfare", "nothing"); err == nil ||
		!strings.Contains(err.Error(), `there is no build "nothing"`) {
		t.Errorf("an unknown build: %v", err)
	}
	live := p.latest()["wayfare"]
	if lists, _ := filepath.Glob(filepath.Join(p.options.Builds, "meta/*.files.json")); len(lists) != 3 {
		t.Errorf("lists are kept of %d builds, not of the live one and the two before: %v", len(lists), lists)
	}
	for _, tree := range []string{"a", "b"} {
		meta := filepath.Join(p.options.Builds, "trees/wayfare", tree, "builds/meta/*.files.json")
		if lists, _ := filepath.Glob(meta); len(lists) != 3 {
			t.Errorf("tree %s has the lists of %d builds: %v", tree, len(lists), lists)
		}
	}
	p.options.History = -1
	p.build()
	if _, err := engine.Rollback(p.Context(), release.Folder(p.options.Builds), "wayfare", live); err == nil ||
		!strings.Contains(err.Error(), "is no longer kept; no build is") {
		t.Errorf("none are kept: %v", err)
	}
}

func TestRollbackRefusesAnIncompleteBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	id := p.latest()["wayfare"]
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Other dunes")
	p.build()
	kept, err := filepath.Glob(filepath.Join(p.options.Builds, "history/wayfare/*/*[0-9]"))
	if err != nil || len(kept) == 0 {
		t.Fatal(err)
	}
	for _, file := range kept {
		if err := os.Truncate(file, 3); err != nil {
			t.Fatal(err)
		}
	}
	live := p.latest()["wayfare"]
	if _, err := engine.Rollback(p.Context(), release.Folder(p.options.Builds), "wayfare", id); err == nil ||
		!strings.Contains(err.Error(), "no longer complete, nothing was changed") {
		t.Errorf("the error is %v", err)
	}
	if damage, _ := checkTree(p.public("wayfare")); damage != nil || p.latest()["wayfare"] != live {
		t.Errorf("the live build: %v", damage)
	}
}

// A build that stopped before the link was moved was never live, so it is not listed as a former build.
func TestBuildThatWasNeverLiveIsNoFormerBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	title, public := "Sunset dunes", p.public("wayfare")
	edit := func(next string) {
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
	}
	var ids []string
	for n := range 3 {
		edit(fmt.Sprintf("Dunes, edition %d", n))
		p.build()
		ids = append(ids, p.latest()["wayfare"])
	}
	// The next link cannot be created in place of a folder that is not empty.
	inTheWay := filepath.Join(p.options.Builds, "public", "wayfare.next", "folder")
	whileItCannotMove := func(what string, do func() error) {
		t.Helper()
		if err := os.MkdirAll(inTheWay, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := do(); err == nil {
			t.Fatalf("%s is live", what)
		}
		if err := os.RemoveAll(filepath.Dir(inTheWay)); err != nil {
			t.Fatal(err)
		}
		if damage, _ := checkTree(public); damage != nil || p.latest()["wayfare"] != ids[2] {
			t.Errorf("after %s: %v", what, damage)
		}
	}
	goBack := func() error {
		_, err := engine.Rollback(p.Context(), release.Folder(p.options.Builds), "wayfare", ids[0])
		return err
	}
	build := func() error { _, err := engine.Build(t.Context(), p.options); return err }
	edit("Dunes nobody saw")
	whileItCannotMove("a build", build)
	p.rollback(ids[1])
	p.rollback(ids[2])
	whileItCannotMove("going back", goBack)
	whileItCannotMove("going back again", goBack)
	whileItCannotMove("another build", build)
	former, err := release.Folder(p.options.Builds).FormerBuilds("wayfare")
	if err != nil || len(former) != 2 {
		t.Fatalf("%+v, %v", former, err)
	}
	for _, f := range former {
		p.rollback(f.ID)
		if damage, _ := checkTree(public); damage != nil {
			t.Errorf("back at %s: %v", f.ID, damage)
		}
	}
}

// A build that stopped after the link was moved is live, although no file records it. The next build replaces it.
func TestRevertedContentIsLiveAgainAfterAnUnfinishedBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	id, state := p.latest()["wayfare"], p.visible("wayfare")
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes",
		"title: Dunes for a moment")
	// The folder prevents the build from recording the live build.
	inTheWay := filepath.Join(p.options.Builds, "meta", "latest.json.next")
	if err := os.Mkdir(inTheWay, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Build(t.Context(), p.options); err == nil {
		t.Fatal("the build has ended")
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	if damage, _ := checkTree(p.public("wayfare")); damage != nil {
		t.Error(damage)
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Dunes for a moment",
		"title: Sunset dunes")
	p.build()
	p.same("the content of the first build", p.visible("wayfare"), state)
	if got := p.latest()["wayfare"]; got != id {
		t.Errorf("latest.json names %s", got)
	}
	p.rollback(release.Previous)
	if damage, _ := checkTree(p.public("wayfare")); damage != nil ||
		!strings.Contains(p.read("index.html"), "Dunes for a moment") {
		t.Errorf("the unfinished build is not the previous build: %v", damage)
	}
}

// After a rollback the pages may run their scripts, whenever the builder of the next build was killed.
func TestRollbackAllowsTheScriptsOfABuildThatWasInterrupted(t *testing.T) {
	for what, stop := range map[string]func(builds string) (inTheWay string, err error){
		"stopped before the build is recorded": func(builds string) (string, error) {
			folder := filepath.Join(builds, "meta", "latest.json.next")
			return folder, os.Mkdir(folder, 0o755)
		},
		// No history can be written through a broken link.
		"stopped before the history is written": func(builds string) (string, error) {
			link := filepath.Join(builds, "history", "wayfare")
			return link, errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink("nowhere", link))
		},
	} {
		t.Run(what, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			former, next := p.ownBundle("former"), p.ownBundle("next")
			p.options.Site = former
			p.build()
			id := p.latest()["wayfare"]
			p.options.Site = next
			inTheWay, err := stop(p.options.Builds)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Build(t.Context(), p.options); err == nil {
				t.Fatal("the build has ended")
			}
			if err := os.Remove(inTheWay); err != nil {
				t.Fatal(err)
			}
			p.rollback(release.Previous)
			p.build()
			contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes")
			p.build()
			if csp := p.serverEntry("wayfare").CSP; slices.Contains(csp, "sha256-former") {
				t.Errorf("%q are still allowed", csp)
			}
			p.rollback(id)
			if csp := p.serverEntry("wayfare").CSP; !slices.Contains(csp, "sha256-former") {
				t.Errorf("only %q are allowed", csp)
			}
		})
	}
}

// ownBundle returns a copy of the site bundle whose pages allow a script of this name.
func (p *project) ownBundle(script string) (folder string) {
	p.Helper()
	folder = filepath.Join(p.TempDir(), script)
	if err := os.CopyFS(folder, os.DirFS(p.options.Site)); err != nil {
		p.Fatal(err)
	}
	file := filepath.Join(folder, "bundle.json")
	data, err := os.ReadFile(file)
	if err != nil {
		p.Fatal(err)
	}
	var bundle map[string]any
	if err := json.Unmarshal(data, &bundle); err != nil {
		p.Fatal(err)
	}
	bundle["csp"], bundle["hash"] = []string{"sha256-" + script}, script
	if data, err = json.Marshal(bundle); err == nil {
		err = os.WriteFile(file, data, 0o644)
	}
	if err != nil {
		p.Fatal(err)
	}
	return folder
}

func TestFormerBuildsStayCompleteIfBuildsAndRollbacksAreKilled(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	public, title, killed := p.public("wayfare"), "Sunset dunes", 0
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: Dunes")
	title = "Dunes"
	began := time.Now()
	if killBuilder(t, p.options, time.Minute) != 0 {
		t.Fatal("the builder failed")
	}
	aBuild := time.Since(began)
	for i := range killCount() {
		next := fmt.Sprintf("Dunes, edition %d", i)
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
		killed += killBuilder(t, p.options, time.Duration(rand.Int64N(int64(aBuild*3/2))))
		if damage, _ := checkTree(public); damage != nil {
			t.Fatalf("after kill %d of a builder: %v", i, damage)
		}
		former, err := release.Folder(p.options.Builds).FormerBuilds("wayfare")
		if err != nil || len(former) == 0 {
			continue
		}
		to := former[rand.IntN(len(former))].ID
		killed += killProgram(t, time.Duration(rand.IntN(120))*time.Millisecond, "ROLLBACK="+to,
			"BUILD_TO="+p.options.Builds)
		if damage, _ := checkTree(public); damage != nil {
			t.Fatalf("after kill %d of a rollback: %v", i, damage)
		}
	}
	p.build()
	state := p.visible("wayfare")
	clean := newProject(t, p.options.Content)
	clean.build()
	p.same("after the kills", state, clean.visible("wayfare"))
	former, err := release.Folder(p.options.Builds).FormerBuilds("wayfare")
	if err != nil {
		t.Fatal(err)
	}
	if len(former) == 0 {
		t.Error("no former build is kept")
	}
	slices.Reverse(former)
	for _, f := range former {
		p.rollback(f.ID)
		if damage, _ := checkTree(public); damage != nil {
			t.Errorf("build %s: %v", f.ID, damage)
		}
	}
	p.build()
	p.same("at last", p.visible("wayfare"), state)
	t.Logf("%d of %d killed under way, %d former builds", killed, 2*killCount(), len(former))
}
