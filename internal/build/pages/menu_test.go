package pages_test

import (
	"reflect"
	"testing"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

func TestFooterOmitsColumnsWithoutLinksInALanguage(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Write(t, root, "blog/tea/en.md", "---\ntitle: Tea\ndate: 2026-01-02\nsummary: Mint.\n---\nHot.\n")
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "supplier: false\n", `supplier: false
footer:
  - title: {en: Company, ar: الشركة}
    links: [{to: /about}]
  - title: {en: Read, ar: اقرأ}
    links: [{to: /blog/tea}]
`)
	site, _ := siteOf(t, root, pages.Visibility{AsOf: today})
	for i, want := range [][]string{{"Company", "Read"}, {"الشركة"}} {
		var titles []string
		for _, group := range site.Shells()[i].Footer {
			titles = append(titles, group.Title)
		}
		if !reflect.DeepEqual(titles, want) {
			t.Errorf("%s: columns %v, want %v", site.Shells()[i].Locale, titles, want)
		}
	}
}

func TestMenuNamesPagesByTheirTitles(t *testing.T) {
	root := contenttest.Copy(t)
	for language, title := range map[string]string{"en": "Our team", "ar": "فريقنا"} {
		contenttest.Write(t, root, "pages/our-team/"+language+".md",
			"---\ntitle: "+title+"\ndescription: Who we are.\n---\nGuides.\n")
	}
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "supplier: false\n", `supplier: false
menu:
  - {to: /our-team}
  - {to: "product:dunes"}
  - {to: /desert}
  - {to: /blog, name: {en: Journal, ar: اليوميات}}
  - {to: "/faq#pay"}
footer:
  - title: {en: Company, ar: الشركة}
    links: [{to: /about}, {to: "https://jobs.example/", name: {en: Jobs, ar: وظائف}}]
social:
  - {name: Instagram, to: "https://www.instagram.com/wayfare"}
`)
	site, _ := siteOf(t, root, pages.Visibility{AsOf: today})
	shells := site.Shells()
	links := func(names ...string) (out []payload.MenuLink) {
		paths := []string{"/our-team", "/things-to-do-in-dubai/dunes", "/desert", "/blog", "/faq#pay"}
		for i, name := range names {
			out = append(out, payload.MenuLink{Path: paths[i], Name: name})
		}
		return out
	}
	for i, want := range []payload.Shell{
		{
			Menu: links("Our team", "Sunset dunes", "Dubai", "Journal", ""),
			Footer: []payload.MenuGroup{{Title: "Company", Links: []payload.MenuLink{
				{Path: "/about"}, {Path: "https://jobs.example/", Name: "Jobs"},
			}}},
		},
		{
			Menu: links("فريقنا", "غروب الكثبان", "دبي", "اليوميات", ""),
			Footer: []payload.MenuGroup{{Title: "الشركة", Links: []payload.MenuLink{
				{Path: "/about"}, {Path: "https://jobs.example/", Name: "وظائف"},
			}}},
		},
	} {
		got := shells[i]
		if !reflect.DeepEqual(got.Menu, want.Menu) || !reflect.DeepEqual(got.Footer, want.Footer) {
			t.Errorf("%s: menu %v and footer %v, want %v and %v", got.Locale, got.Menu, got.Footer,
				want.Menu, want.Footer)
		}
		social := []payload.MenuLink{{Path: "https://www.instagram.com/wayfare", Name: "Instagram"}}
		if !reflect.DeepEqual(got.Social, social) {
			t.Errorf("%s: social %v", got.Locale, got.Social)
		}
	}
}
