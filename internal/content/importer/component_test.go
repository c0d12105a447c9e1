package importer_test

import (
	"maps"
	"strings"
	"testing"
)

// Component tags can span lines and have visible titles.
func TestComponentsAreReplacedByTheirTitlesAndContent(t *testing.T) {
	const said = "HTML: pages contain no raw HTML"
	for _, ending := range []string{"md", "mdx"} {
		checkProse(t, ending, []proseCase{
			{"<Callout\n  type=\"info\"\n  title=\"So it *is*\"\n>\n\nb\n\n</Callout>", "**So it is**\n\n\nb\n", said},
			{"<Picture\n\tsrc='/x y.png'\n/>\n\nb <Note title=\"T\">c</Note>", "b **T** c\n", said},
			{"`<A\n b=\"c\">`\n\n```\n<A\n  title=\"b\"\n>\n</A>\n```",
				"`<A\n b=\"c\">`\n\n```\n<A\n  title=\"b\"\n>\n</A>\n```\n", ""},
			{"<LinkCard\n  title=\"The [map]\"\n  href=\"https://b.example/x\"\n/>\n\nb <Card title='T' " +
				"href='/2024/01/02/p00.html' />",
				"[The \\[map\\]](https://b.example/x)\n\nb [T](/blog/p00)\n", ""},
			{"<Figure src=\"/sea.png\" alt=\"Sea\" caption='So \"it\" is' />\n\n`<Card title=\"a\" href=\"/b\" />`",
				"![Sea](p04-sea.png \"So \\\"it\\\" is\")\n\n`<Card title=\"a\" href=\"/b\" />`\n", ""},
			{"<YouTube id=\"ab_c-d1\" />\n\n<lite-youtube videoid='b' title=\"The [sea]\"></lite-youtube>\n\n" +
				"<Vimeo\n  id=\"https://vimeo.com/12\"\n/>\n\n`<Vimeo id=\"1\" />`",
				"[Watch the video](https://www.youtube.com/watch?v=ab_c-d1)\n\n" +
					"[The \\[sea\\]](https://www.youtube.com/watch?v=b)\n\n" +
					"[Watch the video](https://vimeo.com/12)\n\n`<Vimeo id=\"1\" />`\n", ""},
			{"a < b\nc=\"d\" > e <b\nc", "a < b\nc=\"d\" > e <b\nc\n", ""},
			{"[a](/p00 b/) [a](https://b.example/c d \"e\") [a](https://b.example/c d)",
				"a [a](https://b.example/c%20d \"e\") [a](https://b.example/c%20d)\n", "link"},
			{"[a](mailto:b@c.example?subject=D (E) f 'G') ![k](/sea l.png \"m\")",
				"[a](mailto:b@c.example?subject=D%20(E)%20f 'G') *m*\n", "picture"},
			{"[a](/2024/01/02/p00.html#\\(x\\)) [b](https://c.example/\\)d) ![e](sea\\(1\\).png)",
				"[a](/blog/p00#(x)) [b](https://c.example/\\)d)\n", "sea(1).png"},
		})
	}
	checkProse(t, "md", []proseCase{
		{"- a\n\n  <Tab label=\"T\">\n\n  b\n\n  </Tab>", "- a\n\n  **T**\n\n\n  b\n", said},
		{strings.Repeat(">", 300) + " a\n\n> b", strings.Repeat("> ", 100) + "a\n\n> b\n", ":4:1: quotation"},
		{"a <Tip>b</Tip> <Tip>c</Tip> <TIP>d</TIP>", "a b c d\n", "there are 3 in the post"},
	})
}

