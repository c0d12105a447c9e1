package importer_test

import (
	"fmt"
	"strings"
	"testing"
)

// What no reader of the source saw is in no story, and reported unless it is a comment.
func TestWhatReadersOfTheSourceDidNotSeeIsLeftOut(t *testing.T) {
	cases := []struct{ prose, want, remark string }{
		{"a\n\n{::comment}\nSECRET {{ page.nobody }}.\n\nSECRET\n{:/comment}\n\nb", "a\n\nb",
			"Liquid: it has no value"},
		{"a {::comment}SECRET{:/comment} b {::comment}SECRET{:/}c", "a  b c", ""},
		{"`{::comment}` hides {::nomarkdown}words{:/nomarkdown}.{::options a=\"b\" /}", "`{::comment}` hides words.",
			"attributes: looks"},
		{"{% include hidden.txt %}b", "b", ""},
		{"a {# SECRET #} b\n\n{#\nSECRET } \n#}\n\n`{# c #}`", "a  b\n\n`{# c #}`", "comment: "},
		{"## One {#one}\n\n## Two {#two}", "## One {#one}\n\n## Two {#two}", ""},
		{"<div class=\"ad\">\n<script>var SECRET = \"<p>\";\n\nif (SECRET > 1) go()</script>\nb</div>", "b",
			"<script> is left out with what it holds"},
		{"<div><style>.SECRET{}</style><iframe src=\"x\">SECRET</iframe></div>", "", "<iframe> is left out"},
		{"a <style>.SECRET{}</style> b <iframe src=\"x\">SECRET</iframe>c", "a  b c", "<style> is left out"},
		{"<p>Q</p>\n<script type=\"application/ld+json\">\n{\"name\":\"SECRET\"}\n</script>\n\nb", "Q\n\nb",
			"<script>"},
		{"- a\n\n  <div>\n  <script>SECRET</script>\n  </div>\n- b", "", "<script>"},
		{"<div><iframe src=\"https://player.vimeo.com/video/7\">SECRET</iframe></div>",
			"[Watch the video](https://vimeo.com/7)", ""},
		{"a <span hidden>SECRET</span><b style=\"color:red; Display : none\">SECRET</b>c", "a c", "it is hidden"},
		{"<div hidden=\"\">\n\nSECRET <div>SECRET</div> **SECRET**\n\n</div>\n\nb", "b", "it is hidden"},
		{"<ul><li>a</li><li style='visibility:hidden'>SECRET</li></ul>", "- a", "it is hidden"},
		{"<template><p>SECRET</p></template>\n\nb <div>a <noscript>SECRET</noscript></div>", "b a", "<template>"},
		{"<p hidden>SECRET\n\nb", "b", "it is hidden"},
		{"<p class=\"hidden-x\" title=\"is hidden\" data-hidden=\"1\">b</p>", "b", "nor do its looks"},
		{"Write `<div hidden>` or\n\n```html\n<script>b</script>\n```", "`<div hidden>` or\n\n```html\n<script>b", ""},
	}
	files := map[string]string{"_includes/hidden.txt": "{::comment}SECRET{:/comment}"}
	for i, c := range cases {
		files[fmt.Sprintf("_posts/2024-01-02-p%02d.md", i)] = "---\ntitle: A\n---\n" + c.prose + "\n"
	}
	content, report := blogOf(t, "jekyll", files)
	for i, c := range cases {
		name, found := fmt.Sprintf("p%02d", i), ""
		for _, n := range report.Unmapped {
			if strings.Contains(n.Path, name) {
				found += n.String() + "\n"
			}
		}
		text := written(t, content, "blog/"+name+"/en.md")
		if _, body, _ := strings.Cut(text[4:], "\n---\n"); strings.Contains(body, "SECRET") ||
			!strings.Contains(body, c.want) || c.want == "" && strings.Trim(body, " \n-ab") != "" {
			t.Errorf("%q became %q, which should have %q", c.prose, body, c.want)
		}
		if !strings.Contains(found, c.remark) || c.remark == "" && found != "" {
			t.Errorf("%q has the remarks %q, not %q", c.prose, found, c.remark)
		}
	}
	inOrder(t, content)
}
