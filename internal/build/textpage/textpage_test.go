package textpage_test

import (
	"strings"
	"testing"

	"storefront/internal/build/textpage"
)

const head = `<!DOCTYPE html><html lang="en"><head><link rel="alternate" type="text/markdown" href="/x/index.md">` +
	`<meta name="description" content="Red &quot;dunes&quot;"><meta property="og:title" content="Dunes">` +
	`<link rel="canonical" href="https://shop.example/x"></head><body><nav><a href="/">Home</a></nav>`

const wantHead = `---
title: "Dunes"
description: "Red \"dunes\""
url: "https://shop.example/x"
language: "en"
---

`

func TestAppendWritesTheMainPartOfAPageAsMarkdown(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"prose": {`<h1>Dunes &amp; sea</h1><p>Go <strong>early</strong>, by <a href="/boat">boat</a>.</p>`,
			"# Dunes & sea\n\nGo **early**, by [boat](/boat)."},
		"lists in lists": {`<ul><li>A<ol><li>One</li><li>Two</li></ol></li><li>B</li></ul><p>End</p>`,
			"- A\n  1. One\n  2. Two\n\n- B\n\nEnd"},
		"a table": {`<table><thead><tr><th>Month</th><th>Sun</th></tr></thead><tbody><tr><td>May</td><td>5|6</td></tr>` +
			`</tbody></table>`, "| Month | Sun |\n| --- | --- |\n| May | 5\\|6 |"},
		"a quotation after a list": {`<ul><li>A</li></ul><blockquote><p>One</p><p>Two</p></blockquote><p>End</p>`,
			"- A\n\n> One\n>\n> Two\n\nEnd"},
		"code": {`<p>Use <code>a_b</code></p><pre><code>x &lt; y
  z</code></pre><p>End</p>`, "Use `a_b`\n\n```\nx < y\n  z\n```\n\nEnd"},
		"a description list": {
			`<dl><div><dt>Length</dt><dd>2 h</dd></div><div><dt>Group</dt><dd>Up to 12</dd></div></dl>`,
			"- **Length:** 2 h\n- **Group:** Up to 12"},
		"adjacent elements": {`<p><span>2 h</span><span>Pickup</span> <small>daily</small></p>`,
			"2 h · Pickup daily"},
		"prices": {`<p>from <s><span class="sr-only">Before: </span>AED 450</s><bdi>AED 395</bdi><span>each</span></p>`,
			"from Before: AED 450 AED 395 each"},
		"an image role with a label": {
			`<p><span role="img" aria-label="4 of 5"><b>4</b><span>(3)</span></span></p>`, "4 of 5"},
		"pictures": {`<ul><li><a href="/big.webp"><img alt="A dune" src="/a.webp"></a></li></ul><img src="/b.webp" alt="">`,
			"- ![A dune](/a.webp)"},
		"controls and hidden elements": {
			`<p>Text</p><button type="button">Press <span>me</span></button><form><input><label>a</label></form>` +
				`<div hidden="">Later</div><div data-page-only=""><div>Again</div></div><a href="#top">Up</a><script>x</script>`,
			"Text\n\nUp"},
		"empty elements": {`<ul><li></li><li><b></b></li></ul><h2></h2><p><a href="/x"></a></p><p>Text</p>`, "Text"},
		"spaces": {"<p>AED\u00a05<b>a  day</b>, 6\u202fkm</p><p> or\n more </p><p>«é»</p>",
			"AED 5**a day**, 6 km\n\nor more\n\n«é»"},
		"Markdown characters": {`<p>a*b [c] 1 &lt; 2 > 0 _d_</p>`, `a\*b \[c\] 1 \< 2 > 0 \_d\_`},
		"Arabic":              {`<h2>الكثبان</h2><p>من 120 د.إ. <small>للشخص</small></p>`, "## الكثبان\n\nمن 120 د.إ. للشخص"},
	} {
		t.Run(name, func(t *testing.T) {
			got := string(textpage.Append(nil, []byte(head+`<main id="page" tabindex="-1">`+c.html+`</main></body></html>`)))
			if want := wantHead + c.want + "\n"; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestAppendHandlesPagesWithDifferentHeaders(t *testing.T) {
	for _, header := range []string{"", strings.Repeat("<p>Menu</p>", 500), "", strings.Repeat("<p>Menu</p>", 20)} {
		got := string(textpage.Append(nil, []byte(head+header+`<main id="page"><h1>Dunes</h1></main></body></html>`)))
		if want := wantHead + "# Dunes\n"; got != want {
			t.Errorf("after a header of %d bytes, got:\n%s\nwant:\n%s", len(header), got, want)
		}
	}
}

func TestAppendSkipsPagesWithoutAMarkdownLink(t *testing.T) {
	page := strings.Replace(head, `type="text/markdown"`, `type="text/html"`, 1) + `<main><p>Cart</p></main></body></html>`
	if got := textpage.Append(nil, []byte(page)); got != nil {
		t.Errorf("got:\n%s", got)
	}
}

// card is a card of a listing and a review of a product page.
const card = `<li class="card"><img srcset="/_ipx/s_320x240/media/reef.3e22973c9f.png 320w, ` +
	`/_ipx/s_680x510/media/reef.3e22973c9f.png 680w" sizes="(min-width: 80rem) 19rem, (min-width: 40rem) 50vw, 92vw" ` +
	`width="320" height="240" src="/_ipx/s_680x510/media/reef.3e22973c9f.png" alt="A reef at dawn" loading="lazy">` +
	`<p class="tag">Bestseller</p><div class="card-body"><p class="card-place">Boat tours<span class="rating" role="img" ` +
	`aria-label="3.6 out of 5 stars, 5 reviews"><b>3.6</b><span>(5)</span></span></p><h3 class="card-title">` +
	`<a href="/things-to-do-in-abu-dhabi/reef">Abu Dhabi: Reef &amp; dunes – by boat</a></h3><p class="card-facts">` +
	`<span class="icon-clock">12 hours</span><span class="icon-bus">Pickup</span></p></div><p class="card-price">` +
	`<span class="price-from">from </span><bdi class="price-amount" data-money="67900AED">AED 679</bdi>` +
	`<span class="muted">per person</span></p></li><li class="review" tabindex="-1"><h3>Worth rising early</h3>` +
	`<p class="review-text">Calm water, a careful driver and a breakfast that we did not expect. The children saw a ` +
	`turtle.</p><p class="review-text" lang="ar" dir="auto">بحر هادئ وسائق حريص وفطور لم نتوقعه.</p><p class="review-foot">` +
	`<span><bdi>Leo</bdi>, Spain</span></p><button type="button" data-replay="more">More</button></li>`

func BenchmarkAppend(b *testing.B) {
	page := []byte(head + "<main><h1>All</h1><ul>" + strings.Repeat(card, 24) + "</ul></main></body></html>")
	b.SetBytes(int64(len(page)))
	var out []byte
	for b.Loop() {
		out = textpage.Append(out[:0], page)
	}
}
