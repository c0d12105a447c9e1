package importer_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
)

func TestRepeatedImportUpdatesABlog(t *testing.T) {
	site, content := t.TempDir(), contenttest.Copy(t)
	post := "---\ntitle: %\ndate: 2024-01-02\ntags: [a]\n---\nThe prose of %.\n"
	put := func(name, title string) {
		contenttest.Write(t, site, "content/posts/"+name+".md", strings.ReplaceAll(post, "%", title))
	}
	for _, name := range []string{"one", "two", "three", "four"} {
		put(name, name)
	}
	run := func(update bool) *importer.Report {
		o := options(content)
		o.Update = update
		report, err := blog.Hugo(background, site, o)
		explain(t, err)
		return report
	}
	run(false)
	if r := run(true); len(r.Written)+len(r.Updated)+len(r.Kept)+len(r.Existing)+len(r.Vanished) != 0 {
		t.Fatalf("the same blog changes something: %s", asJSON(t, r))
	}
	if err := os.Rename(filepath.Join(content, "blog/one"), filepath.Join(content, "blog/number-one")); err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, content, "blog/number-one/en.md", "tags: [a]", "tags: [a, mine]")
	contenttest.Replace(t, content, "blog/two/en.md", "The prose of two.", "My own prose.")
	put("one", "first")
	put("two", "second")
	contenttest.Remove(t, site, "content/posts/three.md")
	contenttest.Write(t, site, "content/posts/five.md", "---\ntitle: five\ndate: 2024-01-02\n---\n[1](one.md)\n")
	report := run(true)
	one, two := written(t, content, "blog/number-one/en.md"), written(t, content, "blog/two/en.md")
	for _, want := range []string{"title: first", "tags: [a, mine]", "The prose of first."} {
		if !strings.Contains(one, want) {
			t.Errorf("%q is not in %s", want, one)
		}
	}
	if !strings.Contains(two, "title: second") || !strings.Contains(two, "My own prose.") {
		t.Errorf("got %s", two)
	}
	if five := written(t, content, "blog/five/en.md"); !strings.Contains(five, "[1](/blog/number-one)") {
		t.Errorf("got %s", five)
	}
	if len(report.Updated) != 2 || len(report.Written) != 1 || len(report.Vanished) != 1 || len(report.Kept) != 1 ||
		!strings.Contains(keptIn(report), "the prose: it was edited here") {
		t.Errorf("got %s", asJSON(t, report))
	}
	inOrder(t, content)
}

func TestBlogWithChangedPermalinksIsUpdatedInPlace(t *testing.T) {
	site, content := t.TempDir(), contenttest.Copy(t)
	for _, name := range []string{"one", "two"} {
		contenttest.Write(t, site, "content/posts/"+name+".md", "---\ntitle: Day "+name+"\ndate: 2024-01-02\n---\nA.\n")
	}
	run := func() *importer.Report {
		o := options(content)
		o.Update = true
		report, err := blog.Hugo(background, site, o)
		explain(t, err)
		return report
	}
	run()
	explain(t, os.Rename(filepath.Join(content, "blog/one"), filepath.Join(content, "blog/number-one")))
	contenttest.Replace(t, content, "blog/number-one/en.md", "Day one", "My title")
	contenttest.Write(t, site, "hugo.yaml", "uglyURLs: true\npermalinks: {posts: /:year/:slug}\n")
	if r := run(); len(r.Updated) != 2 || len(stories(r))+len(r.Vanished) > 0 {
		t.Errorf("got %s", asJSON(t, r))
	}
	const want = "title: My title\ndate: 2024-01-02\naliases: [/2024/day-one.html, /posts/one]\n"
	if text := written(t, content, "blog/number-one/en.md"); !strings.Contains(text, want) {
		t.Errorf("got %s", text)
	}
	if r := run(); len(r.Updated)+len(stories(r))+len(r.Vanished) > 0 {
		t.Errorf("once more: %s", asJSON(t, r))
	}
	contenttest.Remove(t, site, "content/posts/two.md")
	contenttest.Write(t, site, "content/posts/b/two.md", "---\ntitle: Other\ndate: 2025-01-02\n---\nB.\n")
	if r := run(); len(r.Updated) > 0 || len(r.Existing) != 1 || len(r.Vanished) != 1 ||
		!strings.Contains(notes(r), "b/two.md:1:1: slug: an earlier import made a story with this slug") {
		t.Errorf("another post of the name: %s", asJSON(t, r))
	}
	inOrder(t, content)
}

