package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
)

func renderPage(source string) markdown.Document {
	return markdown.RenderPage(catalog.Prose{Source: source, Line: 10}, func(name string) *markdown.Picture {
		if !strings.HasPrefix(name, "dunes") {
			return nil
		}
		return &markdown.Picture{Src: "/media/" + name, Width: 48, Height: 32, Alt: "An alt text"}
	})
}

func TestPartsBecomeMarkersAndBlocks(t *testing.T) {
	doc := renderPage("One.\n\n::card{product=dunes}\n\nTwo.\n\n## Camps {#camps}\n### Fires & `water`\n::toc\n" +
		"::map[Lahbab, the gate]{latitude=25.1 longitude=-55.5}\n" +
		"::gallery{pictures=\"dunes.png dunes-2.png\"}\n" +
		"::video[A night]{url=https://youtu.be/abcdefghijk picture=dunes.png}\n" +
		"::cards{city=dubai limit=3}")
	if len(doc.Remarks) > 0 {
		t.Fatalf("the remarks are %+v", doc.Remarks)
	}
	for i := range doc.Blocks {
		if strings.Count(doc.HTML, markdown.Marker(i)) != 1 {
			t.Errorf("the marker of block %d is not once in %s", i, doc.HTML)
		}
	}
	if !strings.HasPrefix(doc.HTML, "<p>One.</p>\n<!--part 0-->\n<p>Two.</p>") {
		t.Errorf("got %s", doc.HTML)
	}
	if got := fmt.Sprint(doc.Blocks[1].Headings); got != "[{camps Camps 2} {fires-water Fires & water 3}]" {
		t.Errorf("the table of contents is %s", got)
	}
	place, gallery, video, list := doc.Blocks[2], doc.Blocks[3], doc.Blocks[4], doc.Blocks[5]
	if place.Title != "Lahbab, the gate" || place.Latitude != 25.1 || place.Longitude != -55.5 {
		t.Errorf("the map is %+v", place)
	}
	if len(gallery.Pictures) != 2 || gallery.Pictures[1].Src != "/media/dunes-2.png" {
		t.Errorf("the gallery is %+v", gallery)
	}
	if video.Provider != markdown.YouTube || video.ID != "abcdefghijk" || len(video.Pictures) != 1 {
		t.Errorf("the video is %+v", video)
	}
	if list.City.Slug != "dubai" || list.Limit != 3 {
		t.Errorf("the list is %+v", list)
	}
	if at := doc.Blocks[0].Products[0]; at.Line != 12 || at.Col != 16 {
		t.Errorf("the product is at %+v", at)
	}
}

func TestNoteContainsRenderedProse(t *testing.T) {
	doc := renderPage("Before.\n:::note[Tea & <b>]{kind=tip}\nBring **water**.\n\n- one\n- two\n:::\nAfter.\n\n" +
		"> :::note\n> Quoted.\n> :::\n")
	want := "<p>Before.</p>\n<div class=\"note note-tip\" role=\"note\">\n<p class=\"note-title\">Tea &amp; " +
		"&lt;b&gt;</p>\n" +
		"<p>Bring <strong>water</strong>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n</div>\n<p>After.</p>\n" +
		"<blockquote>\n<div class=\"note note-info\" role=\"note\">\n<p>Quoted.</p>\n</div>\n</blockquote>"
	if doc.HTML != want || len(doc.Remarks) > 0 {
		t.Errorf("got %s\n%+v", doc.HTML, doc.Remarks)
	}
	nested := renderPage("::::note\nOuter.\n\n:::note\nInner.\n:::\n\nOuter again.\n::::\n\nAfter.")
	if len(nested.Remarks) > 0 || !strings.Contains(nested.HTML, "</div>\n<p>Outer again.</p>\n</div>\n<p>After.</p>") {
		t.Errorf("got %s\n%+v", nested.HTML, nested.Remarks)
	}
}

func TestMapWithoutATitleIsShownAndReported(t *testing.T) {
	doc := renderPage("::map{latitude=25 longitude=55}")
	if len(doc.Blocks) != 1 || len(doc.Remarks) != 1 || doc.Remarks[0].Error || doc.Remarks[0].Col != 3 ||
		!strings.HasPrefix(doc.Remarks[0].Message, "this map has no title") {
		t.Errorf("got %+v %+v", doc.Blocks, doc.Remarks)
	}
	if doc := renderPage("::map[Gate]{latitude=25 longitude=55}"); len(doc.Remarks) > 0 {
		t.Errorf("with a title: %+v", doc.Remarks)
	}
}

func TestTextLikeAPartStaysText(t *testing.T) {
	for _, source := range []string{"::before is a selector", "a \\::card{product=dunes}", "\\::card{product=dunes}",
		"`::card{product=dunes}`", "```\n::card{product=dunes}\n```", "    ::card{product=dunes}", ":: card", "::",
		"Term\n: Meaning", "std::vector", ":::"} {
		if doc := renderPage(source); len(doc.Blocks)+len(doc.Remarks) > 0 || doc.HTML == "" {
			t.Errorf("%q became %s %+v", source, doc.HTML, doc.Remarks)
		}
	}
}

