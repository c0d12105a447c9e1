package engine_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/serve/livecatalog"
)

// withSlugs returns the small content with Arabic slugs of every kind of page, and a page that menus name.
func withSlugs(t *testing.T) string {
	t.Helper()
	content := contenttest.Copy(t)
	for file, slug := range map[string]string{
		"products/dunes": "غروب-الكثبان", "cities/dubai": "دبي", "categories/desert": "الصحراء",
		"blog/camps": "اختيار-المخيم",
	} {
		contenttest.Replace(t, content, file+"/ar.md", "---\ntitle:", "---\nslug: "+slug+"\ntitle:")
	}
	page := "\ndescription: Who we are.\n---\n" +
		"See [camps](/blog/camps), [the desert](/desert) and [a walk](product:walk).\n"
	contenttest.Write(t, content, "pages/our-team/en.md", "---\ntitle: Our team"+page)
	contenttest.Write(t, content, "pages/our-team/ar.md", "---\ntitle: فريقنا\nslug: فريقنا"+page)
	contenttest.Replace(t, content, shop, "pageSize: 12", "pageSize: 12\nmenu: [{to: /our-team}, {to: /desert}, "+
		"{to: \"product:dunes\"}, {to: /blog/camps}, {to: /things-to-do-in-dubai}]")
	contenttest.Write(t, content, "deployments/sands.yaml", supplierSite)
	return content
}

