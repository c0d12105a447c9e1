package importer_test

import (
	"cmp"
	"strings"
	"testing"
)

// A typical Jekyll blog has its site in a subfolder, links to files, and kramdown's own syntax.
func TestJekyllBlogKeepsItsPicturesAndLinks(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml": "source: src\nmarkdown: kramdown\npermalink: :title:output_ext\n",
		"src/_posts/2024-01-02-camp.md": "---\ntitle: Camp\nseries: [Oman, More]\n---\n" +
			"![One](assets/img/one.png) and [there](dune.html), [too](dune), [all](/2024/01/03/dune.html), " +
			"[file](/2024/01/03/dune/index.html#x).\n\n" +
			"<figure markdown=\"1\">\n    ![](assets/img/two.png)\n    <caption>At six</caption>\n</figure>\n\n" +
			"<figure markdown=\"1\">\n<figcaption>\nBefore\n</figcaption>\n![](assets/img/two.png)\n</figure>\n\n" +
			"**公开。**说明：**不同，**是 `**x。**y` **z**.\n" +
			"是**“展现”**和**如何（how）**被**`c`**可a**(b)**c。\n" +
			"对***“海浪”***产生***如此。***而“***好。***”，***a*** ***(b)* c**。\n" +
			"[Q](You and Yours), [R](mailto:a@b.example?subject=John Book).\n" +
			"**(a * b)**是 [P](https://example.org/P_(net\\)) `](x(y\\))`.\n" +
			"[q](https://q.example/){:\ntarget=\"_blank\"}, r\n\n" +
			"<div markdown=\"1\">\n![In](assets/img/one.png)\n</div>\n\n![](/assets/img/a place.png)\n\n" +
			"<div style=\"x\">\n  <a href=\"https://example.org/\">\n    <img src=\"/logo.svg\">\n  </a>\n" +
			"  <a href=\"https://example.org/b\">\n    <img src=\"/assets/img/one.png\" alt=\"Sign\">\n  </a>\n" +
			"  <a href=\"https://example.org/c\">\n    words\n  </a>\n</div>\n",
		"src/_posts/2024-01-03-dune.md": "---\ntitle: Dune\ndate: 2024-1-3 8:00:00\npermalink: /2024/01/03/dune/\n" +
			"redirect_from: /dune.html\n---\nText.\n",
		"src/_posts/2024-01-04-fort.md": "---\ntitle: Fort\ndate: 2024-1-4 08:00:00-0500\n---\n" +
			"**{{ nobody }}** fort.\n",
		"src/_posts/2024-01-05-reef.md": "---\ntitle: Reef\ndate: 2024-01-05T08:00:00 +4\n---\nReef.\n",
		"src/assets/img/one.png":        picture(t, "one.png", 30),
		"src/assets/img/two.png":        picture(t, "two.png", 60),
		"src/assets/img/a place.png":    picture(t, "a.png", 90),
	})
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{
		"aliases: [/camp.html]", "series: Oman", "**公开**。说明：**不同**，是 `**x。**y` **z**.",
		"是&#8203;**“展现”**&#8203;和**如何（how）**&#8203;被&#8203;**`c`**&#8203;可a**(b)**c。\n" +
			"对&#8203;***“海浪”***&#8203;产生***如此***。而“***好。***”，***a*** ***(b)* c**。\n",
		"Q, [R](mailto:a@b.example?subject=John%20Book).",
		"**(a * b)**&#8203;是 [P](https://example.org/P_(net)) `](x(y\\))`.\n[q](https://q.example/), r\n",
		"![One](camp-one.png) and [there](/blog/dune), [too](/blog/dune), [all](/blog/dune), " +
			"[file](/blog/dune#x).",
		"![At six](camp-two.png \"At six\")", "![Before](camp-two.png \"Before\")", "\n![In](camp-one.png)\n",
		"![](camp-a-place.png)", "[![Sign](camp-one.png)](https://example.org/b)", "](https://example.org/c)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s\n%s", want, text, notes(report))
		}
	}
	if strings.Contains(text, `!\[`) || strings.Contains(text, "[\n\n") || strings.Contains(text, "example.org/)") ||
		strings.Contains(notes(report), "not a date") {
		t.Errorf("got %s", text)
	}
	for name, want := range map[string]string{"fort": "date: 2024-01-04\naliases: [/fort.html]\n---\nfort.\n",
		"reef": "date: 2024-01-05\n"} {
		if text := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s\n%s", want, text, notes(report))
		}
	}
	inOrder(t, content)
}

