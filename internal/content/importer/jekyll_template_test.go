package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
)

// jekyllSite writes a site with data and a post with the prose of each case, imports it, and returns the imported
// proses and the report.
func jekyllSite(t *testing.T, cases [][2]string) (bodies []string, report *importer.Report) {
	t.Helper()
	site, content := t.TempDir(), contenttest.Copy(t)
	for name, file := range map[string]string{
		"_config.yml": "title: Dunes\nauthor: {name: Lina}\ncollections: [trips]\n" +
			"defaults: [{scope: {path: ''}, values: {author: lina, excerpt: Rest here}}]\n",
		"_data/authors.yml":         "lina: {name: Lina Haddad}\n",
		"_data/releases/latest.yml": "version: 1.20\ndate: 2024-05-01\nnotes: {b: Fast, a: \"Safe | sound\"}\n",
		"_data/camps.json":          `[{"name":"Oasis","beds":12},{"name":"Ridge","beds":0}]`,
		"_data/prices.csv":          "camp,price\nOasis,40\nRidge,55\n",
		"_data/people.tsv":          "name\tborn\nOmar\t1990\n",
		"_data/loop.yml":            "text: '{% if true %}{{ site.data.loop.text }}{% endif %}'\n",
		"_data/broken.yml":          "a: [\n",
		"_data/two.yaml":            "name: First\n---\nname: Second\n",
		"_includes/card.html": "**{{ include.camp.name }}**{% if include.camp.beds > 0 %} has beds{% endif %}" +
			"{% assign x = 1 %}",
		"_includes/contents.html":  "<nav class=\"toc\" markdown=\"1\">\n*  Table of contents\n{:toc .toc}\n</nav>",
		"_includes/words.md":       "Words.\n",
		"_includes/film.html":      "<video\n  src=\"{{ include.path }}\"\n\n  controls=\"yes\"\n/>\nSo.",
		"_includes/endless.html":   "{% include endless.html %}",
		"_posts/2024-01-01-tea.md": "---\ntitle: Tea\n---\nTea.\n",
	} {
		contenttest.Write(t, site, name, file)
	}
	for i, one := range cases {
		contenttest.Write(t, site, fmt.Sprintf("_posts/2024-01-02-p%02d.md", i),
			"---\ntitle: Camps\nlevel: 3\nlist: [a, b]\nanswer: yes it is\n---\n"+one[0]+"\n")
	}
	report, err := blog.Jekyll(background, site, options(content))
	explain(t, err)
	if strings.Contains(notes(report), "_includes/words.md") {
		t.Errorf("a file to include is reported: %s", notes(report))
	}
	for i := range cases {
		data, err := os.ReadFile(filepath.Join(content, fmt.Sprintf("blog/p%02d/en.md", i)))
		explain(t, err)
		if !strings.Contains(string(data), "\nauthor: Lina Haddad\n") {
			t.Errorf("the author is not named in\n%s", data)
		}
		_, body, _ := strings.Cut(strings.TrimPrefix(string(data), "---\n"), "\n---\n")
		bodies = append(bodies, strings.TrimSpace(body))
	}
	return bodies, report
}

