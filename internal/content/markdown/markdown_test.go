package markdown_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/tests/drill"
)

func render(source string) markdown.Document {
	return markdown.Render(catalog.Prose{Source: source, Line: 10}, func(name string) *markdown.Picture {
		if name != "dunes.png" {
			return nil
		}
		return &markdown.Picture{Src: "/media/" + name, Width: 48, Height: 32, Alt: "An alt text"}
	})
}

func TestHeadingIDsAreMadeOfWordsInAnyScript(t *testing.T) {
	html := render("## قبل أن تذهب\n\n## قبل أن تذهب\n\n# Top\n\n## !!\n\n" +
		"## [Camps](https://example.org/a_(b)) (all) ![](dunes.png)\n\n## [Sea][The map] [far][out]\n\n" +
		"[the map]: https://example.org/\n").HTML
	for _, want := range []string{`<h2 id="قبل-أن-تذهب">`, `<h2 id="قبل-أن-تذهب-2">`, `<h2 id="top">`,
		`<h2 id="section">`, `<h2 id="camps-all">`, `<h2 id="sea-far-out">`} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in %s", want, html)
		}
	}
}

func TestHeadingKeepsAnExplicitID(t *testing.T) {
	html := render("## Camps {#camps .wide style=color:red}\n\n## Camps\n").HTML
	if want := "<h2 id=\"camps\">Camps</h2>\n<h2 id=\"camps-2\">Camps</h2>"; html != want {
		t.Errorf("got %s, want %s", html, want)
	}
}

func TestTitleOfASeparatePictureIsItsCaption(t *testing.T) {
	html := render("![Dunes](dunes.png \"At *six* & \\\"seven\\\"\")\n\n" +
		"Words ![Dunes](dunes.png \"At six\") around.\n").HTML
	want := `<figure><img src="/media/dunes.png" alt="Dunes" width="48" height="32" loading="lazy">` +
		`<figcaption>At *six* &amp; &quot;seven&quot;</figcaption></figure>`
	if !strings.HasPrefix(html, want) || !strings.Contains(html, `<p>Words <img`) {
		t.Errorf("got %s", html)
	}
	html = render("![Dunes](dunes.png \"One\")\n![Dunes](dunes.png)\n![Dunes](dunes.png \"Two\")\n").HTML
	const image = `<img src="/media/dunes.png" alt="Dunes" width="48" height="32" loading="lazy">`
	if want := "<figure>" + image + "<figcaption>One</figcaption></figure><p>" + image + "</p><figure>" + image +
		"<figcaption>Two</figcaption></figure>"; html != want {
		t.Errorf("got %s", html)
	}
}

func TestCodeBlocksAreFocusable(t *testing.T) {
	html := render("```sh\nmake build\n```\n\n`<pre>`\n").HTML
	if !strings.HasPrefix(html, `<pre tabindex="0"><code`) || strings.Count(html, "tabindex") != 1 {
		t.Errorf("got %s", html)
	}
}

func TestTablesFootnotesAndDefinitionListsAreRendered(t *testing.T) {
	html := render("| a | b |\n|---|---|\n| 1 | 2 |\n\nText.[^1]\n\n[^1]: Note.\n\nTerm\n: Meaning\n").HTML
	for _, want := range []string{"<table>", "footnote", "<dl>"} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in %s", want, html)
		}
	}
}

func TestPicturesHaveTheirSizeAndAltText(t *testing.T) {
	html := render("![](dunes.png)").HTML
	for _, want := range []string{`src="/media/dunes.png"`, `width="48"`, `height="32"`, `alt="An alt text"`} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in %s", want, html)
		}
	}
}

func TestRenderListsPageLinksWithTheirLines(t *testing.T) {
	doc := render("One.\n\n[a](/blog) and\n[b](product:dunes) and [c](https://example.com/)\n")
	want := []markdown.Link{{To: "/blog", Line: 12}, {To: "product:dunes", Line: 13}}
	if len(doc.Links) != 2 || doc.Links[0] != want[0] || doc.Links[1].To != want[1].To {
		t.Errorf("got %+v", doc.Links)
	}
}

