package importer_test

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer/blog"
)

// A post that its source withdraws and gives another date, and thereby another path, becomes a draft.
func TestWithdrawnPostWithAnotherDateIsUpdatedInPlace(t *testing.T) {
	const front = "---\ntitle: The lamps of the harbour\ndate: 2016-04-15\n---\nThey are lit at six.\n"
	const withdrawn = "---\ntitle: The lamps of the harbour\ndate: 2016-06-20\ndraft: true\n---\nThey are lit at six.\n"
	unpublished := strings.Replace(withdrawn, "draft: true", "published: false", 1)
	otherTitle := strings.Replace(withdrawn, "harbour", "old town", 1)
	const other = "---\ntitle: Other\ndate: 2016-04-15\n---\nOther.\n"
	for name, c := range map[string]struct {
		config            string // of Hugo; Jekyll where empty
		before, after     string // the name of the file before and after; after is empty if it is the same
		source            string // the content of the file afterwards
		translated, isNew bool   // isNew: only the memory of files finds the post
	}{
		"slug":  {":slug", "content/posts/lamps.md", "", withdrawn, false, false},
		"title": {":title", "content/posts/lamps.md", "", withdrawn, false, false},
		"name":  {":contentbasename", "content/posts/lamps.md", "", withdrawn, false, false},
		"bundle": {
			":slug", "content/posts/l.md", "content/posts/l/index.md", withdrawn, false, false},
		"other title":      {":slug", "content/posts/lamps.md", "", otherTitle, false, false},
		"translated":       {":slug", "content/posts/lamps.md", "", withdrawn, true, false},
		"no Latin letters": {":slug", "content/posts/灯.md", "", otherTitle, false, true},
		"version": {
			"", "_posts/2016-04-15-a.b.md", "_posts/2016-06-20-a.b.md", withdrawn, false, false},
		"version, same file name": {"", "_posts/2016-04-15-l-v2.8.0.md", "", withdrawn, false, false},
		"full stop":               {"", "_posts/2016-04-15-Boats.Now.md", "", unpublished, false, false},
		"apostrophe":              {"", "_posts/2016-04-15-l'été.md", "", withdrawn, false, false},
		"Chinese":                 {"", "_posts/2016-04-15-灯.md", "_posts/2016-06-20-灯.md", unpublished, false, false},
		"Chinese, renamed":        {"", "_posts/2016-04-15-灯.md", "", otherTitle, false, false},
		"moved to drafts": {
			"", "_posts/2016-04-15-l-v2.8.0.md", "_drafts/l-v2.8.0.md", withdrawn, false, false},
		"moved to drafts, Chinese": {"", "_posts/2016-04-15-灯.md", "_drafts/灯.md", otherTitle, false, false},
	} {
		for memory, forget := range map[string]bool{"remembered by file": false, "remembered by address": true} {
			if forget && c.isNew {
				continue
			}
			t.Run(name+", "+memory, func(t *testing.T) {
				site, content, run := t.TempDir(), contenttest.Copy(t), blog.Jekyll
				if c.config != "" {
					run = blog.Hugo
					contenttest.Write(t, site, "hugo.yaml", "permalinks: {posts: /:year/:month/"+c.config+"/}\n")
					contenttest.Write(t, site, "content/posts/other.md", other)
				} else {
					contenttest.Write(t, site, "_posts/2016-04-15-other.md", other)
				}
				contenttest.Write(t, site, c.before, front)
				if c.translated {
					contenttest.Write(t, site, strings.Replace(c.before, ".md", ".ar.md", 1), front)
				}
				o := options(content)
				_, err := run(background, site, o)
				explain(t, err)
				files, _ := filepath.Glob(filepath.Join(content, ".imported/*/posts.json"))
				if len(files) != 1 {
					t.Errorf("the files of posts are remembered in %q", files)
				}
				for i := range files {
					if forget {
						explain(t, os.Remove(files[i]))
					}
				}
				if c.after != "" {
					contenttest.Remove(t, site, c.before)
					contenttest.Write(t, site, c.after, c.source)
				} else {
					contenttest.Write(t, site, c.before, c.source)
				}
				o.Update = true
				r, err := run(background, site, o)
				explain(t, err)
				if len(r.Updated) != 1 || len(stories(r))+len(r.Existing)+len(r.Vanished) > 0 {
					t.Fatalf("got %s", asJSON(t, r))
				}
				story, err := os.ReadFile(r.Updated[0])
				explain(t, err)
				if !strings.Contains(string(story), "draft: true") {
					t.Errorf("got %s", story)
				}
				again, err := run(background, site, o)
				explain(t, err)
				if len(again.Updated)+len(stories(again))+len(again.Existing)+len(again.Vanished) > 0 {
					t.Errorf("once more: %s", asJSON(t, again))
				}
			})
		}
	}
}

