package importer_test

import (
	"strings"
	"testing"
)

// The paths and dates are those that Hugo 0.165 itself makes.
func TestAliasesAndDatesMatchHugo(t *testing.T) {
	const front, day = "---\ntitle: \"A Day - in C# now\"\n", "date: 2024-03-05\n"
	const byName = "frontmatter: {date: [':filename', ':default']}\n"
	for name, c := range map[string]struct{ config, file, front, slug, want string }{
		"ugly URLs": {"uglyURLs: true\n", "posts/camp.md", day + "aliases: [/old, rel, /o.html]\n", "camp",
			day + "aliases: [/posts/camp.html, /old.html, /posts/rel.html, /o.html]\n"},
		"ugly URLs of another section": {
			"uglyurls: {notes: true}\n", "posts/camp.md", day, "camp", day + "aliases: [/posts/camp]\n"},
		"ugly URLs of the section": {"uglyURLs: {posts: true}\n", "posts/camp.md", day, "camp",
			day + "aliases: [/posts/camp.html]\n"},
		"ugly URLs with the date of the file name": {
			"uglyURLs: true\n" + byName + "permalinks: {page: {posts: '/:year/:month/:day/:slug'}}\n",
			"posts/2020-03-23-allan.md", "", "allan", "date: 2020-03-23\naliases: [/2020/03/23/allan.html]\n"},
		"a slug in front matter": {byName, "posts/2020-03-24-o.md", day + "slug: own\n", "own",
			"date: 2020-03-24\naliases: [/posts/own]\n"},
		"a file name that is a date": {byName, "posts/2020-03-25.md", "", "a-day-in-c-now",
			"date: 2020-03-25\naliases: [/posts/2020-03-25]\n"},
		"a bundle with a time": {byName + "permalinks: {posts: /:slug}\n",
			"posts/2020-03-26 10-30-00 Time Name/index.md", "", "time-name",
			"date: 2020-03-26\naliases: [/time-name]\n"},
		"a name with a dot": {byName, "posts/2020-03-28-v1.2-x.md", "", "v1",
			"date: 2020-03-28\naliases: [/posts/v1]\n"},
		"no date in the name": {byName, "posts/camp.md", day, "camp", day + "aliases: [/posts/camp]\n"},
		"a future date": {byName, "posts/2020-03-24-o.md", "date: 2031-01-01\n", "o",
			"date: 2031-01-01\naliases: [/posts/o]\n"},
		"configured date keys": {
			"frontmatter: {date: [created, ':default'], expiryDate: [gone], lastmod: [Changed, ':git']}\n",
			"posts/c.md", day + "created: 2021-01-01\ngone: 2030-01-01\nchanged: 2023-03-03\n", "c",
			"date: 2021-01-01\nlastmod: 2023-03-03\nexpiryDate: 2030-01-01\naliases: [/posts/c]\n"},
		"permalink tokens": {"permalinks: {posts: '/:sections[1:]/:yearday/:weekday/:weekdayname/:2006/:01/:title'}\n",
			"posts/a/b/camp.md", day, "camp", day + "aliases: [\"/65/2/tuesday/2024/03/a-day-in-c%23-now\"]\n"},
		"section tokens": {"permalinks: {posts: '/:sections[last]/:monthname/:slugorcontentbasename'}\n",
			"posts/deep/camp.md", day, "camp", day + "aliases: [/deep/march/camp]\n"},
		"a list of permalinks": {"permalinks: [{target: {path: '{/posts,/posts/**}'}, pattern: '/s/:slug'}]\n" +
			"disablePathToLower: true\n", "posts/Camp.md", day, "camp", day + "aliases: [\"/s/A-Day-in-C%23-now\"]\n"},
		"a slug that ends with plus signs": {
			"permalinks: {posts: '/:title/:slug'}\n", "posts/camp.md", day + "slug: notepad++\n",
			"notepad", day + "aliases: [\"/a-day-in-c%23-now/notepad\"]\n"},
		"a slug with plus signs inside": {
			"permalinks: {posts: '/:slug/:year'}\n", "posts/camp.md", day + "slug: c++ a+b\n",
			"c-a-b", day + "aliases: [/c-a-b/2024]\n"},
		"a file name with plus signs": {"", "posts/c++-x.md", day, "c-x", day + "aliases: [/posts/c++-x]\n"},
		"another language": {"defaultContentLanguage: de\nlanguages: {de: {}, en-US: {}}\n", "posts/camp.en-us.md", day,
			"camp", day + "aliases: [/en-us/posts/camp]\n"},
		"another language with relative paths": {"defaultContentLanguage: de\nlanguages: {de: {}, en-us: {}}\n",
			"posts/camp.en-us.md", day + "url: c/d\naliases: [e]\n", "camp",
			day + "aliases: [/en-us/c/d, /en-us/c/e]\n"},
		"another language with aliases": {"defaultContentLanguage: de\nlanguages: {de: {}, en-us: {}}\n",
			"posts/camp.en-us.md", day + "aliases: [/old, /en-us/older]\n", "camp",
			day + "aliases: [/en-us/posts/camp, /en-us/old, /en-us/older]\n"},
		"a section named as a language": {"", "en/camp.md", day, "camp", day + "aliases: [/camp]\n"},
		"a section named as a language, with bundles": {"permalinks: {en: '/:section/:year/:slug'}\n",
			"en/camp/index.md", day + "slug: fire\n", "fire", day + "aliases: [/2024/fire]\n"},
		"another language with an absolute path": {"defaultContentLanguage: de\nlanguages: {de: {}, en-us: {}}\n",
			"posts/camp.en-us.md", day + "url: /c/d\n", "camp", day + "aliases: [/c/d]\n"},
		"another language with its own host": {
			"defaultContentLanguage: de\nlanguages: {de: {baseURL: 'https://a.example'}, " +
				"en-us: {baseURL: 'https://b.example'}}\n", "posts/camp.en-us.md", day, "camp",
			day + "aliases: [/posts/camp]\n"},
		"percent signs": {"", "posts/caf%C3%A9 5% off.md", day, "caf-c3-a9-5-off",
			day + "aliases: [\"/posts/caf%C3%A9-5-off\"]\n"},
		"a blog below /blog": {"baseURL: https://x.example/blog/\npermalinks: {posts: '/:filename'}\n",
			"posts/camp_one.md", day, "camp-one", day + "aliases: [/camp_one, /blog/camp_one]\n"},
		"another language below /blog": {"baseURL: https://x.example/blog/\nlanguages: {en: {}, ar: {}}\n",
			"posts/camp.ar.md", day, "camp", day + "aliases: [/posts/camp, /blog/ar/posts/camp]\n"},
		"a URL that ends with index.html": {"", "posts/camp.md", day + "url: /snippets/camp/index.html\n", "camp",
			day + "aliases: [/snippets/camp, /snippets/camp/index.html]\n"},
		"the default language": {
			"defaultContentLanguage: en-us\nlanguages: {en-us: {}}\n", "posts/camp.md", day, "camp",
			day + "aliases: [/posts/camp]\n"},
		"the default language in a folder": {"defaultContentLanguage: en-us\ndefaultContentLanguageInSubdir: true\n",
			"posts/camp.md", day, "camp", day + "aliases: [/en-us/posts/camp]\n"},
		"a URL in front matter": {"uglyURLs: true\n", "posts/camp.md",
			day + "url: /a/:year/:filename\naliases: [rel]\n", "camp",
			day + "aliases: [/a/2024/camp, /a/2024/rel.html]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			content, report := blogOf(t, "hugo", map[string]string{"hugo.yaml": c.config,
				"content/posts/deep/_index.md": "---\ntitle: Deep\n---\n",
				"content/" + c.file:            front + c.front + "---\nText.\n"})
			language := map[bool]string{true: "ar", false: "en"}[strings.Contains(c.file, ".ar.")]
			if text := written(t, content, "blog/"+c.slug+"/"+language+".md"); text != front+c.want+"---\nText.\n" {
				t.Errorf("the post is\n%s\nand not\n%s", text, c.want)
			}
			if all := notes(report); strings.Contains(all, "left out") {
				t.Errorf("notes are\n%s", all)
			}
		})
	}
}

