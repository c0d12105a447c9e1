package engine_test

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
)

func (p *project) has(rel string) bool {
	_, err := os.Stat(filepath.Join(p.public("wayfare"), rel))
	return err == nil
}

// withDrafts returns a project in which a product, a post and a question are drafts.
func withDrafts(t *testing.T) *project {
	p := newProject(t, contenttest.Copy(t))
	edit := func(file, old, new string) { contenttest.Replace(t, p.options.Content, file, old, new) }
	edit(product, "city: dubai", "draft: true\ncity: dubai")
	edit("testimonials/maren/testimonial.yaml", "product: dunes", "product: walk")
	edit("blog/camps/en.md", "products: [dunes]", "draft: true")
	edit("blog/camps/ar.md", "products: [dunes]\n", "")
	edit("faq/pay/faq.yaml", "topic:", "draft: true\ntopic:")
	return p
}

func TestDraftsAreExcludedAndCountedUnlessIncluded(t *testing.T) {
	p := withDrafts(t)
	report := p.build()
	if p.has("things-to-do-in-dubai/dunes") || p.has("blog/camps") ||
		strings.Contains(p.read("faq/_payload.json"), `"id":"pay"`) {
		t.Error("a draft is published")
	}
	if want := (pages.LeftOut{Drafts: 3}); report.LeftOut != want {
		t.Errorf("left out %+v, want %+v", report.LeftOut, want)
	}
	p.options.Include = []pages.Unpublished{pages.Draft}
	report = p.build()
	if report.Unchanged || !p.has("things-to-do-in-dubai/dunes") || !p.has("blog/camps") ||
		!strings.Contains(p.read("faq/_payload.json"), `"id":"pay"`) {
		t.Error("an included draft is missing")
	}
	if again := p.build(); !again.Unchanged || again.LeftOut != (pages.LeftOut{}) {
		t.Errorf("nothing changed, but %+v", again)
	}
	p.options.Include = nil
	if report = p.build(); report.Unchanged || p.has("things-to-do-in-dubai/dunes") {
		t.Error("a draft that is no longer included is still published")
	}
	if again := p.build(); !again.Unchanged || again.LeftOut.Drafts != 3 {
		t.Errorf("the second build does not report what was left out: %+v", again)
	}
}

func TestPostsArePublishedFromTheirDateUntilTheyExpire(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Replace(t, p.options.Content, "blog/camps/en.md", "date: 2026-10-01",
		"date: 2026-11-21\nexpiryDate: 2026-11-23T18:00:00Z")
	for _, test := range []struct {
		after   int // days, from 20 November on
		include []pages.Unpublished
		out     bool
		skipped pages.LeftOut
	}{
		{0, nil, false, pages.LeftOut{Future: 1}},
		{0, []pages.Unpublished{pages.Future}, true, pages.LeftOut{}},
		{1, nil, true, pages.LeftOut{}},
		{2, nil, true, pages.LeftOut{}},
		{3, nil, false, pages.LeftOut{Expired: 1}},
		{3, []pages.Unpublished{pages.Draft, pages.Future}, false, pages.LeftOut{Expired: 1}},
		{3, []pages.Unpublished{pages.Expired}, true, pages.LeftOut{}},
	} {
		now := *p
		now.options.AsOf, now.options.Include = p.options.AsOf.AddDate(0, 0, test.after), test.include
		report := now.build()
		if now.has("blog/camps") != test.out || report.LeftOut != test.skipped {
			t.Errorf("after %d days, including %v: published %v, left out %+v", test.after, test.include,
				now.has("blog/camps"), report.LeftOut)
		}
	}
}

func TestPublishedContentThatNamesADraftIsAMistake(t *testing.T) {
	for _, test := range []struct{ file, old, new, want string }{
		{"cities/dubai/city.yaml", "country:", "draft: true\ncountry:",
			`products/dunes/product.yaml:1:7: the city "dubai" is a draft`},
		{"categories/desert/category.yaml", "image:", "draft: true\nimage:",
			`products/walk/product.yaml:2:14: the category "desert" is a draft`},
		{product, "city: dubai", "draft: true\ncity: dubai", `blog/camps/en.md:6:12: the product "dunes" is a draft`},
		{product, "city: dubai", "draft: true\ncity: dubai",
			`testimonials/maren/testimonial.yaml:1:10: the product "dunes" is a draft`},
		{"products/walk/product.yaml", "city: dubai", "draft: true\ncity: dubai",
			`products/dunes/en.md:12:21: a dead link: product:walk is a draft`},
	} {
		content := contenttest.Copy(t)
		contenttest.Replace(t, content, test.file, test.old, test.new)
		p := newProject(t, content)
		for name, run := range map[string]func() error{
			"build": func() error { _, err := engine.Build(t.Context(), p.options); return err },
			"dry":   func() error { _, err := engine.DryRun(t.Context(), p.options); return err },
			"check": func() error { _, err := engine.Check(t.Context(), p.options); return err },
		} {
			var invalid *engine.InvalidContentError
			if err := run(); !errors.As(err, &invalid) ||
				!slices.ContainsFunc(invalid.Diagnostics, hasMessage(content, test.want)) {
				t.Errorf("%s, %s: %v", name, test.want, err)
				if invalid != nil {
					t.Log(invalid.Diagnostics)
				}
			}
		}
		p.options.Include = []pages.Unpublished{pages.Draft}
		p.build()
	}
}

func TestCheckReportsDeadLinksInDrafts(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "blog/rain/en.md",
		"---\ntitle: Rain in Dubai\ndate: 2026-10-01\ndraft: true\n---\n[Here](/nowhere) and [there](product:walk).\n")
	p.build()
	var invalid *engine.InvalidContentError
	if _, err := engine.Check(t.Context(), p.options); !errors.As(err, &invalid) ||
		err.Error() != "1 mistake in content" {
		t.Errorf("%v", err)
	}
}

