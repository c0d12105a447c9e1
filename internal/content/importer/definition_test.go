package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer/blog"
)

// Reference links can be defined over several lines and used in three forms.
func TestReferenceLinksResolveToImportedPosts(t *testing.T) {
	site := t.TempDir()
	contenttest.Write(t, site, "hugo.toml", "baseURL = \"https://old.example/\"\n")
	contenttest.Write(t, site, "content/posts/seen.md",
		"---\ntitle: Seen\ndate: 2024-01-01\n---\n## A & B: part\n\nProse.\n")
	contenttest.Write(t, site, "content/posts/ridge.png", picture(t, "ridge.png", 40))
	contenttest.Write(t, site, "content/posts/all.md", "---\ntitle: All\ndate: 2024-01-02\n"+
		"author: '[Ana Ruiz](https://a.example/) (Ridge, Ltd), [Bo](https://b.example) (X) and Cy,'\n"+
		"guide: /posts/seen/\n---\n"+
		`The [words `+"`a[0]`"+`][story], the [second
story][], [Story] and [the rest] stay; so does [x][unknown].

The [docs][gone], [gone], [Gone][]. A ![ridge][] and [![ridge][]][story]. [Param]

> In a quotation, too: [quoted].
>
> [quoted]:
>   /posts/seen/#a--b-part

[not a definition]: these are words.

[story]:
  /posts/seen/
  "A title"
[second story]: </posts/seen/>
[the
  rest]: https://other.example/
[gone]:
  /docs/gone/#part
[ridge]: ridge.png
[param]:
  <{{% param guide %}}#p>
`)
	content := contenttest.Copy(t)
	_, err := blog.Hugo(background, site, options(content))
	explain(t, err)
	data, err := os.ReadFile(filepath.Join(content, "blog", "all", "en.md"))
	explain(t, err)
	if !strings.Contains(string(data), "author: \"Ana Ruiz, Bo, Cy\"\n") {
		t.Errorf("no plain names of authors in\n%s", data)
	}
	_, got, _ := strings.Cut(string(data)[4:], "---\n")
	want := `The [words ` + "`a[0]`" + `][story], the [second
story][], [Story] and [the rest] stay; so does [x][unknown].

The docs, gone, Gone. A ![ridge](all-ridge.png) and [![ridge](all-ridge.png)][story]. [Param]

> In a quotation, too: [quoted].
>
> [quoted]:
>   /blog/seen#a-b-part

[not a definition]: these are words.

[story]:
  /blog/seen
  "A title"
[second story]: /blog/seen
[the
  rest]: https://other.example/
[param]:
  /blog/seen#p
`
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// All languages of a bundle share its files, and a hidden comment is not imported.
func TestTranslationsOfAPageBundleShareItsPictures(t *testing.T) {
	site := t.TempDir()
	contenttest.Write(t, site, "hugo.toml", "[languages.en]\n[languages.ar]\n")
	contenttest.Write(t, site, "content/en/posts/dawn/index.md", "---\ntitle: Dawn\ndate: 2024-01-01\n---\nOne.\n")
	contenttest.Write(t, site, "content/en/posts/dawn/ridge.png", picture(t, "ridge.png", 80))
	contenttest.Write(t, site, "content/ar/posts/dawn/index.md", "---\ntitle: الفجر\ndate: 2024-01-01\n---\n"+
		"![الجبل](ridge.png)\n\n{{< comment >}}\nNot [yet](/x) {{< youtube w >}} true.\n{{< /comment >}}\n")
	content := contenttest.Copy(t)
	_, err := blog.Hugo(background, site, options(content))
	explain(t, err)
	data, err := os.ReadFile(filepath.Join(content, "blog", "dawn", "ar.md"))
	explain(t, err)
	if got := string(data); !strings.Contains(got, "![الجبل](dawn-ridge.png)") || strings.Contains(got, "true") {
		t.Errorf("got\n%s", got)
	}
}

func TestPostsWithTheSameNameAreAllImported(t *testing.T) {
	site := t.TempDir()
	for _, file := range []string{"news/_posts/2024-01-01-one.md", "notes/_posts/2024-01-01-one.md"} {
		contenttest.Write(t, site, file, "---\ntitle: "+file+"\n---\nWords.\n")
	}
	content := contenttest.Copy(t)
	for _, update := range []bool{false, true} {
		o := options(content)
		o.Update = update
		report, err := blog.Jekyll(background, site, o)
		explain(t, err)
		stories, err := filepath.Glob(filepath.Join(content, "blog", "one*", "en.md"))
		if err != nil || len(stories) != 2 || len(report.Vanished) != 0 {
			t.Errorf("update %v: %v, %v, %s", update, stories, err, asJSON(t, report))
		}
	}
}

// Admonitions of other tools become notes. Other lines that begin with colons stay text.
func TestDirectivesOfOtherToolsBecomeNotesOrText(t *testing.T) {
	site := t.TempDir()
	contenttest.Write(t, site, "_posts/2024-01-01-one.mdx", `---
title: One
---
import Tabs from '@theme/Tabs';

{/* hidden */}

:::caution Take care
Of *this*.

::::info
Inner
::::
:::

::::note
:::tip[Inner]
x
:::
::::

:::danger
No end.

::card{product=x}

::std is a namespace.

`+"```\n:::tip\n```\n")
	content := contenttest.Copy(t)
	_, err := blog.Jekyll(background, site, options(content))
	explain(t, err)
	data, err := os.ReadFile(filepath.Join(content, "blog", "one", "en.md"))
	explain(t, err)
	if strings.Contains(string(data), "::card") {
		t.Error("an unknown directive is in the post")
	}
	for _, want := range []string{
		"---\n:::note[Take care]{kind=warning}\nOf *this*.\n", "\n\\::::info\nInner\n\\::::\n:::\n",
		"\n::::note[Note]{kind=info}\n:::note[Inner]{kind=tip}\nx\n:::\n::::\n", "\n\\:::danger\n",
		"\n\\::std is", "```\n:::tip\n```"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%q is not in\n%s", want, data)
		}
	}
}