func TestJekyllLiquidIsEvaluatedWithSiteData(t *testing.T) {
	const release = "{% assign release = site.data.releases.latest %}\n"
	cases := [][2]string{
		{"{{ page.excerpt }}.", "Rest here."},
		{"By {{ site.author.name }} of {{site.title}}: {{ page.title | upcase }}.", "By Lina of Dunes: CAMPS."},
		{release + "Crystal {{ release.version }}, {{ release.date | date: '%-d %B %Y' }}.",
			"Crystal 1.20, 1 May 2024."},
		{"{% for camp in site.data.camps %}\n- {{ camp.name }}{% endfor %}", "- Oasis\n- Ridge"},
		{"{% for p in site.data.prices %}{{ p.camp }} {{ p.price }};{% endfor %}", "Oasis 40;Ridge 55;"},
		{"{% for n in site.data.releases.latest.notes %}{{ n[0] }}={{ n[1] }};{% endfor %}",
			"b=Fast;a=Safe | sound;"},
		{"{{ site.data.releases.latest.notes | size }} {{ site.data.people[0].name }}", "2 Omar"},
		{"{% if page.level > 2 and page.missing == nil %}Hard{% else %}Easy{% endif %}.", "Hard."},
		{"{% unless page.answer contains 'is' %}No{% endunless %}Words.", "Words."},
		{"{% case page.level %}{% when 3 %}Three{% endcase %}.", "Three."},
		{"{% capture who %}{{ site.title }}!{% endcapture %}Of {{ who }}", "Of Dunes!"},
		{"{{ page.list | join: ', ' }}{{ site.baseurl }}", "a, b"},
		{"{% for c in site.data.camps %}{% include card.html camp=c %}.{% endfor %}",
			"**Oasis** has beds.**Ridge**."},
		{"{% assign c = site.data.camps | first %}{% include card.html camp=c %}", "**Oasis** has beds"},
		{"{% if true %}See [tea]({% post_url 2024-01-01-tea %}).{% endif %}", "See [tea](/blog/tea)."},
		{"{% if true %}{% raw %}{{ shown }}{% endraw %}{% endif %}", "{{ shown }}"},
		{"{% if true %}\n{% highlight go %}\n{{ page.level }}\n{% endhighlight %}\n{% endif %}", "```go\n3\n```"},
		{"{% highlight html %}\n{% raw %}\n{{ a }}\n{% endraw %}\n{% endhighlight %}", "```html\n{{ a }}\n```"},
		{"{% codeblock lang:go %}\n{% raw %}\n{{ a }}\n{% endraw %}\n{% endcodeblock %}", "```go\n{{ a }}\n```"},
		{"```ruby Part of `a.rb` here\nx = 1\n```\n\n```` ```a``` ```` and ```b``` so",
			"```ruby Part of\nx = 1\n```\n\n```` ```a``` ```` and ```b``` so"},
		{"A[^1] [b].\n\n[^1]: See [b]\n[b]: https://example.org/ \"B\"",
			"A[^1] [b].\n\n[^1]: See [b]\n\n[b]: https://example.org/ \"B\""},
		{"{% highlight go %}\na\n{% endhighlight go %}\n\nSo.\n\n{% highlight go %}\nb\n{% endhighlight %}",
			"```go\na\n```\n\nSo.\n\n```go\nb\n```"},
		{"{% include contents.html %}\n\nWords.", "Words."},
		{"<div>\n  <div>\n    {% include film.html path='a.mp4' %}\n  </div>\n</div>\n\nWords.", "So.\n\nWords."},
		{"|---+---|\n| a | b |\n|---|---|\n| 1 | 2 |\n|---+---|", "| a | b |\n|---|---|\n| 1 | 2 |"},
		{"A [camp][c].\n\n[c]: https://example.org/?a=b c \"At six\"",
			"A [camp][c].\n\n[c]: https://example.org/?a=b%20c \"At six\""},
		{"{% assign camps = site.data.camps | where: 'name', 'Ridge' %}{{ camps[0].name }}", "Ridge"},
		{"{% assign camps = site.data.camps | sort: 'beds' %}{{ camps | map: 'name' }}", "RidgeOasis"},
	}
	bodies, report := jekyllSite(t, cases)
	for i, one := range cases {
		if bodies[i] != one[1] {
			t.Errorf("%s\nbecame\n%s\nand not\n%s", one[0], bodies[i], one[1])
		}
	}
	for _, n := range report.Unmapped {
		if n.Field == "Liquid" || n.Field == "link" || n.Field == "attributes" {
			t.Error(n)
		}
	}
}

