package importer_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer/blog"
)

// Links to a blog's tag, author and series lists are rewritten, and the lists' paths are redirected.
func TestLinksToTagAuthorAndSeriesListsAreRewritten(t *testing.T) {
	const prose = "[a](/tags/night-sky/) [b](https://old.example/tags/Night%20Sky) [c](/categories/night-sky/) " +
		"[d](/tags/alone) [e](/author/lina-haddad.html) [f](/series/winter/) [g](/tags/#night-sky) [h](/tags/) " +
		"[i](/index.xml)"
	const links = "[a](/blog/tag/night-sky) [b](/blog/tag/night-sky) [c](/blog/tag/night-sky) " +
		"%s [e](/blog/author/lina-haddad) [f](/blog/series/winter) [g](/blog/tag/night-sky) %s i"
	const front = "---\ntitle: T\ndate: 2024-01-02\ntags: [Night Sky, 夜 2, %s]\nauthor: Lina Haddad\n" +
		"series: Winter\n---\n"
	for tool, redirects := range map[string]string{
		"hugo": "- {from: /author/lina-haddad.html, to: /blog/author/lina-haddad}\n" +
			"- {from: /categories/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /index.xml, to: /feed.xml}\n- {from: /posts, to: /blog}\n" +
			"- {from: /posts/index.xml, to: /feed.xml}\n- {from: /series/winter, to: /blog/series/winter}\n" +
			"- {from: /tags, to: /blog}\n- {from: \"/tags/%E5%A4%9C-2\", to: /blog}\n" +
			"- {from: \"/tags/%E5%A4%9C-2/index.xml\", to: /feed.xml}\n" +
			"- {from: \"/tags/Night%20Sky\", to: /blog/tag/night-sky}\n" +
			"- {from: /tags/alone, to: /blog}\n" +
			"- {from: /tags/index.xml, to: /feed.xml}\n- {from: /tags/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /tags/night-sky/index.xml, to: /blog/tag/night-sky/feed.xml}\n" +
			"- {from: /tags/two, to: /blog}\n",
		"jekyll": "- {from: /author/lina-haddad.html, to: /blog/author/lina-haddad}\n" +
			"- {from: /categories/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: \"/notes/of/%E5%A4%9C-2\", to: /blog}\n" +
			"- {from: /notes/of/alone, to: /blog}\n- {from: /notes/of/night-sky, to: /blog/tag/night-sky}\n" +
			"- {from: /notes/of/two, to: /blog}\n" +
			"- {from: /series/winter, to: /blog/series/winter}\n" +
			"- {from: \"/tags/Night%20Sky\", to: /blog/tag/night-sky}\n" +
			"- {from: /tags/night-sky, to: /blog/tag/night-sky}\n",
	} {
		site, content := t.TempDir(), contenttest.Copy(t)
		want := fmt.Sprintf(links, "[d](/blog)", "[h](/blog)")
		folder, imports := "content/posts/", blog.Hugo
		contenttest.Write(t, site, "hugo.yaml", "baseURL: https://old.example/\n")
		if tool == "jekyll" {
			want = fmt.Sprintf(links, "d", "h")
			folder, imports = "_posts/2024-01-02-", blog.Jekyll
			contenttest.Write(t, site, "_config.yml",
				"url: https://old.example\njekyll-archives: {enabled: [tags], permalinks: {tag: '/notes/of/:name/'}}\n")
		}
		contenttest.Write(t, site, folder+"one.md", strings.Replace(front, "%s", "alone", 1)+prose+"\n")
		contenttest.Write(t, site, folder+"two.md", strings.Replace(front, "%s", "two", 1)+"Text.\n")
		before, err := os.ReadFile(filepath.Join(content, "redirects.yaml"))
		explain(t, err)
		report, err := imports(background, site, options(content))
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
		if report, err = imports(background, site, o); err != nil || len(report.Written)+len(report.Updated) > 0 {
			t.Errorf("%s: once more: %v, %v, %v", tool, report.Written, report.Updated, err)
		}
	}
}

