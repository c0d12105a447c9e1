package engine_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

func TestSessionReportsAMistakeAgainAfterAFailedBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	defer s.Close()
	p.readChanges(s)
	contenttest.Replace(t, p.options.Content, "products/dunes/product.yaml", "city: dubai", "city: dubia")
	if _, err := s.ReadChanges(t.Context(), "products/dunes/product.yaml"); err == nil {
		t.Fatal("there is no mistake")
	}
	s.SetDay(p.options.AsOf.AddDate(0, 0, 1))
	if _, err := s.Build(t.Context()); err == nil {
		t.Fatal("the build has no mistake")
	}
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "---\ntitle: ", "---\ntitle: Long ")
	if _, err := s.ReadChanges(t.Context(), "products/walk/en.md"); err == nil {
		t.Error("the mistake is not reported after the edit of another file")
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/product.yaml", "city: dubia", "city: dubai")
	p.readChanges(s, "products/dunes/product.yaml")
}

func TestEditWithEqualSizeAndTimeIsPublished(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	file := filepath.Join(p.options.Content, "products/dunes/product.yaml")
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(file, day, day); err != nil {
		t.Fatal(err)
	}
	p.build()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dearer := strings.Replace(string(text), "price: 395", "price: 396", 1)
	if dearer == string(text) {
		t.Fatal("the product has another price")
	}
	if err := os.WriteFile(file, []byte(dearer), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, day, day); err != nil {
		t.Fatal(err)
	}
	if report := p.build(); report.Unchanged && runtime.GOOS == "linux" {
		t.Error("the edit is not published")
	}
}

func TestBuildErrorNamesAFolderInPlaceOfTheLiveLink(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	link := filepath.Join(p.options.Builds, "public", "wayfare")
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(link, 0o755); err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "---\ntitle: ", "---\ntitle: Long ")
	if _, err := engine.Build(t.Context(), p.options); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Error(err)
	}
}

func TestShorterHistoryIsPrunedWithoutContentChanges(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "---\ntitle: ", "---\ntitle: Long ")
	p.build()
	entries := func() int {
		found, _ := os.ReadDir(filepath.Join(p.options.Builds, "history", "wayfare"))
		return len(found)
	}
	if entries() == 0 {
		t.Fatal("there is no history")
	}
	p.options.History = -1
	if report := p.build(); !report.Unchanged || entries() > 0 {
		t.Errorf("unchanged %v, and %d entries are left", report.Unchanged, entries())
	}
}

func TestBuildAcceptsAnAliasInALanguageThatADeploymentLacks(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "deployments/mini.yaml", `hosts: [mini.localhost]
baseUrl: https://www.mini.example
name: {en: Mini}
layoutType: default
supplier: false
untranslated: fallback
languages: [en]
currencies: [AED]
pageSize: 12
contact: {email: hello@mini.example, phone: "+971 4 555 0142"}
`)
	contenttest.Replace(t, content, "products/dunes/ar.md", "---\ntitle:",
		"---\naliases: [/things-to-do-in-dubai/قديم]\ntitle:")
	p := newProject(t, content)
	p.build()
}
