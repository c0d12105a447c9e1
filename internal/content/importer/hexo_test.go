package importer_test

import (
	"path"
	"strings"
	"testing"
)

// Tag plugins of Hexo and of its themes become equivalent Markdown.
func TestHexoTagPluginsBecomeMarkdown(t *testing.T) {
	for _, c := range []proseCase{
		{"{% blockquote Ana Ruiz, Dunes https://b.example/x The *Guide* %}\nWords *so*.\n\nb\n{% endblockquote %}",
			"> Words *so*.\n>\n> b\n>\n> **Ana Ruiz, Dunes** [The *Guide*](https://b.example/x)\n", ""},
		{"a\n{% quote @ben https://b.example/x %}Q{% endquote %}\nb",
			"a\n> Q\n>\n> **@ben** [b.example/x](https://b.example/x)\n\nb\n", ""},
		{"- {% blockquote Ana %}\n  Q\n  {% endblockquote %}", "- > Q\n  >\n  > **Ana**\n", ""},
		{"{% blockquote %}\nQ\n{% endblockquote %}\n{% pullquote left %}\nP\n{% endpullquote %}", "> Q\n\n> P\n", ""},
		{"{% iframe https://www.youtube.com/embed/abcdefg 300 200 %} {% iframe //b.example/x %}",
			"[Watch the video](https://www.youtube.com/watch?v=abcdefg)\n", "Liquid: it is not supported"},
		{"{% link The *guide* https://b.example true Title %} {% link Words, more, https://b.example/y %}",
			"[The *guide*](https://b.example) [Words, more](https://b.example/y)\n", ""},
		{"{% asset_link a.pdf Words %} {% post_path p0 %} ![x]({% asset_path x.png %})", "Words /blog/p0\n",
			"link: "},
		{"`{% raw %}{{{% endraw %}x{% raw %}}}{% endraw %}` `{{ y }}` `{% note %}`\n\n```\n" +
			"{% raw %}{{ z }}{% endraw %}\n```",
			"`{{x}}` `{{ y }}` `{% note %}`\n\n```\n{% raw %}{{ z }}{% endraw %}\n```\n", ""},
		{"{% tabs a %}\n<!-- tab First one@fa -->\nb\n<!-- endtab -->\n<!-- tab -->\nc\n<!-- endtab -->\n{% endtabs %}",
			"**First one**\n\nb\nc\n", "({% tabs a %})"},
		{"a {% label primary@New *camps* %} {% label old red %} {% label so it is %} {% label @b %} c",
			"a New *camps* old so it is b c\n", ""},
		{"{% btn https://b.example/x, The map, home fa-fw, Title %} " +
			"{% btn 'https://b.example/y',Go,far fa-x,blue larger %} {% button /gone, Gone %} " +
			"{% btn https://b.example/z,, home %}",
			"[The map](https://b.example/x) [Go](https://b.example/y) Gone " +
				"[b.example/z](https://b.example/z)\n", "link"},
		{"{% unknown title=\"A *b*\" %}\nc\n{% endunknown %}", "**A b**\n\nc\n", "Liquid"},
	} {
		content, report := blogOf(t, "jekyll", map[string]string{
			"_config.yml":           "source_dir: source\nnew_post_name: :title.md\npermalink: :title/\n",
			"source/_posts/p0.md":   "---\ntitle: A\ndate: 2024-01-02\n---\n" + c.prose + "\n",
			"source/_posts/p0/a.md": "",
		})
		_, got, _ := strings.Cut(written(t, content, "blog/p0/en.md")[4:], "\n---\n")
		if got != c.want {
			t.Errorf("%q became\n%q, not\n%q", c.prose, got, c.want)
		} else if remarks := notes(report); !strings.Contains(remarks, c.remark) {
			t.Errorf("%q has the remarks %q, not %q", c.prose, remarks, c.remark)
		}
	}
}

// A permalink pattern with a part that the post lacks makes no alias.
func TestPermalinkWithAMissingPartMakesNoAlias(t *testing.T) {
	for _, c := range []struct{ from, config, file, front, want, remark string }{
		{"jekyll", "source_dir: source\nnew_post_name: :title.md\npermalink: /p/:abbrlink/\n",
			"source/_posts/x.md", "", "", "permalink: no old address can be computed from this (/p/:abbrlink"},
		{"jekyll", "permalink: /p/:abbrlink/\n", "_posts/2024-01-02-x.md", "", "", "permalink: no old address"},
		{"jekyll", "permalink: /p:own/\n", "_posts/2024-01-02-x.md", "", `["/p:own"]`, ""},
		{"hugo", "permalinks: {posts: '/p/:other/:slug/'}\n", "content/posts/x.md", "", "",
			"permalink: no old address can be computed from this (:other)"},
		{"jekyll", "permalink: /p/:title/\n", "_posts/2024-01-02-deep-own.md", "slug: /deep/own\n",
			"[/p/deep/own]", ""},
		{"jekyll", "title: A\n", "_posts/2024-01-02-x.md", "categories: [IT, DE, Tools]\n",
			"[/tools/2024/01/02/x.html]", ""},
	} {
		content, report := blogOf(t, c.from, map[string]string{
			map[string]string{"jekyll": "_config.yml", "hugo": "hugo.yaml"}[c.from]: c.config,
			c.file: "---\ntitle: A\ndate: 2024-01-02\n" + c.front + "tags:\n-\tsand\nauthor:\tAna\n---\nText.\n",
		})
		if len(report.Written) == 0 {
			t.Errorf("%v has the remarks\n%s", c, notes(report))
			continue
		}
		stem := strings.TrimPrefix(strings.TrimSuffix(path.Base(c.file), ".md"), "2024-01-02-")
		text := written(t, content, "blog/"+stem+"/en.md")
		if (c.want == "") != !strings.Contains(text, "aliases") || !strings.Contains(text, c.want) ||
			!strings.Contains(notes(report), c.remark) || !strings.Contains(text, "author: Ana\n") ||
			!strings.Contains(text, "tags: [sand]\n") {
			t.Errorf("%v has\n%s\nand the remarks\n%s", c, text, notes(report))
		}
	}
}

// A text as the value of tags or categories of Hexo is a single tag or category.
func TestTagOfHexoMayHaveSeveralWords(t *testing.T) {
	content, _ := blogOf(t, "jekyll", map[string]string{
		"_config.yml": "source_dir: source\nnew_post_name: :title.md\npermalink: :category/:title/\n",
		"source/_posts/one.md": "---\ntitle: A\ndate: 2024-01-02\ntags: Desert Camps\n" +
			"categories: [[Far Away, Sand], Wide]\n---\nText.\n",
	})
	for _, want := range []string{"tags: [Desert Camps]\n", "categories: [Far Away, Sand, Wide]\n", "[/Wide/one]"} {
		if text := written(t, content, "blog/one/en.md"); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