func TestRemarksAreAtTheURLThatTheyConcern(t *testing.T) {
	doc := render("One\n[**bold** words](/blog) and\n[x](blog/camps),\n![](nope.jpg)\nor صورة ![](none.jpg)\n")
	if len(doc.Links) != 1 || doc.Links[0].Line != 11 {
		t.Errorf("links %+v", doc.Links)
	}
	places := make([]string, len(doc.Remarks))
	for i, r := range doc.Remarks {
		places[i] = fmt.Sprintf("%d:%d", r.Line, r.Col)
	}
	if want := []string{"12:5", "13:5", "14:13"}; !slices.Equal(places, want) {
		t.Errorf("remarks at %v, want %v: %+v", places, want, doc.Remarks)
	}
}

func TestURLWithAnUnsupportedSchemeStaysText(t *testing.T) {
	html := render("See ftp://example.org/a_b.gz and <x-scheme:a&b>.").HTML
	if !strings.Contains(html, "<p>See ftp://example.org/a_b.gz and x-scheme:a&amp;b.</p>") {
		t.Errorf("got %s", html)
	}
}

func TestInvalidLinkBecomesText(t *testing.T) {
	doc := render("See [our **camps** ![](dunes.png)](blog/camps) and [them](www.example.com), [nothing]().")
	if strings.Contains(doc.HTML, "<a") || !strings.Contains(doc.HTML, "See our <strong>camps</strong> <img ") ||
		!strings.Contains(doc.HTML, " and them, nothing.") {
		t.Errorf("got %s", doc.HTML)
	}
	for i, want := range []string{"blog/camps; links within the site begin with /", "com; https:// is missing",
		"this link has no address"} {
		if len(doc.Remarks) != 3 || !strings.Contains(doc.Remarks[i].Message, want) {
			t.Errorf("got %v, want %s", doc.Remarks, want)
		}
	}
}

var hostile = strings.Split(strings.TrimSpace(`
<script>alert(1)</script>
<SCRIPT SRC=//x.example/x.js></SCRIPT>
<script type="module">import "x"</script>
<scr<script>ipt>alert(1)</script>
<img src=x onerror=alert(1)>
<img src="javascript:alert(1)">
<svg onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<body onload=alert(1)>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<object data="javascript:alert(1)"></object>
<embed src="javascript:alert(1)">
<a href="javascript:alert(1)">x</a>
<a onclick=alert(1)>x</a>
<b onmouseover=alert(1)>x</b>
<form action="javascript:alert(1)"><button>x</button></form>
<button formaction="javascript:alert(1)">x</button>
<input onfocus=alert(1) autofocus>
<details open ontoggle=alert(1)>
<video><source onerror=alert(1)></video>
<audio src=x onerror=alert(1)>
<marquee onstart=alert(1)>
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<link rel=stylesheet href="javascript:alert(1)">
<base href="javascript:alert(1)//">
<style>@import 'javascript:alert(1)'</style>
<div style="background:url(javascript:alert(1))">
<math><mi xlink:href="javascript:alert(1)">x</mi></math>
<template><script>alert(1)</script></template>
<noscript><img src=x onerror=alert(1)></noscript>
<!--><script>alert(1)</script>-->
<![CDATA[<script>alert(1)</script>]]>
<?php echo "<script>alert(1)</script>" ?>
[x](javascript:alert(1))
[x](JaVaScRiPt:alert(1))
[x](java&#115;cript:alert(1))
[x](&#x6A;avascript:alert(1))
[x](<java	script:alert(1)>)
[x]( javascript:alert(1))
[x](vbscript:msgbox(1))
[x](data:text/html,<script>alert(1)</script>)
[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)
[x](file:///etc/passwd)
[x](//evil.example/x)
[x]: javascript:alert(1)
![x](javascript:alert(1))
![x](data:image/svg+xml,<svg onload=alert(1)>)
<javascript:alert(1)>
<x-scheme:alert(1)>
[x](https://example.com/"onmouseover="alert(1))
[x](/blog"onmouseover="alert(1))
`), "\n")

