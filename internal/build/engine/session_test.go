package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

func (p *project) open() *engine.Session {
	p.Helper()
	s, err := engine.Open(p.options)
	if err != nil {
		p.Fatal(err)
	}
	if _, err := s.Build(p.Context()); err != nil {
		p.Fatal(err)
	}
	return s
}

func (p *project) readChanges(s *engine.Session, paths ...string) *engine.ContentChanges {
	p.Helper()
	seen, err := s.ReadChanges(p.Context(), paths...)
	if err != nil {
		var invalid *engine.InvalidContentError
		if errors.As(err, &invalid) {
			p.Fatal(err, invalid.Diagnostics)
		}
		p.Fatal(err)
	}
	return seen
}

// pagesOf returns the pages of a tree by path, with their payloads.
func pagesOf(all map[string][]byte) map[string][2]string {
	pages := map[string][2]string{}
	for name, html := range all {
		if folder, isPage := strings.CutSuffix(name, "index.html"); isPage {
			pages["/"+strings.TrimSuffix(folder, "/")] = [2]string{string(html), string(all[folder+"_payload.json"])}
		}
	}
	return pages
}

// After each change, what a session shows and then publishes equals a clean build of the same content.
func TestSessionShowsAndPublishesTheResultOfACleanBuild(t *testing.T) {
	p := newProject(t, withCamp(t))
	content := p.options.Content
	s := p.open()
	defer s.Close()
	replace := func(file, old, new string) func() string {
		return func() string { contenttest.Replace(t, content, file, old, new); return file }
	}
	edits := []struct {
		name   string
		edit   func() string
		narrow bool // only the pages that show the edit are planned again
		settle bool
	}{
		{"an overview", replace("products/dunes/en.md", "See also", "Read on:"), true, false},
		{"the title of the product", replace("products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk"),
			true, true},
		{"a replaced link", replace("products/dunes/en.md", "[the walk](product:walk)", "[questions](/faq)"),
			true, false},
		{"the title of a post", replace("blog/camps/en.md", "title: ", "title: Two "), true, false},
		{"a title reverted to the published one", replace("products/dunes/en.md", "title: Dunes at dusk",
			"title: Sunset dunes"), true, true},
		{"an alt text on products, a city and a category", replace("media/en.yaml", "A camp and dunes",
			"Dunes at dusk"), true, false},
		{"an alt text on a page of prose", replace("media/ar.yaml", "camp.png: مخيم", "camp.png: خيام"), true, true},
		{"another picture", func() string {
			contenttest.Write(t, content, "media/tent.png", contenttest.Read(t, content, "media/camp.png"))
			replace("media/en.yaml", "camp.png:", "tent.png: A tent\ncamp.png:")()
			return replace("media/ar.yaml", "camp.png:", "tent.png: خيمة\ncamp.png:")()
		}, false, false},
		{"a weight", replace("products/walk/product.yaml", "supplier:", "weight: 1\nsupplier:"), false, false},
		{"a city", replace("cities/dubai/en.md", "title: Dubai", "title: Old Dubai"), false, true},
		{"redirects", func() string {
			contenttest.Write(t, content, "redirects.yaml", "- {from: /deals, to: /faq}\n")
			return "redirects.yaml"
		}, false, true},
	}
	for _, e := range edits {
		seen := p.readChanges(s, e.edit())
		if seen.All == e.narrow {
			t.Errorf("%s: everything was planned again: %v", e.name, seen.All)
		}
		clean := newProject(t, content)
		clean.build()
		want := files(t, clean.public("wayfare"))
		published := pagesOf(files(t, p.public("wayfare")))
		for path, page := range pagesOf(want) {
			got := published[path]
			planned, err := s.Page(t.Context(), "wayfare", path)
			if err != nil {
				t.Fatal(err)
			}
			if planned != nil {
				got = [2]string{string(planned.HTML), string(planned.Payload)}
			}
			if got != page {
				t.Errorf("%s: %s differs from a clean build", e.name, path)
			}
		}
		if !e.settle {
			continue
		}
		if _, err := s.Publish(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := files(t, p.public("wayfare"))
		for path := range got { // earlier manifests stay beside the new one
			if strings.HasPrefix(path, "builds/meta/") && want[path] == nil {
				delete(got, path)
			}
		}
		mustEqual(t, got, want)
		if s.HasUnpublishedPlan() {
			t.Errorf("%s: there is still something to publish", e.name)
		}
	}
}

// The same holds if content lacks a translation, with fallback and with omit.
func TestSessionPublishesAddedAndMissingTranslations(t *testing.T) {
	for _, untranslated := range []string{"fallback", "omit"} {
		t.Run(untranslated, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			content := p.options.Content
			contenttest.Replace(t, content, "deployments/wayfare.yaml", "supplier: false",
				"supplier: false\nuntranslated: "+untranslated)
			contenttest.Remove(t, content, "products/walk/ar.md")
			contenttest.Remove(t, content, "blog/camps/ar.md")
			contenttest.Write(t, content, "media/camp.png", contenttest.Read(t, content, "media/dunes.png")+"another")
			contenttest.Replace(t, content, "media/en.yaml", "dunes.png", "camp.png: A camp\ndunes.png")
			s := p.open()
			defer s.Close()
			translation := "---\ntitle: الجولة\nsummary: مشيًا.\nplace: الفهيدي\noptions:\n" +
				"  group: {title: مجموعتكم}\n---\nبين السكك.\n"
			for _, e := range []struct {
				name, file string
				edit       func(file string)
				narrow     bool
			}{
				{"the text of a fallback", "products/walk/en.md", func(file string) {
					contenttest.Replace(t, content, file, "Through the lanes.", "Through the old lanes.")
				}, true},
				{"the title of a fallback", "products/walk/en.md", func(file string) {
					contenttest.Replace(t, content, file, "title: Old town walk", "title: Older town walk")
				}, true},
				{"the title of a post without translation", "blog/camps/en.md", func(file string) {
					contenttest.Replace(t, content, file, "title: ", "title: Two ")
				}, true},
				{"a picture without an Arabic alt text", "products/walk/product.yaml", func(file string) {
					contenttest.Replace(t, content, file, "[dunes.png]", "[dunes.png, camp.png]")
				}, true},
				{"an Arabic alt text", "media/ar.yaml", func(file string) {
					contenttest.Replace(t, content, file, "dunes.png", "camp.png: مخيم\ndunes.png")
				}, true},
				{"a draft translation", "products/walk/ar.md", func(file string) {
					contenttest.Write(t, content, file, strings.Replace(translation, "---\n", "---\ndraft: true\n", 1))
				}, true},
				{"a complete translation", "products/walk/ar.md", func(file string) {
					contenttest.Write(t, content, file, translation)
				}, false},
			} {
				e.edit(e.file)
				if seen := p.readChanges(s, e.file); seen.All == e.narrow {
					t.Errorf("%s: everything was planned again: %v", e.name, seen.All)
				}
				settled, err := s.Publish(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				clean := newProject(t, content)
				if built := clean.build(); settled.LeftOut != built.LeftOut {
					t.Errorf("%s: %+v is left out, %+v of a clean build", e.name, settled.LeftOut, built.LeftOut)
				}
				want := files(t, clean.public("wayfare"))
				got := files(t, p.public("wayfare"))
				for path := range got { // earlier manifests stay beside the new one
					if strings.HasPrefix(path, "builds/meta/") && want[path] == nil {
						delete(got, path)
					}
				}
				mustEqual(t, got, want)
			}
		})
	}
}

func TestSessionPlansOnlyPagesThatShowAnEdit(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	defer s.Close()
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	seen := p.readChanges(s, "products/dunes/en.md")
	if got := seen.Changed["wayfare"]; len(got) != 1 || got[0] != "/things-to-do-in-dubai/dunes" || seen.Read != 1 {
		t.Errorf("changed %v, read %d", got, seen.Read)
	}
	if page, err := s.Page(t.Context(), "wayfare", "/things-to-do-in-dubai/walk"); page != nil || err != nil {
		t.Errorf("another page is planned: %v", err)
	}
}

func TestSessionKeepsItsLastValidStateWhileContentHasMistakes(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	contenttest.Replace(t, p.options.Content, "products/walk/en.md", "title: Old town walk", "title: Walk by night")
	p.readChanges(s, "products/walk/en.md")
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "titel: Sunset dunes")
	var invalid *engine.InvalidContentError
	for range 2 { // it is reported as long as it exists, even if another file was saved
		if _, err := s.ReadChanges(t.Context(), "products/walk/en.md"); err != nil {
			t.Fatal("a mistake in a file that was not read yet:", err)
		}
		if _, err := s.ReadChanges(t.Context(), "products/dunes/en.md"); !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		if _, err := s.ReadChanges(t.Context(), "blog/camps/en.md"); !errors.As(err, &invalid) {
			t.Fatal("the mistake is forgotten:", err)
		}
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "titel: Sunset", "title: Sunset")
		p.readChanges(s, "products/dunes/en.md")
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset", "titel: Sunset")
	}
	if _, err := s.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if !strings.Contains(p.read("things-to-do-in-dubai/walk/index.html"), "Walk by night") {
		t.Error("the valid content is not published")
	}
	if _, err := engine.Build(t.Context(), p.options); !errors.As(err, &invalid) {
		t.Error("the next build does not see the mistake:", err)
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "titel: Sunset dunes", "title: Dunes at dusk")
	p.build()
	clean := newProject(t, p.options.Content)
	clean.build()
	for path, page := range pagesOf(files(t, clean.public("wayfare"))) {
		if pagesOf(files(t, p.public("wayfare")))[path] != page {
			t.Errorf("%s differs from a clean build", path)
		}
	}
}

