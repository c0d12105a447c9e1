package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/importer"
)

func TestRawHTMLBecomesMarkdown(t *testing.T) {
	for name, c := range map[string]struct {
		prose string
		want  []string
	}{
		"lists and tables": {"Before.\n\n<p>One.</p><p>Two, <b>bold</b>.</p>\n" +
			"<ul>\n\t<li>A <a href=\"https://example.org/\">link</a></li>\n" +
			"\n  <li>B</li>\n</ul>\n<table><tr><th>H</th></tr><tr><td>c</td></tr></table>\n\nAfter.\n",
			[]string{"Before.\n\nOne.\n\nTwo, **bold**.", "- A [link](https://example.org/)", "- B", "| H |", "| c |",
				"\n\nAfter."}},
		"code": {"<pre><code class=\"language-go\">if a &lt; b {\n\n\tx *y*\n}</code></pre>\n\nAfter *all*.\n",
			[]string{"```go\nif a < b {\n\n\tx *y*\n}\n```", "After *all*."}},
		"blocks inside a line": {"One <table><tr><th>H</th></tr><tr><td>c</td></tr></table> two *so*\n" +
			"<b>x</b><ul><li>A</li></ul> <ol><li>B</li></ol>\n\n" +
			"Three <pre><code>x = 1\n\ny = 2</code></pre> four `<ul>` <ol>.\n",
			[]string{"One\n\n| H |\n|---|\n| c |\n\n\ntwo *so*\n**x**\n\n- A\n", "\n\n1. B\n",
				"Three\n\n```\nx = 1\n\ny = 2\n```\n\n\nfour `<ul>`"}},
		"a quotation in a box": {"<div class=\"box\">\n<blockquote><p>Words</p></blockquote>\n<h3>Next</h3>\n</div>\n",
			[]string{"> Words", "### Next"}},
		"details": {"<details>\n<summary>More</summary>\n\nHidden **words**.\n\n</details>\n",
			[]string{"**More**", "Hidden **words**."}},
		"a definition": {"<dl><dt>Dhow</dt><dd>A boat.</dd></dl>\n", []string{"**Dhow**", "A boat."}},
		"a note": {":::tip Fine\n<h3 id=\"y\">Inner</h3>\n\n<details><summary>More</summary>\n\n" +
			"Hidden **words**.\n\n</details>\n\n<ul><li>A</li></ul>\n:::\n\n<h2>After</h2>\n",
			[]string{":::note[Fine]{kind=tip}\n### Inner {#y}\n", "\n**More**\n", "\nHidden **words**.\n", "\n- A\n",
				"\n:::\n", "\n## After\n"}},
		"a note that is not closed": {":::note Open\n\n<h2>After</h2>\n",
			[]string{"\\:::note Open\n", "\n## After\n"}},
		"a figure": {"<figure>\n<img src=\"fire.png\"></img>\n<figcaption>At <em>six</em></figcaption>\n</figure>\n",
			[]string{"![At six](camp-fire.png \"At six\")"}},
		"a figure with a missing picture": {
			"<figure><img src=\"gone.png\"><figcaption>The gate</figcaption></figure>\n",
			[]string{"*The gate*"}},
		"a player": {"<iframe src=\"https://www.youtube.com/embed/abcdefghijk\"></iframe>\n",
			[]string{"[Watch the video](https://www.youtube.com/watch?v=abcdefghijk)"}},
		"superscripts and subscripts": {
			"5 km<sup>2</sup> of H<sub>2</sub>O, <u>so</u> <strike>no</strike> <kbd>Q</kbd>\n",
			[]string{"5 km² of H₂O, so ~~no~~ `Q`"}},
		"a tag over two lines": {"See <a class=\"x\"\n   href=\"https://example.org/\">there</a>.\n",
			[]string{"See [there](https://example.org/)."}},
		"cells of a table": {"| a | b |\n|---|---|\n| 1 | <ul><li>one</li><li>two</li></ul> |\n",
			[]string{"one", " two"}},
		"an alert": {"> [!WARNING]\n> Hot sand.\n\n> [!NOTE] Mind\n> the gap.\n\n" +
			"> [!info]-\n> Dry.\n\n> [!go](https://example.org/)\n",
			[]string{"> **Warning**\n>\n> Hot sand.", "> **Mind**\n>\n> the gap.", "> **Info**\n>\n> Dry.",
				"> [!go](https://example.org/)"}},
		"shortcode arguments with quotation marks": {"{{< details \"Open `me`\" >}}\nIn.\n{{< /details >}}\n\n" +
			"{{< figure src=\"fire.png\" alt=`A \"fire\"` caption=\"At \\\"six\\\" \\ sharp\" >}}\n",
			[]string{"**Open `me`**\n\nIn.\n\n![A \"fire\"](camp-fire.png \"At 'six' \\ sharp\")"}},
		"code after an HTML line break": {"A\n\n<br />\n``` go\nx\n\ny\n```\n<br />\nRest <b>of</b> it.\n",
			[]string{"```\n\\\nRest **of** it.\n"}},
		"line breaks": {"| a | b |\n|---|---|\n| x<br>y | z |\n\nOne<br>\n\n" +
			"- Two <br>\n- three<br/>\nfour\n\n<br>\n\n**Five<br>**\n\n<p>Six<br></p>\n<div>a<br>b<br></div>\n",
			[]string{"| x y | z |\n\nOne\n\n- Two \n- three\\\nfour\n\n**Five**\n\nSix\n", "a\\\nb\n"}},
		"a custom shortcode of a picture": {"{{< img src=\"fire.png\" title=\"Fire\" />}} {{< pic \"fire.png\" >}}" +
			"{{< who src=\"fire.png\" text=\"Jo\" >}}{{< two fire.png kite.png >}}\n\n" +
			"{{<pic src=\"kite.png\" max-width=\"9px\" has-border=\"no\" href=\"https://example.org/\">}}\n\n" +
			"<a href=\"https://example.org/\">One\n\ntwo</a>\n",
			[]string{"![Fire](camp-fire.png \"Fire\")\n\n![](camp-fire.png)Jo\n\n" +
				"[![](camp-kite.png)](<https://example.org/>)\n\nOne\n\ntwo\n"}},
		"a caption with markup": {"- One\n\n  ![F](fire.png \"*At* [six](/posts/camp/) \\\"sharp\\\"\")\n\n" +
			"So ![G](fire.png \"By [us](/posts/camp/)\") and\n\n![H](fire.png \"2 * **three**\")\n",
			[]string{"- One\n\n  ![F](camp-fire.png)\n\n  *At [six](/blog/camp)",
				"So ![G](camp-fire.png \"By us\") and",
				"![H](camp-fire.png \"2 * three\")"}},
		"captions beside text": {"One,\n" +
			"<figure><img src=\"fire.png\" alt=\"F\"><figcaption>At *six*</figcaption></figure>\n\n" +
			"Two\n<!--x-->\n{{< figure src=\"fire.png\" caption=\"Made with `boat()`\" >}} three\n\n" +
			"{{< album caption=\"Four\" >}}\n{{< figure src=\"fire.png\" alt=\"F\" caption=\"Five\" >}}\n" +
			"{{< figure src=\"kite.jpg\" alt=\"G\" caption=\"Six\" >}}\n{{< /album >}}\n",
			[]string{"\nOne,\n\n![F](camp-fire.png \"At six\")\n\n\n" +
				"Two\n\n![Made with boat()](camp-fire.png \"Made with boat()\")\n\nthree\n\n" +
				"Four\n\n![F](camp-fire.png \"Five\")\n![G](camp-kite.jpg \"Six\")\n"}},
		"captions in items, quotations and cells": {"- One\n  <figure><img src=\"fire.png\" alt=\"F\">" +
			"<figcaption>Two</figcaption></figure>\n- <figure><img src=\"fire.png\" alt=\"G\">" +
			"<figcaption>Three <b>x</b></figcaption></figure>\n\n" +
			"* Four\n* {{< figure src=\"fire.png\" alt=\"H\" caption=\"Five\" >}}\n\n" +
			"> Six\n> {{< figure src=\"fire.png\" alt=\"I\" caption=\"Seven\" >}}\n> eight\n\n" +
			"| a |\n|---|\n| {{< figure src=\"fire.png\" alt=\"J\" caption=\"Nine\" >}} |\n\n" +
			"<a href=\"https://example.org/\"><figure><img src=\"fire.png\" alt=\"K\">" +
			"<figcaption>Ten</figcaption></figure></a>\n",
			[]string{"\n- One\n\n  ![F](camp-fire.png \"Two\")\n- ![G](camp-fire.png)\n\n  *Three x*\n\n" +
				"* Four\n* ![H](camp-fire.png)\n\n  *Five*\n\n" +
				"> Six\n>\n> ![I](camp-fire.png \"Seven\")\n>\n> eight\n\n" +
				"| a |\n|---|\n| ![J](camp-fire.png) *Nine* |\n\n" +
				"[![K](camp-fire.png)](https://example.org/)\n\n*Ten*\n"}},
		"round brackets after a reference link": {"[Known][Stats](more) [so][no](https://example.org/)\n\n" +
			"[stats]: https://example.org/stats\n",
			[]string{"[Known][Stats](more) [so][no](https://example.org/)\n"}},
		"HTML links with characters that end Markdown links": {"<a href=\"https://example.org/a(b\">A</a>, " +
			"<a href=\"https://example.org/c d\">B</a>, <a href=\"https://example.org/e(f)\">C</a>\n\n" +
			"<ul><li><a href=\"https://example.org/a(b\">D</a></li></ul>\n",
			[]string{"[A](https://example.org/a%28b), [B](https://example.org/c%20d), [C](https://example.org/e(f))",
				"- [D](https://example.org/a%28b)\n"}},
		"emphasis beside tags": {"_SO_<sub>2</sub>, x<u>__y__</u>, <b>(a)</b><span>b</span>, c<i><code>d</code></i>, " +
			"<b>e</b><i>f</i>, <s>g</s><b>h</b>, *i*<i>j</i>, <i><b>k</b>l</i> _m_<br>n\n",
			[]string{"*SO*₂, x**y**, **(a)**&#8203;b, c&#8203;*`d`*, " +
				"**e**&#8203;*f*, ~~g~~**h**, *i*&#8203;*j*, ***k**l* _m_\\\nn\n"}},
		"nested emphasis, and punctuation and code beside tags": {"<i>a <em>b</em></i> <em>c<b>! </b></em>, " +
			"d<i>!</i>e f!<a href=\"https://example.org/\">g</a> <code>h</code><code>k</code>\n",
			[]string{"*a b* *c&#8203;**!*** , d&#8203;*!*&#8203;e f\\![g](https://example.org/) `h`&#8203;`k`\n"}},
		"equal emphasis inside and beside emphasis": {"<b>**a**</b> b<b>**(a)**</b>b, <b>c</b>**é**, " +
			"<strong>*(d)*</strong>é, ~~é~~<s>e</s>\n\n**f <b>g</b> h** *<em>i</em>* <s>~~j~~</s>, k<s>1 2 !</s>l, " +
			"<em><i>m</i><strong>(n)</strong></em>, o<i><s>p</s></i>q\n",
			[]string{"\n**a** b&#8203;**(a)**&#8203;b, **c**&#8203;**é**, ***(d)***&#8203;é, ~~é~~&#8203;~~e~~\n\n" +
				"**f g h** *i* ~~j~~, k~~1 2 !~~&#8203;l, *m&#8203;**(n)***, o&#8203;*~~p~~*&#8203;q\n"}},
		"emphasis around figures": {"*<figure><a href=\"https://example.org/\"><img src=\"fire.png\"></a>" +
			"<figcaption>By <a href=\"https://example.org/us\">us</a></figcaption></figure>*\n\n" +
			"<em><b><figure><img src=\"fire.png\"><figcaption>Cap</figcaption></figure></b></em>\n\n" +
			"- *{{< figure src=\"fire.png\" caption=\"By [us](https://example.org/us)\" >}}*\n\n" +
			"_![](fire.png \"By [us](https://example.org/us)\")_\n",
			[]string{"---\n[![](camp-fire.png)](https://example.org/)\n\n*By [us](https://example.org/us)*\n\n",
				"\n![Cap](camp-fire.png \"Cap\")\n\n",
				"\n- ![By us](camp-fire.png)\n\n  *By [us](https://example.org/us)*\n\n" +
					"![](camp-fire.png)\n\n*By [us](https://example.org/us)*\n"}},
		"literal asterisks at the ends of emphasis": {"A <small><strong>* B</strong></small>, <i>* c *</i> and " +
			"<s>~ d</s> <b>*e* f</b>.\n\n<p><b>* G</b></p>\n\n<ul><li><b>* h *</b></li></ul>\n",
			[]string{"---\nA **\\* B**, *\\* c \\** and ~~\\~ d~~ ***e* f**.\n\n**\\* G**\n\n- **\\* h \\***\n"}},
		"unquoted attributes": {"So <a class=x href=http://a.example/?b=1&c=2>A</a>, " +
			"<img src=fire.png?d=e alt=F> `<a href=x?y=z>`.\n",
			[]string{"---\nSo [A](http://a.example/?b=1&c=2), ![F](camp-fire.png) `<a href=x?y=z>`.\n"}},
		"emphasis around a missing picture": {"**<img src=\"gone.png\"/>** On\n\n" +
			"**<img src=\"gone.png\"/> Two** *three ![](gone.png)*\n\n_![](gone.png)_ **![](gone.png) four**\n",
			[]string{"---\nOn\n\n**Two** *three*\n\n **four**\n"}},
		"HTML emphasis around a picture": {"<b><img src=\"gone.png\"> One</b> <i>two ![](gone.png)</i> a\n" +
			"<b><i><img src=\"gone.png\"></i></b> b <b><img src=\"fire.png\" alt=\"F\"> three</b>\n\n" +
			"<p><i><img src=\"gone.png\"></i></p>\n",
			[]string{"---\n**One** *two*  a\n b ![F](camp-fire.png) **three**\n"}},
		"links around a missing picture": {"[<img src=\"gone.png\" alt=\"A [bay]\">]" +
			"(http://a.example/ \"T\") " +
			"[![B](gone.png)](http://b.example/) <a href=\"http://c.example/\"><img src=\"gone.png\" alt=\"C\"></a> " +
			"<a href=\"http://d.example/\" title=\"D\"><img src=\"gone.png\"></a> " +
			"[ <img src=\"gone.png\"> ](http://e.example/)[<img src=\"gone.png\" alt=\"F\"> f](http://f.example/)\n",
			[]string{"---\n[A (bay)](http://a.example/ \"T\") [B](http://b.example/) [C](http://c.example/) " +
				"[D](http://d.example/) [ f](http://f.example/)\n"}},
		"adjacent video players": {"- a\n" +
			"  <Two><iframe src=\"https://www.youtube.com/embed/abcdefghijk\"></iframe>\n" +
			"  <iframe src=\"https://player.vimeo.com/video/7\"></iframe></Two>\n\n" +
			"<Two><YouTube id=\"abcdefghijk\"/><Vimeo id=\"7\"/></Two>\n",
			[]string{"- a\n  [Watch the video](https://www.youtube.com/watch?v=abcdefghijk)\n\n" +
				"  [Watch the video](https://vimeo.com/7)\n\n" +
				"[Watch the video](https://www.youtube.com/watch?v=abcdefghijk)\n\n" +
				"[Watch the video](https://vimeo.com/7)\n"}},
		"a component with a caption": {"<Figure caption=\"At \"><img src=\"gone.png\"></Figure>\n\n" +
			"<Figure caption=\"Salt &amp; sand\">\n  <img src=\"fire.png\" />\n</Figure>\n\n" +
			"<Figure caption=\"Six\">\n\n![F](fire.png)\n\n</Figure>\n",
			[]string{"*At*\n", "\n![Salt & sand](camp-fire.png \"Salt & sand\")\n", "\n![F](camp-fire.png \"Six\")\n"}},
		"alert syntax in code": {"```\n> [!NOTE]\n```\n", []string{"> [!NOTE]"}},
		"links without a scheme": {"[a](me@example.org) and [b](www.example.org/x)\n",
			[]string{"[a](mailto:me@example.org) and [b](http://www.example.org/x)"}},
		"a line of attributes": {"1. One\n2. Two\n{.steps #now}\n\n**Note**: three.\n{.box}\n\n" +
			"```\n{.code}\n```\n\nFour {.five}\n",
			[]string{"2. Two\n\n**Note**: three.\n\n```\n{.code}\n```\n\nFour {.five}"}},
		"dashes": {"Sand --- soft, 8--10 km, `a --- b` and --flag. [So -- on](/posts/camp)\n\n    x --- y\n",
			[]string{"Sand — soft, 8–10 km, `a --- b` and --flag. [So – on](/blog/camp)\n\n    x --- y\n"}},
		"code in a custom shortcode": {"{{< codeblock lang=\"cpp\" title=\"x\" >}}\n/** <b> */\n* x\n" +
			"{{< /codeblock >}}\n",
			[]string{"**x**\n\n```cpp\n/** <b> */\n* x\n```\n"}},
		"a skipped shortcode in bold": {"A **{{< sum >}}**, _{{< sum >}}_ and 2 *{{< sum >}}* 3 `**{{< sum >}}**`.\n" +
			"\n| a **{{< sum >}}** | **b** |\n|---|---|\n", []string{"A ,  and 2  3 `****`.", "| a  | **b** |"}},
		"headings and items with only skipped shortcodes": {
			"## {{< sum >}}\nA\n### {{< sum \"b\" >}} {{< sum 5 >}}\n\nB\n\n" +
				"- {{< sum >}}\n- **{{< sum >}}** {{< sum >}}\n- c\n-\n  d\n\n> #### ![](gone.png)\n> e\n\n" +
				"```\n## \n- \n```\n\n#### f {{< sum >}}\n\n## {{< sum >}} {#g}\n\n- h\n\n" +
				"## {{< sum >}}\n\n### {{< sum >}}\n- i\n- j\n",
			[]string{"---\nA\n\nB\n\n- c\n-\n  d\n\n> \n> e\n\n```\n## \n- \n```\n\n#### f \n\n##  {#g}\n\n" +
				"- h\n\n+ i\n+ j\n"}},
		"code shortcodes with a positional language": {"{{< code html >}}\n<b>{{ x }}</b>\n{{< /code >}}\n\n" +
			"{{< highlight go \"linenos=true\" >}}\n// z\n{{< /highlight >}}\n\n" +
			"{{< code wide=\"yes\" >}}\n*y*\n{{< /code >}}\n\n" +
			"{{< qrcode >}}\n*z*\n{{< /qrcode >}}\n\nA {{< code >}}.\n",
			[]string{"```html\n<b>{{ x }}</b>\n```\n", "```go\n// z\n```\n", "```\n*y*\n```\n",
				"\n*z*\n", "A .\n"}},
		"a diagram shortcode": {"{{< mermaid >}}\ngraph TD\n  A --> B\n{{< /mermaid >}}\n",
			[]string{"```mermaid\ngraph TD\n  A --> B\n```\n"}},
		"code from a file": {"- A\n\n  {{< inline-file filename=\"a.yml\" language=\"yml\" >}}\n\n" +
			"{{< read file=\"gone.yml\" lang=\"yml\" >}}{{< read file=\"fire.png\" lang=\"yml\" >}}" +
			"{{< read file=\"../../../../a.yml\" lang=\"yml\" >}}{{< read file=\"a.yml\" >}}\n",
			[]string{"---\n- A\n\n  ```yml\n  a: *b*\n    c: {{< d >}}\n  ```\n"}},
		"an article shortcode": {"{{< article link=\"/posts/kite/\" showSummary=true >}}\n\n" +
			"{{< article link=\"/gone/\" >}}{{< article link=\"/posts/secret/\" >}}\n",
			[]string{"---\n[A \\[kite\\]](</blog/kite>)\n"}},
		"inline code by a shortcode": {
			"- Copy {{< highlight sh \"hl_inline=true\" >}}ls -l{{< /highlight >}} in *full*.\n",
			[]string{"- Copy `ls -l` in *full*."}},
		"custom shortcodes of links and text": {"The {{< to slug=\"/posts/camp\" text=\"camp\" >}}, " +
			"{{< b url=\"https://example.org/\" text=\"there\" >}}, {{< c text=\"so\" >}}, " +
			"{{< link \"that one\" \"https://example.org/?a=b\" >}}.\n",
			[]string{"The [camp](</blog/camp>), [there](<https://example.org/>), so, " +
				"[that one](<https://example.org/?a=b>)."}},
		"a custom picture shortcode without a file extension": {"{{< photo name=\"fire\" alt=\"Fire\" >}}\n",
			[]string{"![Fire](camp-fire.png)"}},
		"an ambiguous picture name without a file extension": {"{{< photo name=\"kite\" alt=\"Kite\" >}}. " +
			"{{< photo name=\"kite.jpg\" >}}\n", []string{"---\n. ![](camp-kite.jpg)"}},
		"indented content of custom shortcodes": {"Before.\n\n{{<row>}}\n  {{<col>}}\n" +
			"    {{<figure src=\"fire.png\" alt=\"Fire\">}}\n\n    So *it* is.\n  {{</col>}}\n{{</row>}}\n\n" +
			"    {{<figure src=\"fire.png\" alt=\"Alone\">}}\n\n- In an item\n\n" +
			"    {{<figure src=\"fire.png\" alt=\"Item\">}}\n",
			[]string{"Before.\n\n![Fire](camp-fire.png)\n\nSo *it* is.\n\n![Alone](camp-fire.png)\n\n" +
				"- In an item\n\n    ![Item](camp-fire.png)\n"}},
		"code in an item and in a quotation": {"- One\n\n    {{< highlight go >}}\n    x := 1\n" +
			"    {{< /highlight >}}\n\n" +
			"> {{< highlight go >}}\n> y := 1\n> {{< /highlight >}}\n\n" +
			"Of {{< highlight sh >}}\nls\ncd\n{{< /highlight >}} so.\n",
			[]string{"- One\n\n    ```go\n    x := 1\n    ```\n\n" +
				"> ```go\n> y := 1\n> ```\n\nOf \n\n```sh\nls\ncd\n```\n\n so."}},
		"custom pictures with more arguments": {"{{< pic src=\"fire.png\" url=\"https://example.org/six\" >}}\n\n" +
			"{{< pic image=\"fire.png\" id=\"15057495740\" >}}\n\n{{< pic image=\"fire.png\" src=\"kite.jpg\" >}}\n\n" +
			"Look here:\n{{< figure src=\"fire.png\" caption=\"Cap\" >}}\nSo.\n",
			[]string{"---\n[![](camp-fire.png)](<https://example.org/six>)\n\n![](camp-fire.png)\n\n",
				"\n\nLook here:\n\n![Cap](camp-fire.png \"Cap\")\n\nSo.\n"}},
		"picture shortcodes in HTML": {"<figure>\n  {{< figure src=\"fire.png\" alt=\"A \\\"fire\\\"\" >}}\n" +
			"  <figcaption>The cap</figcaption>\n</figure>\n\n<table><tr><td>\n{{<img src=\"fire.png\" alt=\"T\">}}\n" +
			"</td></tr></table>\n\n<ul>\n<li>{{<img src=\"fire.png\" alt=\"L\" caption=\"C\">}}</li>\n</ul>\n\n" +
			"<blockquote>\n{{<img src=\"fire.png\" alt=\"Q\">}}\n</blockquote>\n\n" +
			"<div><a href=\"fire.png\">{{<img src=\"fire.png\" alt=\"D\">}}</a></div>\n\n" +
			"<p>{{<img src=\"fire.png\" alt=\"P\">}}</p>\n<p>So.</p>\n\n<pre>![x](fire.png)</pre>\n",
			[]string{"---\n![A \"fire\"](camp-fire.png \"The cap\")\n\n", "| ![T](camp-fire.png) |",
				"- ![L](camp-fire.png)\n\n  *C*\n", "> ![Q](camp-fire.png)\n", "\n![D](camp-fire.png)\n",
				"\n![P](camp-fire.png)\n\nSo.\n", "![x](fire.png)\n"}},
		"links around pictures": {"<a href=\"https://example.org/\">\n" +
			"{{<figure src=\"https://other.example/y.jpg\">}}\n</a>\n\n" +
			"A\n\n<a href=\"https://example.org/\">\n{{<figure src=\"fire.png\" alt=\"F\">}}\n</a>\n\n" +
			"B [![](gone.png)](https://example.org/) " +
			"<a href=\"https://example.org/\">![](gone.png)</a> C\n",
			[]string{"A\n\n[![F](camp-fire.png)](https://example.org/)\n\nB   C\n"}},
		"HTML in a caption": {"{{<figure src=\"fire.png\" alt=\"F\" " +
			"caption=\"<b style='color: red'>In *red*:</b>" +
			"<br>2 < 3\">}}\n\n" +
			"{{<figure src=\"fire.png\" alt=\"G\" " +
			"caption=\"By <a href='https://example.org/'>us</a>\">}}\n",
			[]string{"![F](camp-fire.png \"In red: 2 < 3\")",
				"![G](camp-fire.png)\n\n*By [us](https://example.org/)*"}},
		"a stray quotation mark in an argument": {"One.\n\n{{< map title=\"Camp\" geo=geo:55.4?z=16\" >}}\n\n" +
			"So \"it\" is.\n\n{{< map t=\"x\" >}}\n\nEnd.\n", []string{"One.\n\nSo \"it\" is.\n\nEnd.\n"}},
		"ranges of prices": {"* Inn: $$$$\n* Grill: $$\n* Café: $$ to $$$\n* Bar $$\n\nFood ($$), rooms ($$).\n\n" +
			"| a | b |\n|---|---|\n| $$ | $$ |\n| $$ | $$ |\n\nSo $$a$$ for $$\nb\n$$\n",
			[]string{"* Inn: $$$$\n* Grill: $$\n* Café: $$ to $$$\n* Bar $$\n\nFood ($$), rooms ($$).\n\n" +
				"| a | b |\n|---|---|\n| $$ | $$ |\n| $$ | $$ |\n\nSo `a` for `b`\n"}},
		"formulas": {"One $$a_1 \\\\ b$$ for $5 or $6, so $x_1 < 2$.\n\n" +
			"$$\na_1 \\\\ b_2 \\{x\\}\n$$\n\n- In\n\n  $$c$$\n\n`$$d$$`\n",
			[]string{"One `a_1 \\\\ b` for $5 or $6, so `x_1 < 2`.\n\n" +
				"```tex\na_1 \\\\ b_2 \\{x\\}\n```\n\n- In\n\n  ```tex\n  c\n  ```\n\n`$$d$$`\n"}},
		"a formula with blank lines": {"$$\n\\begin{aligned}\n\na &= b \\\\\n\nc &= d \\\\\n\n\\end{aligned}\n$$\n\n" +
			"So:\n\n> $$\n> a \\\\\n>\n> b\n> $$\n\nThen $$e$$.\n\n$$\nf\n$$\n\nOr \\*g\\*.\n\n$$h$$\n",
			[]string{"```tex\n\\begin{aligned}\n\na &= b \\\\\n\nc &= d \\\\\n\n\\end{aligned}\n```\n\nSo:\n\n" +
				"> ```tex\n> a \\\\\n> \n> b\n> ```\n\nThen `e`.\n\n```tex\nf\n```\n\n" +
				"Or \\*g\\*.\n\n```tex\nh\n```\n"}},
		"price signs on separate lines": {"Inn\n$$\n\nThe old\\nbar\n$$\n\nThe pier\n\n$$\n\n*Sea* \\- here\n\n$$\n",
			[]string{"Inn\n$$\n\nThe old\\nbar\n$$\n\nThe pier\n\n$$\n\n*Sea* \\- here\n\n$$\n"}},
		"formulas beside formula signs in code": {"Write `$$`, as `$$ x $$`, for $$ y_1 $$ or\n\n$$\nz\n$$\n\n" +
			"\\begin{align*}\na &= b \\\\\n\\end{align*}\n\nAlso `\\begin{align}`.\n",
			[]string{"as `$$ x $$`, for ` y_1 ` or\n\n```tex\nz\n```\n\n", "`$$`, as",
				"```tex\n\\begin{align*}\na &= b \\\\\n\\end{align*}\n```\n\nAlso `\\begin{align}`.\n"}},
		"amounts of money": {"From $5 to $6 and \\(so\\) on: $7$.\n",
			[]string{"From $5 to $6 and \\(so\\) on: $7$.\n"}},
		"a figure inside a sentence": {"One {{< figure src=\"fire.png\" alt=\"F\" caption=\"Two\" >}} three.\n",
			[]string{"One\n\n![F](camp-fire.png \"Two\")\n\nthree.\n"}},
		"inline HTML code": {"Put <code>&lt;b&gt; &#123;&amp;&#125;</code>, <code>&#96;x</code> and " +
			"<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>.\n\n| a | b |\n|---|---|\n| <code>x&#124;&lt;y</code> | z |\n",
			[]string{"Put `<b> {&}`, `` `x `` and `Ctrl`+`C`.", "| `x\\|<y` | z |"}},
		"adjacent bold HTML elements": {"So <b>it</b><strong> is</strong>.\n", []string{"So **it is**."}},
		"a cell with colspan": {"<table><tr><th>a</th><th>b</th></tr>" +
			"<tr><td colspan=\"2\">c</td></tr></table>\n",
			[]string{"| c |   |\n"}},
		"HTML code after a paragraph": {"<p>So:</p>\n" +
			"<pre><code>if a &lt; b {\n\n    c()\n}</code></pre>\n<p>End.</p>\n",
			[]string{"So:\n\n```\nif a < b {\n\n    c()\n}\n```\n\nEnd."}},
		"bold HTML that ends with punctuation in Korean": {"<p>이 <b>분기(가)</b>나 그<b>“나”</b>다</p>\n",
			[]string{"이 **분기(가)**&#8203;나 그&#8203;**“나”**&#8203;다"}},
		"bold HTML in Chinese": {"<div>\n<p>到了<b>营地！</b>这里<b>安静。</b><b>很好</b></p><p>好</p>\n</div>\n",
			[]string{"到了**营地**！这里**安静。很好**"}},
		"HTML code in a list item": {"- One\n\n  <pre class=\"x\">\n  <samp>\n" +
			"  $ <kbd>ls &lt;a&gt;</kbd>\n  </samp>\n  </pre>\n\n  Two\n",
			[]string{"- One\n\n  ```\n  $ ls <a>\n  ```\n\n  Two\n"}},
		"a line break in a heading": {"## Winter<br>The *lamps*<br/>\n\nSet <br> **so**\n---\n\n> ### A<br>\n> b\n",
			[]string{"## Winter The *lamps* \n\nSet   **so**\n---\n\n> ### A \n> b\n"}},
		"indented code after a comment that ends a list": {"1. Look\n\n<!-- -->\n\n    x <- \"<i>a<br><br>b</i>\"\n\n" +
			"      y --- z\n\nSo.\n\n> - In\n>\n> <!-- a -->\n> <!-- b -->\n>\n>     c\n\n" +
			"- In\n\n  - d\n\n  <!-- -->\n\n      e\n",
			[]string{"1. Look\n\n```\nx <- \"<i>a<br><br>b</i>\"\n\n  y --- z\n```\n\nSo.\n\n" +
				"> - In\n>\n> \n> \n>\n> ```\n> c\n> ```\n\n- In\n\n  - d\n\n  ```\n  e\n  ```\n"}},
		"code and lists after an HTML list": {"<ul>\n<li>a</li>\n</ul>\n\n    x *y*\n\n" +
			"<ol><li>b</li></ol><ol><li>c</li></ol>\n\n1. d\n\n<!-- -->\n\n1. e\n\n- f\n<!-- -->\n- g\n\n  h\n",
			[]string{"- a\n\n\n```\nx *y*\n```\n\n1. b\n\n1) c\n\n\n1. d\n\n1) e\n\n- f\n+ g\n\n  h\n"}},
		"indented Markdown in HTML cells": {"<table>\n<tr>\n<th markdown=\"span\">\n\n" +
			"    Boat `two`\n\n</th>\n<th>b</th>\n" +
			"</tr>\n<tr>\n<td>\n\n    One **three**\n    four\n\n        five `<b>`\n\n</td>\n" +
			"<td>\n        six\n<pre>\na\nb\n</pre>\n</td>\n</tr>\n</table>\n\n" +
			"After.\n", []string{"| Boat `two`  ",
			"\n| One **three** four    five `<b>` | six  `a b` |\n\n\nAfter.\n"}},
		"HTML code over several lines": {"<div>\nSo:<br> <code>&lt;script&gt;&lt;br /&gt;\n&lt;!--\nx = 1;\n" +
			"&lt;/script&gt;</code>\n</div>\n\nOne <code>a\n- b</code> and <code>`c`</code>.\n",
			[]string{"So:\\\n `<script><br /> <!-- x = 1; </script>`\n", "One `a - b` and `` `c` ``."}},
		"a link after an exclamation mark": {"<p>Go!<a href=\"https://example.org/\">there</a></p>" +
			"<p>Or <b>so!</b><a href=\"https://example.org/b\">b</a></p>\n\nYes\\![here](https://example.org/c)\n",
			[]string{"Go\\![there](https://example.org/)", "**so!**[b](https://example.org/b)",
				"Yes\\![here](https://example.org/c)"}},
		"pipes in code in HTML cells": {"<table><tr><th>a</th></tr>" +
			"<tr><td><code>[[x|y]]</code> | z</td></tr></table>\n",
			[]string{"| `[[x\\|y]]` \\| z |"}},
		"an HTML table in a quotation": {"> Boats:\n>\n> <table border=\"0\">\n>   <tr>\n>     <td>\n>       dhow\n" +
			">     </td>\n>     \n>     <td>\n>       84\n>     </td>\n>   </tr>\n> </table>\n>\n> So.\n\nAfter.\n",
			[]string{"> Boats:\n>\n> | dhow | 84 |\n", "\n> So.\n\nAfter.\n"}},
		"a script in an HTML list": {"<ul><li>A<script>alert(1)</script></li></ul>\n", []string{"- A\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			content, report := blogOf(t, "hugo", map[string]string{
				"content/posts/camp/index.md": "---\ntitle: Camp\ndate: 2024-01-01\n---\n" + c.prose,
				"content/posts/camp/fire.png": picture(t, "fire.png", 30),
				"content/posts/camp/kite.jpg": picture(t, "kite.jpg", 60),
				"content/posts/camp/kite.png": picture(t, "x.png", 9),
				"content/posts/camp/a.yml":    "a: *b*\n  c: {{< d >}}\n",
				"content/posts/kite.md":       "---\ntitle: \"A [kite]\"\ndate: 2024-01-03\n---\nText.\n",
				"content/posts/secret.md":     "---\ntitle: SECRET\ndraft: true\ndate: 2024-01-04\n---\nText.\n",
			}, func(o *importer.Options) { o.Blog.Shortcodes = map[string]string{"photo": "figure"} })
			text := written(t, content, "blog/camp/en.md")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s\n%s", want, text, notes(report))
				}
			}
			if strings.Contains(text, "<p>") || strings.Contains(text, "alert(1)") || strings.Contains(text, "SECRET") {
				t.Errorf("got %s", text)
			}
			inOrder(t, content)
		})
	}
}

