package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
)

// Links to a blog's lists of a tag, an author or a series lead to the lists here, and so do the lists' addresses.
func TestListsOfATagAnAuthorOrASeriesStayLinked(t *testing.T) {
	const prose = "[a](/tags/night-sky/) [b](https://old.example/tags/Night%20Sky) [c](/categories/night-sky/) " +
		"[d](/tags/alone) [e](/author/lina-haddad.html) [f](/series/winter/) [g](/tags/#night-sky) [h](/tags/)"
	const want = "[a](/blog/tag/night-sky) [b](/blog/tag/night-sky) [c](/blog/tag/night-sky) " +
		"d [e](/blog/author/lina-haddad) [f](/blog/series/winter) [g](/blog/tag/night-sky) h"
	const front = "---\ntitle: T\ndate: 2024-01-02\ntags: [Night Sky, %s]\nauthor: Lina Haddad\nseries: Winter\n---\n"
	for tool, redirects := range map[string]string{
		"hugo": "- {from: /author/lina-haddad.html, to: /blog/author/lina-haddad}\n" +
			"- {from: /categories/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /series/winter, to: /blog/series/winter}\n" +
			"- {from: \"/tags/Night%20Sky\", to: /blog/tag/night-sky}\n" +
			"- {from: /tags/night-sky, to: /blog/tag/night-sky}\n",
		"jekyll": "- {from: /author/lina-haddad.html, to: /blog/author/lina-haddad}\n" +
			"- {from: /categories/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /notes/of/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /series/winter, to: /blog/series/winter}\n" +
			"- {from: \"/tags/Night%20Sky\", to: /blog/tag/night-sky}\n" +
			"- {from: /tags/night-sky, to: /blog/tag/night-sky}\n",
	} {
		blog, content := t.TempDir(), contenttest.Copy(t)
		folder, imports := "content/posts/", importer.Hugo
		contenttest.Write(t, blog, "hugo.yaml", "baseURL: https://old.example/\n")
		if tool == "jekyll" {
			folder, imports = "_posts/2024-01-02-", importer.Jekyll
			contenttest.Write(t, blog, "_config.yml",
				"url: https://old.example\njekyll-archives: {enabled: [tags], permalinks: {tag: '/notes/of/:name/'}}\n")
		}
		contenttest.Write(t, blog, folder+"one.md", strings.Replace(front, "%s", "alone", 1)+prose+"\n")
		contenttest.Write(t, blog, folder+"two.md", strings.Replace(front, "%s", "two", 1)+"Text.\n")
		before, err := os.ReadFile(filepath.Join(content, "redirects.yaml"))
		explain(t, err)
		report, err := imports(background, blog, options(content))
		explain(t, err)
		data, err := os.ReadFile(filepath.Join(content, "blog/one/en.md"))
		explain(t, err)
		if !strings.HasSuffix(string(data), want+"\n") {
			t.Errorf("%s: the prose is not\n%s\nin\n%s\n%s", tool, want, data, asLines(report))
		}
		after, err := os.ReadFile(filepath.Join(content, "redirects.yaml"))
		explain(t, err)
		if got := strings.TrimPrefix(string(after), string(before)); got != redirects {
			t.Errorf("%s: the redirects are\n%s", tool, got)
		}
		if _, err := check(content); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
		o := options(content)
		o.Update = true
		if report, err = imports(background, blog, o); err != nil || len(report.Written)+len(report.Updated) > 0 {
			t.Errorf("%s: once more: %v, %v, %v", tool, report.Written, report.Updated, err)
		}
	}
}

// Lists of jekyll-archives lead to the tag of their name, or to all stories.
func TestArchivesOfJekyllLeadOn(t *testing.T) {
	const settings = "jekyll-archives: {enabled: %s, " +
		"permalinks: {category: '/categories/:name/', month: '/:year/m:month/'}}\n"
	front := "---\ntitle: T\ntags: [go, 'C & D']\ncategories: [Go, Sand Dunes]\n%s---\nText.\n"
	for enabled, want := range map[string]string{
		"all": "- {from: /2024, to: /blog}\n- {from: /2024/01/02, to: /blog}\n- {from: /2024/m01, to: /blog}\n" +
			"- {from: /categories/go, to: /blog/tag/go}\n- {from: /categories/sand-dunes, to: /blog}\n" +
			"- {from: /tag/c-d, to: /blog/tag/c-d}\n- {from: /tag/go, to: /blog/tag/go}\n",
		"[year, categories]": "- {from: /2024, to: /blog}\n- {from: /categories/go, to: /blog/tag/go}\n" +
			"- {from: /categories/sand-dunes, to: /blog}\n",
		"[]": "",
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{
			"_config.yml":            strings.Replace(settings, "%s", enabled, 1),
			"_posts/2024-01-02-a.md": strings.Replace(front, "%s", "", 1),
			"_posts/2024-01-02-b.md": strings.Replace(front, "%s", "", 1),
			"_posts/2023-01-02-c.md": strings.Replace(front, "%s", "published: false\n", 1),
		})
		if got := written(t, content, "redirects.yaml"); !strings.HasSuffix(got, want) ||
			strings.Contains(got, "2023") || strings.Contains(got, "/tag/go") != strings.Contains(want, "/tag/go") {
			t.Errorf("enabled: %s: the redirects are\n%s", enabled, got)
		}
		inOrder(t, content)
	}
}
