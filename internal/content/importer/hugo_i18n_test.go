package importer_test

import (
	"strings"
	"testing"
)

// A custom shortcode that shows a text of the blog's or the theme's language files is replaced by that text.
func TestShortcodesOfI18nTextsBecomeTheText(t *testing.T) {
	content, report := blogOf(t, "hugo", map[string]string{
		"hugo.yaml":                   "theme: dune\n",
		"layouts/shortcodes/say.html": "{{/* Usage:\n{{< say id >}} */}}\n{{ T (.Get 0)}}\n",
		"layouts/shortcodes/sum.html": "{{ T (.Get 0) }}!",
		"i18n/en.yaml":                "- id: food\n  translation: Food & drink\n",
		"i18n/ar.toml":                "[food]\nother = \"طعام\"\n",
		"themes/dune/i18n/en.json":    `{"food": "Meals", "the road": {"other": "The road"}}`,
		"content/posts/a.md": "---\ntitle: A\ndate: 2024-01-01\n---\n## {{< say food >}}\nA {{< sum food >}}.\n\n" +
			"### {{< say \"the road\" >}} 1\n\n{{< say gone >}}{{< say >}}\n",
		"content/posts/a.ar.md": "---\ntitle: ا\ndate: 2024-01-01\n---\n## {{< say \"food\" >}}\n",
	})
	const want = "\n---\n## Food & drink\nA .\n\n### The road 1\n"
	if en := written(t, content, "blog/a/en.md"); !strings.HasSuffix(strings.TrimRight(en, "\n")+"\n", want) {
		t.Errorf("got %s", en)
	}
	if ar := written(t, content, "blog/a/ar.md"); !strings.HasSuffix(ar, "\n## طعام\n") {
		t.Errorf("got %s", ar)
	}
	if all := notes(report); strings.Count(all, "shortcode: it is not supported here") != 2 {
		t.Errorf("got %s", all)
	}
}