var dangerous = regexp.MustCompile(
	`(?i)<(script|svg|iframe|object|embed|style|form|input|meta|base|link|body|video|audio|template|math)\b|<[^>]*\son\w+\s*=|(href|src)="?\s*(javascript|vbscript|data|file|x-scheme):|(href|src)="//`)

func TestRenderRemovesScripts(t *testing.T) {
	if len(hostile) < 50 {
		t.Fatalf("only %d attempts", len(hostile))
	}
	for _, attempt := range hostile {
		for _, source := range []string{attempt, "Text " + attempt + " text", "- " + attempt, "[x]\n\n" + attempt} {
			if html := render(source).HTML; dangerous.MatchString(html) {
				t.Errorf("%s became %s", source, html)
			}
		}
	}
	through := 0 // the control: the output of Goldmark alone
	for _, attempt := range hostile {
		var b bytes.Buffer
		if err := goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(attempt),
			&b); err != nil {
			t.Fatal(err)
		}
		if dangerous.MatchString(b.String()) {
			through++
		}
	}
	if through < len(hostile)/2 {
		t.Errorf("only %d of %d attempts are seen where nothing is left out", through, len(hostile))
	}
	drill.Row(22, "%d scripts in Markdown, each in 4 places | 0 reach the page (control: %d do where nothing is "+
		"left out)", len(hostile), through)
}

func TestRemovedContentIsReportedWithItsLine(t *testing.T) {
	const tags = "tags of HTML are left out; the text between them is shown"
	const comment = "a comment of HTML is left out; visitors do not read it"
	const block = "pages contain no raw HTML; it is left out"
	for source, want := range map[string]string{
		"Fine.\n\n<script>alert(1)</script>\n": "12 " + block,
		"A [link](javascript:alert(1)).": "10 pages must not link to this address; it is left out: " +
			"javascript:alert(1)",
		"A [link](+49-384).":       "10 pages must not link to this address; it is left out: +49-384; tel: is missing",
		"Text <!-- inside --> end": "10 " + comment,
		"<!-- x -->\nText":         "10 " + comment,
		"<!-- x --> \"\n\nText":    "10 " + comment,
		"<!-- x --> Bring shoes":   "10 " + block + ", with its words: Bring shoes",
		"<div>\n<!-- x\n-->\n</div>\n\nText <b>a</b>": "10 " + block +
			"15 2 " + tags,
		"<i>a</i> <b>b</b>\n<i>c": "10 4 " + tags + "11 " + tags,
		"[a]()":                   "10 this link has no address and is left out; its text stays",
	} {
		got := ""
		for _, r := range render(source).Remarks {
			got += fmt.Sprint(r.Line, " ", r.Message)
		}
		if got != want {
			t.Errorf("%q: %q, not %q", source, got, want)
		}
	}
}