func TestSessionAddsAndRemovesPagesWithTheirFolders(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	defer s.Close()
	products := filepath.Join(p.options.Content, "products")
	if err := os.CopyFS(filepath.Join(products, "stroll"), os.DirFS(filepath.Join(products, "walk"))); err != nil {
		t.Fatal(err)
	}
	p.readChanges(s, "products/stroll")
	if page, err := s.Page(t.Context(), "wayfare", "/ar/things-to-do-in-dubai/stroll"); err != nil || page == nil {
		t.Fatal("a new product has no page:", err)
	}
	if _, err := s.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	contenttest.Remove(t, p.options.Content, "products/stroll")
	p.readChanges(s, "products/stroll/en.md", "products/stroll")
	_, err := s.Page(t.Context(), "wayfare", "/things-to-do-in-dubai/stroll")
	if !errors.Is(err, engine.ErrPageRemoved) {
		t.Error("the page of a removed product:", err)
	}
	if _, err := s.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(p.public("wayfare"), "things-to-do-in-dubai/stroll/index.html")); err == nil {
		t.Error("it is still published")
	}
}

func TestSessionPublishesEditsMadeDuringAPublishNext(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	defer s.Close()
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	p.readChanges(s, "products/dunes/en.md")
	settled := make(chan error, 1)
	go func() {
		_, err := s.Publish(t.Context())
		settled <- err
	}()
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "Read on:", "And then")
	p.readChanges(s, "products/dunes/en.md")
	if err := <-settled; err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.read("things-to-do-in-dubai/dunes/index.html"), "And then") {
		t.Error("the later words are not published")
	}
}

