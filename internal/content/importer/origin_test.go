package importer_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
)

// blogOf writes a blog of the given files and imports it. It returns the content folder and the report.
func blogOf(
	t *testing.T, from string, files map[string]string, o ...func(*importer.Options),
) (string, *importer.Report) {
	t.Helper()
	site, content := t.TempDir(), contenttest.Copy(t)
	for name, text := range files {
		contenttest.Write(t, site, name, text)
	}
	options := options(content)
	for _, set := range o {
		set(&options)
	}
	run := blog.Hugo
	if from == "jekyll" {
		run = blog.Jekyll
	}
	report, err := run(background, site, options)
	explain(t, err)
	return content, report
}

func written(t *testing.T, content, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(content, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// stories returns the files that an import has written, except redirects.yaml.
func stories(r *importer.Report) []string {
	return slices.DeleteFunc(slices.Clone(r.Written), func(file string) bool {
		return filepath.Base(file) == "redirects.yaml"
	})
}

func notes(r *importer.Report) string {
	var all []string
	for _, n := range r.Unmapped {
		all = append(all, n.String())
	}
	return strings.Join(all, "\n")
}

func TestIndentedPicturesInHTMLBecomePictures(t *testing.T) {
	content, _ := blogOf(t, "jekyll", map[string]string{
		"_posts/2024-01-02-camp.md": "---\ntitle: Camp\n---\n<div class=\"gallery\">\n" +
			"\t<img src=\"/a.png\" alt=\"Fire\">\n    <p>Beside it.</p>\n    <div>\n      Below.\n    </div>\n</div>\n",
		"a.png": picture(t, "a.png", 30),
	})
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{"\n![Fire](camp-a.png)", "\nBeside it.", "\nBelow."} {
		if !strings.Contains(text, want) || strings.Contains(text, "div>") {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

// Markdown in an HTML block is imported like other Markdown. A picture or link there once failed the whole import.
func TestMarkdownPicturesAndLinksInHTMLAreImported(t *testing.T) {
	for _, tool := range []string{"hugo", "jekyll"} {
		folder := map[string]string{"hugo": "content/posts/", "jekyll": "_posts/"}[tool]
		static := map[string]string{"hugo": "static/", "jekyll": ""}[tool]
		content, report := blogOf(t, tool, map[string]string{
			folder + "2024-01-02-camp.md": "---\ntitle: Camp\ndate: 2024-01-02\n---\n<div class=\"x\">\n" +
				"[![Fire](/img/a.png)](https://xkcd.com/1810/)\n![Gone](/img/b.png \"Words\")\n" +
				"[the next](2024-01-03-next.md) [none](/none/) <code>a[i](x)</code>\n</div>\n\n" +
				"<p data-x=\"[a](/b)\">\n![Gone](c.png)</p>\n",
			folder + "2024-01-03-next.md": "---\ntitle: Next\ndate: 2024-01-03\n---\nText.\n",
			static + "img/a.png":          picture(t, "a.png", 30),
		})
		var text string
		for file := range tree(t, content) {
			if strings.HasSuffix(file, "camp/en.md") && strings.HasPrefix(file, "blog") {
				text = written(t, content, file)
			}
		}
		for _, want := range []string{"\n[![Fire](", "-a.png)](https://xkcd.com/1810/)\n*Words*\n[the next](/blog/",
			" none `a[i](x)`\n"} {
			if !strings.Contains(text, want) || strings.Contains(text, "Gone") {
				t.Errorf("%s: %q is not in %s", tool, want, text)
			}
		}
		for _, want := range []string{"(/img/b.png)", "(c.png)", "(/none/)"} {
			if !strings.Contains(notes(report), want) {
				t.Errorf("%s: %q is not in %s", tool, want, notes(report))
			}
		}
	}
}

func TestAliasesFollowThePermalinkConfiguration(t *testing.T) {
	post := "---\ntitle: X\ndate: 2024-03-05\n---\nText.\n"
	const named = "source_dir: source\nnew_post_name: :title.md\n"
	for name, c := range map[string]struct {
		from, file, alias string
		files             map[string]string
	}{
		"Jekyll defaults": {"jekyll", "_posts/2024-03-05-camp.md", "/stories/2024/camp", map[string]string{
			"_config.yml": "permalink: /:title/\ndefaults:\n  - scope: {path: '', type: posts}\n" +
				"    values: {permalink: '/stories/:year/:title/', layout: post}\n" +
				"  - scope: {path: '', type: pages}\n    values: {permalink: '/pages/:title/'}\n"}},
		"the most specific of Jekyll defaults": {"jekyll", "trips/_posts/2024-03-05-camp.md", "/trips/camp",
			map[string]string{
				"_config.yml": "defaults:\n  - scope: {path: trips}\n    values: {permalink: '/trips/:title/'}\n" +
					"  - scope: {path: ''}\n    values: {permalink: '/all/:title/'}\n"}},
		"the permalink of Jekyll's posts collection": {
			"jekyll", "_posts/2024-03-05-camp.md", "/n/camp", map[string]string{
				"_config.yml": "collections:\n  posts:\n    permalink: /n/:title/\n"}},
		"the file path in a Jekyll permalink": {"jekyll", "trips/_posts/sand/2024-03-05-camp.md",
			"/p/trips/sand/2024-03-05-camp.html", map[string]string{"_config.yml": "permalink: /p/:path.html\n"}},
		"special characters in a Jekyll file name": {"jekyll", "_posts/2024-03-05-C++ & Go؟ نص، [a%20b]—c.md",
			"/C++-&-Go-%D9%86%D8%B5-a-20b-c.html", map[string]string{"_config.yml": "permalink: none\n"}},
		"the slug of a Jekyll file name": {"jekyll", "_posts/2024-03-05-C++ & Go.md", "/2024/2/Tuesday/c-go",
			map[string]string{"_config.yml": "permalink: /:w_year/:w_day/:long_day/:slug\n"}},
		"Jekyll folders above and below _posts": {"jekyll", "trips/_posts/sand/2024-03-05-camp.md", "/trips/camp",
			map[string]string{"_config.yml": "permalink: /:categories/:title\n"}},
		"categories in a Jekyll permalink": {"jekyll", "_posts/2024-03-05-camp.md", "/my%20trips/z/my-trips/z/camp",
			map[string]string{"_config.yml": "permalink: /:categories/:slugified_categories/:title\n" +
				"defaults: [{scope: {path: ''}, values: {categories: [My Trips, Z, my trips]}}]\n"}},
		"a front matter key in a Hexo permalink": {
			"jekyll", "source/_posts/deep/camp.md", "/p/9a.html", map[string]string{
				"_config.yml": named + "permalink: p/:abbrlink.html\npermalink_defaults: {abbrlink: 9a}\n"}},
		"folders in a Hexo permalink": {"jekyll", "source/_posts/deep/My Camp?.md", "/2024/03/05/deep/My%20Camp%3F",
			map[string]string{"_config.yml": named + "permalink: :year/:month/:day/:title/\n"}},
		"a Hexo file name with a date": {"jekyll", "source/_posts/deep/2024-3-05-camp.md",
			"/general/x/3/deep-2024-3-05-camp",
			map[string]string{"_config.yml": "source_dir: source\nnew_post_name: :year-:month-:day-:title.md\n" +
				"default_category: general\npermalink: :category/:post_title/:i_month/:title/\n"}},
		"a Hugo section named page": {"hugo", "content/post/camp.md", "/p/x", map[string]string{
			"hugo.toml": "[permalinks]\npost = \"/p/:slug/\"\npage = \"/:slug/\"\n"}},
		"Hugo permalinks by kind": {"hugo", "content/post/camp.md", "/p/2024/x", map[string]string{
			"hugo.toml": "[permalinks.page]\npost = \"/p/:year/:slug/\"\n"}},
		"a Hugo bundle with a dot in its name": {"hugo", "content/post/fly.io/index.md", "/p/fly.io", map[string]string{
			"hugo.toml": "[permalinks]\npost = \"/p/:contentbasename/\"\n"}},
		"Hugo paths without accents": {"hugo", "content/post/à-vélo.md", "/post/a-velo", map[string]string{
			"hugo.toml": "removePathAccents = true\n"}},
		"a URL by Hugo's cascade": {"hugo", "content/post/camp.md", "/old/camp", map[string]string{
			"content/post/_index.md": "---\ntitle: Stories\ncascade:\n  url: /old/camp/\n---\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.files[c.file] = post
			content, report := blogOf(t, c.from, c.files)
			if len(stories(report)) != 1 {
				t.Fatalf("written: %v; %s", report.Written, notes(report))
			}
			text := written(t, content, "blog/"+slugOf(report.Written[0])+"/en.md")
			if !strings.Contains(text, c.alias) {
				t.Errorf("%s is not an alias in %s", c.alias, text)
			}
		})
	}
}

func slugOf(file string) string { return filepath.Base(filepath.Dir(file)) }

func TestDraftByCascadeBecomesADraft(t *testing.T) {
	content, _ := blogOf(t, "hugo", map[string]string{
		"content/notes/_index.md":  "---\ncascade:\n  - Draft: true\n    _target: {path: /notes/**}\n---\n",
		"content/notes/unready.md": "---\ntitle: Unready\ndate: 2024-01-01\n---\nText.\n",
		"content/_index.md": "---\ncascade:\n  - draft: true\n" +
			"    _target: {path: \"{/trips/a,/trips/b/**}\", lang: en}\n---\n",
		"content/trips/b/hidden.md": "---\ntitle: Hidden\ndate: 2024-01-01\n---\nText.\n",
		"content/trips/c/open.md":   "---\ntitle: Open\ndate: 2024-01-01\n---\nText.\n",
		"content/notes/finished.md": "---\ntitle: Done\ndate: 2024-01-01\ndraft: false\n---\nText.\n",
	})
	if text := written(t, content, "blog/unready/en.md"); !strings.Contains(text, "draft: true") {
		t.Errorf("got %s", text)
	}
	if text := written(t, content, "blog/hidden/en.md"); !strings.Contains(text, "draft: true") {
		t.Errorf("got %s", text)
	}
	for _, shown := range []string{"finished", "open"} {
		if text := written(t, content, "blog/"+shown+"/en.md"); strings.Contains(text, "draft: true") {
			t.Errorf("got %s", text)
		}
	}
}

func TestSectionsOutsideTheBlogAreSkippedAndCounted(t *testing.T) {
	post := "---\ntitle: X\ndate: 2024-01-01\n---\nText.\n"
	files := map[string]string{
		"hugo.toml":         "[params]\nmainSections = [\"post\"]\n",
		"content/post/a.md": post, "content/page/archives/index.md": post, "content/page/search/index.md": post,
	}
	_, report := blogOf(t, "hugo", files)
	if len(stories(report)) != 1 ||
		!strings.Contains(notes(report), "2 posts are left out: it is not among the mainSections") {
		t.Errorf("written %v, %s", report.Written, notes(report))
	}
	_, report = blogOf(t, "hugo", files, func(o *importer.Options) { o.Blog.Sections = []string{"post", "page"} })
	if len(stories(report)) != 3 || strings.Contains(notes(report), "mainSections") {
		t.Errorf("--section post,page: written %v, %s", report.Written, notes(report))
	}
	delete(files, "hugo.toml")
	_, report = blogOf(t, "hugo", files)
	if len(stories(report)) != 3 || notes(report) != "section: the blog's configuration has no mainSections, so the "+
		"pages of all sections become stories (page 2, post 1); name the sections of the blog, as in --section page" {
		t.Errorf("without mainSections: written %v, %s", report.Written, notes(report))
	}
}

func TestCustomKeysAndShortcodesCanBeMapped(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"content/posts/camp/index.md": "---\ntitle: Camp\ndate: 2024-01-01\nbanner_image: fire.png\n---\n" +
			"{{< img src=\"fire.png\" alt=\"Fire\" caption=\"At \\\"six\\\"\" >}}\n",
		"content/posts/camp/fire.png": picture(t, "fire.png", 30),
	}, func(o *importer.Options) {
		o.Blog.Keys = map[string]string{"banner_image": "image"}
		o.Blog.Shortcodes = map[string]string{"img": "figure"}
	})
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{"image: camp-fire.png", "![Fire](camp-fire.png"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s; %s", want, text, notes(report))
		}
	}
}

// Hugo resources name a picture with a word of the theme, and a shortcode finds one by a pattern.
func TestBundlePicturesAreFoundByResourceNameAndPattern(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"content/posts/camp/index.md": "---\ntitle: Camp\ndate: 2024-01-01\n" +
			"resources: [{src: images/fire.png, name: heading}]\n---\n" +
			"{{< pic name=\"**/quay.png\" title=\"The quay\" >}}\n",
		"content/posts/camp/images/fire.png": picture(t, "fire.png", 30),
		"content/posts/camp/images/quay.png": picture(t, "quay.png", 40),
	}, func(o *importer.Options) { o.Blog.Shortcodes = map[string]string{"pic": "figure"} })
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{"image: camp-fire.png", "![The quay](camp-quay.png"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if all := notes(report); !strings.Contains(all, "this picture of the bundle becomes the story's cover") {
		t.Errorf("the remarks are %s", all)
	}
}

func TestLinkToAScheduledPostBecomesText(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"content/posts/later.md": "---\ntitle: Later\ndate: 2024-01-01\npublishDate: 2099-01-01\n---\nText.\n",
		"content/posts/now.md":   "---\ntitle: Now\ndate: 2024-01-01\n---\nSee [the other](/posts/later/).\n",
	})
	text := written(t, content, "blog/now/en.md")
	if !strings.Contains(text, "See the other.") || len(stories(report)) != 2 {
		t.Errorf("got %s; %v", text, report.Written)
	}
	if !slices.ContainsFunc(report.Unmapped, func(n importer.Note) bool { return n.Field == "link" }) {
		t.Error("the link is not reported")
	}
}

