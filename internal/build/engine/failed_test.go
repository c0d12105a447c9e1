package engine_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
)

// threeStorefronts is a project of three deployments, all published. "oud" and "zaatar" come before and after
// "wayfare" in every order.
func threeStorefronts(t *testing.T) *project {
	t.Helper()
	content := contenttest.Copy(t)
	wayfare := readFile(t, content, "deployments/wayfare.yaml")
	for _, id := range []string{"oud", "zaatar"} {
		contenttest.Write(t, content, "deployments/"+id+".yaml", strings.ReplaceAll(wayfare, "wayfare", id))
	}
	// Only wayfare sells the tour into the dunes.
	for _, id := range []string{"oud", "zaatar"} {
		contenttest.Replace(t, content, "deployments/"+id+".yaml", "pageSize: 12",
			"pageSize: 12\nsells: {products: [walk]}")
	}
	p := newProject(t, content)
	p.build()
	return p
}

// brokenSite returns a copy of the site bundle with a changed bundle.json and code in front of its worker.
func brokenSite(t *testing.T, bundle func(string) string, worker string) string {
	t.Helper()
	site := filepath.Join(t.TempDir(), "dist")
	if err := os.CopyFS(site, os.DirFS(siteBundle(t))); err != nil {
		t.Fatal(err)
	}
	for file, change := range map[string]func(string) string{
		"bundle.json": bundle, "server/worker.mjs": func(text string) string { return worker + "\n" + text },
	} {
		path := filepath.Join(site, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			data = []byte(change(string(data)))
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return site
}

// onDunesPage returns code that runs a statement when the worker parses the page of the dunes, sold by wayfare only.
func onDunesPage(statement string) string {
	return `{const parse = JSON.parse; JSON.parse = (...a) => { const v = parse(...a); if (v?.kind === "product" && v.slug === "dunes") { ` +
		statement + ` } return v }}`
}

func TestFailedDeploymentKeepsItsLastBuildAndOthersArePublished(t *testing.T) {
	const own = "deployments/wayfare.yaml"
	for name, c := range map[string]struct {
		harm func(t *testing.T, p *project)
		want string // in the report
	}{
		"the deployment file is invalid YAML": {func(t *testing.T, p *project) {
			contenttest.Replace(t, p.options.Content, own, "hosts: [wayfare.localhost]", "hosts: [wayfare.localhost")
		}, own + ":1:8: this bracket"},
		"the deployment file has an unknown key": {func(t *testing.T, p *project) {
			contenttest.Replace(t, p.options.Content, own, "pageSize", "pagesize")
		}, own + `:8:1: unknown key "pagesize"`},
		"the deployment file names a missing city": {func(t *testing.T, p *project) {
			contenttest.Replace(t, p.options.Content, own, "pageSize: 12", "pageSize: 12\nsells: {cities: [atlantis]}")
		}, own + `:9:18: "atlantis" is not among the cities`},
		"the deployment file has an invalid name": {func(t *testing.T, p *project) {
			text := readFile(t, p.options.Content, own)
			contenttest.Remove(t, p.options.Content, own)
			contenttest.Write(t, p.options.Content, "deployments/Way fare.yaml", text)
		}, "deployments/Way fare.yaml:1:1: "},
		"a page cannot be rendered": {func(t *testing.T, p *project) {
			p.options.Site = brokenSite(t, nil, onDunesPage(`throw new Error("no such thing as dunes")`))
		}, "no such thing as dunes"},
		"a page ends the rendering worker": {func(t *testing.T, p *project) {
			p.options.Site = brokenSite(t, nil, onDunesPage(`process.exit(3)`))
		}, "it ended early"},
		"the layout is missing from the bundle": {func(t *testing.T, p *project) {
			for _, id := range []string{"oud", "zaatar"} {
				contenttest.Replace(t, p.options.Content, "deployments/"+id+".yaml", "layoutType: default",
					"layoutType: transparent")
			}
			p.options.Site = brokenSite(t, func(text string) string {
				return strings.Replace(text, `"default":`,
					`"former":`, 1)
			}, "")
		}, `the site bundle has no layout "default"`},
		"the tree cannot be written": {func(t *testing.T, p *project) {
			trees := filepath.Join(p.options.Builds, "trees/wayfare")
			if err := os.RemoveAll(filepath.Join(trees, "b")); err != nil {
				t.Fatal(err)
			}
			contenttest.Write(t, trees, "b", "no folder")
			contenttest.Remove(t, trees, "b.build")
		}, "trees/wayfare/b"},
	} {
		t.Run(name, func(t *testing.T) {
			p := threeStorefronts(t)
			before, entry := files(t, p.public("wayfare")), p.serverEntry("wayfare")
			contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town walk",
				"title: New town walk")
			c.harm(t, p)
			report, err := engine.Build(t.Context(), p.options)
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Failed) != 1 || len(report.Deployments) != 2 {
				t.Fatalf("%d failed and %d are published", len(report.Failed), len(report.Deployments))
			}
			failed := report.Failed[0]
			if text := failed.ID + messagesOf(diagnosticsOf(failed.Err)) + failed.Err.Error(); !strings.Contains(text,
				c.want) {
				t.Errorf("the report says: %s", text)
			}
			mustEqual(t, before, files(t, p.public("wayfare")))
			if got := p.serverEntry("wayfare"); asJSON(t, got) != asJSON(t, entry) {
				t.Errorf("the server's entry is %+v", got)
			}
			p.checkOthersPublished(report)
		})
	}
}

