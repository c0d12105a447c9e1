package importer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer/blog"
)

func TestHugoBlogIsImported(t *testing.T) {
	site := unpack(t, "hugo.txtar", "content/posts/dawn/cover.png", "content/posts/dawn/ridge.png",
		"content/posts/dawn/ridge.gif")
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := options(content)
	o.WebP = func(_ context.Context, data []byte) ([]byte, error) { return []byte(picture(t, "x.png", 200)), nil }
	report, err := blog.Hugo(background, site, o)
	explain(t, err)
	golden(t, "hugo.golden", content, site, before, report)
	inOrder(t, content)
}

func TestJekyllBlogIsImported(t *testing.T) {
	site := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	before := tree(t, content)
	report, err := blog.Jekyll(background, site, options(content))
	explain(t, err)
	golden(t, "jekyll.golden", content, site, before, report)
	inOrder(t, content)
}

func TestSecondImportOfABlogChangesNothing(t *testing.T) {
	site := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	if _, err := blog.Jekyll(background, site, options(content)); err != nil {
		t.Fatal(err)
	}
	before := tree(t, content)
	report, err := blog.Jekyll(background, site, options(content))
	explain(t, err)
	if len(report.Written) != 0 || len(report.Existing) != 3 {
		t.Errorf("written %v, there already %v", report.Written, report.Existing)
	}
	if after := tree(t, content); len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func TestDryRunAndCancelledImportWriteNothing(t *testing.T) {
	site := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := options(content)
	o.DryRun = true
	report, err := blog.Jekyll(background, site, o)
	explain(t, err)
	if len(report.Written) == 0 {
		t.Error("a dry run does not report what it would write")
	}
	ended, end := context.WithCancel(background)
	end()
	if _, err := blog.Jekyll(ended, site, options(content)); err == nil {
		t.Error("a cancelled import succeeds")
	}
	if after := tree(t, content+"/.."); len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func TestImportReadsNoFilesOutsideTheBlog(t *testing.T) {
	site := t.TempDir()
	contenttest.Write(t, site, "secret.png", picture(t, "secret.png", 1))
	contenttest.Write(t, site, "site/content/posts/x.md",
		"---\ntitle: X\ndate: 2024-01-01\n---\n![a](../../../secret.png) ![b](/../../secret.png) "+
			"![c](file:///etc/passwd) So.\n")
	content := contenttest.Copy(t)
	report, err := blog.Hugo(background, site+"/site", options(content))
	explain(t, err)
	for _, file := range report.Written {
		if strings.Contains(file, "secret") {
			t.Errorf("%s was imported", file)
		}
	}
	if len(report.Unmapped) != 3 {
		t.Errorf("remarks: %s", asJSON(t, report.Unmapped))
	}
}

func TestPostWithAYAMLBombIsSkippedAndOthersAreImported(t *testing.T) {
	site := t.TempDir()
	laughs := "a: &a [x, x, x, x, x, x, x, x]\n"
	for _, level := range []string{"ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"} {
		laughs += level[:1] + ": &" + level[:1] + " [" + strings.TrimSuffix(strings.Repeat("*"+level[1:]+", ", 8),
			", ") + "]\n"
	}
	contenttest.Write(t, site, "content/posts/aliases.md", "---\ntitle: X\ndate: 2024-01-01\n"+laughs+"---\nText.\n")
	contenttest.Write(t, site, "content/posts/deep.md", "---\ntitle: X\ndate: 2024-01-01\ntags: "+
		strings.Repeat("[", 100_000)+"\n---\nText.\n")
	contenttest.Write(t, site, "content/posts/sound.md", "---\ntitle: Sound\ndate: 2024-01-01\n---\nText.\n")
	report, err := blog.Hugo(background, site, options(contenttest.Copy(t)))
	explain(t, err)
	remarks := asJSON(t, report)
	for _, want := range []string{"aliases repeat too much here", "nested too deeply"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("%q is not in %s", want, remarks)
		}
	}
	if len(stories(report)) != 1 || !strings.Contains(report.Written[0], "sound") {
		t.Errorf("written: %v", report.Written)
	}
}

// Hugo's keys have no case, and its fences may end with a space and follow blank lines.
func TestFrontMatterKeysAreCaseInsensitive(t *testing.T) {
	site := t.TempDir()
	contenttest.Write(t, site, "hugo.toml", "baseurl = \"https://old.example/\"\n")
	contenttest.Write(t, site, "content/posts/hidden.md",
		"\uFEFF\uFEFF\n \n---\nTitle: Hidden\nDate: 2024-01-01\nDraft: true\nDescription: Words\n--- \n"+
			"See [it](https://old.example/posts/seen/).\n")
	contenttest.Write(t, site, "content/posts/seen.md", "---\nTITLE: Seen\nDate: 2024-01-01\n---\nProse.\n")
	content := contenttest.Copy(t)
	report, err := blog.Hugo(background, site, options(content))
	explain(t, err)
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(content, "blog", name, "en.md"))
		explain(t, err)
		return string(data)
	}
	hidden := read("hidden")
	for _, want := range []string{"title: Hidden", "draft: true", "description: Words", "(/blog/seen)"} {
		if !strings.Contains(hidden, want) {
			t.Errorf("%q is not in\n%s", want, hidden)
		}
	}
	if seen := read("seen"); strings.Contains(seen, "draft: true") {
		t.Errorf("a published post became a draft:\n%s", seen)
	}
	for _, note := range report.Unmapped {
		if strings.Contains(note.Why, "no such key") {
			t.Errorf("%+v", note)
		}
	}
}