// If an include cannot be evaluated, its link definitions without Liquid still count.
func TestLinksDefinedByASkippedIncludeBecomeText(t *testing.T) {
	const prose = "The [harbour][topic harbour], [lamp][] and [Lamp], [oil][hidden], ![map][m]a[^1][^2] `b[c][d]`."
	files := map[string]string{"_config.yml": "collections: [topics]\n",
		"_includes/refs.md": "{% for t in site.topics %}\n[topic {{ t.title }}]: {{ t.url }}\n{% endfor %}\n\n" +
			"[lamp]: https://lamp.example/ \"A lamp\"\n[own]: {{ t.url }}\n" +
			"{% if false %}\n[hidden]: https://h.example/\n" +
			"{% endif %}\n<!--\n[harbour]: https://h.example/\n-->\n",
		"_posts/2024-01-01-a.md": "---\ntitle: A\n---\n{% include refs.md %}\n\n" + prose + "\n\n[^1]: b\n[^2]: c\n",
		"_posts/2024-01-02-b.md": "---\ntitle: B\n---\n" + prose + "\n\n[^1]: b\n[^2]: c\n"}
	content, report := blogOf(t, "jekyll", files)
	for name, want := range map[string]string{
		"a": "---\nThe harbour, [lamp][] and [Lamp], oil, a[^1][^2] `b[c][d]`.\n\n[^1]: b\n[^2]: c\n\n" +
			"[lamp]: https://lamp.example/ \"A lamp\"\n",
		"b": "---\n" + prose + "\n"} {
		if got := written(t, content, "blog/"+name+"/en.md"); !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for want, times := range map[string]int{"a.md:6:5: link: its address may be defined in a part that is left out": 1,
		": link: its": 2, ": picture: its": 1, "a.md:4:1: Liquid": 1} {
		if got := asLines(report); strings.Count(got, want) != times {
			t.Errorf("%q is not %d times in\n%s", want, times, got)
		}
	}
	inOrder(t, content)
}