// An attribute of MDX can be any JavaScript expression.
func TestMDXAttributesAreNotImportedAsText(t *testing.T) {
	const said = "HTML: pages contain no raw HTML"
	checkProse(t, "mdx", []proseCase{
		{"<Tabs items={['npm', \"yarn\"]}>\n\na\n\n</Tabs>", "a\n",
			"(<Tabs items=\"{['npm', 'yarn']}\">)"},
		{"<img alt={'Sea \\'s'} src={\"/sea.png\"} title={`Now`} />", "![Sea 's](p01-sea.png \"Now\")\n", ""},
		{"b <Tab label={'T'}>c</Tab> <Tab label={t('d')} {...rest}>e</Tab>", "b **T** c e\n", said},
		{"<Ab b={{ c: 'd', e: `f ${g ? `}` : '{'}` }}\n\n" +
			"  h={() => {\n\n    i(\"}\") // }\n  }}\n>\n\nj `k {l}`\n\n</Ab>",
			"j `k {l}`\n", said},
		{"<Ab b={`c \\`d\\` > e`} f=\"{g}\">h</Ab> `` ` `` ``{`i`}`` {'<j>'}",
			"h `` ` `` ``{`i`}`` &lt;j>\n", "(<Ab b=\"c `d` > e\" f=\"{g}\">)"},
		{"<>\n\na\n\n</>\n\n<Tabs.Tab label=\"B\">c</Tabs.Tab>", "a\n\n**B**\n\nc\n", said},
		{"````md\n```\n{a}\n```\n{b}\n````\n\n<C>\n    {d()}\n    e\n</C>",
			"````md\n```\n{a}\n```\n{b}\n````\n\n\ne\n", "expression"},
		{"<p hidden={true}>SECRET</p>\n\n<p style={{color: 'red', display: \"none\"}}>SECRET</p>\n\na",
			"a\n", "it is hidden"},
		{"a < b {\"c\"} <d e={ f", "a < b c <d e={ f\n", ""},
		{"<pre>{`\n    a\n      b < c\n\n    d\n`}</pre>\n\n    e `<pre>`\n\n    f",
			"```\n    a\n      b < c\n\n    d\n```\n\n\ne `<pre>`\n\nf\n", ""},
		{"<Code\n  lang=\"js\"\n  title='x.js'\n  code={`\na = <b>\n\n  *c*\n`}\n/>\n\n<Code code=\"d\" />",
			"**x.js**\n\n```js\na = <b>\n\n  *c*\n```\n\n```\nd\n```\n", ""},
		{"- a\n\n  <Code language=\"sh\" code={'b'} />\n\nc <Code code=\"&amp;\" />.",
			"- a\n\n  ```sh\n  b\n  ```\n\nc `&`.\n", ""},
		{"a\n\n<Code code={b} lang=\"js\" />\n\n<Code code=\"\" />c <S />", "a\n\n\n\nc\n", "is left out"},
		{"<div>\n    <pre><code>    g\n    <i>h</i></code></pre>\n</div>", "```\n    g\n    h\n```\n", ""},
	})
}

// A picture imported by MDX is shown where its variable is used.
func TestPicturesImportedByMDXAreImported(t *testing.T) {
	pictures := map[string]string{
		"sea.png": picture(t, "sea.png", 30), "src/assets/dhow.PNG": picture(t, "dhow.png", 40),
		"src/content/pictures/bay.png": picture(t, "bay.png", 50), "public/creek.png": picture(t, "creek.png", 60)}
	for _, c := range []struct{ imported, use, want string }{
		{"import a from '../sea.png'", `<img src={a} alt="A" />`, "sea"},
		{"import a from \"../../sea.png?w=200\";", `<img src={a.src} alt="A">`, "sea"},
		{"import { Image } from 'astro:assets';\nimport a from " +
			"'@/assets/dhow.PNG'", `<Image src={a} alt="A" />`, "dhow"},
		{"import a from '~/assets/dhow.PNG'", "<Picture\n  src={ a }\n  widths={[1, 2]}\n  alt='A'\n/>", "dhow"},
		{"import a from '@assets/dhow.PNG'", `![A]({a})`, "dhow"},
		{"import $s_1 from '@site/sea.png'", `<Image src={$s_1} alt={"A"} />`, "sea"},
		{"export const a = 1", `<img src={require('../sea.png').default} alt="A" />`, "sea"},
		{"import useBaseUrl from '@docusaurus/use'", `<img src={useBaseUrl("/sea.png")} alt="A" />`, "sea"},
		{"import a from '../../assets/dhow.PNG'", `<Image src={a} alt="A" />`, "dhow"},
		{"import a from '../pictures/bay.png'", `<Image src={a} alt="A" />`, "bay"},
		{"export const a = 2", `![A](/creek.png)`, "creek"},
		{"import a from './a'", `![A](@/assets/dhow.PNG)`, "dhow"},
	} {
		files := maps.Clone(pictures)
		files["_posts/2024-01-02-p.mdx"] = "---\ntitle: A\n---\n" + c.imported + "\n\n" + c.use + "\n"
		content, report := blogOf(t, "jekyll", files)
		text, want := written(t, content, "blog/p/en.md"), "---\n![A](p-"+c.want+".png)\n"
		if !strings.HasSuffix(text, want) {
			t.Errorf("%s: %s became\n%s\nnot %s\n%s", c.imported, c.use, text, want, notes(report))
		}
	}
	checkProse(t, "mdx", []proseCase{
		{"<Figure src={sea} caption=\"The *sea*\">\n</Figure>\n\nimport sea from '../sea.png'",
			"![](p00-sea.png \"The sea\")\n", ""},
		{"import a from './a.js'\n\n<img src={a} />\n\nb", "b\n",
			"picture: this picture is not among the files; it is left out ({a})"},
		{"import a from '@/a.png'\n\nb <Image src={a} alt=\"A\" />", "b\n", "(@/a.png)"},
		{"import a from './a.avif'\n\nb <Image src={a} alt=\"A\" />", "b\n",
			"picture: this picture is not among the files"},
		{"<Figure src=\"/sea.png\" label=\"The *sea*\" />", "![](p00-sea.png \"The sea\")\n", ""},
		{"<Image src=\"/sea.png\" alt=\"Sea\" title=\"Now\" />", "![Sea](p00-sea.png \"Now\")\n", ""},
	})
}