// hasMessage matches a diagnostic by its place, below the folder of content, and the beginning of its message.
func hasMessage(content, want string) func(diag.Diagnostic) bool {
	return func(d diag.Diagnostic) bool {
		return strings.HasPrefix(strings.TrimPrefix(d.String(), content+string(filepath.Separator)), want)
	}
}

func TestUnpublishedPagesAreMarkedInTheirLanguage(t *testing.T) {
	p := withDrafts(t)
	contenttest.Replace(t, p.options.Content, "blog/camps/ar.md", "date: 2026-10-01", "date: 2027-10-01")
	for from, to := range map[string]string{"cities/dubai/city": "cities/doha/city",
		"categories/desert/category": "categories/sea/category"} { // without products
		for _, language := range []string{"en", "ar"} {
			text := contenttest.Read(t, p.options.Content, path.Dir(from)+"/"+language+".md")
			contenttest.Write(t, p.options.Content, path.Dir(to)+"/"+language+".md", text)
		}
		facts := contenttest.Read(t, p.options.Content, from+".yaml")
		contenttest.Write(t, p.options.Content, to+".yaml", "draft: true\n"+facts)
	}
	marked := map[string]string{
		"things-to-do-in-dubai/dunes": "Draft: not published", "ar/things-to-do-in-dubai/dunes": "مسودة: غير منشورة",
		"blog/camps": "Draft: not published", "ar/blog/camps": "مجدولة: لم تُنشر بعد", "faq": "Draft: not published",
		"things-to-do-in-doha": "Draft: not published", "ar/sea": "مسودة: غير منشورة",
	}
	p.options.Include = []pages.Unpublished{pages.Draft, pages.Future}
	p.build()
	for path, mark := range marked {
		if !strings.Contains(p.read(path+"/index.html"), `<p class="unpublished strong">`+mark+"</p>") {
			t.Errorf("%s is not marked: %s", path, mark)
		}
	}
	for path, mark := range map[string]string{
		"ar/things-to-do": `<p class="tag">مسودة: غير منشورة</p>`,
		"blog":            `<p class="unpublished strong">Draft: not published</p>`,
		"ar/blog":         `<p class="unpublished strong">مجدولة: لم تُنشر بعد</p>`,
	} {
		if !strings.Contains(p.read(path+"/index.html"), mark) {
			t.Errorf("a card of %s is not marked: %s", path, mark)
		}
	}
	if html := p.read("things-to-do-in-dubai/walk/index.html"); strings.Contains(html, "unpublished") {
		t.Error("a page that is published is marked")
	}
	p.options.Include = nil
	p.build()
	for _, path := range []string{"faq", "blog", "things-to-do-in-dubai", "things-to-do-in-dubai/walk", ""} {
		if strings.Contains(p.read(filepath.Join(path, "index.html")), "unpublished") {
			t.Errorf("%s of a published build is marked", path)
		}
	}
	if p.has("things-to-do-in-doha") || p.has("sea") {
		t.Error("a draft of a place is published")
	}
}

func TestPicturesOfUnpublishedContentAreNotPublished(t *testing.T) {
	p := withDrafts(t)
	content := p.options.Content
	pictures := []string{"of-product", "of-story", "of-question", "of-translation", "of-scheduled", "of-nothing"}
	for _, name := range pictures {
		contenttest.Write(t, content, "media/"+name+".png", contenttest.Read(t, content, "media/dunes.png"))
		for _, language := range []string{"en", "ar"} {
			alts := "media/" + language + ".yaml"
			contenttest.Write(t, content, alts, contenttest.Read(t, content, alts)+name+".png: "+name+language+"\n")
		}
	}
	contenttest.Replace(t, content, product, "images: [dunes.png]", "images: [of-product.png, dunes.png]")
	contenttest.Replace(t, content, "blog/camps/en.md", "Ask [us]", "![](of-story.png)\n\nAsk [us]")
	contenttest.Replace(t, content, "blog/camps/ar.md", "\n---\n", "\n---\n![](of-scheduled.png)\n\n")
	contenttest.Replace(t, content, "blog/camps/ar.md", "date: 2026-10-01", "date: 2027-10-01")
	contenttest.Replace(t, content, "faq/pay/en.md", "\n---\n", "\n---\n![](of-question.png)\n\n")
	contenttest.Replace(t, content, shop, "supplier: false", "supplier: false\nuntranslated: fallback")
	contenttest.Replace(t, content, "products/walk/ar.md", "---\ntitle:", "---\ndraft: true\ntitle:")
	contenttest.Replace(t, content, "products/walk/ar.md", "\n---\n", "\n---\n![](of-translation.png)\n\n")
	p.options.MakeVariant = func([]byte, string) ([]byte, error) { return []byte("a picture"), nil }
	published := func() (names []string) {
		for _, name := range pictures {
			for path := range files(t, p.public("wayfare")) {
				if strings.Contains(path, name) {
					names = append(names, name)
					break
				}
			}
		}
		return names
	}
	p.build()
	if names := published(); len(names) > 0 {
		t.Errorf("published are %q", names)
	}
	p.options.Include = []pages.Unpublished{pages.Draft, pages.Future}
	p.build()
	if names := published(); !slices.Equal(names, pictures[:5]) {
		t.Errorf("the preview has %q", names)
	}
	p.options.Include = nil
	p.build()
	if names := published(); len(names) > 0 {
		t.Errorf("after a build with drafts, one without them still has %q", names)
	}
}