func TestSlugOfALanguageIsUsedInEveryLinkAndFile(t *testing.T) {
	p := newProject(t, withSlugs(t))
	p.build()
	const base, city = "https://www.wayfare.example", "/ar/things-to-do-in-دبي"
	const dunes, walk, category, story, page = city + "/غروب-الكثبان", city + "/walk", "/ar/الصحراء",
		"/ar/blog/اختيار-المخيم", "/ar/فريقنا"
	to := func(path string) string { return `"` + route.Escape(path) + `"` }
	inArabic := func(path string) string { return `href="` + base + route.Escape(path) + `"` }
	inEnglish := func(path string) string { return `href="` + path + `" hreflang="en"` }
	for file, wanted := range map[string][]string{
		dunes + "/index.html": {
			`<link rel="canonical" ` + inArabic(dunes), `hreflang="ar" ` + inArabic(dunes),
			`hreflang="en" href="` + base + `/things-to-do-in-dubai/dunes"`, inEnglish("/things-to-do-in-dubai/dunes"),
			`<li><a href=` + to(city), `<li><a href=` + to(category), // breadcrumbs
			`"item":"` + base + route.Escape(city) + `"`,
			`<a href=` + to(walk) + `>الجولة`, `<a href=` + to(page) + `>فريقنا`, // prose and menu
		},
		dunes + "/index.md":                      {base + route.Escape(city)},
		dunes + "/_payload.json":                 {`"path":` + to(dunes[len("/ar"):]), `"slug":"dunes"`},
		"things-to-do-in-dubai/dunes/index.html": {`hreflang="ar" ` + inArabic(dunes), to(dunes) + ` hreflang="ar"`},
		walk + "/index.html":                     {inEnglish("/things-to-do-in-dubai/walk"), to(dunes)},
		city + "/index.html":                     {inEnglish("/things-to-do-in-dubai"), to(dunes)},
		category + "/index.html":                 {inEnglish("/desert"), to(dunes)},
		page + "/index.html":                     {inEnglish("/our-team"), to(story), to(category), to(walk)},
		story + "/index.html":                    {inEnglish("/blog/camps"), to(dunes)},
		"ar/index.html":                          {to(city), to(category), to(dunes), to(story)},
		"sitemap.xml":                            {`hreflang="ar" ` + inArabic(dunes), "<loc>" + base + route.Escape(page) + "<"},
		"ar/feed.xml":                            {base + route.Escape(story)},
		"ar/products.json":                       {base + route.Escape(dunes)},
		"ar/llms.txt":                            {base + route.Escape(dunes), base + route.Escape(category)},
		"feeds/google/0.json":                    {base + "/things-to-do-in-dubai/dunes"},
		"_redirects": {"/ar/desert " + route.Escape(category) + " 301",
			"/ar/blog/camps " + route.Escape(story) + " 301",
			"/ar/things-to-do-in-dubai/walk " + route.Escape(walk) + " 301"},
		"../sands/experiences/غروب-الكثبان/index.html": {`href="/en/experiences/dunes" hreflang="en"`},
	} {
		got := p.read(file)
		for _, want := range wanted {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
	sold, err := livecatalog.Open(p.options.Builds, slog.New(slog.DiscardHandler)).Product("wayfare", "ar", "dunes")
	if err != nil || sold.Path != route.Escape(dunes[len("/ar"):]) || sold.Title != "غروب الكثبان" {
		t.Errorf("the server sells %+v, %v", sold, err)
	}
}

func TestChangedSlugIsReportedUntilItHasAnAlias(t *testing.T) {
	content := withSlugs(t)
	p := newProject(t, content)
	p.build()
	changed := []struct{ file, slug, to, alias string }{
		{"blog/camps/ar.md", "اختيار-المخيم", "المخيم", "/blog/اختيار-المخيم"},
		{"categories/desert/ar.md", "الصحراء", "صحراء", "/الصحراء"},
		{"cities/dubai/ar.md", "دبي", "إمارة-دبي", "/things-to-do-in-دبي"},
		{"pages/our-team/ar.md", "فريقنا", "الفريق", "/فريقنا"},
		{"products/dunes/ar.md", "غروب-الكثبان", "كثبان", "/things-to-do-in-دبي/غروب-الكثبان"},
	}
	for _, c := range changed {
		contenttest.Replace(t, content, c.file, "slug: "+c.slug+"\n", "slug: "+c.to+"\n")
	}
	warnings, err := engine.Check(t.Context(), p.options)
	all := strings.Join(lines(warnings), "\n")
	for _, c := range changed {
		if !strings.Contains(all, c.file+":1:1: warning: ") ||
			!strings.Contains(all, "give it aliases: ["+c.alias+"]") {
			t.Errorf("the alias %s of %s is not among %s, %v", c.alias, c.file, all, err)
		}
	}
	if strings.Contains(all, "walk") {
		t.Errorf("product paths that the alias of their city covers are reported: %s", all)
	}
	for _, c := range changed {
		aliases := c.alias
		if c.file == "products/dunes/ar.md" { // a supplier's deployment has it at another path
			aliases += ", /experiences/غروب-الكثبان"
		}
		contenttest.Replace(t, content, c.file, "slug: ", "aliases: ["+aliases+"]\nslug: ")
	}
	if warnings, err = engine.Check(t.Context(), p.options); err != nil || len(warnings) > 0 {
		t.Errorf("%v, %v", warnings, err)
	}
	p.build()
	for from, to := range map[string]string{
		"/الصحراء": "/صحراء", "/فريقنا": "/الفريق", "/blog/اختيار-المخيم": "/blog/المخيم",
		"/things-to-do-in-دبي/walk":         "/things-to-do-in-إمارة-دبي/walk",
		"/things-to-do-in-دبي/غروب-الكثبان": "/things-to-do-in-إمارة-دبي/كثبان",
	} {
		want := payload.Redirect{From: route.Escape(from), To: route.Escape(to), Status: 301, Locale: "ar"}
		if !slices.Contains(redirectsOf(t, p), want) {
			t.Errorf("%s does not lead to %s in Arabic: %v", from, to, redirectsOf(t, p))
		}
	}
}

func TestRenamedFolderOfAPageWithASlugIsReported(t *testing.T) {
	content := withSlugs(t)
	contenttest.Replace(t, content, "blog/camps/en.md", "---\ntitle:", "---\nslug: choosing-a-camp\ntitle:")
	p := newProject(t, content)
	p.build()
	if err := os.Rename(filepath.Join(content, "blog/camps"), filepath.Join(content, "blog/tents")); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "ar"} {
		contenttest.Replace(t, content, "pages/our-team/"+language+".md", "[camps](/blog/camps)", "camps")
	}
	contenttest.Replace(t, content, shop, "{to: /blog/camps}, ", "")
	warnings, err := engine.Check(t.Context(), p.options)
	all := strings.Join(lines(warnings), "\n")
	if want := "blog/tents/en.md:1:1: warning: /blog/camps led to /blog/choosing-a-camp before, by the name of its " +
		"folder, and leads nowhere any more; keep it with aliases: [/blog/camps]"; !strings.Contains(all, want) {
		t.Errorf("%q is not among %s, %v", want, all, err)
	}
	if strings.Contains(all, "/ar/blog/camps") {
		t.Errorf("the path of the other language is reported: %s", all)
	}
	contenttest.Replace(t, content, "blog/tents/en.md", "aliases: [", "aliases: [/blog/camps, ")
	if warnings, err = engine.Check(t.Context(), p.options); err != nil || len(warnings) > 0 {
		t.Errorf("%q, %v", lines(warnings), err)
	}
}
