package engine_test

import (
	"log/slog"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
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

func TestASlugInALanguageHoldsEverywhere(t *testing.T) {
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