func TestEmojiCodesAreReplacedIfTheBlogEnablesThem(t *testing.T) {
	for config, emoji := range map[string]string{"enableEmoji: true\n": "🐫", "title: x\n": ":camel:"} {
		content, _ := blogOf(t, "hugo", map[string]string{"hugo.yaml": config,
			"content/posts/a.md": "---\ntitle: 'A :camel:'\nsummary: 'B :camel: :nosuchthing:'\n" +
				"date: 2024-01-01\n---\nC :camel: at 10:30: `:camel:` :nosuchthing:\n\n" +
				"{{< figure src=\"c.png\" alt=\"D :camel:\" caption=\"E :camel:\" >}}\n",
			"content/posts/c.png": picture(t, "c.png", 30)})
		text := written(t, content, "blog/a/en.md")
		for _, want := range []string{"A :camel:", "B :camel: :nosuchthing:",
			"C :camel: at 10:30: `:kept:` :nosuchthing:", "![D :camel:](a-c.png \"E :camel:\")"} {
			want = strings.ReplaceAll(strings.ReplaceAll(want, ":camel:", emoji), ":kept:", ":camel:")
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in %s", want, text)
			}
		}
	}
}

func TestJekyllIncludesAndFiguresAreImported(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_includes/hint.md":     "Bring {{ include.what }} and *water*.\n",
		"_includes/clever.html": "{% if x %}no{% endif %}",
		"_posts/2024-01-02-camp.md": "---\ntitle: Camp\nteaser: /a.png\n---\n{% include hint.md what=\"a hat\" %}\n\n" +
			"{% include_cached clever.html %}\n\n{% include none.html %}\n\n" +
			"{% figure caption:\"The fire\" class:\"x\" %}\n![Fire](/a.png)\n" +
			"{% endfigure %}\n\n{% figure caption:\"By [us](/gone/)\" %}\n![Fire](/gone.png)\n{% endfigure %}\n",
		"a.png": picture(t, "a.png", 30),
	})
	text := written(t, content, "blog/camp/en.md")
	for _, want := range []string{"Bring a hat and *water*.", "![Fire](camp-a.png \"The fire\")", "By us",
		"image: camp-a.png"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	found := notes(report)
	for _, want := range []string{
		"it is left out: {% if x %} needs an unknown value ({% include_cached clever.html",
		"it is left out: the file to include cannot be read ({% include none.html %})",
	} {
		if !strings.Contains(found, want) {
			t.Errorf("%q is not in %s", want, found)
		}
	}
	if strings.Contains(found, "teaser") {
		t.Errorf("got %s", found)
	}
}