// Former lists of posts, their further pages and their feeds are redirected, except at paths of existing pages.
func TestFormerListsAndFeedsAreRedirected(t *testing.T) {
	const front = "---\ntitle: T\ndate: 2024-01-0%s\ntags: [%s]\n%s---\nText.\n"
	post := func(day, tags, more string) string { return fmt.Sprintf(front, day, tags, more) }
	for name, c := range map[string]struct {
		tool  string
		files map[string]string
		want  string
	}{
		"Hugo": {"hugo", map[string]string{
			"hugo.yaml":                    "pagination: {pagerSize: 2}\ndisableKinds: [taxonomy]\n",
			"content/blog/a.md":            post("1", "go", "categories: [Go, 'C# & D']\n"),
			"content/trips/deep/_index.md": "---\ntitle: T\nurl: /far/away/\n---\n",
			"content/blog/b.md":            post("2", "go, alone", ""),
			"content/trips/deep/c.md":      post("3", "go, كثبان", ""),
			"content/trips/deep/c.ar.md":   post("3", "كثبان", ""),
			"content/trips/d.md":           post("4", "hidden", "draft: true\n"),
		}, "/blog/index.xml /feed.xml, /categories/c#-d /blog, " +
			"/categories/go /blog/tag/go, /categories/go/index.xml /blog/tag/go/feed.xml, /far/away /blog, " +
			"/far/away/index.xml /feed.xml, /index.xml /feed.xml, /page/2 /blog, /tags/كثبان /blog, /tags/alone /blog, /tags/go /blog/tag/go, " +
			"/tags/go/index.xml /blog/tag/go/feed.xml, /tags/go/page/2 /blog/tag/go, /trips /blog, " +
			"/trips/deep /blog, /trips/deep/index.xml /feed.xml, /trips/index.xml /feed.xml"},
		"Hugo authors by name": {"hugo", map[string]string{
			"hugo.yaml": "taxonomies: {author: authors}\n" +
				"disableKinds: [home, section, RSS, taxonomy]\n",
			"content/authors/ana/_index.md": "---\ntitle: Ana Ruiz\n---\n",
			"content/posts/a.md":            post("1", "", "authors: [ana]\n"),
			"content/posts/b.md":            post("2", "", "author: [ana, bo]\n"),
		}, "/authors/ana /blog/author/ana-ruiz, /authors/bo /blog"},
		"Hugo with custom permalinks": {"hugo", map[string]string{
			"hugo.yaml": "baseURL: https://old.example/site/\nuglyURLs: true\n" +
				"taxonomies: {topic: topics, tag: tags}\n" +
				"permalinks: {section: {posts: /all}, tags: '/t/:slug/'}\ndisableKinds: [taxonomyTerm]\n",
			"content/posts/a.md": post("1", "go", "topics: [Camels]\n"),
		}, "/site /blog, /site/all.html /blog, /site/all.xml /feed.xml, /site/index.xml /feed.xml"},
		"Hugo below a path in two languages": {"hugo", map[string]string{
			"hugo.yaml": "baseURL: https://old.example/site/\nlanguages: {en: {}, ar: {}}\n" +
				"disableKinds: [taxonomy]\n",
			"content/posts/a.md":    post("1", "", ""),
			"content/posts/a.ar.md": post("1", "", ""),
		}, "/site /blog, /site/ar /ar/blog, /site/ar/index.xml /ar/feed.xml, /site/ar/posts /ar/blog, " +
			"/site/ar/posts/index.xml /ar/feed.xml, /site/index.xml /feed.xml, /site/posts /blog, " +
			"/site/posts/index.xml /feed.xml"},
		"Hugo with renamed feeds and paths without accents": {"hugo", map[string]string{
			"hugo.toml": "removePathAccents = true\ndisableKinds = ['taxonomy', 'section']\n" +
				"[outputFormats.RSS]\nbaseName = 'news'\n[outputs]\nhome = ['HTML', 'RSS', 'Atom']\n" +
				"[outputFormats.Atom]\nbaseName = 'atom'\nmediaType = 'application/atom+xml'\n",
			"content/posts/a.md": post("1", "Été", ""),
		}, "/atom.xml /feed.xml, /news.xml /feed.xml, /tags/ete /blog"},
		"Hugo with permalinks of terms": {"hugo", map[string]string{
			"hugo.yaml": "taxonomies: {topic: topics, tag: tags}\ndisableKinds: [home, section, RSS]\npaginate: 1\n" +
				"permalinks: {tags: '/t/:slug/', term: {topics: '/about/:title'}}\n",
			"content/posts/a.md": post("1", "go", "topics: [Camels, '..']\n"),
			"content/posts/b.md": post("2", "go", ""),
		}, "/about/camels /blog, /t/go /blog/tag/go, /t/go/page/2 /blog/tag/go, /tags /blog, /topics /blog"},
		"Jekyll": {"jekyll", map[string]string{
			"_config.yml": "paginate: 1\npaginate_path: /blog/p:num/\n" +
				"feed: {path: [atom.xml, /news/index.html]}\n",
			"rss.xml":                "---\nlayout: null\n---\n<rss/>",
			"feed-de.xml":            "---\nlayout: null\n---\n<rss/>",
			"feed/feed.njk":          "---\npermalink: feed/all.xml\n---\n<rss/>",
			"feed/json.njk":          "---\npermalink: feed/all.json\n---\n{}",
			"feed.xml":               "---\nlayout: null\n---\n<rss/>",
			"_posts/2024-01-02-a.md": post("1", "go", ""), "_posts/2024-01-03-b.md": post("2", "go", ""),
		}, "/atom.xml /feed.xml, /blog/p2 /blog, /feed-de.xml /feed.xml, /feed/all.xml /feed.xml, " +
			"/news /feed.xml, /news/index.html /feed.xml, /rss.xml /feed.xml"},
		"Jekyll pages that list posts": {"jekyll", map[string]string{
			"tags.html":              "---\nlayout: x\n---\n{% for t in site.tags %}{% endfor %}\n",
			"categories/index.md":    "---\ntitle: x\n---\n",
			"_pages/y.md":            "---\npermalink: /year-archive/\n---\n",
			"about.md":               "---\ntitle: x\n---\n",
			"404.html":               "---\ntitle: x\npermalink: /404.html\n---\n",
			"index.html":             "---\ntitle: x\n---\n",
			"archive.html":           "<p>Copied</p>",
			"blog.md":                "---\ntitle: x\n---\n",
			"_posts/2024-01-02-a.md": post("1", "go", ""),
		}, "/blog.html /blog, /categories /blog, /tags.html /blog, /year-archive /blog"},
		"Jekyll pages with pretty permalinks": {"jekyll", map[string]string{
			"_config.yml": "permalink: pretty\nbaseurl: /site\nurl: https://old.example\n",
			"Archive.md":  "---\ntitle: x\n---\n", "_posts/2024-01-02-a.md": post("1", "go", ""),
		}, "/site /blog, /site/Archive /blog"},
		"Jekyll archives by collection": {"jekyll", map[string]string{
			"_config.yml": "jekyll-archives: {posts: {enabled: [tags, year], permalinks: {year: '/b/:year/', tags: " +
				"'/b/:type/:name/'}}}\n",
			"_posts/2024-01-02-a.md": post("1", "go", ""),
		}, "/b/2024 /blog, /b/tag/go /blog"},
		"Hexo": {"jekyll", map[string]string{
			"_config.yml":          "new_post_name: :title.md\nper_page: 1\ntag_dir: t\nfeed: {type: rss2}\n",
			"source/_posts/a.md":   post("1", "Go", "categories: [Sand, Red Dunes]\n"),
			"source/tags/index.md": "---\ntype: tags\n---\n",
			"source/archive.md":    "---\ntitle: x\n---\n",
			"source/_posts/b.md":   post("2", "Go", ""),
		}, "/archive.html /blog, /archives /blog, /archives/2024 /blog, /archives/2024/01 /blog, " +
			"/archives/2024/01/page/2 /blog, " +
			"/archives/2024/page/2 /blog, /archives/page/2 /blog, /categories/Sand /blog, " +
			"/categories/Sand/Red-Dunes /blog, /page/2 /blog, /rss2.xml /feed.xml, /t/Go /blog/tag/go, " +
			"/t/Go/page/2 /blog/tag/go, /tags /blog"},
		"Eleventy": {"jekyll", map[string]string{
			"eleventy.config.js":     "c.addPlugin(feedPlugin, { type: 'atom', outputPath: '/news/feed.xml' });\n",
			"archive.njk":            "---\ntitle: x\n---\n",
			"walks.njk":              "---\npermalink: /all/posts/\n---\n",
			"_posts/2024-01-02-a.md": post("1", "go", ""),
		}, "/all/posts /blog, /archive /blog, /news/feed.xml /feed.xml"},
		"Eleventy pages with computed permalinks": {"jekyll", map[string]string{
			"_config.yml":            "permalink: /walks/:title/\n",
			".eleventy.js":           "c.addGlobalData('eleventyComputed', {permalink: d => d.permalink || d.a});\n",
			"src/archive.md":         "---\ntitle: x\n---\n",
			"src/blog/index.md":      "---\ntitle: x\n---\n",
			"src/tags.md":            "---\npermalink: /all/tags/\n---\n",
			"_posts/2024-01-02-a.md": post("1", "go", ""),
		}, "/all/tags /blog, /walks/archive /blog, /walks/blog /blog"},
		"Eleventy pages with computed permalinks and dates": {"jekyll", map[string]string{
			"_config.yml":               "permalink: /:year/:title/\n",
			"_data/eleventyComputed.js": "export default {permalink: (d) => d.a};\n",
			"archive.md":                "---\ntitle: x\n---\n",
			"_posts/2024-01-02-a.md":    post("1", "go", ""),
		}, "/archive /blog"},
		"Eleventy tag pages": {"jekyll", map[string]string{
			"eleventy.config.js": "export default {};",
			"tags.njk": "---\npagination:\n  data: collections\n  size: 1\n  alias: tag\n  filter: [all]\n" +
				"permalink: /tags/{{ tag }}/\n---\nx\n",
			"pages/topics.njk": "---js\nconst pagination = { data: \"collections\", size: 1, alias: \"name\" };\n" +
				"const permalink = \"/topics/{{ name | slugify }}/index.html\";\n---\nx\n",
			"categories.liquid": "---\npagination: {data: categoryList, alias: one, size: 1}\n" +
				"permalink: 'c/{{- one | slug | url -}}.html'\n---\nx\n",
			"content/labels.njk": "---js\nconst pagination = { data: \"collections\", size: 1, alias: \"tag\" };\n" +
				"const eleventyComputed = {\n\ttitle: \"Of '{{ tag }}'\",\n\tpermalink: function(data) {\n" +
				"\t\treturn `/labels/${this.slugify(data.tag)}/`;\n\t}\n};\n---\nx\n",
			"cities.njk": "---\npagination: {data: cities, alias: city, size: 1}\n" +
				"permalink: /city/{{ city }}/\n---\nx\n",
			"_posts/2024-01-02-a.md": post("1", "post, Night Sky, كثبان", "categories: [Night Sky]\n"),
			"_posts/2024-01-03-b.md": post("2", "Night Sky, 'C#'", ""),
		}, "/c/night-sky.html /blog/tag/night-sky, /labels/c /blog, /labels/night-sky /blog/tag/night-sky, " +
			"/tags/كثبان /blog, /tags/C# /blog, " +
			"/tags/Night Sky /blog/tag/night-sky, /topics/c /blog, /topics/c/index.html /blog, /topics/night-sky /blog/tag/night-sky, " +
			"/topics/night-sky/index.html /blog/tag/night-sky"},
	} {
		content, report := blogOf(t, c.tool, c.files)
		if got := redirectsIn(t, content); got != c.want {
			t.Errorf("%s: the redirects are\n%s\nand not\n%s\n%s", name, got, c.want, notes(report))
		}
		for _, n := range report.Unmapped {
			if address := strings.TrimSuffix(n.Value, "/"); strings.HasPrefix(n.Why, "this page lists posts") &&
				(address == "" || !strings.Contains(c.want, address+" /blog")) {
				t.Errorf("%s: a remark names %q", name, address)
			}
		}
		inOrder(t, content)
	}
}

// redirectsIn returns the redirects that an import has added, unescaped.
func redirectsIn(t *testing.T, content string) string {
	t.Helper()
	before := len(written(t, contenttest.Copy(t), "redirects.yaml"))
	var all []string
	for line := range strings.Lines(written(t, content, "redirects.yaml")[before:]) {
		line = strings.NewReplacer("- {from: ", "", ", to:", "", "}\n", "", `"`, "").Replace(line)
		plain, err := url.PathUnescape(line)
		explain(t, err)
		all = append(all, plain)
	}
	return strings.Join(all, ", ")
}

// Lists of jekyll-archives are redirected to the tag of their name, or to the blog.
func TestJekyllArchivesAreRedirected(t *testing.T) {
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
