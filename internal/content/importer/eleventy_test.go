package importer_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// Templates and scripts of Eleventy make no aliases, except the name of a post. Each is reported once.
func TestComputedPermalinksOfEleventyMakeNoAliases(t *testing.T) {
	const post = "---\ntitle: T\ndate: 2024-01-02\nredirect_from: /x%s\n%s---\nText.\n"
	files := map[string]string{
		"_posts/js/js.11tydata.js":         "module.exports = { eleventyComputed: { permalink: (data) => data.a } };\n",
		"_posts/read/read.11tydata.js":     "module.exports = { eleventyComputed: { permalink: d => d.permalink } };\n",
		"_posts/method/method.11tydata.js": "export default { permalink (data) { return data.a } };\n",
		"_posts/none/none.11tydata.js":     "export default { layout: 'x' };\n",
		"_posts/form/form.json":            `{"permalink": "/p/{{ title | slugify }}/"}`,
		"_posts/name/name.json":            `{"permalink": "/n/{{ page.fileSlug }}/"}`,
		"_posts/data/data.11tydata.json":   `{"eleventyComputed": {"permalink": "/{{ a }}/"}}`,
	}
	for _, folder := range []string{"js", "read", "method", "none", "form", "name", "data"} {
		for _, name := range []string{"1", "2"} {
			files["_posts/"+folder+"/2024-01-02-"+folder+name+".md"] = fmt.Sprintf(post, folder+name, "")
		}
	}
	files["_posts/js/2024-01-02-own.md"] = fmt.Sprintf(post, "own", "permalink: /own/\n")
	files["_posts/read/2024-01-02-kept.md"] = fmt.Sprintf(post, "kept", "permalink: /kept/\n")
	files["_posts/method/2024-01-02-mine.md"] = fmt.Sprintf(post, "mine", "permalink: /mine/\n")
	files["_posts/2024-01-02-front.md"] = fmt.Sprintf(post, "front", "permalink: '/{{ title }}/'\n")
	computed := map[string]string{"js1": "", "read1": "", "kept": "/kept, ", "method2": "",
		"none1": "/2024/01/02/none1.html, ", "form1": "",
		"name2": "/n/name2, ", "data1": "", "own": "", "mine": "/mine, ", "front": ""}
	content, report := blogOf(t, "jekyll", files)
	for name, alias := range computed {
		want := "aliases: [" + alias + "/x" + name + "]\n"
		if got := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(got, want) {
			t.Errorf("%s is\n%s", name, got)
		}
	}
	for want, n := range map[string]int{
		"js.11tydata.js:1:1: these data of posts are a script, which is not run; it computes":     1,
		"method.11tydata.js:1:1: these data of posts are a script, which is not run; it computes": 1,
		"none.11tydata.js:1:1: these data of posts are a script, which is not run; check":         1,
		"form.json:1:1: permalink: no old addresses can be computed from this":                    1,
		"data.11tydata.json:1:1: permalink: no old addresses":                                     1,
		"front.md:1:1: permalink: no old address can":                                             1} {
		if strings.Count(notes(report), want) != n {
			t.Errorf("%q is not %d times in\n%s", want, n, notes(report))
		}
	}
	if len(report.Unmapped) != 7 {
		t.Errorf("got\n%s", notes(report))
	}
	files["_config.yml"] = "permalink: /c/:title/\n"
	content, report = blogOf(t, "jekyll", files)
	for name, alias := range map[string]string{"js1": "/c/js1", "read1": "/c/read1", "kept": "/kept",
		"method2": "/c/method2", "form1": "/c/form1", "data1": "/c/data1"} {
		if got := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(got, "aliases: ["+alias+", ") {
			t.Errorf("%s is\n%s", name, got)
		}
	}
	if strings.Contains(notes(report), "old addresses") {
		t.Errorf("got\n%s", notes(report))
	}
}

