package importer_test

import (
	"fmt"
	"strings"
	"testing"
)

// Content that readers of the source did not see is not imported. It is reported unless it is a comment.
func TestHiddenContentOfASourceIsNotImported(t *testing.T) {
	cases := []proseCase{
		{"a\n\n{::comment}\nSECRET {{ page.nobody }}.\n\nSECRET\n{:/comment}\n\nb", "a\n\nb",
			"Liquid: it has no value"},
		{"a {::comment}SECRET{:/comment} b {::comment}SECRET{:/}c", "a  b c", ""},
		{"{::nomarkdown}\na {::comment}SECRET{:/}b\n{:/}\n\nc `{:/}`", "a b\n\nc `{:/}`\n", ""},
		{"`{::comment}` hides {::nomarkdown}words{:/nomarkdown}.{::options a=\"b\" /}", "`{::comment}` hides words.",
			"attributes: styles"},
		{"- a\n\n    {::comment}SECRET{:/comment}b {: .x }\n    {: .y }\n\n        {: .code }\n",
			"- a\n\n    b \n\n        {: .code }\n", ""},
		{"1. a\n    ```\n    {: .code }\n    ```\n\nb\n    {: .x }\n\n    {: .code }\n",
			"1. a\n    ```\n    {: .code }\n    ```\n\nb\n\n    {: .code }\n", ""},
		{"{% include hidden.txt %}b", "b", ""},
		{"{% away 'https://b.example/?c=a', 'b *c*' %} {% away \"b\" \"https://b.example/\" %}",
			"[b *c*](<https://b.example/?c=a>) [b](<https://b.example/>)\n", ""},
		{"{% recent %}", "", ":1:1: the story has no text: readers see only its title"},
		{"{% youtube id=\"abcdefg\" width=\"60%\" %} {% vimeo https://vimeo.com/7 %} {% youtube 'abcdefg' %}",
			"[Watch the video](https://www.youtube.com/watch?v=abcdefg) [Watch the video](https://vimeo.com/7) " +
				"[Watch the video](https://www.youtube.com/watch?v=abcdefg)\n", ""},
		{"{% badge 'a', 'b' %}b", "b", "it is not supported here; it is left out ({% badge"},
		{"{% box 'https://b.example/', 'c' %}b{% endbox %}", "b", "it is left out, its content stays ({% box"},
		{"a {# SECRET #} b\n\n{#\nSECRET } \n#}\n\n`{# c #}`", "a  b\n\n`{# c #}`", "comment: "},
		{"## One {#one}\n\n## Two {#two}", "## One {#one}\n\n## Two {#two}", ""},
		{"<div class=\"ad\">\n<script>var SECRET = \"<p>\";\n\nif (SECRET > 1) go()</script>\nb</div>", "b",
			"<script> is left out with its content"},
		{"a <script src=&#8221;&#8221; />b `</script>`", "a b `</script>`\n", "<script> is left out"},
		{"<div><style>.SECRET{}</style><iframe src=\"x\">SECRET</iframe></div>", "", "<iframe> is left out"},
		{"a <style>.SECRET{}</style> b <iframe src=\"x\">SECRET</iframe>c", "a  b c", "<style> is left out"},
		{"<p>Q</p>\n<script type=\"application/ld+json\">\n{\"name\":\"SECRET\"}\n</script>\n\nb", "Q\n\nb",
			"<script>"},
		{"- a\n\n  <div>\n  <script>SECRET</script>\n  </div>\n- b", "", "<script>"},
		{"<div><iframe src=\"https://player.vimeo.com/video/7\">SECRET</iframe></div>",
			"[Watch the video](https://vimeo.com/7)", ""},
		{"- **<!--x-->****b:** c\n\n**<!--x--> Bo:** a, **c: <!--x-->** a **<!--x--><!--y--> d** **<span></span>** " +
			"2 *<!--x--> 3", "- **b:** c\n\n**Bo:** a, **c:** a **d**  2 * 3\n", ""},
		{"**<!--x-->*b* c**, *<!--x-->**d***, a**<!--x-->*e*, **f**<!--x-->*g* **h**<!--x-->**i** **j** <!--x-->**k**",
			"***b* c**, ***d***, a***e*, **f***g* **hi** **j** **k**\n", ""},
		{"**{{ page.nobody }} b** and **b {{ page.nobody }}** c **<!--x-->\nd**", "**b** and **b** c **d**\n",
			"Liquid: it has no value"},
		{"{% for t in site.posts %}[SECRET {{ t.title }}]: {{ t.url }} \"c\"\n{% endfor %}\n" +
			"b [c][d]\n\n[e]: {{ x.y }} f g.",
			"b c\n\n[e]:  f g.\n", "Liquid: it cannot be evaluated here"},
		{"a <span hidden>SECRET</span><b style=\"color:red; Display : none\">SECRET</b>c", "a c", "it is hidden"},
		{"<div hidden=\"\">\n\nSECRET <div>SECRET</div> **SECRET**\n\n</div>\n\nb", "b", "it is hidden"},
		{"<i class=\"fas fa-play\"></i> b <b><i class='x'> </i></b>*c*<s></s>", "b *c*\n", ""},
		{"<b>a\u00a0</b>b", "**a**\u00a0b", ""},
		{"<b>a: </b>b <i> c</i>d <strong>e:</strong>f <em>g</em>.", "**a:** b  *c*d **e**:f *g*.", ""},
		{"[<i class=\"fa\"></i>](https://example.org/a) <a href=\"https://example.org/b\"><i></i></a>" +
			"<a href=\"https://example.org/c\" title=\"c\"></a>b", "[c](https://example.org/c)b\n",
			"link: it has neither text"},
		{"a [<img src=\"gone.png\">][1] b [![](gone.png)][1] c\n\n[1]: https://example.org/", "a  b  c\n",
			"link: it has neither text"},
		{"[<img src=\"gone.png\" alt=\"c\">][1] b\n\n[1]: https://example.org/", "[c][1] b\n", "picture: "},
		{"<a href=\" https://example.org/c \">c</a>", "[c](https://example.org/c)\n", ""},
		{"<ul><li>a</li><li style='visibility:hidden'>SECRET</li></ul>", "- a", "it is hidden"},
		{"<script src=\"x\" async />\n\nb\n\n`<script />` or `</script>` c\n\n<script\n src='x'/>\nd",
			"b\n\n`<script />` or `</script>` c\n\nd\n", "<script> is left out"},
		{"<script src=http://b.example/>SECRET</script>b", "b", "<script> is left out"},
		{"<div>\n\n    <p hidden>SECRET</p>\n\n    <script>SECRET</script>\n    b\n</div>\n\n    <p hidden>",
			"b\n\n    <p hidden>", "it is hidden"},
		{"<div>\n<p>b</p>\n\n    <video src=\"b.mp4\" />\n</div>", "b", "<video> is left out"},
		{"<div markdown=\"1\">\n    b\n\n    <p hidden>SECRET</p>\n</div>", "b", "it is hidden"},
		{"<details markdown=\"1\">\n> So.\n>\n> <footer markdown=\"1\">Ana 《[b](https://b.example)》\n" +
			"> </footer>\n</details>", "> So.\n> \n> Ana 《[b](https://b.example)》\n", ""},
		{"<template><p>SECRET</p></template>\n\nb <div>a <noscript>SECRET</noscript></div>", "b a", "<template>"},
		{"<p hidden>SECRET\n\nb", "b", "it is hidden"},
		{"[b](#x) <a name=\"x\"></a> <a id=\"y\"></a>", "b\n", ":4:9: HTML: links to #x lead to the whole story"},
		{"[b](#x) [b](#One) [b](#two) [b](#h) [b](#t) [b](#i) [b](#k) [b](#p) [b](#no)\n\n" +
			"## <a name=\"x\"></a>One\n\n<a id=\"two\"></a>\n\n## Two b\n\n<h2 id=\"h\">Html</h2>\n\n" +
			"<h3><a name=\"t\"></a>b</h3>\n\n### K\n{: #k .x}\n\n### b {:#i}\n\n<p id=\"p\">b</p>\n",
			"[b](#x) [b](#x) [b](#two) [b](#h) [b](#t) [b](#i) [b](#k) [b](#i) [b](#no)\n\n" +
				"## One {#x}\n\n\n\n\n## Two b {#two}\n\n## Html {#h}\n\n\n### b {#t}\n\n\n### K {#k}\n\n" +
				"### b {#i}\n\nb\n", "HTML: pages contain no raw HTML"},
		{"## Über die Brücke\n\nb <span id=\"x\"></span>[c](#x)", "b [c](#über-die-brücke)\n",
			"HTML: pages contain no raw HTML"},
		{"<details>\n<summary>a</summary>\n\nb[^m_1] `[^m_1]` [^no] c[^2].\n\n  [^2]: https://b.example/\n\n" +
			"      *b*\n\nc\n</details>\n\n[^m_1]: b\n",
			"**a**\n\nb[^m_1] `[^m_1]` \\[^no] c[^2].\n\nc\n\n\n[^2]: https://b.example/\n\n    *b*\n\n\n[^m_1]: b\n",
			""},
		{"<p class=\"hidden-x\" title=\"is hidden\" data-hidden=\"1\">b</p>", "b",
			"the tag and its style are left out"},
		{"| --- | --- |\n| b | `|` |\n| b | c |\n{: .x}\n\na\n\n- | b | c |\n  | b | c |\n",
			"| | |\n| --- | --- |\n| b | `|` |\n| b | c |\n\n\na\n\n- | | |\n  | --- | --- |\n  | b | c |\n  | b | c |",
			""},
		{"b | c\n---|---\nb | c\n---|---\nb | c\n===|===\nb | c\n\n|b|c|\n|---\n|b|c|\n\na | b\nc | b",
			"b | c\n---|---\nb | c\nb | c\nb | c\n\n|b|c|\n| --- | --- |\n|b|c|\n\n\na | b\nc | b", ""},
		{"|b|\n|---|\n| b | c |\n| b | c | a |\n\n> b | c\n> ---|---\n> b | c | a\n",
			"|b| | |\n|---| --- | --- |\n| b | c |\n| b | c | a |\n\n" +
				"> b | c | |\n> ---|--- | --- |\n> b | c | a\n", ""},
		{"<section>\n  <div>\n    \n    <h3 class=\"x\">b</h3>\n    <p>c</p>\n  </div>\n</section>\n\n    <p>code</p>",
			"### b\n\nc\n\n\n    <p>code</p>\n", ""},
		{"b [c][d]\n[d]: https://d.example/\n[e]: https://e.example/", "b [c][d]\n\n[d]: https://d.example/\n[e]:", ""},
		{"Write `<div hidden>` or\n\n```html\n<script>b</script>\n```", "`<div hidden>` or\n\n```html\n<script>b", ""},
	}
	proses := make([]string, 0, len(cases))
	for _, c := range cases {
		proses = append(proses, c.prose)
	}
	for i, got := range importedProse(t, "md", proses) {
		c := cases[i]
		if strings.Contains(got.prose, "SECRET") || !strings.Contains(got.prose, c.want) ||
			c.want == "" && strings.Trim(got.prose, " \n-ab") != "" {
			t.Errorf("%q became %q, which should have %q", c.prose, got.prose, c.want)
		}
		if !strings.Contains(got.remarks, c.remark) || c.remark == "" && got.remarks != "" {
			t.Errorf("%q has the remarks %q, not %q", c.prose, got.remarks, c.remark)
		}
	}
}