// After a session ended without publishing, the next build contains its edits.
func TestBuildAfterAnUnpublishedSessionContainsItsEdits(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	s := p.open()
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	p.readChanges(s, "products/dunes/en.md")
	if _, err := s.Page(t.Context(), "wayfare", "/things-to-do-in-dubai/dunes"); err != nil {
		t.Fatal(err)
	}
	s.Close() // nothing is published
	if r := p.build(); r.Deployments[0].Rendered != 1 {
		t.Errorf("%d pages rendered", r.Deployments[0].Rendered)
	}
	if !strings.Contains(p.read("things-to-do-in-dubai/dunes/index.html"), "Read on:") {
		t.Error("the edit is lost")
	}
}

// withCamp returns content with the picture camp.png, shown by one product and a page of prose.
func withCamp(t *testing.T) string {
	t.Helper()
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "media/camp.png", contenttest.Read(t, content, "media/dunes.png")+"another")
	titles := map[string]string{"en": "Our team\ndescription: Who we are.", "ar": "فريقنا\ndescription: من نحن."}
	for language, alt := range map[string]string{"en": "A camp", "ar": "مخيم"} {
		contenttest.Write(t, content, "media/"+language+".yaml", "dunes.png: "+alt+" and dunes\ncamp.png: "+alt+"\n")
		contenttest.Write(t, content, "pages/our-team/"+language+".md",
			"---\ntitle: "+titles[language]+"\n---\n![](camp.png)\n")
	}
	contenttest.Replace(t, content, "products/walk/product.yaml", "[dunes.png]", "[dunes.png, camp.png]")
	return content
}