// Hugo finds the cover of a page by its file name, and themes show pictures that match a pattern.
func TestHugoBundleKeepsItsPictures(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"content/posts/camp/index.md": "---\ntitle: Camp\ndate: 2024-01-01\nseries: [\"Oman\"]\n" +
			"description: \"A **warm** [place](/x) & `so`.\"\n---\n" +
			"{{< carousel images=\"night-*\" >}}\n\n{{< gallery match=\"{night-1.png, Featured.png}\" >}}\n",
		"content/posts/camp/a-cover.png":  picture(t, "a-cover.png", 30),
		"content/posts/camp/Featured.png": picture(t, "f.png", 60),
		"content/posts/camp/night-1.png":  picture(t, "n1.png", 90),
		"content/posts/camp/night-2.png":  picture(t, "n2.png", 120),
		"content/posts/camp/night-3.txt":  "no picture",
	})
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{"image: camp-featured.png", "series: Oman", `description: "A warm place & so."`,
		"---\n![](camp-night-1.png)\n\n![](camp-night-2.png)\n\n![](camp-night-1.png)\n\n![](camp-featured.png)\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s\n%s", want, text, notes(report))
		}
	}
	inOrder(t, content)
}

// Layouts of the site and of its theme name the bundle pictures that cards show.
func TestCoverOfABundleIsThePictureThatLayoutsShow(t *testing.T) {
	for _, c := range []struct{ file, layout, names, want string }{
		{"layouts/partials/card.html", `{{ $p := .Resources.GetMatch "teaser.*" }}`, "cover teaser", "teaser"},
		{"themes/plain/layouts/index.html", `{{ with (.Resources.ByType "image").GetMatch "*-sea*" }}`, "a-sea b",
			"a-sea"},
		{"layouts/index.html", `{{ $all.GetMatch (.Params.x | default "{*top*,*head*}") }}`, "a head-1", "head-1"},
		{"layouts/index.html", "{{ (index (.Page.Resources.Match `top*`) 0).Permalink }}", "a top", "top"},
		{"layouts/index.html", `{{ .Resources.Get "top.png" }}`, "a top", "top"},
		{"layouts/index.html", `{{ .Resources.GetMatch "*.png" }}{{ .Resources.GetMatch "t*" }}`, "a top", "top"},
		{"layouts/index.html", `{{ .Resources.GetMatch "{*.jpg,*.png}" }}`, "a b", "a"},
		{"layouts/index.html", `{{ .Resources.GetMatch "small/top*" }}`, "a small/top", "top"},
		{"layouts/index.html", `{{ $b.GetMatch "*back*" }}{{ $b.GetMatch "*feature*" }}`, "back feature", "feature"},
		{"layouts/index.html", `{{ range .Resources.Match "t*" }}`, "a top", ""},
		{"layouts/index.html", `{{ resources.GetMatch "t*" }}{{ site.Home.Resources.GetMatch "t*" }}`, "a top", ""},
		{"layouts/shortcodes/t.html", `{{ .Page.Resources.GetMatch "t*" }}`, "a top", ""},
		{"layouts/index.html", `{{ .Resources.GetMatch "" }}`, "a", ""},
		{"", "", "a preview", "preview"},
		{"", "", "a sea-preview", ""},
	} {
		files := map[string]string{cmp.Or(c.file, "README"): c.layout, "hugo.yaml": "theme: plain\n",
			"content/posts/camp/index.md": "---\ntitle: Camp\ndate: 2024-01-01\n---\nWords.\n"}
		for i, name := range strings.Fields(c.names) {
			files["content/posts/camp/"+name+".png"] = picture(t, name, uint8(30+30*i))
		}
		content, report := blogOf(t, "hugo", files)
		_, got, _ := strings.Cut(written(t, content, "blog/camp/en.md"), "image: camp-")
		got, _, _ = strings.Cut(got, ".png")
		if got != c.want {
			t.Errorf("%s of %s: got %q, not %q\n%s", c.layout, c.names, got, c.want, notes(report))
		}
	}
}

