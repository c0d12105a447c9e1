package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

var (
	sitemapAddress = regexp.MustCompile(`<loc>([^<]+)</loc>`)
	markdownLink   = regexp.MustCompile(`\]\((https://[^)]+)\)`)
	// llmsHead matches a title, a summary and a paragraph. The parser of llmstxt.org finds no summary without the last.
	llmsHead = regexp.MustCompile(`^# .+\n\n> .+\n\n\[MCP\]\(https://[^)]+/mcp\)\n$`)
)

func TestEverySitemapPageHasAMarkdownVersion(t *testing.T) {
	p := newProject(t, "../../../content")
	p.options.Deployment = "derb-house"
	p.build()
	root := filepath.Join(p.options.Builds, "public", "derb-house")
	read := func(rel string) string {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(rel)))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	base := strings.TrimSuffix(sitemapAddress.FindStringSubmatch(read("sitemap.xml"))[1], "/")
	listed := map[string]bool{}
	for _, at := range sitemapAddress.FindAllStringSubmatch(read("sitemap.xml"), -1) {
		rel := strings.TrimLeft(strings.TrimPrefix(at[1], base)+"/index.md", "/")
		if listed[rel] = true; !strings.Contains(read(rel), `url: "`+at[1]) {
			t.Errorf("%s does not have the URL of %s", rel, at[1])
		}
	}
	for rel := range p.visible("derb-house") {
		if strings.HasSuffix(rel, "index.md") && !listed[rel] {
			t.Errorf("%s belongs to a page that is not in the sitemap", rel)
		}
	}
	for _, list := range []string{"llms.txt", "ar/llms.txt"} {
		head, _, _ := strings.Cut(read(list), "\n## ")
		if !llmsHead.MatchString(head) {
			t.Errorf("%s begins with %q", list, head)
		}
		links := markdownLink.FindAllStringSubmatch(strings.TrimPrefix(read(list), head), -1)
		if len(links) < 10 {
			t.Errorf("%s has %d links", list, len(links))
		}
		for _, link := range links {
			rel := strings.TrimPrefix(strings.TrimPrefix(link[1], base), "/")
			if feed := strings.Contains(rel, "products."); !feed && !listed[rel] || feed && read(rel) == "" {
				t.Errorf("%s links to %s, which is no page", list, link[1])
			}
		}
	}
}

func TestPriceOfZeroIsShownAsFree(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "products/walk/product.yaml", "price: 600", "price: 0")
	p := newProject(t, content)
	p.build()
	for rel, free := range map[string]string{
		"things-to-do-in-dubai/walk/index.html": `<b class="price-amount">Free</b>`,
		"things-to-do-in-dubai/index.html":      `<b class="price-amount">Free</b>`,
		"things-to-do-in-dubai/walk/index.md":   "Free",
	} {
		data, err := os.ReadFile(filepath.Join(p.public("wayfare"), filepath.FromSlash(rel)))
		if text := string(data); err != nil || !strings.Contains(text, free) || strings.Contains(text, "on request") {
			t.Errorf("%s does not say that the walk is free: %v\n%s", rel, err, text)
		}
	}
}