// imported is the imported prose of a post and the remarks about it.
type imported struct{ prose, remarks string }

// importedProse imports posts with the given proses and file extension.
func importedProse(t *testing.T, ending string, proses []string) (all []imported) {
	t.Helper()
	files := map[string]string{"_includes/hidden.txt": "{::comment}SECRET{:/comment}",
		"sea.png": picture(t, "sea.png", 30)}
	for i, prose := range proses {
		files[fmt.Sprintf("_posts/2024-01-02-p%02d.%s", i, ending)] = "---\ntitle: A\n---\n" + prose + "\n"
	}
	content, report := blogOf(t, "jekyll", files)
	for i := range proses {
		name, remarks := fmt.Sprintf("p%02d", i), ""
		for _, n := range report.Unmapped {
			if strings.Contains(n.Path, name) {
				remarks += n.String() + "\n"
			}
		}
		_, prose, _ := strings.Cut(written(t, content, "blog/"+name+"/en.md")[4:], "\n---\n")
		all = append(all, imported{prose, remarks})
	}
	inOrder(t, content)
	return all
}

func TestUnknownDirectivesAreReplacedByTheirContent(t *testing.T) {
	cases := []proseCase{
		{"a\n:::objection[Is it?]\nText.\n:::\nb", "a\n**Is it?**\n\nText.\n\nb\n",
			":5:1: directive: this directive is not"},
		{":::objection\nPlain.\n:::", "Plain.\n", "its content stays (:::objection)"},
		{"::: {.wide}\nPlain.\n:::", "Plain.\n", "(::: {.wide})"},
		{"::::tabs\n:::tip[T]\nx\n:::\n::::", ":::note[T]{kind=tip}\nx\n:::\n", "(::::tabs)"},
		{":::details Click me\nfolded\n:::", "**Click me**\n\nfolded\n", ""},
		{"> :::aside[A]\n> x\n> :::", "> **A**\n>\n> x\n>\n", "directive"},
		{":::objection\n> No end.\n\nb", "> No end.\n\nb\n", "its content stays (:::objection)"},
		{"* So\n  - ::before\n  2. :: x\n* :::tip\n  y\n  :::\n\n> - ::after\n",
			"* So\n  - \\::before\n  2. \\:: x\n* :::note[Tip]{kind=tip}\n  y\n  :::\n\n> - \\::after\n", ""},
		{"::: objection\nNo end.", "\\::: objection\nNo end.\n", "it is not closed; its line stays as text"},
		{":::tip\nNo end.", "\\:::tip\nNo end.\n", ":4:1: directive: it is not closed; its line stays as text " +
			"(:::tip)"},
		{"See :quote[words *so*]{#id} and :icon{name=x}.", "See words *so* and .\n", "it is left out (:icon{name=x})"},
		{"At 10:30, :camel: and :docs[here](https://a.example/) or `:x[y]`, a:b[c].",
			"At 10:30, :camel: and :docs[here](https://a.example/) or `:x[y]`, a:b[c].\n", ""},
		{"::youtube{id=abcdefg}\n\n::youtube[A cat]{#abcdefg}",
			"[Watch the video](https://www.youtube.com/watch?v=abcdefg)\n\n" +
				"[A cat](https://www.youtube.com/watch?v=abcdefg)\n",
			""},
		{"a\n\n::github{repo=\"a/b\"}\n\n::link[Words]{x=y}\n\nb", "a\n\nWords\n\nb\n", ":6:1: directive"},
	}
	checkProse(t, "md", cases)
}