// A layout may show all pictures of a bundle, so pictures that no text names are reported.
func TestUnusedPicturesOfABundleAreReported(t *testing.T) {
	const post = "---\ntitle: Camp\ndate: 2024-01-01\n---\n![A](a.png)\n"
	files := map[string]string{"content/posts/camp/index.md": post, "content/posts/camp/index.ar.md": post,
		"content/posts/b/index.md": post, "content/posts/c.md": post, "content/posts/lone.png": picture(t, "l.png", 60)}
	for i, name := range []string{"camp/a", "camp/cover", "camp/small/b", "camp/d", "b/a"} {
		files["content/posts/"+name+".png"] = picture(t, name, uint8(30+30*i))
	}
	_, report := blogOf(t, "hugo", files)
	want := "picture: no text of its bundle shows it; it is left out; there are 2; this is the first (d.png)"
	if found := notes(report); strings.Count(found, "no text of its bundle") != 1 || !strings.Contains(found, want) {
		t.Errorf("%q is not in\n%s", want, found)
	}
}

// Jekyll's permalinks and dates have the date in the time zone of the blog.
func TestJekyllPermalinksUseTheDateInTheBlogsTimeZone(t *testing.T) {
	for settings, want := range map[string]string{
		"timezone: Asia/Hong_Kong":      "date: 2024-01-03\naliases: [/2024/01/03/camp.html]\n",
		"timezone: America/Los_Angeles": "date: 2024-01-02\naliases: [/2024/01/02/camp.html]\n",
		"title: Dunes":                  "date: 2024-01-02\naliases: [/2024/01/02/camp.html, /2024/01/03/camp.html]\n",
		"timezone: Local":               "date: 2024-01-02\naliases: [/2024/01/02/camp.html, /2024/01/03/camp.html]\n",
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{"_config.yml": settings + "\n",
			"_posts/2024-01-02-camp.md": "---\ntitle: Camp\ndate: 2024-01-02 20:00:00 -0800\n---\nText.\n"})
		if got := written(t, content, "blog/camp/en.md"); !strings.Contains(got, want) {
			t.Errorf("%s: %q is not in %s", settings, want, got)
		}
	}
}

func TestPostThatJekyllShowsBeforeItsDateIsReported(t *testing.T) {
	_, report := blogOf(t, "jekyll", map[string]string{"_config.yml": "future: true\n",
		"_posts/2099-01-02-camp.md": "---\ntitle: Camp\n---\nText.\n"})
	if !strings.Contains(asLines(report), "the blog already shows the post") {
		t.Errorf("got %s", asLines(report))
	}
}

func TestKramdownAbbreviationsAreRemovedAndReported(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{"_posts/2024-01-02-camp.md": "---\ntitle: Camp\n---\n" +
		"By the UTM.\n\n```\n*[UTM]: code\n```\n\n*[UTM]: A grid\n*[GPS]: Satellites\n"})
	if got := written(t, content, "blog/camp/en.md"); !strings.HasSuffix(got,
		"---\nBy the UTM.\n\n```\n*[UTM]: code\n```\n") {
		t.Errorf("got %s", got)
	}
	if !strings.Contains(asLines(report), "camp.md:10:1: abbreviation") {
		t.Errorf("got %s", asLines(report))
	}
}

func TestLinksToKramdownIDsWithoutAHeadingUseTheHeadingAbove(t *testing.T) {
	content, _ := blogOf(t, "jekyll", map[string]string{"_posts/2024-01-02-camp.md": "---\ntitle: Camp\n---\n" +
		"## One\n\nWords.\n{: #claim}\n\n## Two\n{: #own}\n\n1. {: #third} So [a](#claim), [b](#own), [c](#third).\n"})
	if got := written(t, content, "blog/camp/en.md"); !strings.Contains(got, "[a](#one), [b](#own), [c](#own)") {
		t.Errorf("got %s", got)
	}
}

