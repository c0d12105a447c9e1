package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/importer/blog"
)

// FuzzProse checks that no post stops an import.
func FuzzProse(f *testing.F) {
	for _, seed := range []string{
		"+++\ntitle = \"x\"\n+++\n{{< figure src=\"a\" >}} ![a](b \"c\") [x][y]\n\n[y]: /z\n",
		"{\"title\": 1}\n<img src=x><a href='/y'>z",
		"---\ntitle: x\ntags: {a: b}\nimage: [x]\nauthors: [{name: y}]\n---\n{{< highlight >}}\n<div>\n\n</div>",
		"{% highlight x %}{% endraw %}{% include figure.html src=\"x\" %}{{ page.title }}{: .x }",
		"[a](<b> 'c') [](\\) ]( ![[x]](y)(z)", "<!--", "<a href=\"x", "](", "{{</* x */>}}{{% /y %}}", "\xff",
		strings.Repeat("a<br>\n", 1999), strings.Repeat("<b>", 1999), strings.Repeat(">", 9999),
		"<p\n<br>\n<a>\u0130</A>",
		strings.Repeat("<a b={`${", 999), strings.Repeat("`${'", 999), "<X a={{b: '}'}} c={`d`} {...e}>{\"f\"}</X>",
	} {
		f.Add(seed)
	}
	content := contenttest.Copy(f)
	f.Fuzz(func(t *testing.T, text string) {
		o := options(content)
		o.DryRun = true
		o.Check = func(string) ([]diag.Diagnostic, error) { return nil, nil }
		site := t.TempDir()
		contenttest.Write(t, site, "content/posts/x.md", text)
		contenttest.Write(t, site, "_posts/2024-01-02-x.md", text)
		contenttest.Write(t, site, "_posts/2024-01-02-y.mdx", text)
		if _, err := blog.Hugo(background, site, o); err != nil {
			t.Errorf("Hugo: %v", err)
		}
		if _, err := blog.Jekyll(background, site, o); err != nil {
			t.Errorf("Jekyll: %v", err)
		}
	})
}
