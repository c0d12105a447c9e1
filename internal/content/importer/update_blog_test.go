package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
)

func TestABlogThatIsImportedAgainIsUpdated(t *testing.T) {
	blog, content := t.TempDir(), contenttest.Copy(t)
	post := "---\ntitle: %\ndate: 2024-01-02\ntags: [a]\n---\nThe prose of %.\n"
	put := func(name, title string) {
		contenttest.Write(t, blog, "content/posts/"+name+".md", strings.ReplaceAll(post, "%", title))
	}
	for _, name := range []string{"one", "two", "three", "four"} {
		put(name, name)
	}
	run := func(update bool) *importer.Report {
		o := options(content)
		o.Update = update
		report, err := importer.Hugo(background, blog, o)
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
	contenttest.Remove(t, blog, "content/posts/three.md")
	contenttest.Write(t, blog, "content/posts/five.md", "---\ntitle: five\ndate: 2024-01-02\n---\n[1](one.md)\n")
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
		!strings.Contains(keptIn(report), "the prose: it was changed here") {
		t.Errorf("got %s", asJSON(t, report))
	}
	inOrder(t, content)
}

func TestABlogWithOtherPermalinksIsUpdatedInPlace(t *testing.T) {
	blog, content := t.TempDir(), contenttest.Copy(t)
	for _, name := range []string{"one", "two"} {
		contenttest.Write(t, blog, "content/posts/"+name+".md", "---\ntitle: Day "+name+"\ndate: 2024-01-02\n---\nA.\n")
	}
	run := func() *importer.Report {
		o := options(content)
		o.Update = true
		report, err := importer.Hugo(background, blog, o)
		explain(t, err)
		return report
	}
	run()
	explain(t, os.Rename(filepath.Join(content, "blog/one"), filepath.Join(content, "blog/number-one")))
	contenttest.Replace(t, content, "blog/number-one/en.md", "Day one", "My title")
	contenttest.Write(t, blog, "hugo.yaml", "uglyURLs: true\npermalinks: {posts: /:year/:slug}\n")
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
	contenttest.Remove(t, blog, "content/posts/two.md")
	contenttest.Write(t, blog, "content/posts/b/two.md", "---\ntitle: Other\ndate: 2025-01-02\n---\nB.\n")
	if r := run(); len(r.Updated) > 0 || len(r.Existing) != 1 || len(r.Vanished) != 1 ||
		!strings.Contains(notes(r), "b/two.md:1:1: slug: an earlier import brought a story of this name") {
		t.Errorf("another story of the name: %s", asJSON(t, r))
	}
	inOrder(t, content)
}