func TestMistakesInPartsAreReportedAtTheirPlace(t *testing.T) {
	for source, want := range map[string]string{
		"::crad{product=x}":                                  `10:3: there is no part "crad"`,
		"::card":                                             "10:3: card needs product",
		"::card{product=Dunes}":                              `10:16: product is a slug such as dune-safari, not "Dunes"`,
		"::card{product=dunes product=x}":                    "10:22: the attribute product appears twice",
		"::card{prodct=x}":                                   `10:8: card has no attribute "prodct"; it has product; did you mean`,
		"::card[Dunes]{product=dunes}":                       "10:8: card has no title",
		"::card{product=dunes} and more":                     "10:22: a part needs a line of its own",
		"::card{product=dunes":                               "10:21: this part's brace is not closed on its line",
		"::card{product=\"dunes}":                            "10:16: this quotation mark is not closed on its line",
		"::card{#dunes}":                                     "10:8: attributes of a part are written as",
		"::map[Gate{latitude=1 longitude=2}":                 "10:6: this bracket is not closed on its line",
		":::card{product=dunes}\n:::":                        "10:4: card is written with two colons, ::card",
		"::note[Tea]":                                        "10:3: a note contains lines: :::note",
		":::note\nTea":                                       "10:4: this note has no end: a line with :::",
		":::note Tea\nx\n:::":                                "10:9: write the title in brackets: :::note[Tea]",
		":::note{kind=tpi}\nx\n:::":                          `10:14: kind is one of info, tip, warning, not "tpi"; did you mean`,
		"::cards":                                            "10:3: cards needs one of products, city, category",
		"::cards{city=dubai category=desert}":                "10:3: cards needs one of products, city, category",
		"::cards{city=dubai limit=2.5}":                      `10:26: limit is a number from 1 to 12, not "2.5"`,
		"::cards{products=\"dunes Walk\"}":                   "10:19: products are slugs with spaces between them",
		"::gallery{pictures=dunes.png}":                      "10:20: a gallery has at least two pictures",
		"::gallery{pictures=\"dunes.png x\"}":                "10:31: there is no picture x in media",
		"::map{latitude=95 longitude=0}":                     `10:16: latitude is a number from -90 to 90, not "95"`,
		"::video{url=https://x.example/a picture=dunes.png}": `10:13: "https://x.example/a" is not`,
		"::video{url=http://youtu.be/abcdefghijk picture=dunes.png}":          `10:13: "http://youtu.be/abcdefghijk" is not`,
		"::video{url=https://youtu.be/abcdefghijk?autoplay picture=dunes.jp}": "",
		"واحد.\n\n- قائمة\n\n  ::toc":                                         "14:5: toc cannot be within a note",
	} {
		doc := renderPage(source)
		if want == "" {
			continue
		}
		if len(doc.Remarks) != 1 || len(doc.Blocks) > 0 && !strings.Contains(source, "gallery") {
			t.Errorf("%s: the remarks are %+v, with %d blocks", source, doc.Remarks, len(doc.Blocks))
			continue
		}
		r := doc.Remarks[0]
		if got := fmt.Sprintf("%d:%d: %s", r.Line, r.Col, r.Message); !r.Error || !strings.HasPrefix(got, want) {
			t.Errorf("%s: the remark is %s, want %s", source, got, want)
		}
	}
	if doc := render("::card{product=dunes}"); len(doc.Remarks) != 1 ||
		doc.Remarks[0].Message != "card is possible in stories and pages only" {
		t.Errorf("in a short text: %+v", doc.Remarks)
	}
}

func TestExcerptSkipsPartsAndKeepsNotes(t *testing.T) {
	got := markdown.Excerpt("::toc\n\nOne.\n\n::card{product=dunes}\n\n:::note[Title]\nTwo.\n:::\n", 160)
	if got != "One. Two." {
		t.Errorf("the text begins %q", got)
	}
}

func TestParseVideoURLRecognisesYouTubeAndVimeo(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.youtube.com/watch?v=abcdefghijk&t=3s": "youtube abcdefghijk",
		"https://youtu.be/abcdefghijk":                     "youtube abcdefghijk",
		"https://www.youtube.com/shorts/abcdefghijk":       "youtube abcdefghijk",
		"https://vimeo.com/123456789":                      "vimeo 123456789",
		"https://vimeo.com/123456789?v=abcdefghijk":        "vimeo 123456789",
		"https://youtube.com.evil.example/abcdefghijk":     "",
		"https://youtu.be/abc\"onload=x":                   "",
		"javascript:alert(1)":                              "",
	} {
		provider, id, ok := markdown.ParseVideoURL(address)
		if got := strings.TrimSpace(provider + " " + id); ok != (want != "") || ok && got != want {
			t.Errorf("%s is %q, %v", address, got, ok)
		}
	}
}