// /blog/camp is the English path on the storefronts, but was the Arabic path on the blog.
func TestBlogPathOfTheDefaultLanguageBecomesAnAlias(t *testing.T) {
	const story = "---\ntitle: X\ndate: 2024-03-05\n---\nText.\n"
	content, _ := blogOf(t, "hugo", map[string]string{
		"hugo.yaml":            "defaultContentLanguage: ar\nlanguages: {ar: {}, en: {}}\n",
		"content/blog/camp.md": story, "content/blog/dune.md": story, "content/blog/dune.en.md": story,
		"content/blog/oryx.en.md": story})
	for file, want := range map[string]bool{"camp/ar": true, "dune/ar": false, "dune/en": false, "oryx/en": false} {
		if text := written(t, content, "blog/"+file+".md"); strings.Contains(text, "aliases: [/blog/camp]") != want {
			t.Errorf("%s is\n%s", file, text)
		}
	}
}

func TestHugoDatesFromFilesAndCommitsAreReported(t *testing.T) {
	_, report := blogOf(t, "hugo", map[string]string{
		"hugo.yaml":          "frontmatter: {date: [date, ':fileModTime'], lastmod: ':git'}\nuglyURLs: true\n",
		"content/posts/a.md": "---\ntitle: A\ndate: 2024-03-05\n---\n[b](/posts/b.html) [c](/posts/b)\n",
		"content/posts/b.md": "---\ntitle: B\n---\nText.\n",
	})
	const unread = ": times of files and of commits are not read; the next entries of the list are used for "
	for _, want := range []string{"frontmatter.date" + unread + "1 of the posts (:filemodtime)",
		"frontmatter.lastmod" + unread + "2 of the posts (:git)", "b.md:1:1: date: the post has none"} {
		if !strings.Contains(notes(report), want) {
			t.Errorf("%q is not in\n%s", want, notes(report))
		}
	}
}
