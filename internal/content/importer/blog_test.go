package importer_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
)

func TestAHugoBlogComesInWhole(t *testing.T) {
	blog := unpack(t, "hugo.txtar", "content/posts/dawn/cover.png", "content/posts/dawn/ridge.png",
		"content/posts/dawn/ridge.gif")
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := options(content)
	o.WebP = func(_ context.Context, data []byte) ([]byte, error) { return []byte(picture(t, "x.png", 200)), nil }
	report, err := importer.Hugo(background, blog, o)
	explain(t, err)
	golden(t, "hugo.golden", content, blog, before, report)
	inOrder(t, content)
}

func TestAJekyllBlogComesInWhole(t *testing.T) {
	blog := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	before := tree(t, content)
	report, err := importer.Jekyll(background, blog, options(content))
	explain(t, err)
	golden(t, "jekyll.golden", content, blog, before, report)
	inOrder(t, content)
}

func TestAnImportOfTheSameLeavesWhatIsThere(t *testing.T) {
	blog := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	if _, err := importer.Jekyll(background, blog, options(content)); err != nil {
		t.Fatal(err)
	}
	before := tree(t, content)
	report, err := importer.Jekyll(background, blog, options(content))
	explain(t, err)
	if len(report.Written) != 0 || len(report.Existing) != 3 {
		t.Errorf("written %v, there already %v", report.Written, report.Existing)
	}
	if after := tree(t, content); len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func TestADryRunAndAnInterruptedImportWriteNothing(t *testing.T) {
	blog := unpack(t, "jekyll.txtar", "assets/bag.jpg")
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := options(content)
	o.DryRun = true
	report, err := importer.Jekyll(background, blog, o)
	explain(t, err)
	if len(report.Written) == 0 {
		t.Error("a dry run does not tell what it would write")
	}
	ended, end := context.WithCancel(background)
	end()
	if _, err := importer.Jekyll(ended, blog, options(content)); err == nil {
		t.Error("an interrupted import goes on")
	}
	if after := tree(t, content+"/.."); len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func TestNothingOutsideTheBlogIsRead(t *testing.T) {
	blog := t.TempDir()
	contenttest.Write(t, blog, "secret.png", picture(t, "secret.png", 1))
	contenttest.Write(t, blog, "site/content/posts/x.md",
		"---\ntitle: X\ndate: 2024-01-01\n---\n![a](../../../secret.png) ![b](/../../secret.png) "+
			"![c](file:///etc/passwd)\n")
	content := contenttest.Copy(t)
	report, err := importer.Hugo(background, blog+"/site", options(content))
	explain(t, err)
	for _, file := range report.Written {
		if strings.Contains(file, "secret") {
			t.Errorf("%s was brought in", file)
		}
	}
	if len(report.Unmapped) != 3 {
		t.Errorf("told: %s", asJSON(t, report.Unmapped))
	}
}

func TestAPostWhoseFrontMatterUnfoldsWithoutEndIsLeftOutAndTheOthersComeIn(t *testing.T) {
	blog := t.TempDir()
	laughs := "a: &a [x, x, x, x, x, x, x, x]\n"
	for _, level := range []string{"ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"} {
		laughs += level[:1] + ": &" + level[:1] + " [" + strings.TrimSuffix(strings.Repeat("*"+level[1:]+", ", 8),
			", ") + "]\n"
	}
	contenttest.Write(t, blog, "content/posts/aliases.md", "---\ntitle: X\ndate: 2024-01-01\n"+laughs+"---\nText.\n")
	contenttest.Write(t, blog, "content/posts/deep.md", "---\ntitle: X\ndate: 2024-01-01\ntags: "+
		strings.Repeat("[", 100_000)+"\n---\nText.\n")
	contenttest.Write(t, blog, "content/posts/sound.md", "---\ntitle: Sound\ndate: 2024-01-01\n---\nText.\n")
	report, err := importer.Hugo(background, blog, options(contenttest.Copy(t)))
	explain(t, err)
	told := asJSON(t, report)
	for _, want := range []string{"aliases repeat too much here", "nested too deeply"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not in %s", want, told)
		}
	}
	if len(report.Written) != 1 || !strings.Contains(report.Written[0], "sound") {
		t.Errorf("written: %v", report.Written)
	}
}

// Hugo's keys have no case, and its fences may end with a space.
func TestKeysOfABlogAreKnownInAnyCase(t *testing.T) {
	blog := t.TempDir()
	contenttest.Write(t, blog, "hugo.toml", "baseurl = \"https://old.example/\"\n")
	contenttest.Write(t, blog, "content/posts/hidden.md",
		"---\nTitle: Hidden\nDate: 2024-01-01\nDraft: true\nDescription: Words\n--- \n"+
			"See [it](https://old.example/posts/seen/).\n")
	contenttest.Write(t, blog, "content/posts/seen.md", "---\nTITLE: Seen\nDate: 2024-01-01\n---\nProse.\n")
	content := contenttest.Copy(t)
	report, err := importer.Hugo(background, blog, options(content))
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
		t.Errorf("a published story became a draft:\n%s", seen)
	}
	for _, note := range report.Unmapped {
		if strings.Contains(note.Why, "no such key") {
			t.Errorf("%+v", note)
		}
	}
}
