package markdown_test

import (
	"strings"
	"testing"

	"storefront/internal/content/markdown"
)

func TestExcerptIsPlainText(t *testing.T) {
	for _, c := range [][2]string{
		{"Intro with a footnote[^1], **bold** words and `code`.\n\n[^1]: The note.",
			"Intro with a footnote, bold words and code."},
		{"## A heading {#custom-id}\n\nThe [first](/blog/x) line\nand the *second*.",
			"The first line and the second."},
		{"| a | b |\n|---|---|\n| c | d |\n\nAfter the table.",
			"After the table."},
		{"![a picture](x.png)\n\n```go\nfmt.Println()\n```\n\nAfter the code.",
			"After the code."},
		{"- one\n- two\n\n> a quotation",
			"one two a quotation"},
		{"الطريق إلى **الجبل**.",
			"الطريق إلى الجبل."},
		{"See <https://example.com> or write.",
			"See https://example.com or write."},
		{"A &quot;b&#8482;&quot; &amp; \\_c\\* `\\_&amp;`",
			"A \"b™\" & _c* \\_&amp;"},
		{"",
			""},
	} {
		if got := markdown.Excerpt(c[0], 160); got != c[1] {
			t.Errorf("%q begins %q, not %q", c[0], got, c[1])
		}
	}
	if got := markdown.Excerpt(strings.Repeat("word ", 100), 12); got != "word word…" {
		t.Errorf("a long text is truncated to %q", got)
	}
}