// A post that is renamed in all languages, and thereby gets another path, is updated in each language. It is not
// reported as vanished afterwards.
func TestPostRenamedInAllLanguagesIsUpdatedInEach(t *testing.T) {
	site, content := t.TempDir(), contenttest.Copy(t)
	languages := []string{"en", "ar"}
	put := func(name, prose string) {
		for _, language := range languages {
			contenttest.Write(t, site, "content/blog/"+name+"."+language+".md",
				"---\ntitle: Of light "+language+"\ndate: 2016-04-15\n---\n"+prose+"\n")
		}
	}
	o := options(content)
	put("lamps", "They are lit at six.")
	_, err := blog.Hugo(background, site, o)
	explain(t, err)
	for _, language := range languages {
		contenttest.Remove(t, site, "content/blog/lamps."+language+".md")
	}
	put("lights", "They are lit at five.")
	o.Update = true
	r, err := blog.Hugo(background, site, o)
	explain(t, err)
	if len(r.Updated) != 2 || len(stories(r))+len(r.Kept)+len(r.Vanished) > 0 {
		t.Errorf("got %s", asJSON(t, r))
	}
	again, err := blog.Hugo(background, site, o)
	explain(t, err)
	if len(again.Updated)+len(stories(again))+len(again.Kept)+len(again.Vanished) > 0 {
		t.Errorf("once more: %s", asJSON(t, again))
	}
	contenttest.Remove(t, site, "content/blog/lights.ar.md")
	if r, err = blog.Hugo(background, site, o); err != nil || len(r.Vanished) != 1 ||
		!strings.HasSuffix(r.Vanished[0], "blog/lamps/ar.md") {
		t.Errorf("without a language: %s, %v", asJSON(t, r), err)
	}
}

// A translation that alone gets another path or file is updated in its post completely and only once.
func TestMovedTranslationStaysInItsPost(t *testing.T) {
	const en = "---\ntitle: A beach\ndate: 2024-01-02\n---\nSand.\n"
	const ar = "---\ntitle: شاطئ\ndate: 2024-01-02\n---\nرمل.\n"
	with := func(text, front string) string { return strings.Replace(text, "date", front+"\ndate", 1) }
	quiet := strings.Replace(ar, "شاطئ", "شاطئ هادئ", 1)
	later := strings.Replace(ar, "رمل", "رمل ناعم", 1)
	for name, c := range map[string]struct {
		file, after     string // of the translation, and its name afterwards; Hugo's are in content
		former, becomes string // what it holds
		want            string
	}{
		"Hugo, without its slug": {"content/posts/b.ar.md", "", with(ar, "slug: s"), quiet, "شاطئ هادئ"},
		"Hugo, with the other slug": {"content/posts/b.ar.md", "", with(ar, "slug: s"), with(quiet, "slug: b"),
			"شاطئ هادئ"},
		"Hugo, only without its slug": {"content/posts/b.ar.md", "", with(ar, "slug: s"), ar,
			"aliases: [/posts/b, /posts/s]"},
		"Jekyll, without its slug":    {"_posts/2024-01-02-b.ar.md", "", with(ar, "slug: s"), quiet, "شاطئ هادئ"},
		"Astro, without its slug":     {"_posts/ar/2024-01-02-b.md", "", with(ar, "slug: s"), quiet, "شاطئ هادئ"},
		"Hugo, another file":          {"content/posts/b.ar.md", "content/posts/s.ar.md", ar, ar, "/posts/s"},
		"Hugo, another file and text": {"content/posts/b.ar.md", "content/posts/s.ar.md", ar, later, "ناعم"},
		"Jekyll, another file":        {"_posts/2024-01-02-b.ar.md", "_posts/2024-01-02-s.ar.md", ar, later, "ناعم"},
		"Astro, another file":         {"_posts/ar/2024-01-02-b.md", "_posts/ar/2024-01-02-s.md", ar, later, "ناعم"},
	} {
		t.Run(name, func(t *testing.T) {
			site, content, run := t.TempDir(), contenttest.Copy(t), blog.Jekyll
			if strings.HasPrefix(c.file, "content") {
				run = blog.Hugo
			}
			contenttest.Write(t, site, strings.NewReplacer(".ar", "", "/ar/", "/en/").Replace(c.file), en)
			contenttest.Write(t, site, c.file, c.former)
			o := options(content)
			_, err := run(background, site, o)
			explain(t, err)
			written(t, content, "blog/b/en.md")
			written(t, content, "blog/b/ar.md")
			contenttest.Remove(t, site, c.file)
			contenttest.Write(t, site, cmp.Or(c.after, c.file), c.becomes)
			o.Update = true
			r, err := run(background, site, o)
			explain(t, err)
			if len(r.Updated) != 1 || len(stories(r))+len(r.Kept)+len(r.Vanished)+len(r.Existing) > 0 {
				t.Errorf("got %s", asJSON(t, r))
			}
			if text := written(t, content, "blog/b/ar.md"); !strings.Contains(text, c.want) {
				t.Errorf("got %s", text)
			}
			again, err := run(background, site, o)
			explain(t, err)
			if len(again.Updated)+len(stories(again))+len(again.Kept)+len(again.Vanished)+len(again.Existing) > 0 {
				t.Errorf("once more: %s", asJSON(t, again))
			}
			inOrder(t, content)
		})
	}
}