// Posts that Hugo, Jekyll and their themes do not publish become drafts or are not imported.
func TestUnpublishedPostsOfABlogBecomeDrafts(t *testing.T) {
	const front = "---\ntitle: T\ndate: 2024-01-02\n"
	for tool, keys := range map[string][]string{
		"hugo": {"draft: yes", "draft: True", "draft: 1", "published: no", "isDraft: true", "password: x",
			"hidden: true",
			"private: true", "status: draft", "visibility: private", "publish: false", "headless: true",
			"build: {render: never}", "_build: {list: never}", "published: 2099-01-01", "pubDate: 2099-01-01",
			"unpublishDate: 2024-02-01"},
		"jekyll": {"published: no", "published: False", "published: off", "password: x", "draft: yes", "hidden: true",
			"published: soon", "published: 2099-01-01", "publish_date: 2099-01-01", "publish-date: 2099-01-01"},
	} {
		site, content := t.TempDir(), contenttest.Copy(t)
		folder, imports := "content/posts", blog.Hugo
		if tool == "jekyll" {
			folder, imports = "_posts", blog.Jekyll
			contenttest.Write(t, site, "_config.yml", "exclude: [old/, '_posts/*-secret.md']\n")
			contenttest.Write(t, site, "old/_posts/2024-01-02-older.md", front+"---\nText.\n")
			contenttest.Write(t, site, "_posts/2024-01-02-my-secret.md", front+"---\nText.\n")
		}
		for i, key := range append(keys, "draft: no", "published: 1", "password:", "hidden: false") {
			contenttest.Write(t, site, fmt.Sprintf("%s/2024-01-02-p%02d.md", folder, i), front+key+"\n---\nText.\n")
		}
		report, err := imports(background, site, options(content))
		explain(t, err)
		if len(stories(report)) != len(keys)+4 {
			t.Errorf("%s: written %s", tool, report.Written)
		}
		for i, key := range append(keys, "draft: no", "published: 1", "password:", "hidden: false") {
			data, err := os.ReadFile(filepath.Join(content, "blog", fmt.Sprintf("p%02d", i), "en.md"))
			explain(t, err)
			out := regexp.MustCompile(`(?m)^draft: true$|^date: 2099|^expiryDate: 2024`).Match(data)
			if out != (i < len(keys)) {
				t.Errorf("%s, %s:\n%s", tool, key, data)
			}
		}
	}
}