// proseCase is the prose of a post, the whole imported prose, and a part of the remarks; empty: no remarks.
type proseCase struct{ prose, want, remark string }

func checkProse(t *testing.T, ending string, cases []proseCase) {
	t.Helper()
	var proses []string
	for _, c := range cases {
		proses = append(proses, c.prose)
	}
	for i, got := range importedProse(t, ending, proses) {
		if c := cases[i]; got.prose != c.want {
			t.Errorf("%q became %q, not %q", c.prose, got.prose, c.want)
		} else if !strings.Contains(got.remarks, c.remark) || c.remark == "" && got.remarks != "" {
			t.Errorf("%q has the remarks %q, not %q", c.prose, got.remarks, c.remark)
		}
	}
}

func TestMDXCodeIsNotImported(t *testing.T) {
	checkProse(t, "mdx", []proseCase{
		{"import X from \"./x\"\nexport const meta = {\n  note: \"SECRET }\", // don't\n\n  b: `x\n`\n}\n\na",
			"a\n", ""},
		{"export default ({ children }) => (\n  <div>{children}</div>\n)\n\na", "a\n", ""},
		{"a {/* SECRET */} b\n\n{/*\nSECRET\n\nSECRET\n*/}\n\n- c{/* SECRET */}", "a  b\n\n- c\n", ""},
		{"<details>\n<summary>**A** `b`</summary>\n\n:::note\nIf so,\nso.\n:::\n\n</details>",
			"**A `b`**\n\n:::note[Note]{kind=info}\n\nIf so, so.\n\n:::\n", ""},
		{"1. a\n\n  <Tabs>\n  <Tab>\n   ```js\n   b\n   ```\n  </Tab>\n    <Tab>\n      c\n\n      d\n    </Tab>\n" +
			"  </Tabs>\n", "1. a\n\n\n\n   ```js\n   b\n   ```\n\n\nc\n\nd\n", "HTML: pages contain no raw HTML"},
		{"{process.env.SECRET}\n\na", "a\n", ":4:1: expression: expressions are not evaluated here"},
		{"{false && <p>SECRET, it's {so}</p>}\n\na", "a\n", "expression"},
		{"a{' '}b {\"c \\\"d\\\"\"} {`e`} {4.5}", "a b c \"d\" e 4.5\n", ""},
		{"{items.map(i => (\n  <li key={i}>{i} SECRET</li>\n\n))}\n\na", "a\n", "expression"},
		{"<X a={b > 1 ? {c} : 'SECRET'} {...d}>words</X>", "words\n", "expression"},
		{"<p style={{display: 'none'}}>SECRET</p>\n\na", "a\n", "it is hidden"},
		{"## A {#b}\n\n`{c}` \\{d\\}\n\n```js\nexport const e = {f}\n```\n\nexport duties",
			"## A {#b}\n\n`{c}` \\{d\\}\n\n" +
				"```js\nexport const e = {f}\n```\n\nexport duties\n", ""},
		{"An :icon{name=x} and :b[c]{d=e}.", "An  and c.\n", "directive"},
		{"a {b\n\nc", "a {b\n\nc\n", ""},
	})
}

