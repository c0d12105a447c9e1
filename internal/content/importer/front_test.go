package importer_test

import (
	"strings"
	"testing"
)

// What templates put out as HTML or as code is words here.
func TestTitlesAndDescriptionsHaveNoMarks(t *testing.T) {
	for title, want := range map[string]string{
		"<i>Elements kinds</i> in V8":                              "Elements kinds in V8",
		"Fast `for`-`in` **and** more":                             "Fast for-in and more",
		"<a href='x' class=\"y\">A</a> &lt;b&gt;":                  "A <b>",
		"When a < b, or a <T> comes; 2 * 3 ** 4 `x":                "When a < b, or a <T> comes; 2 * 3 ** 4 `x",
		"<span lang=fr>Là</span> &amp; <script>x</i>":              "Là & <script>x",
		"One,<br />two<BR>and the `<br>` <p class=x>A</p><p>B</p>": "One, two and the <br> A B",
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{"_posts/2024-03-05-x.md": "---\ntitle: |-\n  " + title +
			"\ndescription: |-\n  " + title + "\n---\nText.\n"})
		_, text, _ := strings.Cut(written(t, content, "blog/x/en.md"), "title: ")
		got, _, _ := strings.Cut(text, "\n")
		if got = strings.Trim(got, `"`); got != want || strings.Contains(text, "</i>") {
			t.Errorf("%q became %q in\n%s", title, got, text)
		}
	}
}

// Themes of Jekyll have authors by their ids, among the data or in the configuration, and Hugo has pages of them.
func TestAuthorsWhoAreNamedByIdsHaveTheirNames(t *testing.T) {
	for tool, files := range map[string]map[string]string{
		"jekyll": {
			"_config.yml":            "authors:\n  ash: {name: Ash Furrow, url: x}\n  lina: {name: Nobody}\n",
			"_data/authors.yml":      "lina: {name: Lina Haddad}\n",
			"_posts/2024-03-05-x.md": "---\ntitle: X\nauthor: [ash, lina, eve]\n---\nText.\n"},
		"hugo": {
			"content/authors/ash/_index.md":  "---\ntitle: Ash Furrow\n---\n",
			"content/authors/lina/_index.md": "---\ntitle: Lina Haddad\nbio: Sails.\n---\n",
			"content/post/x.md": "---\ntitle: X\ndate: 2024-03-05\nauthors: [ash, Lina, eve]\n---\n" +
				"Text.\n"},
	} {
		content, _ := blogOf(t, tool, files)
		text := written(t, content, "blog/x/en.md")
		if !strings.Contains(text, "\nauthor: \"Ash Furrow, Lina Haddad, eve\"\n") {
			t.Errorf("%s: got\n%s", tool, text)
		}
	}
}
