package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/importer"
)

// A shortcode that --shortcode maps to figure can have positional texts. Its layout defines the meaning of each.
func TestFigureShortcodesWithPositionalArguments(t *testing.T) {
	const credit = `The quay. [Photo](https://a.example/x) ([CC BY](https://cc.example))`
	const credited = "\n\n*The quay. [Photo](https://a.example/x) ([CC BY](https://cc.example))*"
	for _, c := range []struct{ layout, arguments, want, remark string }{
		{"", `"quay.png" "` + credit + `" "500x"`,
			"![The quay. Photo (CC BY)](a-quay.png)" + credited, ""},
		{"", "quay.png `The \"old\" quay` 80% right", `![The "old" quay](a-quay.png "The 'old' quay")`, ""},
		{"", `"quay.png" "Boats" "The quay, x=1"`, `![Boats](a-quay.png "The quay, x=1")`, ""},
		{"", `"quay.png" "` + credit + `" "Boats"`, "![Boats](a-quay.png)" + credited, ""},
		{"", `"quay.png" "200x100" "/full/quay.png" "Boats"`, `![Boats](a-quay.png "Boats")`, `"/full/quay.png"`},
		{"", `"quay.png" "The **old** _quay_"`, `![The old quay](a-quay.png "The old quay")`, ""},
		{"", `"quay.png" "" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{"", `"quay.png" "One" "Two" "Three"`, `![One](a-quay.png "Two")`, `"Three"`},
		{"", `album "quay.png" "Boats"`, `![Boats](a-quay.png "Boats")`, `"album"`},
		{"", `right "quay.png" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{`<img src="{{ .Get 0 }}" alt="{{ .Get 1 }}">`, `"quay.png" "Boats"`, `![Boats](a-quay.png)`, ""},
		{`<a href="{{ .Get 3 }}"><img class="{{ .Get 1 }}" src="{{ .Get 0 }}"></a><p>{{ .Get 2 | markdownify }}</p>`,
			`"quay.png" "of wood" "Boats" "https://b.example/"`,
			"[![Boats](a-quay.png)](<https://b.example/>)\n\n*Boats*", ""},
		{`{{ $words := .Get 1 | default "" }}{{ $alt := index .Params 2 }}<img src="{{ .Get 0 }}" alt="{{ $alt }}">` +
			`{{ with $words }}<figcaption>{{ . | markdownify }}</figcaption>{{ end }}`,
			`"quay.png" "The quay" "Boats"`, `![Boats](a-quay.png "The quay")`, ""},
		{`{{/* .Get 2 */}}{{ partial "picture" (dict "src" (.Get 0) "width" (.Get 1) "title" (.Get 2)) }}`,
			`"quay.png" "so wide" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{`{{ $picture := .Page.Resources.GetMatch (.Get 0) }}{{ $how := .Get 1 }}{{ .Scratch.Set "p" ($picture.Process ` +
			`$how) }}<img src="{{ (.Scratch.Get "p").RelPermalink }}" alt="{{ .Get 2 }}">`,
			`"quay.png" "webp q50" "Boats"`, `![Boats](a-quay.png)`, ""},
		{`{{ with .Page.Resources.GetMatch (.Get 0) }}{{ with .Filter ($.Get 1) }}<img src="{{ .RelPermalink }}">` +
			`{{ end }}{{ end }}`, `"quay.png" "so soft" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{`{{ $p := (.Page.Resources.Get (.Get 0)).Fill (printf "%s q9" (.Get 1)) }}<img alt="{{ $p.Title }}"><p>{{ .Get 2 }}`,
			`"quay.png" "so wide" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{`{{ $p := .Page.Resources.Get (.Get 0) }}{{ with .Get 1 }}{{ $p = $p.Crop . }}{{ end }}<p>{{ .Get 2 }}</p>`,
			`"quay.png" "so wide" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{"", `"quay.png" "resize 800x" "Boats"`, `![Boats](a-quay.png "Boats")`, ""},
		{"", `"quay.png" Fill "800x600 TopLeft webp q50 #fff" "Fill the boats"`,
			`![Fill the boats](a-quay.png "Fill the boats")`, ""},
	} {
		files := map[string]string{
			"content/posts/a/index.md": "---\ntitle: A\ndate: 2024-01-01\n---\n{{< pic " + c.arguments + " >}}\n",
			"content/posts/a/quay.png": picture(t, "quay.png", 30)}
		if c.layout != "" {
			files["layouts/_shortcodes/pic.html"] = c.layout
		}
		content, report := blogOf(t, "hugo", files, func(o *importer.Options) {
			o.Blog.Shortcodes = map[string]string{"pic": "figure"}
		})
		_, got, _ := strings.Cut(written(t, content, "blog/a/en.md"), "\n---\n")
		remarks := ""
		for _, n := range report.Unmapped {
			if n.Field == "shortcode" {
				remarks += n.String()
			}
		}
		if got = strings.TrimSpace(got); got != c.want || !strings.Contains(remarks, c.remark) ||
			(remarks == "") != (c.remark == "") {
			t.Errorf("%s became\n%s\nnot\n%s\nwith %s", c.arguments, got, c.want, remarks)
		}
	}
}