// Readers see at most one branch of a conditional.
func TestAtMostOneBranchOfAConditionalIsImported(t *testing.T) {
	checkProse(t, "md", []proseCase{
		{"a{% if false %}SECRET{% endif %}{% unless true %}SECRET{% endunless %}", "a\n", ""},
		{"a{% # SECRET %}b", "ab\n", ""},
		{"a{% if page.draft %}SECRET{% endif %}", "a\n", ""},
		{"{% if jekyll.environment == \"production\" %}prod{% else %}SECRET{% endif %}", "prod\n", ""},
		{"a\n{% if false %}\nSECRET {{ nobody }}\n{% elsif true %}\nb {{ nobody }}\n" +
			"{% if true %}c{{ nobody }}{% else %}SECRET{% endif %}\n{% else %}\nSECRET\n{% endif %}\nd",
			"a\nb \nc\nd\n", ":8:3: Liquid: it cannot be evaluated here"},
		{"a{% if false %}SECRET {{ nobody }}{% endif %}", "a\n", ""},
		{"{% case page.title %}{% when 'A' %}a{{ nobody }}{% else %}SECRET{% endcase %}", "a\n",
			"Liquid: it cannot be evaluated"},
		{"a\n\n{% if site.posts.size > 3 %}\nSECRET {{ nobody }}\n{% else %}\nSECRET\n{% endif %}\n\nb",
			"a\n\nb\n", ":6:1: Liquid: its condition cannot be evaluated"},
		{"a{% if plugin %}SECRET{% if true %}SECRET{% endif %}{% endif %}b", "ab\n", "({% if plugin %}"},
	})
}