// The tools number duplicate headings from 1 on, the storefront from 2 on.
func TestLinksToDuplicateHeadingsAreRenumbered(t *testing.T) {
	const front, links = "---\ntitle: Camp\ndate: 2024-01-02\n---\n", "[a](#day), [b](#day-1), [c](#day-2).\n"
	for headings, want := range map[string]string{
		"## Day\n\n```sh\n# go\n```\n\n### Day\n\nDay\n---\n": "[a](#day), [b](#day-2), [c](#day-3).",
		"## Day\n\n## Night\n\n## Day\n":                      "[a](#day), [b](#day-2), [c](#day-2).",
		"## Day\n\n## Day 2\n\n## Day 3\n":                    "[a](#day), [b](#day-1), [c](#day-2).",
		"## Day\n\n## Day 1\n\n## Day 2\n\n## Day\n":          "[a](#day), [b](#day-1), [c](#day-2).",
		"## Day\n\n## Day {#low}\n\n## Day\n":                 "[a](#day), [b](#day-2), [c](#day-2).",
		"## Day {#day}\n\n## Day {#day-1}\n\n## Day 2\n":      "[a](#day), [b](#day-1), [c](#day-2).",
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{
			"_posts/2024-01-02-a.md": front + links + "\n<a href=\"#day-1\">b</a>\n\n" + headings,
			"_posts/2024-01-02-b.md": front + strings.ReplaceAll(links, "(", "(/2024/01/02/a.html")})
		for post, at := range map[string]string{"a": "(#", "b": "(/blog/a#"} {
			got, want := written(t, content, "blog/"+post+"/en.md"), strings.ReplaceAll(want, "(#", at)
			if _, second, _ := strings.Cut(want, ", "); !strings.Contains(got, "---\n"+want) ||
				post == "a" && !strings.Contains(got, "\n\n"+second[:strings.Index(second, ",")]) {
				t.Errorf("%q is not in %s", want, got)
			}
		}
	}
}

// A kramdown quotation continues to the next blank line, including code, and two backslashes are a line break.
func TestKramdownQuotationsAndLineBreaksAreKept(t *testing.T) {
	const evident = "markdown: kramdown\n"
	for _, c := range []struct{ config, prose, want string }{
		{evident, "> ```\nToo old.\n```\n\n> [b](https://b.example)",
			"> ```\n> Too old.\n> ```\n\n> [b](https://b.example)"},
		{evident, "> A\n> ~~~ sh\n> b\nc\n~~~\nd\n\ne", "> A\n> ~~~ sh\n> b\n> c\n> ~~~\n> d\n\ne"},
		{evident, "> ```\n> a\n> ```\n\n```\n> ```\nb\n\n```", "> ```\n> a\n> ```\n\n```\n> ```\nb\n\n```"},
		{evident, "> ```\na\n\n> b\n```", "> ```\na\n\n> b\n```"},
		{"title: A\n", "> ```\na\n\n> b", "> ```\na\n\n> b"},
		{evident, "Tide\\\\\n*in*\\\\\nout\\\\\n\n- a\\\\\n  b\n\n> c\\\\\n> d\\\\ \n> \\\\\\\\\n> e",
			"Tide\\\n*in*\\\nout\\\\\n\n- a\\\n  b\n\n> c\\\n> d\\\n> \\\\\\\n> e"},
		{evident, "`a\\\\\nb`\\\\\nc\\\n\n```\nd\\\\\ne\n```\n\n" +
			"$$\na\\\\\nb\n$$\n\n<div markdown=\"1\">\nf\\\\\ng\n</div>",
			"`a\\\\\nb`\\\nc\\\n\n```\nd\\\\\ne\n```\n\n```tex\na\\\\\nb\n```\n\n\nf\\\ng"},
		{evident, "> <header>a</header>\n> b\\\\\n> c\n> <footer>d</footer>\n{: .x}\n\n" +
			"<p>e</p>\nf\\\\\ng\n\n<div>\n<p>h</p>\n</div>",
			"> a\n>\n> b\\\n> c\n>\n> d\n\ne\n\nf\\\ng\n\nh"},
		{evident, "> <header>a</header>\n> <br>\n> b\\\\\n> c\n\n<pre>\nd\\\\\ne\n</pre>",
			"> a\n> \\\n> b\\\n> c\n\n```\nd\\\\\ne\n```"},
		{evident + "kramdown: {hard_wrap: true}\n", "a\\\\\nb\nc", "a\\\nb  \nc"},
		{"title: A\n", "a\\\\\nb", "a\\\\\nb"},
		{"markdown: CommonMark\n", "a\\\\\nb", "a\\\\\nb"},
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{"_config.yml": c.config,
			"_posts/2024-01-02-a.md": "---\ntitle: A\ndate: 2024-01-02\n---\n" + c.prose + "\n"})
		text := written(t, content, "blog/a/en.md")
		if _, got, _ := strings.Cut(text[4:], "\n---\n"); got != c.want+"\n" {
			t.Errorf("%q became\n%q, not\n%q", c.prose, got, c.want)
		}
	}
}