func diagnosticsOf(err error) []diag.Diagnostic {
	var invalid *engine.InvalidContentError
	if errors.As(err, &invalid) {
		return invalid.Diagnostics
	}
	return nil
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// checkOthersPublished checks that all but wayfare are published, and that the builds' own files say which build each
// is at.
func (p *project) checkOthersPublished(report *engine.Report) {
	p.Helper()
	var latest struct{ Deployments map[string]string }
	data, err := os.ReadFile(filepath.Join(p.options.Builds, "meta/latest.json"))
	if err == nil {
		err = json.Unmarshal(data, &latest)
	}
	if err != nil {
		p.Fatal(err)
	}
	for _, d := range report.Deployments {
		if !strings.Contains(p.readOf(d.ID, "things-to-do-in-dubai/walk/index.html"), "New town walk") {
			p.Errorf("%s is not published", d.ID)
		}
		if latest.Deployments[d.ID] != d.Build {
			p.Errorf("latest.json has %s at %q, not %q", d.ID, latest.Deployments[d.ID], d.Build)
		}
	}
	for id, build := range latest.Deployments {
		if !strings.Contains(p.readOf(id, "builds/meta/latest.json"), build) {
			p.Errorf("latest.json has %s at %s, which is not live", id, build)
		}
		if _, err := os.Stat(filepath.Join(p.options.Builds, "meta", build+".json")); err != nil {
			p.Error(err)
		}
	}
	if len(latest.Deployments) != 3 {
		p.Errorf("latest.json has %v", latest.Deployments)
	}
}

func TestCorrectedDeploymentEqualsACleanBuild(t *testing.T) {
	p := threeStorefronts(t)
	p.options.Site = brokenSite(t, nil, onDunesPage(`throw new Error("no")`))
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town walk", "title: New town walk")
	for range 2 { // a failed build is tried again even without changes
		if report := p.buildAllowingFailures(); len(report.Failed) != 1 || report.Unchanged {
			t.Fatalf("failed: %v, unchanged: %v", report.Failed, report.Unchanged)
		}
	}
	p.options.Site = siteBundle(t)
	p.build()
	clean := newProject(t, p.options.Content)
	clean.build()
	for _, id := range []string{"oud", "wayfare", "zaatar"} {
		if got, want := p.readOf(id, "builds/meta/latest.json"),
			clean.readOf(id, "builds/meta/latest.json"); got != want {
			t.Errorf("%s is %s, not %s", id, got, want)
		}
	}
	if again := p.build(); !again.Unchanged {
		t.Error("an unchanged build is built again")
	}
}

func TestWarningReturnsAfterADeploymentFileIsCorrected(t *testing.T) {
	p := threeStorefronts(t)
	zaatar := readFile(t, p.options.Content, "deployments/zaatar.yaml")
	contenttest.Write(t, p.options.Content, "deployments/zaatar.yaml", "id: [")
	contenttest.Write(t, p.options.Content, "products/walk/de.md", "---\ntitle: Altstadt\n---\n")
	if report := p.buildAllowingFailures(); len(report.Failed) == 0 {
		t.Fatal("the file can be read")
	}
	contenttest.Write(t, p.options.Content, "deployments/zaatar.yaml", zaatar)
	report := p.build()
	if !slices.ContainsFunc(report.Warnings, func(w diag.Diagnostic) bool {
		return strings.Contains(w.Message, `no deployment has the language "de"`)
	}) {
		t.Errorf("the warnings are %v", report.Warnings)
	}
}

func TestMistakeInSharedContentStopsAllDeployments(t *testing.T) {
	p := threeStorefronts(t)
	contenttest.Replace(t, p.options.Content, "deployments/wayfare.yaml", "pageSize", "pagesize")
	contenttest.Replace(t, p.options.Content, "products/walk/product.yaml", "city: dubai", "city: dubia")
	var invalid *engine.InvalidContentError
	if _, err := engine.Build(t.Context(), p.options); !errors.As(err, &invalid) || len(invalid.Diagnostics) != 2 {
		t.Errorf("got %v", err)
	}
}

func TestDeploymentsWithTheSameHostKeepTheirLastBuilds(t *testing.T) {
	p := threeStorefronts(t)
	contenttest.Replace(t, p.options.Content, "deployments/oud.yaml", "hosts: [oud.localhost]",
		"hosts: [oud.localhost, wayfare.localhost]")
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town walk", "title: New town walk")
	report := p.buildAllowingFailures()
	if len(report.Failed) != 2 || len(report.Deployments) != 1 || report.Deployments[0].ID != "zaatar" {
		t.Fatalf("failed: %+v, published: %+v", report.Failed, report.Deployments)
	}
	if hosts := p.serverEntry("oud").Hosts; len(hosts) != 1 {
		t.Errorf("oud is at %v", hosts)
	}
}

func TestLinkToAProductOfAFailedDeploymentIsAWarning(t *testing.T) {
	p := threeStorefronts(t)
	contenttest.Replace(t, p.options.Content, "deployments/wayfare.yaml", "pageSize", "pagesize")
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "Through the lanes.",
		"Through the lanes, then [the dunes](product:dunes).")
	report := p.buildAllowingFailures()
	if len(report.Failed) != 1 || len(report.Warnings) != 1 ||
		!strings.Contains(report.Warnings[0].Message, "product:dunes") {
		t.Errorf("failed: %v, warnings: %v", report.Failed, report.Warnings)
	}
}