func TestSessionPlansOnlyPagesThatShowAChangedAltText(t *testing.T) {
	p := newProject(t, withCamp(t))
	s := p.open()
	defer s.Close()
	contenttest.Replace(t, p.options.Content, "media/en.yaml", "camp.png: A camp", "camp.png: Tents")
	seen := p.readChanges(s, "media/en.yaml")
	slices.Sort(seen.Changed["wayfare"])
	if want := []string{"/our-team", "/things-to-do-in-dubai/walk"}; !slices.Equal(seen.Changed["wayfare"], want) ||
		seen.Read != 1 || seen.All {
		t.Errorf("changed %v, read %d, all %v", seen.Changed, seen.Read, seen.All)
	}
	var invalid *engine.InvalidContentError
	contenttest.Replace(t, p.options.Content, "media/en.yaml", "camp.png: Tents", "")
	_, err := s.ReadChanges(t.Context(), "media/en.yaml")
	if !errors.As(err, &invalid) || len(invalid.Diagnostics) != 1 ||
		!strings.Contains(invalid.Diagnostics[0].Message, `the picture camp.png has no alt text in "en"`) {
		t.Errorf("a removed alt text: %v", err)
	}
	contenttest.Replace(t, p.options.Content, "media/en.yaml", "and dunes\n", "and dunes\ncamp.png: A camp\n")
	seen = p.readChanges(s, "media/en.yaml")
	if len(seen.Changed["wayfare"]) != 2 || s.HasUnpublishedPlan() && seen.All {
		t.Errorf("the restored text: changed %v", seen.Changed)
	}
}

func TestBuildReadsOnlyContentThatShowsAChangedAltText(t *testing.T) {
	p := newProject(t, withCamp(t))
	p.build()
	contenttest.Replace(t, p.options.Content, "media/en.yaml", "camp.png: A camp", "camp.png: Tents")
	if r := p.build(); r.Read != 1 || r.Deployments[0].Rendered != 2 {
		t.Errorf("%d read, %d rendered", r.Read, r.Deployments[0].Rendered)
	}
	clean := newProject(t, p.options.Content)
	clean.build()
	want, got := pagesOf(files(t, clean.public("wayfare"))), pagesOf(files(t, p.public("wayfare")))
	for path, page := range want {
		if got[path] != page {
			t.Errorf("%s differs from a clean build", path)
		}
	}
}

func TestSessionPlansEveryPageIfAMenuTitleChanges(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", "pageSize: 12\nmenu: [{to: \"product:dunes\"}]")
	s := p.open()
	defer s.Close()
	const file = "products/dunes/en.md"
	contenttest.Replace(t, p.options.Content, file, "title: Sunset dunes", "title: Dunes at dusk")
	if seen := p.readChanges(s, file); !seen.All {
		t.Errorf("only %v changed", seen.Changed)
	}
	page, err := s.Page(t.Context(), "wayfare", "/faq")
	if err != nil || page == nil || !strings.Contains(string(page.HTML), "Dunes at dusk") {
		t.Error("another page has the old title:", err)
	}
	contenttest.Replace(t, p.options.Content, file, "title: Dunes", "slug: walk\ntitle: Dunes")
	var invalid *engine.InvalidContentError
	if _, err := s.ReadChanges(t.Context(), file); !errors.As(err, &invalid) ||
		!strings.Contains(invalid.Diagnostics[0].Message, `the slug walk leads to products/walk in "en" already`) {
		t.Error("a slug that another product has:", err)
	}
}