// Liquid that cannot be evaluated is left out and reported at its place, within a bounded time.
func TestLiquidThatCannotBeEvaluatedIsReported(t *testing.T) {
	double := "{% assign a = 'words' %}" + strings.Repeat("{% assign a = a | append: a %}", 40)
	long := "{% capture a %}{% for i in (1..9000) %}" + strings.Repeat("x", 9000) + "{% endfor %}{% endcapture %}"
	cases := [][2]string{
		{"Text {{ nobody }}", ":7:6: Liquid: it cannot be evaluated here"},
		{"a\n\nText {{ page.missing }}", ":9:6: Liquid: it has no value"},
		{"{% for p in site.posts %}x{% endfor %}", ":7:1: Liquid: it is not supported here"},
		{"{% assign a = site.trips | first %}\nText {{ a.title }}", ":8:6: Liquid: it cannot be evaluated here"},
		{"{% assign a = site.trips %}\n{% unless a %}No trips.{% endunless %}", ":8:1: Liquid: its condition"},
		{"{% capture a %}{{ site.trips }}{% endcapture %}\n{% if a %}b{% else %}c{% endif %}",
			":8:1: Liquid: its condition"},
		{"{{ site.trips }}", ":7:1: Liquid: it cannot be evaluated"},
		{"{{ site.data.broken.a }}", ":7:1: Liquid: it cannot be evaluated"},
		{"{{ site.data.camps }}", ":7:1: Liquid: it has no value"},
		{"{{ page.title | own_filter }}", ":7:1: Liquid: it cannot be evaluated"},
		{"{{ page.title | where_exp: 'a', 'b' }}", ":7:1: Liquid: it cannot be evaluated"},
		{"{% if true %}x", ":7:1: Liquid: it is not supported here"},
		{"a\n{% if true %}\nb\n{% plugin %}{% endif %}", ":8:1: Liquid: it is not supported here"},
		{"{% for i in (1..100000000) %}{% endfor %}x", ":7:1: Liquid: it is not supported"},
		{"{% for i in (1..9000) %}{% for j in (1..9000) %}{% endfor %}{% endfor %}",
			":7:1: Liquid: it is not supported"},
		{long, ":7:1: Liquid"},
		{double, ":7:"},
		{"{{ (1..1000000000) | join }}", ":7:1: Liquid"},
		{"{{ 'now' | date: '%999999999Y' }}", ":7:1: Liquid"},
		{"{% include endless.html %}", ":7:1: Liquid"},
		{"{% include ../_config.yml %}", ":7:1: Liquid"},
		{"{% include /etc/passwd %}", ":7:1: Liquid"},
		{"{% if true %}{{ site.data.loop.text }}{% endif %}", ":7:1: Liquid"},
	}
	began := time.Now()
	_, report := jekyllSite(t, cases)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the import took %s", took)
	}
	remarks := asLines(report)
	for i, one := range cases {
		if want := fmt.Sprintf("p%02d.md", i) + one[1]; !strings.Contains(remarks, want) {
			t.Errorf("%.80s: %q is not in the report", one[0], want)
		}
	}
	for _, want := range []string{"_data/broken.yml:1:4: this data file cannot be read: this bracket",
		"_data/two.yaml:2:1: what follows this line --- is not read"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("%q is not in the report", want)
		}
	}
}

func TestPostWithoutLiquidKeepsItsBraces(t *testing.T) {
	const prose = "Say `{{ user }}`, {% raw %} and {{ site.title }}{: .wide}.\n\n```yaml\nname: ${{ env.name }}\n```\n"
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml": "defaults: [{scope: {path: '_posts/code'}, " +
			"values: {render_with_liquid: false}}]\n",
		"_posts/code/2024-01-02-a.md": "---\ntitle: A\n---\n" + prose,
		"_posts/2024-01-02-b.md":      "---\ntitle: B\nrender_with_liquid: false\n---\n" + prose,
	})
	for _, slug := range []string{"a", "b"} {
		if got := written(t, content, "blog/"+slug+"/en.md"); !strings.HasSuffix(got,
			"---\n"+strings.Replace(prose, "{: .wide}", "", 1)) {
			t.Errorf("%s is\n%s\n%s", slug, got, notes(report))
		}
	}
	if strings.Contains(asLines(report), "liquid") {
		t.Errorf("the report is\n%s", asLines(report))
	}
}

func asLines(report *importer.Report) string {
	var lines strings.Builder
	for _, n := range report.Unmapped {
		lines.WriteString(n.String() + "\n")
	}
	return lines.String()
}