// A post whose folder was renamed is found by its date with its title or its prose.
func TestPostWithARenamedFolderIsUpdated(t *testing.T) {
	const title, gone = "title: The old quay", "this file was imported and has been deleted; it is not imported again"
	for name, c := range map[string]struct {
		here, becomes string // replace the title in content and in the source
		other         string // another, similar post of the source
		kept          string
	}{
		"only the folder renamed":                   {title, title, "", ""},
		"another title in content":                  {"title: My quay", title, "", ""},
		"another title in the source":               {title, "title: A quay", "", ""},
		"a draft":                                   {title, "draft: true\n" + title, "", ""},
		"beside another post with its title":        {title, title, title, ""},
		"another title and another date in content": {"title: My quay", title, "", gone},
	} {
		t.Run(name, func(t *testing.T) {
			site, content := t.TempDir(), contenttest.Copy(t)
			put := func(name, front, prose string) {
				for _, language := range []string{"en", "ar"} {
					contenttest.Write(t, site, "content/blog/"+name+"."+language+".md",
						"---\n"+front+" "+language+"\ndate: 2024-01-02\n---\n"+prose+"\n")
				}
			}
			put("the-old-quay", title, "Boats moor here.")
			if c.other != "" {
				put("another", c.other, "Another text.")
			}
			o := options(content)
			_, err := blog.Hugo(background, site, o)
			explain(t, err)
			explain(t, os.Rename(filepath.Join(content, "blog/the-old-quay"), filepath.Join(content, "blog/quay")))
			for _, language := range []string{"en", "ar"} {
				contenttest.Replace(t, content, "blog/quay/"+language+".md", title, c.here)
				if c.kept != "" {
					contenttest.Replace(t, content, "blog/quay/"+language+".md", "2024-01-02", "2024-01-03")
				}
			}
			put("the-old-quay", c.becomes, "Boats moor here at six.")
			o.Update = true
			r, err := blog.Hugo(background, site, o)
			explain(t, err)
			if c.kept != "" {
				if !strings.Contains(keptIn(r), c.kept) || len(r.Updated)+len(stories(r)) > 0 {
					t.Errorf("got %s", asJSON(t, r))
				}
				return
			}
			if len(r.Updated) != 2 || len(stories(r))+len(r.Kept)+len(r.Vanished) > 0 {
				t.Errorf("got %s", asJSON(t, r))
			}
			text := written(t, content, "blog/quay/en.md")
			for _, want := range []string{"at six.", "aliases: [/blog/the-old-quay]"} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %s", want, text)
				}
			}
			again, err := blog.Hugo(background, site, o)
			explain(t, err)
			if len(again.Updated)+len(stories(again))+len(again.Kept)+len(again.Vanished) > 0 {
				t.Errorf("once more: %s", asJSON(t, again))
			}
			inOrder(t, content)
			contenttest.Remove(t, site, "content/blog/the-old-quay.en.md")
			contenttest.Remove(t, site, "content/blog/the-old-quay.ar.md")
			contenttest.Write(t, site, "content/blog/more.md", "---\ntitle: More\ndate: 2024-01-05\n---\nMore.\n")
			if r, err = blog.Hugo(background, site, o); err != nil || len(r.Vanished) != 1 {
				t.Errorf("without it: %s, %v", asJSON(t, r), err)
			}
		})
	}
}