func TestVisibleMarkdownSignsAreReported(t *testing.T) {
	for source, want := range map[string]string{
		"##Title":           "10:1",
		"One.\n##**Title**": "11:1",
		"\\##Title, #dubai and #1\n\n#desert #sand":                                        "",
		"Bring **water and a hat.":                                                         "10:7",
		"**Bring water **and a hat.":                                                       "10:1",
		"**带水：**和帽子":                                                                       "10:1",
		"소설 **<등>**의 배경.":                                                                  "10:4",
		"Two lines\nand **one* star.":                                                      "11:5",
		"From 45 €** in summer.\n\n**But not in August, (45)**.":                           "",
		"A hotel of ** or ***, 2**10, \\**not bold, `**code`, **bold** and ****stars.":     "",
		"Bring ** good shoes **.":                                                          "10:7",
		"** Bonnes chaussures** en été":                                                    "10:1",
		"A ** hotel or one \\*\\* in Lyon***, or ***; `a ** b` ** c.\n\n| ** | ** |":       "",
		"```\n##code **bold [a](/b\n```\n\n    ##code":                                     "",
		"See [the camps](/blog/camps for more.":                                            "10:5",
		"See [the camps](https://example.org for more.":                                    "10:5",
		"قبل [الرحلة] (/blog)":                                                             "10:5",
		"[the camps](/blog) [1] (all), \\[a\\](/b), \\[a](/b), `[a](/b` and [a] or (/b).":  "",
		"| a | b |\n|---|---|\n| **1 | 2 |\n":                                              "12:3",
		"| a | b |\n| 1 | 2 |":                                                             "10:1",
		"In short:\n• water\n• a hat":                                                      "11:1",
		"• water  \n• a hat":                                                               "",
		"• water alone, at 9 – 10\nand no more":                                            "",
		"-water\n-a hat":                                                                   "10:1",
		"1)water\n2)a hat":                                                                 "10:1",
		"-5 degrees\n-10 at night, 1.5\n2.5 and more":                                      "",
		"![A dhow] (dunes.png) and [1] (all)":                                              "10:2",
		"[Ana](ana@example.com), <ana@example.com>":                                        "10:7",
		"See (the camps)[/blog/camps] for more.":                                           "10:5",
		"See (**the camps**)[https://example.org/a] for more.":                             "10:5",
		"(Mail)[mailto:a@example.org]\n(Top)[#top]":                                        "10:111:1",
		"(see)[1], f(x)[0], (a)[b], (a)[#1], (a)\\[/b], (a)[[/b](/b)], `(a)[/b]`, a)[/b].": "",
		"A ![dhow](the dhow.png) and ![dhow](the dhow).":                                   "10:410:30",
		"Call [us](0049 384) or [them](+49 (0) 384), [Plan](the plan.pdf).":                "10:610:2410:45",
		"Ask [us](who know) or [all](3 to 4).":                                             "",
		"Tea**(hot)**and bread.":                                                           "10:4",
		"**•**1 and tea**":                                                                 "10:1",
		"Tea**, bread** and rice.":                                                         "",
	} {
		got := ""
		for _, r := range render(source).Remarks {
			got += fmt.Sprintf("%d:%d", r.Line, r.Col)
		}
		if got != want {
			t.Errorf("%q: %q, not %q", source, got, want)
		}
	}
}

// Between Hebrew or Arabic text, a browser shows the groups of a number from right to left.
func TestPhoneNumbersInRightToLeftProseKeepTheirOrder(t *testing.T) {
	for source, want := range map[string]string{
		"اتصل +33 4 72 00 00 00، أو":       `اتصل <bdi dir="ltr">+33 4 72 00 00 00</bdi>، أو`,
		"חייגו **054 123 4567**\nמחר":      `חייגו <strong><bdi dir="ltr">054 123 4567</bdi></strong>` + "\nמחר",
		"[+971 (4) 423-8800](/contact) أو": `<a href="/contact"><bdi dir="ltr">+971 (4) 423-8800</bdi></a> أو`,
		"+33 4 72 00 00 00\n(04) 72 00 00 00 أو": `<bdi dir="ltr">+33 4 72 00 00 00</bdi>` +
			"\n" + `<bdi dir="ltr">(04) 72 00 00 00</bdi> أو`,
		"هاتف ٠٤ ٤٢٣ ٨٨٠٠": `هاتف <bdi dir="ltr">٠٤ ٤٢٣ ٨٨٠٠</bdi>`,
		"من 10-20، في 2026-11-28، 10:00 - 11:30، +18، 1 200 AED، `+33 4 72 00 00 00`": "من 10-20، في 2026-11-28، " +
			"10:00 - 11:30، +18، 1 200 AED، <code>+33 4 72 00 00 00</code>",
		"+33 4 72 00 00 00, 054 123 4567": "+33 4 72 00 00 00, 054 123 4567",
	} {
		if got := render(source).HTML; got != "<p>"+want+"</p>" {
			t.Errorf("%q: %s", source, got)
		}
	}
}

// Chinese and Japanese are written without spaces. Two letters take as long to read as a word.
func TestCountWordsCountsLettersInScriptsWithoutSpaces(t *testing.T) {
	for text, want := range map[string]int{"": 0, "Two words": 2, "كلمتان هنا": 2, "한국어 단어": 2, "沙漠里的夜晚": 3,
		"砂漠の夜とテント。\n\nAと b": 6, "里口山 a-b": 2} {
		if got := markdown.CountWords(text); got != want {
			t.Errorf("%q has %d, not %d", text, got, want)
		}
	}
}
