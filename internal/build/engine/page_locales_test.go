package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// checkLinks fails the test if a page or the sitemap links to a missing page.
func checkLinks(t *testing.T, p *project, page, missing string) {
	t.Helper()
	for file, text := range map[string]string{page: p.read(page), "sitemap.xml": p.read("sitemap.xml")} {
		if strings.Contains(text, missing+`"`) {
			t.Errorf("%s names %s, which does not exist", file, missing)
		}
	}
}

func TestBlogPageLinksOnlyToLanguagesThatHaveIt(t *testing.T) {
	content := contenttest.Copy(t)
	for i := range 12 {
		for _, language := range []string{"en", "ar"} {
			contenttest.Write(t, content, fmt.Sprintf("blog/story-%d/%s.md", i, language),
				contenttest.Read(t, content, "blog/camps/"+language+".md"))
		}
	}
	p := newProject(t, content)
	p.build()
	const second, arabic = "blog/page/2/index.html", "/ar/blog/page/2"
	if !strings.Contains(p.read(second), arabic+`"`) {
		t.Fatalf("%s does not name %s", second, arabic)
	}
	for i := range 6 {
		contenttest.Remove(t, content, fmt.Sprintf("blog/story-%d/ar.md", i))
	}
	p.checkEqualsCleanBuild()
	checkLinks(t, p, second, arabic)
	if first := p.read("blog/index.html"); !strings.Contains(first, `/ar/blog"`) {
		t.Error("the first page does not name the Arabic one")
	}
}

func TestListingPageLinksOnlyToLanguagesThatHaveIt(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "pageSize: 12", "pageSize: 1\nuntranslated: omit")
	p := newProject(t, content)
	p.build()
	const list = "things-to-do-in-dubai"
	for _, end := range []string{"", "/page/2"} {
		if page := p.read(list + end + "/index.html"); !strings.Contains(page, "/ar/"+list+end+`"`) {
			t.Fatalf("%s does not name the Arabic one", list+end)
		}
	}
	contenttest.Remove(t, content, "products/walk/ar.md")
	contenttest.Replace(t, content, "products/dunes/ar.md", "[الجولة](product:walk)", "الجولة")
	p.checkEqualsCleanBuild()
	checkLinks(t, p, list+"/page/2/index.html", "/ar/"+list+"/page/2")
	checkLinks(t, p, "things-to-do/page/2/index.html", "/ar/things-to-do/page/2")
	contenttest.Remove(t, content, "products/dunes/ar.md")
	p.checkEqualsCleanBuild()
	checkLinks(t, p, list+"/index.html", "/ar/"+list)
	checkLinks(t, p, "desert/index.html", "/ar/desert")
}