func TestJekyllCollectionsAreImportedAsSectionsOnRequest(t *testing.T) {
	files := map[string]string{
		"_config.yml":            "collections:\n  recipes:\n    output: true\n    permalink: /cook/:name/\n",
		"_recipes/lentils.md":    "---\ntitle: Lentils\ndate: 2024-01-01\n---\nText.\n",
		"_posts/2024-01-02-a.md": "---\ntitle: A\n---\nSee [it](/cook/lentils/).\n",
	}
	_, report := blogOf(t, "jekyll", files)
	if len(report.Written) != 1 ||
		!strings.Contains(notes(report), "1 post is left out: it belongs to a collection and is not a post (recipes)") {
		t.Errorf("written %v; %s", report.Written, notes(report))
	}
	content, _ := blogOf(t, "jekyll", files, func(o *importer.Options) { o.Blog.Sections = []string{"recipes"} })
	if text := written(t, content, "blog/lentils/en.md"); !strings.Contains(text, "/cook/lentils") {
		t.Errorf("got %s", text)
	}
	if text := written(t, content, "blog/a/en.md"); !strings.Contains(text, "(/blog/lentils)") {
		t.Errorf("got %s", text)
	}
}

func TestAmbiguousNamesAndReferencesOfHugoAreResolved(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"content/posts/2020/12/index.md": "---\ntitle: \"A year's end\"\ndate: 2020-12-31\n---\n" +
			"[By name]({{< relref \"camp\" >}}) and [in a caption](/gone/).\n",
		"content/posts/trips/camp.md": "---\ntitle: Camp\ndate: 2020-01-01\n" +
			"tags: [a, b, a]\nbanner: /img/x.png\n---\nText.\n",
		"content/posts/雪（2）.md": "---\ntitle: 雪（2）\ndate: 2020-01-02\n---\nText.\n",
		"content/posts/2.md":    "---\ntitle: 2\ndate: 2020-01-03\n---\nText.\n",
		"static/img/x.png":      picture(t, "x.png", 30),
	})
	text := written(t, content, "blog/a-years-end/en.md")
	if !strings.Contains(text, "[By name](/blog/camp) and in a caption.") {
		t.Errorf("got %s; %s", text, notes(report))
	}
	for _, want := range []string{"image: camp-x.png", "tags: [a, b]\n"} {
		if camp := written(t, content, "blog/camp/en.md"); !strings.Contains(camp, want) {
			t.Errorf("%q is not in %s", want, camp)
		}
	}
	written(t, content, "blog/post-2020-01-02/en.md")
	written(t, content, "blog/2/en.md")
}