// Permalinks that Eleventy computes for all posts make no aliases. A post's own permalink that takes precedence does.
func TestGlobalComputedPermalinksOfEleventyMakeNoAliases(t *testing.T) {
	const script = "these data of posts are a script, which is not run; it computes their old addresses"
	for _, c := range []struct{ file, text, alias, own, note string }{
		{"_data/eleventyComputed.js", "export default { permalink: (data) => data.a };\n", "", "", script},
		{"_data/eleventyComputed.cjs", "module.exports = { title: 'x' };\n", "/2024/01/02/a.html, ", "/own, ",
			"these data of posts are a script, which is not run; check"},
		{"_data/eleventyComputed.json", `{"permalink": "/{{ a }}/"}`, "", "", "permalink: no old addresses can be"},
		{".eleventy.js", "c.addGlobalData(\"permalink\", () => (data) => data.a);\n", "", "/own, ",
			"permalink: this script computes the old addresses"},
		{"eleventy.config.mjs", "c.addGlobalData('eleventyComputed', {\n  permalink: (data) => data.a });\n", "", "",
			"permalink: this script computes"},
		{"eleventy.config.js", "c.addGlobalData('eleventyComputed.permalink', f);\n", "", "", "permalink: this script"},
		{"eleventy.config.js", "c.addGlobalData('eleventyComputed', {permalink: d => d.permalink ? d.permalink : d.a})",
			"", "/own, ", "permalink: this script"},
		{"_data/eleventyComputed.js", "export default { permalink: ({ permalink, a }) => permalink || a };\n", "",
			"/own, ", script},
		{"_data/eleventyComputed.mjs", "export default { permalink: (data) => data['permalink'] ?? data.a };\n", "",
			"/own, ", script},
		{"eleventy.config.js", "c.addGlobalData('site', {});\n", "/2024/01/02/a.html, ", "/own, ", ""},
	} {
		content, report := blogOf(t, "jekyll", map[string]string{
			c.file:                   c.text,
			"_posts/2024-01-02-a.md": "---\ntitle: T\nredirect_from: /x\n---\nText.\n",
			"_posts/2024-01-02-b.md": "---\ntitle: T\npermalink: /own/\nredirect_from: /y\n---\nText.\n",
		})
		for name, want := range map[string]string{"a": c.alias + "/x", "b": c.own + "/y"} {
			if got := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(got, "aliases: ["+want+"]\n") {
				t.Errorf("%s: %s is\n%s", c.text, name, got)
			}
		}
		if got := notes(report); !strings.Contains(got, c.note) || (got == "") != (c.note == "") ||
			strings.Contains(got, "\n") {
			t.Errorf("%s: got\n%s", c.text, got)
		}
	}
}

// Front matter that names its format is read. A post with a script as front matter is skipped.
func TestFrontMatterWithAFormatNameIsRead(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_posts/2024-01-02-js.md":   "---js\n{ title: \"T\", permalink: (data) => data.a }\n---\nText.\n",
		"_posts/2024-01-02-json.md": "---json\n{\"title\": \"In JSON\"}\n---\nText.\n",
		"_posts/2024-01-02-toml.md": "--- toml\ntitle = \"In TOML\"\n---\nText.\n",
	})
	for name, title := range map[string]string{"json": "In JSON", "toml": "In TOML"} {
		if got := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(got, "title: "+title+"\n") {
			t.Errorf("%s is\n%s", name, got)
		}
	}
	if got := notes(report); len(stories(report)) != 2 || strings.Count(got, "\n") != 0 ||
		!strings.Contains(got, "js.md:1:1: the post is left out: its front matter is JavaScript, which is not run") {
		t.Errorf("got %v\n%s", report.Written, got)
	}
}

// A slug that Eleventy's data give to a whole folder does not name its posts.
func TestFolderSlugOfEleventyIsNoPostName(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml":                       "permalink: /walks/:title/\n",
		"_posts/hills/hills.json":           `{"slug": "hills", "tags": ["hills"]}`,
		"_posts/hills/2024-01-02-up.md":     "---\ntitle: Up\n---\nUp, then [down](/walks/down/).\n",
		"_posts/hills/2024-01-03-down.md":   "---\ntitle: Down\n---\nDown.\n",
		"_posts/hills/2024-01-03-down.json": `{"slug": "down"}`,
	})
	const want = "title: Up\ndate: 2024-01-02\ntags: [hills]\naliases: [/walks/up]\n---\nUp, then [down](/blog/down).\n"
	if up := written(t, content, "blog/up/en.md"); !strings.HasSuffix(up, want) || len(report.Unmapped) > 0 {
		t.Errorf("got %s\n%s", up, notes(report))
	}
	written(t, content, "blog/down/en.md")
}

// From version 2 on, Eleventy makes no code of indented lines unless its configuration enables that.
func TestIndentationMakesNoCodeInEleventy2AndLater(t *testing.T) {
	const post = "---\ntitle: A\n---\n<p>\n\n\tA <a href=\"https://b.example\">gate</a><br>of iron.\n\n</p>\n"
	const read = "A [gate](https://b.example)"
	for version, files := range map[string]map[string]string{
		"^3.0.0": {"": read}, "2.0.1": {"": read}, "~2": {"": read}, ">=2": {"": read}, "^1.0.2": {}, "0.12.1": {},
		"^2.0.0": {".eleventy.js": "eleventyConfig.amendLibrary('md', (lib) => lib.enable('code'))"},
		"3.1.0":  {"eleventy.config.mjs": "eleventyConfig.setLibrary('md', own)"},
		"3.2.0":  {"eleventy.config.js": "eleventyConfig.addPassthroughCopy('img')", "": read},
	} {
		want := cmp.Or(files[""], `<a href=`)
		all := map[string]string{"_posts/2024-01-02-a.md": post,
			"package.json": `{"dependencies": {"@11ty/eleventy-img": "^1.0.0", "@11ty/eleventy": "` + version + `"}}`}
		for name, text := range files {
			if name != "" {
				all[name] = text
			}
		}
		content, _ := blogOf(t, "jekyll", all)
		if text := written(t, content, "blog/a/en.md"); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in\n%s", version, want, text)
		}
	}
}