func TestLastValueOfADuplicateKeyCounts(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml":            "permalink: /:year/:title\nurl: https://old.example\npermalink: /:title\n",
		"_posts/2024-01-02-a.md": "---\ntitle: First\ntags: [x]\nimage: {alt: A, alt: B}\ntitle: Last\n---\nWords.\n",
	})
	if text := written(t, content, "blog/a/en.md"); !strings.Contains(text, "title: Last\n") ||
		!strings.Contains(text, "aliases: [/a]") {
		t.Errorf("got %s", text)
	}
	for _, want := range []string{"_config.yml:1:1: permalink: this key appears again below",
		"2024-01-02-a.md:2:1: title: this key appears again below, so this value is ignored (First)",
		"2024-01-02-a.md:4:9: alt: this key appears again"} {
		if !strings.Contains(notes(report), want) {
			t.Errorf("%q is not among\n%s", want, notes(report))
		}
	}
}

func TestDatesKeepTheirTimeOnlyIfItOrdersPosts(t *testing.T) {
	content, _ := blogOf(t, "hugo", map[string]string{
		"content/p/a.md": "---\ntitle: A\ndate: 2024-01-02T00:30:00+03:00\nlastmod: 2024-02-03 10:00:00 -0500\n" +
			"---\nA\n",
		"content/p/b.md": "---\ntitle: B\ndate: 2024-01-03\nexpiryDate: 2099-01-01T22:00:00-05:00\n---\nB\n",
		"content/p/c.md": "---\ntitle: C\ndate: 2024-01-04T10:00:00Z\n---\nC\n",
		"content/p/d.md": "---\ntitle: D\ndate: 2024-01-04T09:00:00Z\n---\nD\n",
		"content/p/e.md": "---\ntitle: E\ndate: 2099-01-04T23:00:00-05:00\n---\nE\n",
	})
	for name, want := range map[string]string{
		"a": "\ndate: 2024-01-02\nlastmod: 2024-02-03\n", "b": "\ndate: 2024-01-03\nexpiryDate: 2099-01-02\n",
		"c": "\ndate: 2024-01-04T10:00:00Z\n", "d": "\ndate: 2024-01-04T09:00:00Z\n", "e": "\ndate: 2099-01-05\n",
	} {
		if text := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