func TestHTMLPostsAreImportedAndOtherFormatsReported(t *testing.T) {
	front := "---\ntitle: A\ndate: 2024-01-01\n---\n"
	html := front + "<p>It_is *here*: <code>{:a =&gt; 1}</code>, see\n<a href=\"%s\">there</a>.</p>\n" +
		"<pre>one\n\ntwo_2</pre>\n<ul><li>A</li></ul>\n%s"
	for tool, files := range map[string]map[string]string{
		"jekyll": {
			"_posts/2024-01-01-a.html": strings.NewReplacer("%s\"", "{% post_url 2024-01-02-b %}\"",
				"%s", "{% highlight ruby %}\nx < y\n{% endhighlight %}\n").Replace(html),
			"_posts/2024-01-02-b.htm":     front + "<p>B</p>",
			"_posts/2024-01-03-c.textile": front + "h1. C\n",
			"_layouts/post.html":          "<p>{{ content }}</p>",
		},
		"hugo": {
			"content/posts/a.html":   strings.NewReplacer("%s\"", "/posts/b/\"", "%s", "").Replace(html),
			"content/posts/b.htm":    front + "<p>B</p>",
			"content/posts/c.adoc":   front + "= C\n",
			"content/posts/map.html": "<!doctype html><p>Copied</p>",
		},
	} {
		content, report := blogOf(t, tool, files)
		text := written(t, content, "blog/a/en.md")
		wants := []string{"It\\_is \\*here\\*: `{:a => 1}`, see [there](/blog/b).", "```\none\n\ntwo_2\n```", "- A\n"}
		if tool == "jekyll" {
			wants = append(wants, "```ruby\nx < y\n```")
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s\n%s", tool, want, text, notes(report))
			}
		}
		if written(t, content, "blog/b/en.md") == "" || len(stories(report)) != 2 ||
			!strings.Contains(notes(report), "is not read") {
			t.Errorf("%s: wrote %v, with the notes\n%s", tool, report.Written, notes(report))
		}
		inOrder(t, content)
	}
}

func TestDiagramCodeIsReported(t *testing.T) {
	_, report := blogOf(t, "hugo", map[string]string{"hugo.yaml": "baseURL: https://old.example/\n",
		"content/posts/one.md": "---\ntitle: T\ndate: 2024-01-02\n---\n```mermaid\ngraph TD\n```\n\n```go\nx\n```\n\n" +
			"{{< mermaid >}}\ngraph TD\n{{< /mermaid >}}\n"})
	const drawn = "code: diagrams are not drawn here; its source is shown (mermaid)"
	if all := notes(report); strings.Count(all, drawn) != 2 || !strings.Contains(all, "one.md:5:4: "+drawn) {
		t.Errorf("got %s", all)
	}
}
