package engine_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

func TestRedirectFromAnArabicPathIsPublishedEncoded(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "blog/camps/ar.md", "title:", "slug: المخيم\ntitle:")
	p := newProject(t, content)
	p.build()
	contenttest.Remove(t, content, "blog/camps/ar.md")
	gone := strings.Join(p.checked(t), "\n")
	const line = "- {from: /blog/المخيم, to: /blog}"
	if !strings.Contains(gone, line) {
		t.Fatalf("the line %s is not among %s", line, gone)
	}
	file := "redirects.yaml"
	contenttest.Write(t, content, file, contenttest.Read(t, content, file)+line+"\n- {from: /عروض(1), to: "+
		"'/things-to-do?x=عرض#أول'}\n")
	contenttest.Replace(t, content, "pages/about/ar.md", "\n---\n", "\n---\n[المخيم](/blog/المخيم)\n")
	if all := strings.Join(p.checked(t), "\n"); strings.Contains(all, "was published before") ||
		strings.Contains(all, "leads nowhere") {
		t.Errorf("with its line in redirects.yaml the post is still reported: %s", all)
	}
	p.build()
	const camp, offers = "/blog/%D8%A7%D9%84%D9%85%D8%AE%D9%8A%D9%85", "/%D8%B9%D8%B1%D9%88%D8%B6(1)"
	const to = "/things-to-do?x=%D8%B9%D8%B1%D8%B6#%D8%A3%D9%88%D9%84"
	if html := p.read("ar/about/index.html"); !strings.Contains(html, `href="/ar`+camp+`"`) {
		t.Errorf("no link to %s in %s", camp, html)
	}
	for file, want := range map[string]string{
		"_redirects":                 "\n/ar" + camp + " /ar/blog 301\n",
		"builds/meta/redirects.conf": strings.NewReplacer("(", `\(`, ")", `\)`).Replace(offers),
	} {
		if text := p.read(file); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s: %s", want, file, text)
		}
	}
	if r := (payload.Redirect{From: camp, To: "/blog", Status: 301}); !slices.Contains(redirectsOf(t, p), r) {
		t.Errorf("the browser does not know %v", r)
	}
	if text := p.read("_redirects"); !strings.Contains(text, "\n"+offers+" "+to+" 301\n") {
		t.Errorf("%s does not lead to %s: %s", offers, to, text)
	}
}

func TestQuotationMarksInRedirectsAreEncodedInHostFiles(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "redirects.yaml", `- {from: '/a";return;"', to: '/faq?"b"'}`+"\n")
	p := newProject(t, content)
	p.build()
	const from, to = "/a%22;return;%22", "/faq?%22b%22"
	if text := p.read("_redirects"); !strings.Contains(text, "\n"+from+" "+to+" 301\n") {
		t.Errorf("_redirects: %s", text)
	}
	if text := p.read("builds/meta/redirects.conf"); !strings.Contains(text, from) || strings.Contains(text, `a"`) {
		t.Errorf("redirects.conf: %s", text)
	}
}