// Links of other posts to a withdrawn post become text, even if it no longer has its path.
func TestLinkToAWithdrawnPostBecomesText(t *testing.T) {
	for _, key := range []string{"permalink: false", "draft: true", "published: false"} {
		site, content := t.TempDir(), contenttest.Copy(t)
		contenttest.Write(t, site, "_posts/2024-01-02-tea.md", "---\ntitle: Tea\n---\nTea.\n")
		contenttest.Write(t, site, "_posts/2024-01-03-cups.md", "---\ntitle: Cups\n---\n[Tea](/2024/01/02/tea.html)\n")
		o := options(content)
		_, err := blog.Jekyll(background, site, o)
		explain(t, err)
		contenttest.Write(t, site, "_posts/2024-01-02-tea.md", "---\ntitle: Tea\n"+key+"\n---\nTea.\n")
		o.Update = true
		for range 2 {
			_, err = blog.Jekyll(background, site, o)
			explain(t, err)
		}
		if text := written(t, content, "blog/cups/en.md"); !strings.HasSuffix(text, "---\nTea\n") {
			t.Errorf("%s: got %s", key, text)
		}
		contenttest.Write(t, site, "_posts/2024-01-03-cups.md", "---\ntitle: Cups\n"+key+"\n---\nA cup.\n")
		_, err = blog.Jekyll(background, site, o) // the second withdrawn post is not confused with the first
		explain(t, err)
		for name, prose := range map[string]string{"tea": "Tea.", "cups": "A cup."} {
			text := written(t, content, "blog/"+name+"/en.md")
			if !strings.Contains(text, "draft: true") || !strings.Contains(text, prose) ||
				strings.Contains(text, "/false") {
				t.Errorf("%s: got %s", key, text)
			}
		}
	}
}

// A post with the name of a post from another source is reported, with or without an update.
func TestPostWithTheNameOfAnotherPostIsReported(t *testing.T) {
	content, one, two, three := contenttest.Copy(t), t.TempDir(), t.TempDir(), t.TempDir()
	contenttest.Write(t, content, "blog/quay/en.md", "---\ntitle: The old quay\ndate: 2024-01-02\n---\nOld.\n")
	contenttest.Write(t, three, "content/posts/quay.md", "---\ntitle: The *old* quay\ndate: 2024-01-02\n---\nOld.\n")
	contenttest.Write(t, one, "content/posts/home.md", "---\ntitle: Home\ndate: 2024-01-02\n---\nHome.\n")
	contenttest.Write(t, two, "content/notes/home.md", "---\ntitle: A home\ndate: 2024-02-02\n---\nA home.\n")
	for _, c := range []struct {
		site, source string
		update       bool
		want         string
	}{{one, "", false, ""}, {one, "", false, ""}, {two, "two", false, "home.md:1:1: slug: "},
		{two, "two", true, "home.md:1:1: slug: "}, {three, "three", false, ""}} {
		o := options(content)
		o.Source, o.Update = c.source, c.update
		r, err := blog.Hugo(background, c.site, o)
		explain(t, err)
		if got := notes(r); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%+v: got %s", c, asJSON(t, r))
		}
	}
}

// If a post changes its language, the former file stays and is reported as vanished, like a removed translation.
func TestPostThatChangesItsLanguageIsReportedAsVanished(t *testing.T) {
	const post = "---\ntitle: Tea\ndate: 2024-01-02\n---\nTea.\n"
	inArabic := strings.Replace(post, "title", "lang: ar\ntitle", 1)
	for name, c := range map[string]struct {
		run           func(context.Context, string, importer.Options) (*importer.Report, error)
		config        string
		before, after map[string]string
		isThere       bool // the Arabic post existed before
	}{
		"language by folder": {blog.Hugo, "languages: {en: {contentDir: content/en}, ar: {contentDir: content/ar}}\n",
			map[string]string{"content/en/p/tea.md": post}, map[string]string{"content/ar/p/tea.md": post}, false},
		"language by file name": {blog.Hugo, "", map[string]string{"content/p/tea.md": post},
			map[string]string{"content/p/tea.ar.md": post}, false},
		"language by front matter": {blog.Jekyll, "", map[string]string{"_posts/2024-01-02-tea.md": post},
			map[string]string{"_posts/2024-01-02-tea.md": inArabic}, false},
		"a removed translation": {
			blog.Hugo, "", map[string]string{"content/p/tea.md": post, "content/p/tea.ar.md": post},
			map[string]string{"content/p/tea.ar.md": post}, true},
	} {
		site, content := t.TempDir(), contenttest.Copy(t)
		if c.config != "" {
			contenttest.Write(t, site, "hugo.yaml", c.config)
		}
		for file, text := range c.before {
			contenttest.Write(t, site, file, text)
		}
		o := options(content)
		_, err := c.run(background, site, o)
		explain(t, err)
		for file := range c.before {
			contenttest.Remove(t, site, file)
		}
		for file, text := range c.after {
			contenttest.Write(t, site, file, text)
		}
		o.Update = true
		for _, first := range []bool{true, false} {
			r, err := c.run(background, site, o)
			explain(t, err)
			want := []string{filepath.Join(content, "blog/tea/en.md")}
			if !slices.Equal(r.Vanished, want) || len(stories(r)) > 0 == (c.isThere || !first) || len(r.Existing) > 0 {
				t.Errorf("%s: got %s", name, asJSON(t, r))
			}
		}
		written(t, content, "blog/tea/ar.md")
		contenttest.Remove(t, content, "blog/tea/en.md")
		if r, err := c.run(background, site, o); err != nil || len(r.Vanished) > 0 {
			t.Errorf("%s: after the file was removed: %v %s", name, err, asJSON(t, r))
		}
	}
}