// The data of a folder whose posts were moved into _posts count under its former name, unless a post has that name.
func TestFolderDataOfEleventyCountUnderTheFormerName(t *testing.T) {
	const named, several = "aliases: [/n/dunes]\n", "data files of several names apply"
	for _, c := range []struct{ data, text, front, remark string }{
		{"posts.json", `{"permalink": "/n/{{ page.fileSlug }}/"}`, named, ""},
		{"blog.11tydata.json", `{"draft": true}`, "draft: true\n", ""},
		{"blog.11tydata.js", "module.exports = { draft: true };", "draft: true\n", "blog.11tydata.js:1:1: these data"},
		{"en/posts.json", `{"permalink": "/n/{{ page.fileSlug }}/"}`, named, ""},
		{"dunes.json",
			`{"permalink": "/n/{{ page.fileSlug }}/"}`, named, ""}, // the post's data, before its name had a date
		{"camp.json", `{"draft": true}`, "aliases: [/2024/01/02/dunes.html]\n", ""},
		{"2024-01-03-camp.json", `{"draft": true}`, "aliases: [/2024/01/02/dunes.html]\n", ""},
		{"reef.json", `{"draft": true}`, "aliases: [/2024/01/02/dunes.html]\n", ""},
		{"notes.json", `{"draft": true}`, "draft: true\n", several},
	} {
		files := map[string]string{
			"_posts/2024-01-03-camp.md":     "---\ntitle: Camp\n---\nText.\n",
			"_posts/2024-01-04-reef.ar.md":  "---\ntitle: Reef\n---\nText.\n",
			"_posts/en/2024-01-02-dunes.md": "---\ntitle: Dunes\n---\nText.\n",
			"_posts/" + c.data:              c.text,
		}
		if c.data == "dunes.json" {
			files["_posts/en/dunes.json"] = c.text
			delete(files, "_posts/dunes.json")
		}
		if c.remark == several {
			files["_posts/posts.json"] = `{"permalink": "/n/{{ page.fileSlug }}/"}`
		}
		content, report := blogOf(t, "jekyll", files)
		text, remarks := written(t, content, "blog/dunes/en.md"), notes(report)
		if !strings.Contains(text, c.front) || strings.Count(text, "draft") != strings.Count(c.front, "draft") ||
			!strings.Contains(remarks, c.remark) || c.remark == "" && strings.Contains(remarks, "data") {
			t.Errorf("with %s the post is\n%s\n%s", c.data, text, remarks)
		}
	}
}

// Tags that Eleventy uses for collections are not imported: usual ones and those in the data of all posts.
func TestCollectionTagsOfEleventyAreRemoved(t *testing.T) {
	const own, links = "tags: [posts, poetry, walks]\n", "[All](/tags/posts/) [too](/tags/walks/).\n"
	for _, c := range []struct{ file, text, front, want, prose, remark string }{
		{"package.json", `{"devDependencies": {"@11ty/eleventy": "^2.0.0"}}`, own, "tags: [poetry, walks]\n",
			"[All](/blog) [too](/blog/tag/walks).",
			"tags: Eleventy collects posts by this tag, which is not a topic; it is left out of 2 posts (posts)"},
		{"eleventy.config.js", "export default {};", "tags: post\n", "", "[All](/blog) too.",
			"left out of 2 posts (post)"},
		{"_posts/walks.json", `{"tags": ["walks"]}`, own, "tags: [posts, poetry]\n",
			"[All](/blog/tag/posts) [too](/blog).", "left out of 2 posts (walks)"},
		{"_posts/_posts.11tydata.json", `{"tags": "walks"}`, "", "", "All [too](/blog).", "2 posts (walks)"},
		{"package.json", `{"dependencies": {"hexo": "^7.0.0"}}`, own, own,
			"[All](/blog/tag/posts) [too](/blog/tag/walks).", ""},
	} {
		content, report := blogOf(t, "jekyll", map[string]string{c.file: c.text,
			"_posts/2024-01-02-a.md": "---\ntitle: A\n" + c.front + "---\n" + links,
			"_posts/2024-01-03-b.md": "---\ntitle: B\n" + c.front + "---\nText.\n",
		})
		want := "date: 2024-01-02\n" + c.want + "aliases: [/2024/01/02/a.html]\n---\n" + c.prose + "\n"
		if text, remarks := written(t, content, "blog/a/en.md"), notes(report); !strings.HasSuffix(text, want) ||
			!strings.Contains(remarks, c.remark) || c.remark == "" && remarks != "" {
			t.Errorf("with %s the post is\n%s\n%s", c.file, text, remarks)
		}
	}
}

func TestTransformsOfEleventyAreReported(t *testing.T) {
	_, report := blogOf(t, "jekyll", map[string]string{
		".eleventy.js":           "module.exports = (c) => { c.addTransform('captions', add) }\n",
		"_posts/2024-01-02-a.md": "---\ntitle: A\n---\nText.\n"})
	if all := notes(report); !strings.Contains(all, "changes generated pages, and is not run (addTransform)") {
		t.Errorf("the remarks are %s", all)
	}
}
