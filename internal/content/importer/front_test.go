package importer_test

import (
	"strings"
	"testing"
)

// Templates show titles as HTML or Markdown; the importer keeps their words only.
func TestTitlesAndDescriptionsLoseMarkup(t *testing.T) {
	sea := picture(t, "a.png", 30)
	for title, want := range map[string]string{
		"Down the _Amazon_ with *Ana* *R.*":                        "Down the Amazon with Ana R.",
		"2. _**Deep** in_ the ~~old~~ [bay](/bay/) of snake_case":  "2. Deep in the old bay of snake_case",
		"_All_ of __init__ and __new__":                            "All of __init__ and __new__",
		"# 1 * 2 * 3 of *args, more":                               "# 1 * 2 * 3 of *args, more",
		"<i>Elements kinds</i> in V8":                              "Elements kinds in V8",
		"Fast `for`-`in` **and** more":                             "Fast for-in and more",
		"<a href='x' class=\"y\">A</a> &lt;b&gt;":                  "A <b>",
		"When a < b, or a <T> comes; 2 * 3 ** 4 `x":                "When a < b, or a <T> comes; 2 * 3 ** 4 `x",
		"<span lang=fr>Là</span> &amp; <script>x</i>":              "Là & <script>x",
		"One,<br />two<BR>and the `<br>` <p class=x>A</p><p>B</p>": "One, two and the <br> A B",
	} {
		for tool, file := range map[string]string{"jekyll": "_posts/2024-03-05-x.md", "hugo": "content/p/x.md"} {
			if tool == "hugo" && strings.Contains(title, "&") {
				continue // Hugo shows entities as text
			}
			content, _ := blogOf(t, tool, map[string]string{"a.png": sea, "static/a.png": sea,
				file: "---\ndate: 2024-03-05\ntitle: |-\n  " + title + "\nsummary: |-\n  " + title +
					"\nimage:\n  src: /a.png\n  alt: |-\n    " + title + "\n---\nText.\n"})
			_, text, _ := strings.Cut(written(t, content, "blog/x/en.md"), "title: ")
			got, _, _ := strings.Cut(text, "\n")
			if got = strings.Trim(got, `"`); got != want || strings.Count(text, want) != 2 {
				t.Errorf("%s: %q became %q in\n%s", tool, title, got, text)
			}
			if alts := written(t, content, "media/en.yaml"); !strings.Contains(alts, want) {
				t.Errorf("%s: %q is no alt text of\n%s", tool, title, alts)
			}
		}
	}
}

// Jekyll themes define authors by id in data files or the configuration, Hugo in pages or data files.
func TestAuthorIDsAreReplacedByNames(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"jekyll": {
			"_config.yml":            "authors:\n  ash: {name: Ash Furrow, url: x}\n  lina: {name: Nobody}\n",
			"_data/authors.yml":      "lina: {name: Lina Haddad}\n",
			"_posts/2024-03-05-x.md": "---\ntitle: X\nauthor: [ash, lina, eve]\n---\nText.\n"},
		"hugo": {
			"content/authors/ash/_index.md":  "---\ntitle: Ash Furrow\n---\n",
			"content/authors/lina/_index.md": "---\ntitle: Lina Haddad\nbio: Sails.\n---\n",
			"content/post/x.md": "---\ntitle: X\ndate: 2024-03-05\nauthors: [ash, Lina, eve]\n---\n" +
				"Text.\n"},
		"hugo with data": {
			"data/authors.json":     `{"ash": {"name": "Nobody"}, "Lina": {"displayName": "Lina Haddad"}}`,
			"data/authors/ash.yaml": "name: Ash Furrow\nbio: Sails.\n",
			"data/authors/eve.toml": "bio = 'Walks.'\n",
			"content/post/x.md":     "---\ntitle: X\ndate: 2024-03-05\nauthors: [ash, Lina, eve]\n---\nText.\n"},
		"hugo with data by languages": {
			"hugo.yaml":                 "dataDir: facts\ntaxonomies: {author: authors}\n",
			"facts/en/authors/ash.toml": "name = 'Ash Furrow'\n",
			"facts/ar/authors/ash.toml": "name = 'Nobody'\n",
			"facts/en/authors.yml":      "lina: {name: Lina Haddad}\n",
			"content/post/x.md":         "---\ntitle: X\ndate: 2024-03-05\nauthor: [ash, lina, eve]\n---\nText.\n"},
		"hugo with data of a theme": {
			"hugo.yaml":                     "theme: dune\n",
			"themes/dune/data/authors.toml": "[ash]\nname = 'Ash Furrow'\n[lina]\nname = 'Lina Haddad'\n",
			"content/post/x.md":             "---\ntitle: X\ndate: 2024-03-05\nauthor: [ash, lina, eve]\n---\nText.\n"},
	} {
		tool, _, _ := strings.Cut(name, " ")
		content, _ := blogOf(t, tool, files)
		text := written(t, content, "blog/x/en.md")
		if !strings.Contains(text, "\nauthor: \"Ash Furrow, Lina Haddad, eve\"\n") {
			t.Errorf("%s: got\n%s", name, text)
		}
	}
}