// Without a blank line after the summary, other tools would show the Markdown signs.
func TestMarkdownBelowASummaryStaysMarkdown(t *testing.T) {
	checkProse(t, "md", []proseCase{
		{"<details><summary>x</summary>\nA **b** `c < d`.\n- e\n- f\n</details>\n*g*",
			"**x**\n\nA **b** `c < d`.\n\n- e\n- f\n\n\n*g*\n", ""},
		{"<details>\n  <summary>x</summary>\n    ```js\n    a < *b*\n\n      c\n    ```\n</details>\n\nd",
			"**x**\n\n```js\na < *b*\n\n  c\n```\n\n\nd\n", ""},
		{"<details markdown=\"1\"><summary>x</summary>\n| a |\n|---|\n| b |\n</details>\n\nd",
			"**x**\n\n| a |\n|---|\n| b |\n\n\nd\n", ""},
		{"<details><summary>x</summary>A *b*</details>\n\n<details><summary>x</summary>\n<p>A <i>b</i></p>\n</details>",
			"**x**\n\nA *b*\n\n\n**x**\n\nA *b*\n", ""},
	})
}

func TestListItemsInComponentsBecomeLists(t *testing.T) {
	for _, ending := range []string{"md", "mdx"} {
		checkProse(t, ending, []proseCase{
			{"<Pros>\n    <li>A *b*</li>\n    <li>c</li>\n</Pros>", "- A *b* \n- c\n",
				"HTML: pages contain no raw HTML"},
			{"d <Pro>e <li>f</li></Pro>", "d e  f\n", "HTML: pages contain no raw HTML"},
		})
	}
}

func TestEmphasisBesidePunctuationStaysEmphasis(t *testing.T) {
	checkProse(t, "md", []proseCase{
		{"~~甲。~~乙 ~~「甲」~~乙 `~~a。~~b` <kbd>C-\\</kbd> c", "~~甲~~。乙 ~~「甲」~~&#8203;乙 `~~a。~~b` `C-\\` c\n", ""},
		{"Not yet<strike>, but soon</strike>.", "Not yet&#8203;~~, but soon~~.\n", ""},
		{"a<strong>, b</strong> A<del>(old)</del>b", "a&#8203;**, b** A&#8203;~~(old)~~&#8203;b\n", ""},
		{"a <em>(b)</em>, <b>\"c\"</b>", "a *(b)*, **\"c\"**\n", ""},
	})
}

func TestTitleOfACodeBlockIsWrittenAboveIt(t *testing.T) {
	for _, ending := range []string{"md", "mdx"} {
		checkProse(t, ending, []proseCase{
			{"a\n```js title=\"b *c*.js\" {1}\nd\n```\n\n- e\n\n  ~~~ title='f'\n  g\n  ~~~",
				"a\n\n**b c.js**\n\n```js {1}\nd\n```\n\n- e\n\n  **f**\n\n  ~~~\n  g\n  ~~~\n", ""},
			{"> ```js showLineNumbers title=\"a\"\n> b\n> ```\n\n````\n```js title=\"c\"\n```\n````",
				"> **a**\n>\n> ```js showLineNumbers\n> b\n> ```\n\n````\n```js title=\"c\"\n```\n````\n", ""},
		})
	}
}

// Without evidence of Jekyll, code keeps its braces. All other braces are evaluated as Liquid.
func TestCodeOfABlogWithoutJekyllKeepsItsBraces(t *testing.T) {
	const prose = "`{{ x }}` {{ y }}\n\n```vue\n{{ count }} {% if x %}{% raw %}{{ z }}{% endraw %}\n```\n"
	for file, want := range map[string]string{
		"a.txt":                  "`{{ x }}` \n\n```vue\n{{ count }} {% if x %}{{ z }}\n```\n",
		"_layouts/a.html":        "`` \n\n```vue\n {{ z }}\n```\n",
		"_posts/2024-01-01-b.md": "`` \n\n```vue\n {{ z }}\n```\n",
	} {
		content, report := blogOf(t, "jekyll", map[string]string{file: "---\ntitle: B\nlayout: post\n---\n",
			"_config.yml":            "url: https://b.example\npermalink: /:title/\n",
			"_posts/2024-01-02-a.md": "---\ntitle: A\n---\n" + prose})
		if text := written(t, content, "blog/a/en.md"); !strings.HasSuffix(text, "---\n"+want) {
			t.Errorf("with %s the post is\n%s\nnot\n%s\n%s", file, text, want, notes(report))
		}
	}
}
